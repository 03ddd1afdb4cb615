//! Lines on the wire: what is seen of them at three sizes, following and staying put, taking one apart, filters, what is
//! wrong.

use super::busy_session::{busy, comes, goes, request, response, started};
use super::control::look_at;
use super::stage::{drawn, press, received, screen, shown};
use crate::trace::Moment;
use crate::tui::effect::{Effect, Job};
use crate::tui::keymap::Context;
use crate::tui::model::{Focus, Model, Pane};
use crate::tui::msg::Msg;
use crate::tui::overlays::Overlay;
use crate::tui::overlays::inspector::{Inspector, Shape};
use crate::tui::update::update;
use serde_json::json;

/// The pane, as large as the screen.
pub(super) fn zoomed(mut model: Model) -> Model {
    look_at(&mut model, Pane::Traffic);
    model.arrangement.zoomed = Some(Pane::Traffic);
    shown(&mut model, 100, 30);
    model
}

/// Messages that are there, numbered.
pub(super) fn many(model: &mut Model, count: u64) {
    for number in 0..count {
        let words = format!("word{number}");
        comes(
            model,
            20_000 + number,
            &json!({"type": "system", "subtype": "status", "text": words}),
        );
    }
}

pub(super) fn selected(model: &Model) -> u32 {
    model.seat().unwrap().traffic.selected().unwrap().row
}

pub(super) fn inspector(model: &Model) -> &Inspector {
    match model.overlays.last() {
        Some(Overlay::Inspector(inspector)) => inspector,
        other => panic!("{other:?}"),
    }
}

pub(super) fn copied(effects: &[Effect]) -> &str {
    match effects {
        [Effect::Work(Job::Copy { text, .. })] => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_line_is_taken_apart() {
    let mut model = zoomed(busy());
    press(&mut model, "g<enter>]");
    for shape in [Shape::Tree, Shape::Pretty, Shape::Text, Shape::Bytes] {
        assert_eq!(inspector(&model).shape, shape);
        press(&mut model, "<tab>");
    }
    assert_eq!(inspector(&model).shape, Shape::Tree);
    press(&mut model, "<esc>");
    assert_eq!(model.context(), Context::Traffic);
}

#[test]
fn the_end_is_followed_until_one_scrolls_and_then_nothing_moves() {
    let mut model = zoomed(screen());
    many(&mut model, 100);
    assert!(shown(&mut model, 100, 30).contains("word99"));
    many(&mut model, 1);
    assert_eq!(
        model.seat().unwrap().traffic.lines().sieve.len(),
        100,
        "only before a frame"
    );
    shown(&mut model, 100, 30);
    assert_eq!(selected(&model), 100, "followed");
    press(&mut model, "kkk");
    let rows = |model: &mut Model| -> Vec<String> {
        let text = shown(model, 100, 30);
        let rows = text.lines().filter(|line| line.contains("status"));
        rows.map(|row| row.trim_end_matches('│').trim().to_owned())
            .collect()
    };
    let before = rows(&mut model);
    many(&mut model, 500);
    assert_eq!(rows(&mut model), before);
    assert_eq!(selected(&model), 97);
    press(&mut model, "G");
    many(&mut model, 5);
    shown(&mut model, 100, 30);
    assert_eq!(selected(&model), 605);
}

#[test]
fn pieces_of_a_message_are_one_row_until_they_are_wanted_one_by_one() {
    let mut model = zoomed(screen());
    let piece = |event: serde_json::Value| json!({"type": "stream_event", "event": event, "session_id": "s", "parent_tool_use_id": null});
    comes(
        &mut model,
        100,
        &piece(json!({"type": "message_start", "message": {"id": "m1"}})),
    );
    for (number, word) in ["Hello", " wire", ", how", " are you"].iter().enumerate() {
        let delta = json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": word}});
        comes(&mut model, 101 + number as u64, &piece(delta));
    }
    comes(
        &mut model,
        110,
        &piece(json!({"type": "message_start", "message": {"id": "m2"}})),
    );
    let text = shown(&mut model, 160, 30);
    assert!(text.contains("▸5 Hello wire, how are you"), "{text}");
    assert_eq!(model.seat().unwrap().traffic.lines().sieve.len(), 2);
    press(&mut model, "go");
    let text = shown(&mut model, 100, 30);
    assert_eq!(
        model.seat().unwrap().traffic.lines().sieve.len(),
        6,
        "{text}"
    );
    assert_eq!(selected(&model), 0, "it is still the line one looked at");
    press(&mut model, "o");
    shown(&mut model, 100, 30);
    assert_eq!(model.seat().unwrap().traffic.lines().sieve.len(), 2);
    press(&mut model, "<enter>]]");
    assert_eq!(inspector(&model).row, 2, "piece by piece");
}

#[test]
fn the_partner_is_one_key_away() {
    let mut model = zoomed(started());
    let ask = json!({"subtype": "can_use_tool", "tool_name": "Bash", "input": {"command": "ls"}, "tool_use_id": "t1"});
    comes(&mut model, 5000, &request("r9", &ask));
    many(&mut model, 3);
    goes(
        &mut model,
        9000,
        &response("r9", &json!({"behavior": "allow"})),
    );
    shown(&mut model, 100, 30);
    let answer = selected(&model);
    press(&mut model, "p");
    assert_eq!(selected(&model), answer - 4);
    press(&mut model, "<enter>");
    let text = shown(&mut model, 100, 30);
    let words = format!("answered by line {} after 4.0s", answer + 1);
    assert!(text.contains(&words), "{text}");
    press(&mut model, "p");
    assert_eq!(inspector(&model).row, answer);
    press(&mut model, "<esc>");
    assert_eq!(selected(&model), answer, "and it is there when one leaves");
    press(&mut model, "k");
    press(&mut model, "p");
    assert!(
        model
            .notice
            .as_ref()
            .unwrap()
            .text
            .contains("nothing belongs")
    );
}

#[test]
fn values_are_folded_and_copied() {
    let mut model = zoomed(screen());
    comes(
        &mut model,
        1,
        &json!({"type": "result", "usage": {"in": 1, "out": 2}, "z": "text"}),
    );
    shown(&mut model, 100, 30);
    press(&mut model, "<enter>");
    assert!(shown(&mut model, 100, 30).contains("out: 2"));
    press(&mut model, "j<enter>");
    assert!(!shown(&mut model, 100, 30).contains("out: 2"), "folded");
    let effects = press(&mut model, "y");
    assert_eq!(copied(&effects), "{\n  \"in\": 1,\n  \"out\": 2\n}");
    let effects = press(&mut model, "jy");
    assert_eq!(copied(&effects), "text");
    let effects = press(&mut model, "Y");
    assert!(copied(&effects).starts_with("{\"type\":\"result\""));
    press(&mut model, "o");
    assert!(shown(&mut model, 100, 30).contains("out: 2"), "everything");
}

#[test]
fn a_filter_is_typed_shown_completed_and_left() {
    let mut model = zoomed(busy());
    let all = model.seat().unwrap().traffic.lines().store.len();
    press(&mut model, "f");
    assert_eq!(model.context(), Context::Field);
    press(&mut model, "~t control_req<tab>");
    let text = shown(&mut model, 100, 30);
    let fitting = model.seat().unwrap().traffic.lines().sieve.fitting();
    assert!(fitting > 0 && fitting < all, "{text}");
    assert!(
        text.contains(&format!("Traffic {fitting} of {all} ~t control_request")),
        "{text}"
    );
    press(&mut model, "<enter>");
    assert_eq!(model.context(), Context::Traffic);
    press(&mut model, "f ~size > lots");
    let text = shown(&mut model, 100, 30);
    assert!(text.contains("expected a size"), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    let typed = lines
        .iter()
        .position(|line| line.contains("> lots"))
        .unwrap();
    let column = |line: &str, what: &str| line.split(what).next().unwrap().chars().count();
    let (field, pointer) = (lines[typed], lines[typed + 1]);
    assert_eq!(column(field, "lots"), column(pointer, "^"), "{text}");
    press(&mut model, "<enter>");
    assert_eq!(model.context(), Context::Field, "a wrong one is not taken");
    // What has only begun is not wrong: all that could follow is said, and nothing moves.
    press(&mut model, "<ctrl+u>~");
    let text = shown(&mut model, 100, 30);
    for name in ["~d", "~latency", "~marked"] {
        assert!(text.contains(name), "{name} in {text}");
    }
    assert!(!text.contains("column 1:"), "{text}");
    let rows = |text: &str| text.lines().position(|line| line.contains("Filter ─"));
    let before = rows(&text);
    press(&mut model, "<ctrl+u>~id ");
    let text = shown(&mut model, 100, 30);
    assert!(text.contains("expected what `~id` looks for"), "{text}");
    let offered = model
        .seat()
        .unwrap()
        .traffic
        .lines()
        .store
        .ids_near(u32::MAX, 1);
    assert!(text.contains(&offered[0]), "{offered:?} in {text}");
    assert_eq!(rows(&text), before);
    press(&mut model, "<esc>");
    shown(&mut model, 100, 30);
    assert_eq!(
        model.seat().unwrap().traffic.lines().sieve.fitting(),
        fitting,
        "as before"
    );
    press(&mut model, "<esc>");
    shown(&mut model, 100, 30);
    assert_eq!(model.seat().unwrap().traffic.lines().sieve.fitting(), all);
    press(&mut model, "<esc>");
    assert_eq!(model.focus, Focus::Composer);
}

#[test]
fn lines_like_this_one() {
    let mut model = zoomed(busy());
    let row = {
        let store = &model.seat().unwrap().traffic.lines().store;
        let asks = |row: &u32| {
            store.line(*row).is_some_and(|line| {
                use crate::trace::filter::Subject as _;
                line.subtype() == "can_use_tool"
            })
        };
        (0..store.len()).find(asks).unwrap()
    };
    model.seat_mut().unwrap().traffic.select(row);
    press(&mut model, "F");
    let text = shown(&mut model, 100, 30);
    assert!(text.contains("~id "), "{text}");
    assert_eq!(selected(&model), row, "it is still the line one looked at");
    press(&mut model, "F");
    assert!(shown(&mut model, 100, 30).contains("~tool "));
}

#[test]
fn a_filter_over_many_lines_is_worked_out_a_part_at_a_time() {
    let mut model = zoomed(screen());
    let line = json!({"type": "system", "subtype": "status", "text": "x".repeat(200)});
    for number in 0..70_000 {
        comes(&mut model, number, &line);
    }
    comes(
        &mut model,
        70_000,
        &json!({"type": "system", "subtype": "status", "text": "needle"}),
    );
    press(&mut model, "fneedle<enter>");
    let text = shown(&mut model, 100, 30);
    assert!(model.is_unfinished());
    assert!(text.contains("0 of 70,001") && text.contains('%'), "{text}");
    for _ in 0..20 {
        update(&mut model, Msg::Frame);
    }
    assert!(!model.is_unfinished());
    assert!(shown(&mut model, 100, 30).contains("1 of 70,001 needle"));
    look_at(&mut model, Pane::State);
    model.arrangement.zoomed = Some(Pane::State);
    many(&mut model, 10);
    shown(&mut model, 100, 30);
    assert!(!model.is_unfinished(), "nobody looks at it");
}

#[test]
fn what_is_wrong_is_said_in_the_state_and_at_the_line() {
    let mut model = busy();
    received(&mut model, r#"{"type":"weather_report","subtype":"sunny"}"#);
    look_at(&mut model, Pane::State);
    let text = shown(&mut model, 160, 48);
    let found = model.seat().unwrap().traffic.findings.all();
    assert!(!found.is_empty());
    let first: String = found[0].what.chars().take(30).collect();
    assert!(text.contains(&first), "{first}: {text}");
    let remedies: Vec<String> = found.iter().map(|one| one.remedy.clone()).collect();
    press(&mut model, "<enter>");
    let text = shown(&mut model, 200, 200);
    for remedy in remedies {
        let words: String = remedy.chars().take(40).collect();
        assert!(text.contains(&words), "{words}: {text}");
    }
}

#[test]
fn a_click_selects_and_any_size_can_be_drawn() {
    let mut model = zoomed(busy());
    shown(&mut model, 100, 30);
    press(&mut model, "g");
    shown(&mut model, 100, 30);
    let event = crossterm::event::MouseEvent {
        kind: crossterm::event::MouseEventKind::Down(crossterm::event::MouseButton::Left),
        column: 10,
        row: 7,
        modifiers: crossterm::event::KeyModifiers::NONE,
    };
    update(&mut model, Msg::Mouse(event));
    assert_eq!(selected(&model), 3);
    press(&mut model, "<enter>");
    for (width, height) in [(1, 1), (40, 10), (41, 11), (79, 12), (300, 100)] {
        drawn(&mut model, width, height);
    }
}

#[test]
fn times_are_since_the_start_or_since_the_row_above() {
    let mut model = zoomed(screen());
    for millis in [1500, 1750] {
        comes(
            &mut model,
            millis,
            &json!({"type": "system", "subtype": "status"}),
        );
    }
    assert!(shown(&mut model, 100, 30).contains("1.750"));
    press(&mut model, "t");
    assert!(shown(&mut model, 100, 30).contains("+0.250"));
    press(&mut model, "t");
    assert!(
        shown(&mut model, 100, 30).contains(" 1.750"),
        "no clock is known"
    );
    let began = chrono::DateTime::parse_from_rfc3339("2026-03-01T23:59:58.000+02:00");
    model.seat_mut().unwrap().traffic.began = Some(began.unwrap());
    press(&mut model, "tt");
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("Mar 01 ") && text.contains("23:59:59.500") && text.contains("23:59:59.750"),
        "{text}"
    );
    assert!(text.contains("Traffic 2 UTC+02:00"), "{text}");
    assert!(text.contains("times by the clock, UTC+02:00"), "{text}");
    let rates = model.seat().unwrap().traffic.meter.rates(Moment(1_800_000));
    assert_eq!(rates.0.lines, 2);
    assert!(shown(&mut model, 100, 30).contains("← 2/s"));
}

#[test]
fn a_field_of_one_line_takes_one_line_and_covers_nothing() {
    let mut model = zoomed(busy());
    press(&mut model, "f");
    let open = shown(&mut model, 60, 20);
    for part in ["╔", "╚", "ctrl+r to answer it", "╭ Filter"] {
        assert!(open.contains(part), "{part}: {open}");
    }
    assert!(!open.contains("new line"), "{open}");
    press(&mut model, "a<alt+enter>b");
    update(&mut model, Msg::Paste(" c\nd\n".to_owned()));
    assert_eq!(crate::tui::update::typed_filter(&model).unwrap(), "ab c d");
    // The card stands where it stood: what is wrong with the filter has its place from the start.
    let row = |text: &str| text.lines().position(|line| line.starts_with('╔'));
    press(&mut model, "~size > lots");
    assert_eq!(row(&shown(&mut model, 60, 20)), row(&open));
}
