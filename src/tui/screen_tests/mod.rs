//! The whole screen from a recording, at three widths; keys to exact answers; accidents that must not happen.
//!
//! `stage` has what every test here uses; each part of the screen has its tests in a file of its own.

mod busy_session;
mod comparing_lines;
mod composing;
mod control;
mod conversation;
mod cursor;
mod every_action;
mod gallery;
mod hostile;
mod hostile_traffic;
mod kept_filters;
mod large_traffic;
mod leaving;
mod mouse;
mod outside;
mod palette;
mod panes;
mod replay;
mod requests;
mod searching_lines;
mod settings;
mod stage;
mod traffic;

use super::keymap::{Context, Key};
use super::model::Focus;
use super::msg::Msg;
use super::update::update;
pub(super) use stage::{ask, received, screen};
use stage::{later, press, recorded, sent, shown};

#[test]
fn a_screen_too_small_says_so_and_any_size_can_be_drawn() {
    let mut model = recorded("tool_turn.ndjson");
    assert!(shown(&mut model, 30, 5).contains("needs 40x10"));
    let tiny = shown(&mut model, 10, 3);
    assert!(tiny.contains("40x10") && tiny.contains("10x3"), "{tiny}");
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
    let effects = press(&mut model, "y");
    let answer = r#"{"type":"control_response","response":{"subtype":"success","request_id":"r1","response":{"behavior":"allow"}}}"#;
    assert_eq!(sent(&effects), [answer]);
}

#[test]
fn a_request_takes_no_focus_and_what_is_typed_is_typed() {
    let mut model = screen();
    press(&mut model, "a");
    ask(&mut model, "r1", "ls");
    later(&mut model, 10_000);
    let effects = press(&mut model, "yn");
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
    assert!(sent(&press(&mut model, "y")).is_empty());
    later(&mut model, 1900);
    assert_eq!(sent(&press(&mut model, "y")).len(), 1);
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
    assert!(sent(&press(&mut model, "y")).is_empty());
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
    assert!(sent(&press(&mut model, "y")).is_empty());
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
    press(&mut model, "?");
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
    press(&mut model, "<esc>");
    assert!(model.overlays.is_empty());
}

#[test]
fn whoever_takes_a_line_apart_can_ask_for_help() {
    let mut model = traffic::zoomed(busy_session::busy());
    press(&mut model, "g<enter>");
    shown(&mut model, 100, 40);
    press(&mut model, "?");
    let text = shown(&mut model, 100, 40);
    let row = |words: &str| text.lines().find(|line| line.contains(words)).unwrap_or("");
    assert!(row("Copy the path of the value").contains(" c "), "{text}");
    for words in ["Copy the path of the value", "The next line", "As a tree"] {
        assert!(!row(words).contains("first"), "{words} can be done: {text}");
    }
    press(&mut model, "<esc>");
    assert_eq!(traffic::inspector(&model).row, 0, "back in the line");
}
