//! The mouse in a real terminal, as the bytes that a terminal sends, and whose it is.

use super::playground;
use crate::screen::{CTRL_Z, ENTER, F2, Start, Terminal, restored};
use vt100::MouseProtocolMode as Mode;

/// A button goes down and up at a place, counted from 0 as the emulator does.
async fn click(terminal: &mut Terminal, column: usize, row: usize) {
    let (column, row) = (column + 1, row + 1);
    let keys = format!("\u{1b}[<0;{column};{row}M\u{1b}[<0;{column};{row}m");
    terminal.keys(&keys).await;
}

async fn wheel_up(terminal: &mut Terminal, column: usize, row: usize, times: usize) {
    let turn = format!("\u{1b}[<64;{};{}M", column + 1, row + 1);
    terminal.keys(&turn.repeat(times)).await;
}

/// Where this text stands: its column and its row.
fn place_of(terminal: &Terminal, text: &str) -> (usize, usize) {
    let shown = terminal.text();
    let found = shown.lines().enumerate().find_map(|(row, line)| {
        let (before, _) = line.split_once(text)?;
        Some((before.chars().count(), row))
    });
    assert!(found.is_some(), "no {text} in\n{shown}");
    found.unwrap_or_default()
}

async fn click_on(terminal: &mut Terminal, text: &str) {
    let (column, row) = place_of(terminal, text);
    click(terminal, column, row).await;
}

fn mode(screen: &vt100::Screen) -> Mode {
    screen.mouse_protocol_mode()
}

/// Runs an action by the palette.
async fn palette(terminal: &mut Terminal, words: &str) {
    terminal.keys(F2).await;
    terminal.until_shown("Everything that can be done").await;
    terminal.keys(words).await;
    terminal.until_shown(&format!("❯ {words}")).await;
    terminal.keys(ENTER).await;
    terminal.until_not("Everything that can be done").await;
}

#[tokio::test]
async fn a_click_focuses_selects_and_opens_and_the_wheel_scrolls() {
    let mut terminal = playground().await;
    terminal.send("long").await;
    terminal.until_idle(&["done •"]).await;
    let end = terminal.text();
    wheel_up(&mut terminal, 10, 10, 6).await;
    terminal
        .until("the text further up", |screen| {
            screen.contents() != end && screen.contents().contains("▼ G")
        })
        .await;
    // The wheel took no focus: what is typed is typed. The mark leads back to the end.
    terminal.keys("x").await;
    terminal.until_shown("❯ x").await;
    click_on(&mut terminal, "▼ G").await;
    terminal.until_not("▼ G").await;
    click_on(&mut terminal, "5Tool").await;
    terminal.until_all(&["Tools & MCP ─", "e on/off"]).await;
    click_on(&mut terminal, "❯ x").await;
    terminal.until_not("e on/off").await;
    terminal.keys("\u{15}list files\r").await;
    terminal.until_shown("to answer it").await;
    click_on(&mut terminal, "asks for permission").await;
    terminal.until_armed().await;
    terminal.keys("y").await;
    terminal.until_idle(&["A small Rust package"]).await;
    click_on(&mut terminal, "Bash   ls -la").await;
    terminal.until_shown("▌✓ Bash   ls -la").await;
    click_on(&mut terminal, "Bash   ls -la").await;
    terminal.until_shown("allowed by you").await;
}

#[tokio::test]
async fn a_list_on_top_is_chosen_from_with_the_mouse() {
    let mut terminal = playground().await;
    terminal.keys(F2).await;
    terminal.until_shown("Everything that can be done").await;
    terminal.keys("to the tas").await;
    terminal.until_all(&["❯ to the tas", "To the tasks"]).await;
    click_on(&mut terminal, "To the tasks").await;
    click_on(&mut terminal, "To the tasks").await;
    terminal.until_not("Everything that can be done").await;
    terminal.until_all(&["Tasks ─", "i: type a prompt"]).await;
}

/// Given to the terminal, it is the terminal's until it is taken back, at the next start too; a shell has it in any case.
#[tokio::test]
async fn the_mouse_is_asked_for_given_away_and_never_left_behind() {
    let home = tempfile::tempdir().unwrap();
    let start = || {
        Start::at(home.path(), &["-i"])
            .program("/bin/sh")
            .env("PS1", "shell> ")
    };
    let line = format!("{} demo playground\r", env!("CARGO_BIN_EXE_cca-tui"));
    let mut terminal = start().open(30, 100);
    terminal.until_shown("shell> ").await;
    terminal.keys(&line).await;
    terminal.until_idle(&[]).await;
    assert_ne!(mode(terminal.parser.screen()), Mode::None);
    terminal.keys(CTRL_Z).await;
    terminal
        .until("the shell with its mouse", |screen| {
            screen.contents().contains("Stopped") && mode(screen) == Mode::None
        })
        .await;
    terminal.keys("fg\r").await;
    terminal
        .until("the mouse again", |screen| {
            screen.alternate_screen() && mode(screen) != Mode::None
        })
        .await;
    palette(&mut terminal, "give the mouse").await;
    terminal
        .until("no mouse", |screen| {
            mode(screen) == Mode::None && screen.contents().contains("the mouse is your terminal's")
        })
        .await;
    terminal.keys("\u{3}").await;
    terminal.until_shown("once more quits").await;
    terminal.keys("\u{3}").await;
    // The shell listens again once it says so, below what the program left behind.
    terminal
        .until("the shell", |screen| {
            let shown = screen.contents();
            shown.contains("closed") && shown.trim_end().ends_with("shell>")
        })
        .await;
    terminal.keys(&line).await;
    terminal.until_idle(&[]).await;
    assert_eq!(mode(terminal.parser.screen()), Mode::None);
    palette(&mut terminal, "give the mouse").await;
    terminal
        .until("the mouse", |screen| mode(screen) != Mode::None)
        .await;
    terminal.keys("\u{3}").await;
    terminal.until_shown("once more quits").await;
    terminal.keys("\u{3}").await;
    // What it says in the end comes when everything is put back; what comes then is the shell's.
    terminal
        .until("the second end", |screen| {
            !screen.alternate_screen() && screen.contents().matches("closed").count() > 1
        })
        .await;
    assert_eq!(mode(terminal.parser.screen()), Mode::None);
    let end = memchr::memmem::rfind(&terminal.raw, b"closed").unwrap();
    assert!(restored(&terminal.raw[..end]));
}

/// The bar of a recording is clicked and dragged along.
#[tokio::test]
async fn the_bar_of_a_recording_is_clicked_and_dragged() {
    let root = env!("CARGO_MANIFEST_DIR");
    let file = format!("{root}/tests/fixtures/recordings/tool_turn.ndjson");
    let mut terminal = Start::with(&["replay", &file]).open(30, 100);
    terminal.until_shown("‖ stands").await;
    let (_, row) = place_of(&terminal, "‖ stands");
    let bar = row - 1;
    let stands = |terminal: &Terminal| {
        let shown = terminal.text();
        let line = shown.lines().find(|line| line.contains("‖ stands"));
        line.unwrap_or_default().to_owned()
    };
    let end = stands(&terminal);
    click(&mut terminal, 2, bar).await;
    terminal
        .until("the beginning", |screen| !screen.contents().contains(&end))
        .await;
    let beginning = stands(&terminal);
    let drag = format!(
        "\u{1b}[<0;4;{y}M\u{1b}[<32;60;{y}M\u{1b}[<32;98;{y}M\u{1b}[<0;98;{y}m",
        y = bar + 1
    );
    terminal.keys(&drag).await;
    terminal
        .until("further on", |screen| {
            !screen.contents().contains(&beginning) && screen.contents().contains("‖ stands")
        })
        .await;
}
