//! Recordings that are not there as a file yet: piped in, from a pipe with a name, waited for.

use crate::screen::Start;
use std::io::Write as _;
use std::path::Path;

fn whole() -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recordings/tool_turn.ndjson");
    std::fs::read_to_string(path).unwrap()
}

/// A shell that is told to start our program somewhere in a line.
fn shell(line: &str) -> Start {
    let line = line.replace("cca-tui", env!("CARGO_BIN_EXE_cca-tui"));
    let start = Start::with(&["-c", &line]).program("/bin/sh");
    start.file("one.ndjson", &whole())
}

#[tokio::test]
async fn a_recording_that_is_piped_in_is_gone_through_with_the_keys_of_the_terminal() {
    for follow in ["", "--follow"] {
        let line = format!("cat one.ndjson | cca-tui replay {follow} -");
        let mut terminal = shell(&line).open(30, 100);
        terminal.until_shown("Recording stdin.ndjson").await;
        terminal.until_shown("line 17 / 17").await;
        terminal.keys(",").await;
        terminal.until_shown("line 16 / 17").await;
        terminal.keys("q").await;
        assert_eq!(terminal.end().await.0, Some(0));
    }
}

#[tokio::test]
async fn a_pipe_with_a_name_is_waited_for_in_words_and_then_shown() {
    let mut terminal = shell("mkfifo pipe; cca-tui replay pipe").open(30, 100);
    terminal.until_shown("reading pipe to its end first").await;
    std::fs::write(terminal.home().join("pipe"), whole()).unwrap();
    terminal.until_shown("line 17 / 17").await;
    terminal.keys("q").await;
    assert_eq!(terminal.end().await.0, Some(0));
}

#[tokio::test]
async fn a_file_that_is_followed_may_be_empty_or_not_be_there_yet() {
    for (begins, waits) in [
        ("touch new.ndjson;", "waits: nothing in it yet"),
        ("", "waits: there is no such file yet"),
    ] {
        let line = format!("{begins} exec cca-tui replay --follow new.ndjson");
        let mut terminal = shell(&line).open(30, 100);
        terminal.until_shown(waits).await;
        let path = terminal.home().join("new.ndjson");
        let options = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(path);
        options.unwrap().write_all(whole().as_bytes()).unwrap();
        terminal.until_shown("line 17 / 17").await;
        terminal.until_shown("follows").await;
        terminal.keys("q").await;
        assert_eq!(terminal.end().await.0, Some(0));
    }
    // Nobody said that it comes.
    let (code, raw) = shell("exec cca-tui replay new.ndjson")
        .open(30, 100)
        .end()
        .await;
    assert!(code != Some(0) && !raw.is_empty());
}
