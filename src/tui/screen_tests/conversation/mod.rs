//! The conversation: nothing jumps, the end is followed, matches are found, what is copied is exact.

mod scrolling;
mod searching;
mod selecting;

use super::stage::{press, received, screen, shown};
use crate::tui::model::{Focus, Model, Pane};
use crate::tui::msg::{Done, Msg};
use crate::tui::update::update;
use serde_json::json;

const WIDE: u16 = 60;
const HIGH: u16 = 20;

/// The model says something.
pub(super) fn say(model: &mut Model, text: &str) {
    block(model, None, &json!({"type": "text", "text": text}));
}

/// A block of the model's, in a sub-agent or not.
fn block(model: &mut Model, parent: Option<&str>, block: &serde_json::Value) {
    let line = json!({
        "type": "assistant", "session_id": "s", "parent_tool_use_id": parent,
        "message": {"id": "m", "role": "assistant", "content": [block]},
    });
    received(model, &line.to_string());
}

/// The model calls a tool.
pub(super) fn call(
    model: &mut Model,
    parent: Option<&str>,
    id: &str,
    name: &str,
    input: &serde_json::Value,
) {
    block(
        model,
        parent,
        &json!({"type": "tool_use", "id": id, "name": name, "input": input}),
    );
}

/// The tool's result comes.
pub(super) fn result(model: &mut Model, id: &str, text: &str, is_error: bool) {
    let line = json!({
        "type": "user", "session_id": "s",
        "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": id, "content": text, "is_error": is_error},
        ]},
    });
    received(model, &line.to_string());
}

pub(super) fn prompt(model: &mut Model, text: &str) {
    let line = json!({
        "type": "user", "session_id": "s", "isReplay": true, "uuid": text,
        "message": {"role": "user", "content": text},
    });
    received(model, &line.to_string());
}

/// A screen with this many messages, the conversation in focus.
pub(super) fn talk(count: usize) -> Model {
    let mut model = screen();
    model.focus = Focus::Pane(Pane::Conversation);
    for number in 0..count {
        say(&mut model, &format!("message {number}"));
    }
    see(&mut model);
    model
}

/// The rows of the conversation, without its frame.
fn see(model: &mut Model) -> Vec<String> {
    rows(&shown(model, WIDE, HIGH))
}

fn rows(text: &str) -> Vec<String> {
    let inside = |line: &str| {
        let line = line.strip_prefix('│')?;
        let line = line.trim_end_matches(['│', '┃', '█']);
        Some(line.trim_end().to_owned())
    };
    text.lines().filter_map(inside).collect()
}

fn first_row(model: &mut Model) -> String {
    see(model).first().cloned().unwrap_or_default()
}

fn frame_line(model: &mut Model, part: &str) -> bool {
    shown(model, WIDE, HIGH).contains(part)
}

#[test]
fn what_was_forgotten_is_said_at_the_top() {
    let mut model = talk(5200);
    let dropped = model.seats[0].live.state().transcript.dropped();
    let count = format!("1,{:03}", dropped - 1000);
    press(&mut model, "g");
    assert!(see(&mut model)[0].contains(&format!("{count} earlier items are no longer kept")));
    model.seats[0].recording = Some("x".into());
    update(&mut model, Msg::Resize((WIDE + 1, HIGH).into()));
    assert!(
        shown(&mut model, WIDE + 2, HIGH)
            .contains(&format!("{count} earlier items are only in the recording"))
    );
}

#[test]
fn colours_are_asked_for_once_and_only_what_lacked_them_is_made_again() {
    let mut model = talk(3);
    let key = crate::tui::widgets::highlight::HighlightJob::new("rust", "x", "y").key;
    let before = see(&mut model);
    update(
        &mut model,
        Msg::Done(Done::Highlighted(key, Vec::new().into())),
    );
    assert_eq!(see(&mut model), before);
}

fn delta(model: &mut Model, text: &str) {
    let event = json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}});
    received(
        model,
        &json!({"type": "stream_event", "session_id": "s", "parent_tool_use_id": null, "event": event}).to_string(),
    );
}

#[test]
fn text_from_outside_is_only_text_wherever_it_is_shown() {
    let mut model = talk(0);
    let evil = "\u{1b}]52;c;eA==\u{7}\u{202e}\u{9b}2J";
    say(
        &mut model,
        &format!("{evil}\n\n```{evil}\n{evil}\n```\n\n```\n{evil} two\n```\n"),
    );
    call(
        &mut model,
        Some(evil),
        "own",
        evil,
        &json!({"command": evil}),
    );
    result(&mut model, "own", evil, true);
    call(
        &mut model,
        Some("self"),
        "self",
        "Agent",
        &json!({"description": "its own parent"}),
    );
    let all = |model: &mut Model| {
        let text = shown(model, 100, 40);
        let bad = text.contains(|c: char| c != '\n' && crate::sanitise::is_obeyed(c));
        assert!(!bad, "{text}");
        text
    };
    assert!(
        all(&mut model).contains("its own parent"),
        "nothing can hide itself"
    );
    press(&mut model, "o");
    all(&mut model);
    press(&mut model, "gc");
    assert!(!model.overlays.is_empty());
    all(&mut model);
    press(&mut model, "<esc>/52");
    assert!(all(&mut model).contains("match 1 of"));
}
