//! A recording in a real terminal: it opens, steps both ways, and nothing is started for it.

use crate::screen::{ESC, Start, restored};
use std::io::Write as _;
use std::path::Path;

fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recordings");
    path.join(name).display().to_string()
}

#[tokio::test]
async fn a_recording_opens_and_is_gone_through() {
    let file = fixture("tool_turn.ndjson");
    let mut terminal = Start::with(&["replay", &file]).open(30, 100);
    terminal.until_shown("Recording tool_turn.ndjson").await;
    terminal.keys("g").await;
    terminal.until_shown("line 0 / ").await;
    terminal.keys("..").await;
    terminal.until_shown("line 2 / ").await;
    terminal.keys(",").await;
    terminal.until_shown("line 1 / ").await;
    terminal.keys("t#5\r").await;
    terminal.until_shown("line 5 / ").await;
    terminal.keys("+++++ ").await;
    terminal.until_shown("plays").await;
    terminal.until_shown("stands").await;
    terminal.keys("q").await;
    let (code, raw) = terminal.end().await;
    assert_eq!(code, Some(0));
    assert!(restored(&raw));
}

#[tokio::test]
async fn a_recording_that_is_written_is_followed() {
    let whole = std::fs::read_to_string(fixture("tool_turn.ndjson")).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let first = lines[..4].join("\n") + "\n";
    let start = Start::with(&["replay", "--follow", "growing.ndjson"]);
    let mut terminal = start.file("growing.ndjson", &first).open(30, 100);
    terminal.until_shown("line 3 / 3").await;
    terminal.until_shown("follows").await;
    let path = terminal.home().join("growing.ndjson");
    let grow = |more: &[&str]| {
        let mut file = std::fs::OpenOptions::new()
            .append(true)
            .open(&path)
            .unwrap();
        file.write_all((more.join("\n") + "\n").as_bytes()).unwrap();
    };
    grow(&lines[4..8]);
    terminal.until_shown("line 7 / 7").await;
    terminal.keys(",").await;
    terminal.until_shown("line 6 / 7").await;
    grow(&lines[8..]);
    let all = format!("line 6 / {}", lines.len() - 1);
    terminal.until_shown(&all).await;
}

#[tokio::test]
async fn what_is_no_recording_is_told_before_the_screen_opens() {
    let terminal = Start::with(&["replay", "nowhere.ndjson"]).open(30, 100);
    let (code, raw) = terminal.end().await;
    assert_ne!(code, Some(0));
    let text = String::from_utf8_lossy(&raw);
    assert!(text.contains("nowhere.ndjson"), "{text}");
    assert!(!text.contains("\u{1b}[?1049h"), "{text}");
}

/// A session that was repeated so often, and how many lines it has each time.
fn long(times: usize) -> (Start, usize) {
    let whole = std::fs::read_to_string(fixture("tool_turn.ndjson")).unwrap();
    let (header, lines) = whole.split_once('\n').unwrap();
    let file = format!("{header}\n{}", lines.repeat(times));
    let start = Start::with(&["replay", "long.ndjson"]).file("long.ndjson", &file);
    (start, lines.lines().count())
}

#[tokio::test]
async fn the_lines_of_a_recording_are_searched_from_one_match_to_the_next() {
    let (start, _) = long(2000);
    let mut terminal = start.open(30, 100);
    // A search begins where one is: at the end, as soon as that is known.
    terminal.until_shown("line 34000 / 34000").await;
    terminal.keys("8z").await;
    terminal.until_shown("Traffic 34,000").await;
    terminal.keys("/no such words anywhere\r").await;
    terminal.until_shown("no match").await;
    terminal.keys("/not these either").await;
    terminal.until_shown("not these either").await;
    terminal.keys(ESC).await;
    terminal.until_not("not these either").await;
    terminal.keys("/water tomatoes --slowly\r").await;
    terminal.until_shown("match 2000 of 2,000").await;
    terminal.until_not("searched").await;
    terminal.keys("n").await;
    terminal.until_shown("match 1 of 2,000").await;
    terminal.keys("n").await;
    terminal.until_shown("match 2 of 2,000").await;
    terminal.keys("NN").await;
    terminal.until_shown("match 2000 of 2,000").await;
    terminal.keys("q").await;
    assert_eq!(terminal.end().await.0, Some(0));
}

#[tokio::test]
async fn the_lines_of_a_recording_are_scrolled_filtered_and_gone_to() {
    let times = 2000;
    let (start, each) = long(times);
    let mut terminal = start.open(30, 100);
    let all = times * each;
    // Everything is listed, and the session at the end is shown when it is known.
    terminal.until_shown(&format!("line {all} / {all}")).await;
    terminal.keys("8z").await;
    terminal.until_shown("Traffic 34,000").await;
    terminal.until_shown("34000 ").await;
    terminal.keys("g").await;
    terminal.until_shown("note/spawned").await;
    terminal.keys("jjj@").await;
    terminal.until_shown("line 4 / ").await;
    terminal.keys("fwater tomatoes --slowly\r").await;
    terminal.until_shown("Traffic 2,000 of 34,000").await;
    terminal.keys("G@").await;
    let last = all - each + 11;
    terminal.until_shown(&format!("line {last} / {all}")).await;
    // From the line itself, too.
    terminal.keys("g\r").await;
    terminal.until_shown("to the CLI").await;
    terminal.keys("@").await;
    terminal.until_shown(&format!("line 11 / {all}")).await;
    terminal.keys("q").await;
    assert_eq!(terminal.end().await.0, Some(0));
}

#[tokio::test]
async fn a_transcript_of_the_cli_opens_with_what_it_tells() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/stored");
    let file = path.join("hook_commands.jsonl").display().to_string();
    let mut terminal = Start::with(&["replay", &file]).open(30, 120);
    terminal
        .until_all(&["○ idle", "claude-opus-5-5", "2.1.325", "❯ Look.", "Seen."])
        .await;
    terminal.keys("g").await;
    terminal.until_shown("line 0 / ").await;
    // To the call, and to the hook that failed.
    terminal.keys("t#19\r").await;
    terminal.until_shown("waiting_tool_call").await;
    terminal.keys(")").await;
    terminal.until_shown("line 27 / ").await;
    terminal.keys("q").await;
    assert_eq!(terminal.end().await.0, Some(0));
}

#[tokio::test]
async fn a_followed_file_that_is_deleted_is_said_to_be_gone_and_may_come_back_as_another() {
    let whole = std::fs::read_to_string(fixture("tool_turn.ndjson")).unwrap();
    let start = Start::with(&["replay", "--follow", "growing.ndjson"]);
    let mut terminal = start.file("growing.ndjson", &whole).open(30, 100);
    terminal.until_shown("follows").await;
    let path = terminal.home().join("growing.ndjson");
    std::fs::remove_file(&path).unwrap();
    terminal
        .until_all(&["the file is gone", "line 17 / 17"])
        .await;
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/stored");
    std::fs::copy(stored.join("retried.jsonl"), &path).unwrap();
    terminal.until_all(&["follows", "❯ Try.", "0:00.6"]).await;
}
