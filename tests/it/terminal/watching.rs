//! A session that runs elsewhere, behind the tap: chosen from the list, followed as it goes on, and nothing is sent to it.

use crate::screen::{ENTER, Start};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A tapped session, and somebody who talks.
struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn start(home: &Path) -> Self {
        let shim = home.join("claude-shim");
        let program = env!("CARGO_BIN_EXE_cca-tui");
        let made = Command::new(program)
            .args(["sim", "--shim"])
            .arg(&shim)
            .status();
        assert!(made.unwrap().success());
        let mut child = Command::new(program)
            .args(["tap", "--"])
            .arg(&shim)
            .args(["--output-format", "stream-json", "--verbose"])
            .args(["--input-format", "stream-json"])
            .env_remove("XDG_STATE_HOME")
            .env("HOME", home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    /// One turn; what was said to whom was written by the client.
    fn say(&mut self, text: &str) {
        let prompt = format!(
            r#"{{"type":"user","message":{{"role":"user","content":"{text}"}},"parent_tool_use_id":null,"session_id":""}}"#
        );
        self.input
            .write_all(format!("{prompt}\n").as_bytes())
            .unwrap();
        let mut line = String::new();
        while !line.contains(r#""type":"result""#) {
            line.clear();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "it ended");
        }
    }
}

#[tokio::test]
async fn a_tapped_session_is_followed_and_left_alone() {
    let home = tempfile::tempdir().unwrap();
    let mut session = Session::start(home.path());
    session.say("water the tomatoes");
    let mut terminal = Start::at(home.path(), &["watch"]).open(30, 110);
    terminal.until_all(&["water the tomatoes", "live"]).await;
    terminal.keys(ENTER).await;
    terminal
        .until_all(&["follows", "❯ water the tomatoes", "followed"])
        .await;
    session.say("and the beans");
    terminal.until_shown("❯ and the beans").await;
    // Whatever is typed, nothing reaches the session: its next answer is to its client's next word.
    terminal.keys("hello\r").await;
    session.say("the peas");
    terminal.keys("G").await;
    drop(session.input);
    let status = session.child.wait().unwrap();
    assert_eq!(status.code(), Some(0));
    terminal.signal(nix::sys::signal::Signal::SIGTERM);
    terminal.end().await;
    let folder = home.path().join(".local/state/cca-tui/recordings");
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().flatten().collect();
    let recordings: Vec<_> = files
        .iter()
        .filter(|file| file.path().extension().is_some_and(|end| end == "ndjson"))
        .collect();
    assert_eq!(recordings.len(), 1, "{files:?}");
    let text = std::fs::read_to_string(recordings[0].path()).unwrap();
    assert!(text.contains("the peas") && !text.contains("hello"));
}

#[tokio::test]
async fn a_session_that_starts_appears_by_itself_and_one_that_ends_is_live_no_longer() {
    let home = tempfile::tempdir().unwrap();
    let mut terminal = Start::at(home.path(), &["watch"]).open(30, 110);
    terminal.until_shown("Nothing is recorded yet").await;
    let mut first = Session::start(home.path());
    first.say("water the tomatoes");
    terminal.until_all(&["1 recording, 1 live"]).await;
    let mut second = Session::start(home.path());
    second.say("and the beans");
    terminal.until_shown("2 recordings, 2 live").await;
    // What a live one does is told as it goes on.
    second.say("and the peas");
    terminal.until_shown("2 turns").await;
    // What is typed stays, whatever comes and goes.
    terminal.keys("tomat").await;
    terminal.until_not("beans").await;
    drop(second.input);
    second.child.wait().unwrap();
    terminal.until_shown("2 recordings, 1 live").await;
    assert!(terminal.text().contains("tomat"));
    terminal.keys(ENTER).await;
    terminal
        .until_all(&["follows", "❯ water the tomatoes"])
        .await;
    drop(first.input);
    first.child.wait().unwrap();
    terminal.signal(nix::sys::signal::Signal::SIGTERM);
    terminal.end().await;
}
