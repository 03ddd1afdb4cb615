//! The whole screen from a recording, at three widths; keys to exact answers; accidents that must not happen.

use super::effect::Effect;
use super::keymap::{Context, Key, Keymap};
use super::model::{Focus, Model, Seat, SeatKey};
use super::msg::Msg;
use super::theme::{Depth, Theme};
use super::update::update;
use super::view::view;
use crate::session::{Input, Live, LiveOptions, Output};
use crate::trace::{Item, Moment, Recording, Traffic};
use crate::wire::Line;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use std::time::Duration;

const KEY: SeatKey = SeatKey(1);

fn screen() -> Model {
    let theme = Theme::shipped("default", Depth::True).unwrap().unwrap();
    let mut model = Model::new(Keymap::shipped().unwrap(), theme);
    let live = Live::new(LiveOptions::default());
    model.seats.push(Seat::new(KEY, "test", live));
    model
}

fn recorded(name: &str) -> Model {
    let mut model = screen();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("tests/fixtures/recordings").join(name);
    for item in Recording::open(&path).unwrap() {
        if let Item::Entry(entry) = item.unwrap() {
            let traffic = Traffic::from_entry(entry);
            let now = traffic.at;
            feed(&mut model, Input::Traffic(traffic), now);
        }
    }
    model
}

fn feed(model: &mut Model, input: Input, now: Moment) -> Vec<Effect> {
    let input = Box::new(input);
    update(
        model,
        Msg::Session {
            key: KEY,
            input,
            now,
        },
    )
}

fn received(model: &mut Model, line: &str) {
    let now = Moment::after(Duration::from_secs(1));
    let traffic = Traffic::received(1, now, Line::Whole(line.to_owned().into()));
    feed(model, Input::Traffic(traffic), now);
}

fn ask(model: &mut Model, id: &str, command: &str) {
    received(
        model,
        &format!(
            r#"{{"type":"control_request","request_id":"{id}","request":{{"subtype":"can_use_tool","tool_name":"Bash","input":{{"command":"{command}"}},"tool_use_id":"t_{id}"}}}}"#
        ),
    );
}

fn press(model: &mut Model, keys: &[KeyCode]) -> Vec<Effect> {
    let mut effects = Vec::new();
    for code in keys {
        effects.extend(update(
            model,
            Msg::Key(KeyEvent::new(*code, KeyModifiers::NONE)),
        ));
    }
    effects
}

fn later(model: &mut Model, millis: u64) {
    update(model, Msg::Tick(Duration::from_millis(millis)));
}

fn shown(model: &mut Model, width: u16, height: u16) -> String {
    model.size = Size::new(width, height);
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    view(model, area, &mut buffer);
    let mut text = String::new();
    for y in 0..height {
        let row: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

fn sent(effects: &[Effect]) -> Vec<String> {
    let line = |effect: &Effect| match effect {
        Effect::Session(_, Output::Send(outgoing)) => {
            Some(String::from_utf8_lossy(&outgoing.line).into_owned())
        }
        _ => None,
    };
    effects.iter().filter_map(line).collect()
}

#[test]
fn a_recorded_turn_at_three_widths() {
    let mut model = recorded("tool_turn.ndjson");
    insta::assert_snapshot!("turn_60x20", shown(&mut model, 60, 20));
    insta::assert_snapshot!("turn_100x30", shown(&mut model, 100, 30));
    insta::assert_snapshot!("turn_160x48", shown(&mut model, 160, 48));
}

#[test]
fn a_request_at_three_widths() {
    let mut model = screen();
    ask(&mut model, "r1", "rm -rf build");
    later(&mut model, 2000);
    model.focus = Focus::Request;
    insta::assert_snapshot!("request_60x20", shown(&mut model, 60, 20));
    insta::assert_snapshot!("request_100x30", shown(&mut model, 100, 30));
    insta::assert_snapshot!("request_160x48", shown(&mut model, 160, 48));
}

#[test]
fn a_screen_too_small_says_so_and_any_size_can_be_drawn() {
    let mut model = recorded("tool_turn.ndjson");
    assert!(shown(&mut model, 30, 5).contains("needs 40x10"));
    for (width, height) in [
        (1, 1),
        (10, 3),
        (39, 10),
        (40, 10),
        (41, 11),
        (79, 12),
        (120, 12),
        (300, 100),
    ] {
        shown(&mut model, width, height);
    }
}

#[test]
fn a_key_answers_the_request_that_is_shown_with_these_bytes() {
    let mut model = screen();
    ask(&mut model, "r1", "ls");
    later(&mut model, 10_000);
    model.focus = Focus::Request;
    let effects = press(&mut model, &[KeyCode::Char('y')]);
    let answer = r#"{"type":"control_response","response":{"subtype":"success","request_id":"r1","response":{"behavior":"allow"}}}"#;
    assert_eq!(sent(&effects), [answer]);
}

#[test]
fn a_request_takes_no_focus_and_what_is_typed_is_typed() {
    let mut model = screen();
    press(&mut model, &[KeyCode::Char('a')]);
    ask(&mut model, "r1", "ls");
    later(&mut model, 10_000);
    let effects = press(&mut model, &[KeyCode::Char('y'), KeyCode::Char('n')]);
    assert!(sent(&effects).is_empty());
    assert_eq!(model.context(), Context::Composer);
    assert_eq!(model.seat().unwrap().composer.text(), "ayn");
}

#[test]
fn a_request_that_has_only_just_appeared_is_not_answered() {
    let mut model = screen();
    later(&mut model, 1000);
    ask(&mut model, "r1", "ls");
    model.focus = Focus::Request;
    later(&mut model, 1100);
    assert!(sent(&press(&mut model, &[KeyCode::Char('y')])).is_empty());
    later(&mut model, 1700);
    assert_eq!(sent(&press(&mut model, &[KeyCode::Char('y')])).len(), 1);
}

#[test]
fn a_withdrawn_request_is_gone_and_a_late_key_says_so() {
    let mut model = screen();
    ask(&mut model, "r1", "ls");
    later(&mut model, 10_000);
    model.focus = Focus::Request;
    received(
        &mut model,
        r#"{"type":"control_cancel_request","request_id":"r1"}"#,
    );
    assert!(model.seat().unwrap().requests.is_empty());
    model.focus = Focus::Request;
    assert!(sent(&press(&mut model, &[KeyCode::Char('y')])).is_empty());
    assert!(model.notice.is_some());
}

#[test]
fn the_next_request_in_its_place_has_to_be_looked_at_anew() {
    let mut model = screen();
    ask(&mut model, "r1", "ls");
    ask(&mut model, "r2", "rm -rf build");
    later(&mut model, 10_000);
    model.focus = Focus::Request;
    received(
        &mut model,
        r#"{"type":"control_cancel_request","request_id":"r1"}"#,
    );
    assert!(sent(&press(&mut model, &[KeyCode::Char('y')])).is_empty());
}

#[test]
fn pasted_text_is_only_text() {
    let mut model = screen();
    ask(&mut model, "r1", "ls");
    later(&mut model, 10_000);
    model.focus = Focus::Request;
    assert!(sent(&update(&mut model, Msg::Paste("y\ny".to_owned()))).is_empty());
    assert_eq!(model.seat().unwrap().requests.len(), 1);
}

#[test]
fn text_from_outside_draws_nothing_but_cells() {
    let mut model = screen();
    ask(&mut model, "r1", "echo \\u001b[2J\\u202e");
    later(&mut model, 10_000);
    let text = shown(&mut model, 100, 30);
    assert!(text.contains(r"\e[2J\u{202e}"), "{text}");
    assert!(
        !text.contains(|c: char| c != '\n' && crate::sanitise::is_obeyed(c)),
        "{text}"
    );
}

#[test]
fn help_names_every_key() {
    let mut model = screen();
    model.focus = Focus::Pane(super::model::Pane::State);
    press(&mut model, &[KeyCode::Char('?')]);
    let text = shown(&mut model, 120, 200);
    for context in [
        Context::Global,
        Context::Pane,
        Context::Composer,
        Context::Request,
    ] {
        for binding in model.keymap.bindings(context) {
            assert!(text.contains(binding.help), "{} is missing", binding.help);
        }
    }
    let leave: Key = "esc".parse().unwrap();
    assert!(model.keymap.lookup(Context::Overlay, leave).is_some());
    press(&mut model, &[KeyCode::Esc]);
    assert!(model.overlays.is_empty());
}
