//! What was on the screen is in the recording, even if the program is killed.

use super::Start;
use nix::sys::signal::Signal;
use std::path::Path;

/// The recordings of a home.
fn recordings(home: &Path) -> Vec<std::path::PathBuf> {
    let folder = home.join(".local/state/cca-tui/recordings");
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = files.map(|entry| entry.path());
    files
        .filter(|path| path.extension().is_some_and(|end| end == "ndjson"))
        .collect()
}

/// A script that is the simulator, as a CLI of its own.
pub(super) fn cli(folder: &Path) -> String {
    let path = folder.join("claude-shim").display().to_string();
    let made = std::process::Command::new(env!("CARGO_BIN_EXE_cca-tui"))
        .args(["sim", "--shim", &path])
        .status()
        .unwrap();
    assert!(made.success());
    path
}

#[tokio::test]
async fn nothing_that_was_shown_is_missing_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let cli = cli(folder.path());
    let mut terminal = Start::with(&["--cli", &cli]).open(30, 100);
    terminal.until_shown("idle").await;
    terminal.until_shown("rec").await;
    terminal.keys("hello\r").await;
    terminal.until_shown("done •").await;
    let shown = terminal.text();
    let said = shown.lines().find(|line| line.contains("Hello!"));
    assert!(said.is_some(), "{shown}");
    terminal.signal(Signal::SIGKILL);
    let files = recordings(terminal.home());
    let [file] = &files[..] else {
        panic!("one recording is made: {files:?}");
    };
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains("Hello!") && text.contains("\"hello\""));
    assert!(text.contains("\"type\":\"result\""));
}

#[tokio::test]
async fn recordings_are_chosen_from_a_list_and_opened() {
    let text = include_str!("../../fixtures/recordings/tool_turn.ndjson");
    let folder = ".local/state/cca-tui/recordings";
    let mut terminal = Start::with(&["watch"])
        .file(&format!("{folder}/20260102-030405-7.ndjson"), text)
        .open(30, 100);
    terminal.until_shown("Water the tomatoes").await;
    terminal.until_shown("1 recording, 0 live").await;
    terminal.keys("tomato\r").await;
    terminal
        .until_shown("Recording 20260102-030405-7.ndjson")
        .await;
    terminal.until_shown("line 17 / 17").await;
    terminal.keys("q").await;
    let (code, _) = terminal.end().await;
    assert_eq!(code, Some(0));
}

#[tokio::test]
async fn without_a_recording_there_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let cli = cli(folder.path());
    let mut terminal = Start::with(&["--no-record", "--cli", &cli]).open(30, 100);
    terminal.until_shown("idle").await;
    assert!(!terminal.text().contains(" rec"), "{}", terminal.text());
    assert!(recordings(terminal.home()).is_empty());
}
