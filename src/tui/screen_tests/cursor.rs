//! Where the terminal's own cursor is: behind what is typed, in whatever is typed in, and nowhere else.

use super::requests::{eliciting, form, working};
use super::stage::{press, recorded, screen, shown};
use crate::tui::model::{Focus, Model, Pane};
use crate::tui::view::view;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

/// Where it is, and what stands before it in its row.
fn cursor(model: &mut Model) -> Option<(Position, String)> {
    shown(model, 100, 30);
    let area = Rect::new(0, 0, 100, 30);
    let mut buffer = Buffer::empty(area);
    let at = view(model, area, &mut buffer)?;
    let before = (0..at.x).map(|x| buffer[(x, at.y)].symbol());
    Some((at, before.collect()))
}

fn before(model: &mut Model) -> String {
    cursor(model).map(|(_, before)| before).unwrap_or_default()
}

#[test]
fn it_is_behind_what_is_typed_as_a_prompt() {
    let mut model = screen();
    assert!(before(&mut model).ends_with("❯ "));
    press(&mut model, "hello");
    assert!(before(&mut model).ends_with("❯ hello"));
    press(&mut model, "<left><left>");
    assert!(before(&mut model).ends_with("❯ hel"));
    press(&mut model, "<end><alt+enter>日本");
    let (at, _) = cursor(&mut model).unwrap();
    // Four columns for two letters.
    assert_eq!(at.x, 3 + 4);
}

#[test]
fn it_is_in_what_lies_on_top() {
    let mut model = recorded("tool_turn.ndjson");
    press(&mut model, "<f2>mod");
    assert!(before(&mut model).ends_with("❯ mod"));
    press(&mut model, "<esc>");
    model.focus = Focus::Pane(Pane::Conversation);
    press(&mut model, "/word");
    assert!(before(&mut model).ends_with("word"));
}

#[test]
fn it_is_in_the_field_of_a_form_and_not_in_its_choices() {
    let mut model = working();
    eliciting(&mut model, form());
    press(&mut model, "Ann");
    assert!(
        before(&mut model).ends_with("Ann"),
        "{}",
        shown(&mut model, 100, 30)
    );
    while model.context() == crate::tui::keymap::Context::Field {
        press(&mut model, "<enter>");
    }
    assert_eq!(cursor(&mut model), None);
}

#[test]
fn nothing_to_type_in_has_none() {
    let mut model = recorded("tool_turn.ndjson");
    press(&mut model, "half a prompt");
    model.focus = Focus::Pane(Pane::State);
    assert_eq!(cursor(&mut model), None);
    press(&mut model, "?");
    assert_eq!(cursor(&mut model), None);
    // Too small for anything.
    let area = Rect::new(0, 0, 20, 5);
    assert_eq!(view(&model, area, &mut Buffer::empty(area)), None);
}
