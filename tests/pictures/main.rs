//! Makes the pictures of the README: the program in a real terminal, played by a script, drawn as SVG.
//!
//! `cargo test --test pictures` writes them to `assets/screen`. Nothing in them is painted by hand, so they are as true as
//! the day they were made.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a picture that cannot be made says so by failing"
)]

mod svg;
#[path = "../shared/terminal.rs"]
mod terminal;

use std::path::{Path, PathBuf};
use std::time::Duration;
use terminal::{CTRL_R, ENTER, ESC, Start, Terminal};

/// The program in a terminal with all colours.
fn open(columns: u16, rows: u16, arguments: &[&str]) -> Terminal {
    Start::with(arguments)
        .env("COLORTERM", "truecolor")
        .open(rows, columns)
}

/// A picture of a screen at rest is taken when nothing has come for so long.
async fn at_rest(terminal: &mut Terminal) {
    terminal.at_rest(Duration::from_millis(700)).await;
}

fn save(terminal: &Terminal, name: &str) {
    let path = folder().join(format!("{name}.svg"));
    std::fs::write(&path, svg::drawn(terminal.parser.screen())).unwrap();
    println!("{}", path.strip_prefix(root()).unwrap().display());
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn folder() -> PathBuf {
    root().join("assets/screen")
}

/// Goes on with the tour, once what the stop before says is there.
async fn next(terminal: &mut Terminal, said: &str) {
    terminal.until_shown(said).await;
    terminal.until_shown("idle").await;
    terminal.keys("next").await;
    terminal.keys(ENTER).await;
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    std::fs::create_dir_all(folder()).unwrap();
    permission().await;
    wide().await;
    question().await;
    narrow().await;
    traffic().await;
    replay().await;
}

/// A change that waits for a person, with its diff.
async fn permission() {
    let mut terminal = open(110, 34, &["demo", "--theme", "dark"]);
    next(&mut terminal, "1 of 15").await;
    next(&mut terminal, "2 of 15").await;
    next(&mut terminal, "42").await;
    terminal.until_shown("Edit asks for permission").await;
    terminal.keys(CTRL_R).await;
    at_rest(&mut terminal).await;
    save(&terminal, "permission");
}

/// Everything at once.
async fn wide() {
    let mut terminal = open(160, 44, &["demo", "playground", "--theme", "dark"]);
    let turns = [
        ("explain", "Unicode is fine"),
        ("add 15 and 27", "= 42"),
        ("list files", "needs you"),
    ];
    for (prompt, answer) in turns {
        terminal.until_shown("idle").await;
        terminal.keys(prompt).await;
        terminal.keys(ENTER).await;
        terminal.until_shown(answer).await;
    }
    terminal.keys(CTRL_R).await;
    at_rest(&mut terminal).await;
    save(&terminal, "wide");
}

/// A question of the agent as a form.
async fn question() {
    let mut terminal = open(110, 34, &["demo", "playground", "--theme", "light"]);
    terminal.until_shown("idle").await;
    terminal.keys("ask me something").await;
    terminal.keys(ENTER).await;
    terminal.until_shown("needs you").await;
    terminal.keys(CTRL_R).await;
    at_rest(&mut terminal).await;
    save(&terminal, "question");
}

/// The smallest terminal, and what can be done.
async fn narrow() {
    let mut terminal = open(60, 20, &["demo", "playground"]);
    terminal.until_shown("idle").await;
    terminal.keys("add 15 and 27").await;
    terminal.keys(ENTER).await;
    terminal.until_shown("42").await;
    terminal.keys(ESC).await;
    at_rest(&mut terminal).await;
    terminal.keys(":").await;
    at_rest(&mut terminal).await;
    save(&terminal, "palette");
}

/// Every line on the wire; and one of them taken apart, with what it is made of and what it is side by side.
async fn traffic() {
    let mut terminal = open(140, 36, &["demo", "playground", "--theme", "dark"]);
    for (prompt, answer) in [("add 15 and 27", "= 42"), ("list files", "needs you")] {
        terminal.until_shown("idle").await;
        terminal.keys(prompt).await;
        terminal.keys(ENTER).await;
        terminal.until_shown(answer).await;
    }
    at_rest(&mut terminal).await;
    terminal.keys(ESC).await;
    terminal.until_shown("type a prompt").await;
    terminal.keys("8z").await;
    terminal.until_shown("can_use_tool").await;
    at_rest(&mut terminal).await;
    save(&terminal, "traffic");
    terminal.keys("f~tool add tools/call\r").await;
    terminal.until_shown("Traffic 1 of").await;
    at_rest(&mut terminal).await;
    terminal.keys("g").await;
    at_rest(&mut terminal).await;
    terminal.keys(ENTER).await;
    terminal.until_shown("Line ").await;
    terminal.keys("jjjjjj").await;
    at_rest(&mut terminal).await;
    save(&terminal, "line");
}

/// A recording of the real CLI at the moment when it waited for a person.
async fn replay() {
    let file = root().join("tests/fixtures/troubled/healthy_permission.ndjson");
    let file = file.to_str().unwrap();
    let mut terminal = open(140, 40, &["replay", file, "--theme", "light"]);
    terminal.until_shown("stands").await;
    at_rest(&mut terminal).await;
    terminal.keys("8").await;
    terminal.until_shown("can_use_tool").await;
    terminal.keys("fcan_use_tool\r").await;
    terminal.until_shown("of ").await;
    terminal.keys("g@").await;
    terminal.until_shown("waiting_permission").await;
    at_rest(&mut terminal).await;
    terminal.keys(ESC).await;
    at_rest(&mut terminal).await;
    save(&terminal, "replay");
}
