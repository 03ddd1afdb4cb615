//! Prompts that wait: shown, taken back, held; and what the composer says when it is over.

use super::{happen, text};
use crate::session::Input;
use crate::trace::{Moment, Note, Traffic};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::model::Model;
use crate::tui::screen_tests::stage::{feed, notice, press, received, screen, sent, shown};
use crate::tui::update::can;
use serde_json::Value;

/// A session whose agent works, with one prompt that waits for its turn.
pub(in crate::tui::screen_tests) fn queued() -> (Model, String) {
    let mut model = screen();
    let effects = press(&mut model, "first<enter>");
    let first = uuid_of(&effects);
    happen(&mut model, effects);
    lifecycle(&mut model, &first, "started");
    let effects = press(&mut model, "second \u{1b}[2J<alt+enter>more<enter>");
    let second = uuid_of(&effects);
    happen(&mut model, effects);
    lifecycle(&mut model, &second, "queued");
    (model, second)
}

fn uuid_of(effects: &[Effect]) -> String {
    let line: Value = serde_json::from_str(&sent(effects)[0]).unwrap();
    line["uuid"].as_str().unwrap().to_owned()
}

fn lifecycle(model: &mut Model, uuid: &str, state: &str) {
    received(
        model,
        &format!(r#"{{"type":"command_lifecycle","command_uuid":"{uuid}","state":"{state}"}}"#),
    );
}

fn asked(model: &mut Model) -> String {
    let effects = press(model, "<ctrl+x>");
    let line: Value = serde_json::from_str(&sent(&effects)[0]).unwrap();
    happen(model, effects);
    line["request_id"].as_str().unwrap().to_owned()
}

fn answered(model: &mut Model, id: &str, cancelled: bool) {
    let effects = received(
        model,
        &format!(
            r#"{{"type":"control_response","response":{{"subtype":"success","request_id":"{id}","response":{{"cancelled":{cancelled}}}}}}}"#
        ),
    );
    happen(model, effects);
}

#[test]
fn the_newest_is_taken_back_when_the_cli_says_so() {
    let (mut model, uuid) = queued();
    let effects = press(&mut model, "<ctrl+x>");
    let line: Value = serde_json::from_str(&sent(&effects)[0]).unwrap();
    assert_eq!(line["request"]["subtype"], "cancel_async_message");
    assert_eq!(line["request"]["message_uuid"], uuid.as_str());
    let id = line["request_id"].as_str().unwrap().to_owned();
    happen(&mut model, effects);
    assert!(press(&mut model, "<ctrl+x>").is_empty(), "asked once");
    assert_eq!(text(&model), "", "not before the answer");
    answered(&mut model, &id, true);
    assert_eq!(text(&model), "second \u{1b}[2J\nmore");
    assert!(model.notice.as_ref().unwrap().text.contains("taken back"));
}

#[test]
fn one_that_has_started_stays_and_a_draft_is_not_replaced() {
    let (mut model, _) = queued();
    let id = asked(&mut model);
    answered(&mut model, &id, false);
    assert_eq!(text(&model), "");
    assert!(model.notice.as_ref().unwrap().text.contains("too late"));
    let (mut model, _) = queued();
    press(&mut model, "draft");
    let id = asked(&mut model);
    answered(&mut model, &id, true);
    assert_eq!(text(&model), "draft");
    assert_eq!(
        model.history.iter().next_back().unwrap().text,
        "second \u{1b}[2J\nmore"
    );
}

#[test]
fn nothing_to_take_back_is_said() {
    let mut model = screen();
    assert!(!can(&model, Action::Withdraw));
    assert!(press(&mut model, "<ctrl+x>").is_empty());
    assert!(notice(&model).contains("no prompt waits"));
}

#[test]
fn while_paused_a_prompt_is_kept_and_that_is_said() {
    let mut model = screen();
    let effects = press(&mut model, "<ctrl+p>");
    happen(&mut model, effects);
    let effects = press(&mut model, "later<enter>");
    assert!(sent(&effects).is_empty());
    happen(&mut model, effects);
    let shown = shown(&mut model, 100, 30);
    assert!(
        shown.contains("kept until you resume (ctrl+p), 1 held"),
        "{shown}"
    );
    assert!(shown.contains("held  later"), "{shown}");
}

/// A screen whose session is paused, with these prompts held.
fn held(prompts: &[&str]) -> Model {
    let mut model = screen();
    let effects = press(&mut model, "<ctrl+p>");
    happen(&mut model, effects);
    for prompt in prompts {
        let effects = press(&mut model, &format!("{prompt}<enter>"));
        happen(&mut model, effects);
    }
    model
}

#[test]
fn a_held_prompt_is_taken_back_at_once_and_never_sent() {
    let mut model = held(&["one", "two"]);
    let effects = press(&mut model, "<ctrl+x>");
    assert!(sent(&effects).is_empty(), "nobody has to be asked");
    happen(&mut model, effects);
    assert_eq!(text(&model), "two");
    assert!(model.notice.as_ref().unwrap().text.contains("taken back"));
    let seen = shown(&mut model, 100, 30);
    assert!(seen.contains("1 held"), "{seen}");
    assert!(
        seen.contains("held  one") && !seen.contains("held  two"),
        "{seen}"
    );
    let effects = press(&mut model, "<ctrl+p>");
    let lines = sent(&effects);
    assert!(
        matches!(lines.as_slice(), [line] if line.contains("\"one\"")),
        "{lines:?}"
    );
    happen(&mut model, effects);
    assert!(!can(&model, Action::Held));
}

#[test]
fn the_list_of_what_is_held_takes_back_too_and_shows_what_is_left() {
    let mut model = held(&["one", "two"]);
    press(&mut model, "<esc>h");
    let seen = shown(&mut model, 100, 30);
    assert!(seen.contains("ctrl+x takes the last prompt back"), "{seen}");
    let effects = press(&mut model, "<ctrl+x>");
    happen(&mut model, effects);
    let seen = shown(&mut model, 100, 30);
    assert!(
        seen.contains("1  a prompt") && !seen.contains("2  a prompt"),
        "{seen}"
    );
    let effects = press(&mut model, "<ctrl+x>");
    happen(&mut model, effects);
    let seen = shown(&mut model, 100, 30);
    assert!(seen.contains("Nothing is held yet"), "{seen}");
    assert!(!seen.contains("ctrl+x takes"), "{seen}");
    assert_eq!(text(&model), "two");
    let newest = model.history.iter().next_back().unwrap();
    assert_eq!(newest.text, "one", "what has no room is not lost");
}

#[test]
fn a_prompt_sent_while_an_answer_is_written_stands_behind_it() {
    let (mut model, second) = queued();
    let stream = |model: &mut Model, event: &str| {
        received(
            model,
            &format!(r#"{{"type":"stream_event","event":{event}}}"#),
        );
    };
    stream(
        &mut model,
        r#"{"type":"message_start","message":{"id":"m1"}}"#,
    );
    stream(
        &mut model,
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"an answer to the first"}}"#,
    );
    let at = |model: &mut Model, text: &str| {
        let seen = shown(model, 60, 20);
        seen.lines().position(|line| line.contains(text))
    };
    let answer = at(&mut model, "an answer to the first").unwrap();
    let waits = at(&mut model, "second").unwrap();
    assert!(waits > answer, "among those that wait");
    assert!(
        shown(&mut model, 60, 20)
            .lines()
            .nth(waits)
            .unwrap()
            .contains("queued")
    );
    received(
        &mut model,
        r#"{"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"an answer to the first"}]}}"#,
    );
    received(
        &mut model,
        r#"{"type":"result","subtype":"success","is_error":false,"result":"x"}"#,
    );
    lifecycle(&mut model, &second, "started");
    let answer = at(&mut model, "an answer to the first").unwrap();
    let stands = at(&mut model, "❯ second").unwrap();
    assert!(stands > answer, "in its place");
    assert!(!shown(&mut model, 60, 20).contains("queued"));
}

#[test]
fn when_it_is_over_the_composer_says_what_can_be_done() {
    let mut model = screen();
    let now = Moment::after(std::time::Duration::from_secs(3));
    let exited = Note::Exited {
        code: Some(0),
        signal: None,
    };
    feed(
        &mut model,
        Input::Traffic(Traffic::noted(3, now, exited)),
        now,
    );
    let text = shown(&mut model, 120, 30);
    assert!(text.contains("The session is over."), "{text}");
    assert!(
        text.contains(&model.keymap.help(Action::StartAgain).to_lowercase()),
        "{text}"
    );
    assert!(sent(&press(&mut model, "x<enter>")).is_empty());
    assert_eq!(super::text(&model), "x", "what is typed is not lost");
}
