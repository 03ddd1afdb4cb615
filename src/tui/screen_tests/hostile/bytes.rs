//! The bytes that go to the terminal for a screen: characters, and the few sequences that we use ourselves.

use crate::sanitise::is_harmless;
use crate::tui::ink::Ink;
use crate::tui::model::Model;
use crate::tui::view::view;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};

/// Draws a screen as it is drawn on a terminal and reads what was written.
pub(super) fn check(model: &Model, area: Rect, what: &str) {
    let mut written = Vec::new();
    let options = TerminalOptions {
        viewport: Viewport::Fixed(area),
    };
    let backend = Ink::new(&mut written);
    let mut terminal = Terminal::with_options(backend, options).unwrap();
    terminal
        .draw(|frame| {
            view(model, frame.area(), frame.buffer_mut());
        })
        .unwrap();
    drop(terminal);
    let text = String::from_utf8(written).unwrap();
    let mut parts = text.split('\u{1b}');
    let before = parts.next().unwrap_or_default();
    assert!(before.is_empty(), "{what}: {before:?}");
    for part in parts {
        let plain = ours(part).unwrap_or_else(|| panic!("{what}: ESC {part:?} is none of ours"));
        let harmless = is_harmless(plain) && !plain.contains(char::is_control);
        assert!(harmless, "{what}: {plain:?}");
    }
}

/// What stands behind one of our sequences: the place of the cursor, a style.
fn ours(part: &str) -> Option<&str> {
    let rest = part.strip_prefix('[')?;
    let end = rest.find(|letter: char| letter.is_ascii_alphabetic())?;
    let (numbers, after) = rest.split_at_checked(end)?;
    let digits = |text: &str| {
        text.chars()
            .all(|c| c.is_ascii_digit() || c == ';' || c == ':')
    };
    match after.chars().next()? {
        'H' | 'm' if digits(numbers) => {}
        _ => return None,
    }
    after.get(1..)
}

#[test]
fn other_sequences_are_none_of_ours() {
    for foreign in [
        "]0;t", "[2J", "[?1049h", "[6n", "c", "P+q", "[1;1r", "]52;c;x", "_G", "[?25", "[?25h",
    ] {
        assert!(ours(foreign).is_none(), "{foreign}");
    }
    assert_eq!(ours("[12;3Habc"), Some("abc"));
    assert_eq!(ours("[38;5;2mx"), Some("x"));
}
