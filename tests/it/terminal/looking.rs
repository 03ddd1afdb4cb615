//! Finding one's way in a real terminal: the palette, themes, help, panes.

use super::playground;
use crate::screen::{ENTER, ESC, F2, Start};

#[tokio::test]
async fn the_palette_finds_an_action_and_runs_it() {
    let mut terminal = playground().await;
    terminal.keys(F2).await;
    terminal.until_shown("Everything that can be done").await;
    terminal.keys("context").await;
    terminal.until_shown("What fills the context").await;
    terminal.keys(ENTER).await;
    terminal.until_not("Everything that can be done").await;
    terminal
        .until_all(&["What fills the context", "System prompt"])
        .await;
}

#[tokio::test]
async fn an_action_that_cannot_be_used_says_why() {
    let mut terminal = playground().await;
    terminal.keys(F2).await;
    terminal.until_shown("Everything that can be done").await;
    terminal.keys("interrupt the turn").await;
    terminal
        .until_shown("nothing runs that could be interrupted")
        .await;
}

/// A theme is seen while it is chosen; leaving brings the one before back, choosing keeps it for the next start.
#[tokio::test]
async fn a_theme_is_previewed_and_kept() {
    let home = tempfile::tempdir().unwrap();
    let start = || Start::at(home.path(), &["demo", "playground"]).env("COLORTERM", "truecolor");
    let white = |screen: &vt100::Screen| {
        let cell = screen.cell(10, 10);
        cell.is_some_and(|cell| cell.bgcolor() == vt100::Color::Rgb(255, 255, 255))
    };
    let mut terminal = start().open(30, 100);
    terminal.until_idle(&[]).await;
    assert!(!white(terminal.parser.screen()));
    terminal.keys(F2).await;
    terminal.until_shown("Everything that can be done").await;
    terminal.keys("choose a theme").await;
    terminal.keys(ENTER).await;
    terminal.until_shown("high-contrast").await;
    terminal.keys("light").await;
    terminal.until("a preview", white).await;
    terminal.keys(ESC).await;
    terminal
        .until("the theme of before", |screen| !white(screen))
        .await;
    terminal.keys(F2).await;
    terminal.until_shown("Everything that can be done").await;
    terminal.keys("theme light").await;
    terminal.until_shown("use this theme").await;
    terminal.keys(ENTER).await;
    terminal.until("the theme", white).await;
    assert_eq!(terminal.quit().await.0, Some(0));
    let mut again = start().open(30, 100);
    again.until_idle(&[]).await;
    again.until("the theme of before", white).await;
}

#[tokio::test]
async fn help_says_what_the_keys_do() {
    let mut terminal = playground().await;
    terminal.keys(ESC).await;
    terminal.until_shown("i: type a prompt").await;
    terminal.keys("?").await;
    terminal
        .until_all(&["Here and now", "To the next pane"])
        .await;
    terminal.keys(ESC).await;
    terminal.until_not("Here and now").await;
}

#[tokio::test]
async fn a_pane_fills_the_screen_and_goes_back() {
    let mut terminal = playground().await;
    terminal.keys(ESC).await;
    terminal.until_shown("i: type a prompt").await;
    terminal.keys("5").await;
    terminal.until_shown("Tools & MCP ─").await;
    terminal.keys("z").await;
    terminal.until_not("Conversation ─").await;
    terminal.keys("z").await;
    terminal.until_shown("Conversation ─").await;
}
