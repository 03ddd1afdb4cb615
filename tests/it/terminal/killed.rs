//! The screen is killed in the middle of a flood: what the CLI saw answered, and what was shown, is in the recording; it opens.

#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests look into JSON they expect, and fail if it is not there"
)]

use crate::screen::{ESC, Start};
use crate::support::asking_cli;
use cca::trace::Recording;
use nix::sys::signal::Signal;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::hash::{BuildHasher as _, RandomState};
use std::path::{Path, PathBuf};

/// A numbered message between what is asked.
const MESSAGE: &str = r#"{"type":"assistant","session_id":"s1","message":{"id":"m$i","role":"assistant","content":[{"type":"text","text":"no$i."}]}}"#;

/// How the screen is looked at while it happens.
#[derive(Debug, Clone, Copy)]
enum Looking {
    AtTheConversation,
    AtTheTraffic,
}

/// The numbers of the messages in a text: `no17.`, whole.
fn numbers(text: &str) -> impl Iterator<Item = u64> {
    text.split("no").skip(1).filter_map(|after| {
        let (number, _) = after.split_once('.')?;
        number.parse().ok()
    })
}

/// Every message that was ever on the screen, piece by piece as a terminal gets it.
fn shown_by(raw: &[u8], rows: u16, columns: u16) -> BTreeSet<u64> {
    let mut parser = vt100::Parser::new(rows.try_into().unwrap(), columns.try_into().unwrap(), 0);
    let mut shown = BTreeSet::new();
    for piece in raw.chunks(1_024) {
        parser.process(piece);
        shown.extend(numbers(&parser.screen().contents()));
    }
    shown
}

/// The numbers of the messages in these lines.
fn messages(lines: &[Value]) -> BTreeSet<u64> {
    let messages = lines.iter().filter(|line| line["type"] == "assistant");
    let texts = messages.map(|line| line["message"]["content"][0]["text"].as_str());
    texts.flat_map(|text| numbers(text.unwrap())).collect()
}

/// Kills the screen when that many bytes of answers have come to the CLI; gives the recording.
async fn killed_after(
    bytes: u64,
    looking: Looking,
    words: &[&str],
) -> (tempfile::TempDir, PathBuf) {
    let (rows, columns) = (30, 100);
    let cli = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/run/cli.sh");
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("session.ndjson");
    let mut arguments = vec![
        "--allow",
        "Bash",
        "--cli",
        cli.to_str().unwrap(),
        "--record",
    ];
    arguments.push(file.to_str().unwrap());
    arguments.extend(words);
    arguments.push("go");
    let mut terminal = Start::at(home.path(), &arguments)
        .file("fake.sh", &asking_cli::script(MESSAGE))
        .open(rows, columns);
    if matches!(looking, Looking::AtTheTraffic) {
        terminal.until_shown("no").await;
        terminal.keys(ESC).await;
        terminal.until_shown("i: type a prompt").await;
        terminal.keys("8z").await;
        terminal.until_not("Conversation ─").await;
    }
    let seen = RefCell::new(BTreeSet::new());
    let bytes = bytes + asking_cli::answered(home.path());
    terminal
        .until("answers, and something to see", |screen| {
            seen.borrow_mut().extend(numbers(&screen.contents()));
            asking_cli::answered(home.path()) >= bytes && !seen.borrow().is_empty()
        })
        .await;
    terminal.signal(Signal::SIGKILL);
    let (_, raw) = terminal.end().await;
    crate::screen::until_so("the CLI has seen it", || asking_cli::is_over(home.path())).await;
    let lines = asking_cli::mended(&file);
    asking_cli::all_answered_are_in(&lines, home.path());
    let mut shown = seen.into_inner();
    shown.extend(shown_by(&raw, rows, columns));
    let missing: Vec<_> = shown.difference(&messages(&lines)).copied().collect();
    assert!(
        missing.is_empty(),
        "shown after {bytes} and not recorded: {missing:?}"
    );
    (home, file)
}

/// It opens, at its end, with the last message on it.
async fn opens(file: &Path) {
    let lines = Recording::open(file).unwrap().count();
    let messages = messages(&asking_cli::mended(file));
    let mut terminal = Start::with(&["replay", file.to_str().unwrap()]).open(30, 100);
    terminal
        .until_shown(&format!("line {lines} / {lines}"))
        .await;
    let last = messages.last().copied().unwrap();
    terminal.until_shown(&format!("no{last}.")).await;
}

/// A number below the limit, another one each time it is run.
fn any_below(limit: u64) -> u64 {
    RandomState::new().hash_one(limit) % limit
}

#[tokio::test]
async fn nothing_that_was_shown_or_answered_is_missing_whenever_the_screen_is_killed() {
    let looking = [Looking::AtTheConversation, Looking::AtTheTraffic];
    for (round, looking) in looking.into_iter().cycle().take(6).enumerate() {
        // From the first answer to some hundreds.
        let bytes = 1 + any_below(1 << (8 + 2 * round));
        let (_home, file) = killed_after(bytes, looking, &[]).await;
        opens(&file).await;
    }
}

#[tokio::test]
async fn a_redacted_recording_is_no_less_whole() {
    for looking in [Looking::AtTheConversation, Looking::AtTheTraffic] {
        let (_home, file) = killed_after(1 + any_below(30_000), looking, &["--redact"]).await;
        opens(&file).await;
    }
}
