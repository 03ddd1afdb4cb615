//! A draft survives whatever ends the program.

use crate::screen::{Start, Terminal, restored};
use nix::sys::signal::Signal;
use std::path::Path;

/// A playground in a folder, started by somebody whose home this is.
fn start(home: &Path, folder: &str) -> Terminal {
    Start::at(home, &["--sim", "playground", "--cwd", folder]).open(30, 100)
}

#[tokio::test]
async fn a_draft_with_a_paste_is_back_after_the_program_was_ended() {
    let (home, project) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = project.path().to_str().unwrap();
    let mut terminal = start(home.path(), folder);
    terminal.until_idle(&[]).await;
    terminal.keys("look at this: ").await;
    let lines: Vec<String> = (1..=10).map(|number| format!("15 + {number}")).collect();
    terminal.paste(&lines.join("\n")).await;
    terminal.until_all(&["❯ look at this: ", "10 lines"]).await;
    assert!(!terminal.text().contains("15 + 3"), "{}", terminal.text());
    terminal.signal(Signal::SIGTERM);
    let (code, raw) = terminal.end().await;
    assert_eq!(code, Some(143));
    assert!(restored(&raw));

    let mut again = start(home.path(), folder);
    again
        .until_all(&[
            "your draft of before is back",
            "❯ look at this: ",
            "10 lines",
        ])
        .await;
    // It is the text, not its picture: everything is sent.
    again.until_idle(&[]).await;
    again.keys("\r").await;
    again.until_idle(&["15 + 1", "15 + 10", "done •"]).await;
    assert_eq!(again.quit().await.0, Some(0));

    // What was sent is no draft any more.
    let mut last = start(home.path(), folder);
    last.until_idle(&[]).await;
    last.keys("new words").await;
    last.until_shown("❯ new words").await;
    assert!(!last.text().contains("your draft"), "{}", last.text());
}

#[tokio::test]
async fn a_draft_belongs_to_its_folder() {
    let home = tempfile::tempdir().unwrap();
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut terminal = start(home.path(), one.path().to_str().unwrap());
    terminal.until_idle(&[]).await;
    terminal.keys("only here").await;
    terminal.until_shown("❯ only here").await;
    terminal.signal(Signal::SIGHUP);
    terminal.until_gone().await;
    let mut elsewhere = start(home.path(), other.path().to_str().unwrap());
    elsewhere.until_idle(&[]).await;
    elsewhere.keys("something else").await;
    elsewhere.until_shown("❯ something else").await;
    assert_eq!(elsewhere.quit().await.0, Some(0));
    let mut again = start(home.path(), one.path().to_str().unwrap());
    again.until_shown("❯ only here").await;
}
