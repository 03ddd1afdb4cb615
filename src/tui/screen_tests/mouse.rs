//! The mouse: the wheel takes no focus, a click does, dragging does nothing.

use super::conversation::{call, result, talk};
use super::stage::{CLICK, mouse, shown};
use crate::tui::layout::layout;
use crate::tui::model::{Focus, Model, Pane};
use crossterm::event::{MouseButton, MouseEventKind};
use serde_json::json;

/// The row of the screen that has this text.
fn row_of(model: &mut Model, text: &str) -> u16 {
    let screen = shown(model, 100, 30);
    let row = screen.lines().position(|line| line.contains(text));
    u16::try_from(row.unwrap_or_else(|| panic!("no {text} in {screen}"))).unwrap()
}

#[test]
fn the_wheel_scrolls_three_rows_and_takes_no_focus() {
    let mut model = talk(60);
    model.focus = Focus::Composer;
    let before = row_of(&mut model, "message 55");
    mouse(&mut model, MouseEventKind::ScrollUp, 10, 5);
    assert_eq!(row_of(&mut model, "message 55"), before + 3);
    assert_eq!(model.focus, Focus::Composer);
    mouse(&mut model, MouseEventKind::ScrollDown, 10, 5);
    assert_eq!(row_of(&mut model, "message 55"), before);
    assert!(model.seat().unwrap().conversation.follows());
}

#[test]
fn a_click_focuses_and_selects_and_a_second_one_opens() {
    let mut model = talk(2);
    model.focus = Focus::Composer;
    call(&mut model, None, "t1", "Bash", &json!({"command": "make"}));
    result(&mut model, "t1", "the output", false);
    let row = row_of(&mut model, "Bash");
    mouse(&mut model, CLICK, 10, row);
    assert_eq!(model.focus, Focus::Pane(Pane::Conversation));
    assert_eq!(model.seat().unwrap().conversation.selected, Some(2));
    assert!(!shown(&mut model, 100, 30).contains("the output"));
    mouse(&mut model, MouseEventKind::Drag(MouseButton::Left), 12, row);
    mouse(&mut model, MouseEventKind::Up(MouseButton::Left), 12, row);
    assert!(!shown(&mut model, 100, 30).contains("the output"));
    let row = row_of(&mut model, "Bash");
    mouse(&mut model, CLICK, 10, row);
    assert!(shown(&mut model, 100, 30).contains("the output"));
    let composer = layout(model.size, &model).composer;
    mouse(&mut model, CLICK, composer.x + 2, composer.y + 1);
    assert_eq!(model.focus, Focus::Composer);
}

#[test]
fn every_tab_that_is_seen_can_be_clicked() {
    for size in [(60, 20), (100, 30), (160, 48)] {
        let mut model = talk(1);
        shown(&mut model, size.0, size.1);
        assert!(layout(model.size, &model).tab_of.len() > 3);
        for pane in Pane::ALL {
            shown(&mut model, size.0, size.1);
            // The one that is shown says more of itself, so the others move.
            let tabs = layout(model.size, &model).tab_of;
            let Some((_, place)) = tabs.into_iter().find(|(tab, _)| *tab == pane) else {
                continue;
            };
            mouse(&mut model, CLICK, place.x, place.y);
            assert_eq!(model.focus, Focus::Pane(pane));
            if size.0 == 60 {
                assert!(layout(model.size, &model).pane(pane).is_some());
            }
        }
    }
}

#[test]
fn what_lies_on_top_is_not_clicked_through() {
    let mut model = talk(60);
    super::stage::press(&mut model, "?");
    shown(&mut model, 100, 30);
    mouse(&mut model, CLICK, 10, 5);
    assert_eq!(model.seat().unwrap().conversation.selected, None);
    assert!(!model.overlays.is_empty());
}

#[test]
fn a_click_in_a_list_selects_what_is_under_it_and_moves_nothing() {
    for (pane, key) in [(Pane::Tools, "5"), (Pane::State, "2")] {
        let mut model = super::busy_session::busy();
        model.focus = Focus::Pane(Pane::Conversation);
        super::stage::press(&mut model, key);
        // All but the footer, which tells what can be done with the selected row.
        let rows = |model: &mut Model| {
            let screen = shown(model, 100, 18);
            screen.lines().take(17).collect::<Vec<_>>().join("\n")
        };
        let before = rows(&mut model);
        let area = layout(model.size, &model).pane(pane).unwrap();
        // The last one is selected: a click on it would open it.
        let y = area.bottom() - 3;
        mouse(&mut model, CLICK, area.x + 3, y);
        assert_eq!(rows(&mut model), before, "{pane:?}");
        super::stage::press(&mut model, "j");
        assert_eq!(rows(&mut model), before, "{pane:?}");
    }
}

/// A list on top is chosen from: the first click selects, one on what is selected takes it, and one beside it nothing.
#[test]
fn a_list_on_top_can_be_clicked() {
    let mut model = talk(1);
    shown(&mut model, 100, 30);
    super::stage::press(&mut model, "<f2>");
    super::stage::press(&mut model, "zoom");
    super::stage::press(&mut model, "<backspace><backspace><backspace><backspace>");
    let row = row_of(&mut model, "To the state");
    mouse(&mut model, CLICK, 30, row);
    assert_eq!(model.overlays.len(), 1);
    let row = row_of(&mut model, "To the state");
    mouse(&mut model, CLICK, 1, row);
    assert_eq!(model.overlays.len(), 1);
    mouse(&mut model, CLICK, 30, row);
    assert!(model.overlays.is_empty());
    assert_eq!(model.focus, Focus::Pane(Pane::State));
}

/// Who gives the mouse away is told how it comes back.
#[test]
fn giving_the_mouse_away_is_told() {
    let mut model = talk(1);
    super::stage::press(&mut model, "<f2>");
    super::stage::press(&mut model, "mouse<enter>");
    assert!(!model.mouse);
    assert!(shown(&mut model, 100, 30).contains("the mouse is your terminal's"));
}

/// A rule for the next time is kept by keys alone: of two clicks the second may hit a list that nobody has seen.
#[test]
fn no_number_of_clicks_keeps_a_rule() {
    use super::requests::{bash, look, working};
    use super::stage::press;
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    press(&mut model, "A");
    shown(&mut model, 100, 30);
    let lists = model.overlays.len();
    assert_eq!(lists, 1);
    for row in 0..30 {
        for _ in 0..3 {
            assert!(mouse(&mut model, CLICK, 50, row).is_empty(), "row {row}");
            assert_eq!(model.overlays.len(), lists, "row {row}");
        }
    }
}

/// The lines on the wire are a list like any other: a click on the selected one takes it apart, and the wheel moves on.
#[test]
fn a_line_is_clicked_open() {
    let mut model = super::traffic::zoomed(super::busy_session::busy());
    super::stage::press(&mut model, "g");
    let row = row_of(&mut model, "request/initialize");
    mouse(&mut model, CLICK, 10, row);
    assert!(model.overlays.is_empty());
    assert_eq!(super::traffic::selected(&model), 1);
    mouse(&mut model, CLICK, 10, row);
    assert_eq!(super::traffic::inspector(&model).row, 1);
    super::stage::press(&mut model, "<esc>");
    mouse(&mut model, MouseEventKind::ScrollDown, 10, row);
    assert_eq!(super::traffic::selected(&model), 4);
    let heading = row_of(&mut model, "elapsed");
    mouse(&mut model, CLICK, 10, heading);
    assert_eq!(super::traffic::selected(&model), 4);
}
