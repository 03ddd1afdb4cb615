//! A turn at the screen, and sizes it can have.

use super::{demo, playground};
use crate::screen::{CTRL_C, CTRL_R, ENTER};

/// Types a prompt, answers the request it leads to by key, sees the end of the turn, and quits.
#[tokio::test]
async fn a_prompt_is_typed_a_request_is_approved_and_the_terminal_is_given_back() {
    let mut terminal = playground().await;
    terminal.keys("list files").await;
    terminal.until_shown("❯ list files").await;
    terminal.keys(ENTER).await;
    terminal
        .until_all(&["1 needs you", "runs      ls -la"])
        .await;
    terminal.request().await;
    assert!(terminal.text().contains("y allow"), "{}", terminal.text());
    terminal.keys("y").await;
    terminal
        .until_idle(&["A small Rust package", "done •"])
        .await;
    let (code, after) = terminal.quit().await;
    assert_eq!(code, Some(0));
    assert!(after.contains("--resume"), "{after}");
}

/// The answer is shown while it comes, and Ctrl+C ends it: acknowledged by the CLI, shown as what it is.
#[tokio::test]
async fn a_streaming_answer_is_interrupted_and_the_next_prompt_is_answered() {
    let mut terminal = playground().await;
    terminal.send("slowly please").await;
    terminal
        .until_state("● running", &["This answer comes"])
        .await;
    terminal.keys(CTRL_C).await;
    terminal.until_idle(&["interrupted"]).await;
    assert!(!terminal.text().contains("it ends here"));
    terminal.send("continue").await;
    terminal
        .until_all(&["Picking up where you stopped me", "done •"])
        .await;
}

/// A key that was on its way when the request appeared decides nothing.
#[tokio::test]
async fn a_key_in_flight_does_not_answer_a_request() {
    let mut terminal = playground().await;
    // The prompt, the way to the request and its answer in one go: faster than anybody can have read it.
    terminal.send("list files").await;
    terminal.until_shown("to answer it").await;
    terminal.keys(&format!("{CTRL_R}y")).await;
    terminal
        .until_shown("only just appeared: look at it, then answer")
        .await;
    assert!(terminal.text().contains("1 needs you"));
    assert!(!terminal.text().contains("A small Rust package"));
}

#[tokio::test]
async fn it_is_resized_to_next_to_nothing_and_back() {
    let mut terminal = demo(30, 100);
    terminal.until_shown("Conversation").await;
    for (rows, columns, shown) in [(3, 10, "40x10"), (20, 60, "1Chat"), (48, 160, "Pending")] {
        terminal.resize(rows, columns);
        terminal.until_shown(shown).await;
    }
}

/// A request waits through every size, and what is typed at the smallest decides nothing.
#[tokio::test]
async fn a_request_survives_a_screen_that_is_too_small_for_it() {
    let mut terminal = playground().await;
    terminal.send("list files").await;
    terminal.request().await;
    terminal.resize(3, 10);
    terminal.until_shown("40x10").await;
    terminal.resize(30, 100);
    terminal
        .until_all(&["runs      ls -la", "1 needs you"])
        .await;
    // It was out of sight, so it has to be seen for a moment again.
    terminal.until_armed().await;
    terminal.keys("y").await;
    terminal.until_shown("A small Rust package").await;
}

/// Who writes with an input method, or hears what is written, needs the terminal's own cursor where the letters go.
#[tokio::test]
async fn the_cursor_of_the_terminal_is_where_one_types() {
    let mut terminal = playground().await;
    terminal.keys("abc").await;
    terminal
        .until("the cursor behind what is typed", |screen| {
            let (row, column) = screen.cursor_position();
            let typed = screen.rows(0, 100).nth(usize::from(row));
            let typed = typed.is_some_and(|row| row.starts_with("│❯ abc"));
            !screen.hide_cursor() && typed && column == 6
        })
        .await;
    terminal.keys("\u{1b}").await;
    terminal
        .until("no cursor in a pane", vt100::Screen::hide_cursor)
        .await;
    terminal.keys("i").await;
    terminal
        .until("the cursor again", |screen| !screen.hide_cursor())
        .await;
    terminal.quit().await;
}
