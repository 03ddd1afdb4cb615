//! A turn at the screen, and sizes it can have.

use super::{Terminal, restored};

/// Whether the title of the request stands out.
fn armed(screen: &vt100::Screen) -> bool {
    let (rows, columns) = screen.size();
    let title = |row: &u16| {
        let text: String = screen
            .rows(0, columns.get())
            .nth(usize::from(*row))
            .unwrap_or_default();
        text.contains("asks for permission")
    };
    let row = (0..rows.get()).find(title);
    let cell = row.and_then(|row| screen.cell(row, 4));
    cell.is_some_and(|cell| cell.fgcolor() == vt100::Color::Idx(3))
}

/// Types a prompt, answers the request it leads to by key, sees the end of the turn, and quits.
#[tokio::test]
async fn a_prompt_is_typed_a_request_is_approved_and_the_terminal_is_given_back() {
    let mut terminal = Terminal::demo(30, 100);
    terminal.until_shown("idle").await;
    terminal.keys("list files\r").await;
    terminal.until_shown("1 needs you").await;
    terminal.keys("\u{12}").await;
    terminal.until_shown("y allow").await;
    // The frame of a request tells when it can be answered: keys in flight must not decide it.
    terminal.until("an armed request", armed).await;
    terminal.keys("y").await;
    terminal.until_shown("done •").await;
    terminal.keys("\u{3}").await;
    terminal.until_shown("once more quits").await;
    terminal.keys("\u{3}").await;
    let (code, raw) = terminal.end().await;
    assert_eq!(code, Some(0));
    assert!(restored(&raw));
}

#[tokio::test]
async fn it_is_resized_to_next_to_nothing_and_back() {
    let mut terminal = Terminal::demo(30, 100);
    terminal.until_shown("Conversation").await;
    for (rows, columns, shown) in [
        (3, 10, "needs 40x1"),
        (20, 60, "1 Talk"),
        (48, 160, "Pending"),
    ] {
        terminal
            .pty
            .resize(pty_process::Size::new(rows, columns))
            .unwrap();
        terminal
            .parser
            .screen_mut()
            .set_size(rows.try_into().unwrap(), columns.try_into().unwrap());
        terminal.until_shown(shown).await;
    }
}
