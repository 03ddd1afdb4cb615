//! What the tests of items share: a session that nothing has happened in, items made by hand, lines as text.

use super::{Paint, Rendered, item};
use crate::session::{Item, ItemKind, State, ToolCall, ToolOutcome};
use crate::trace::{Moment, Traffic};
use crate::tui::theme::{Depth, Theme};
use crate::tui::widgets::highlight::Highlights;
use crate::wire::{Content, Line};
use serde_json::Value;
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// So many milliseconds after the start.
pub(super) fn at(millis: u64) -> Moment {
    Moment::after(Duration::from_millis(millis))
}

/// A session that has received these lines, one each second.
pub(super) fn session(lines: &[&str]) -> State {
    let mut state = State::default();
    for (number, line) in (1_u64..).zip(lines) {
        let whole = Line::Whole((*line).to_owned().into());
        state.observe(&Traffic::received(number, at(number * 1000), whole));
    }
    state
}

/// An item of the main conversation.
pub(super) fn said(kind: ItemKind) -> Item {
    Item {
        number: 1,
        seq: 1,
        at: at(5000),
        parent: None,
        message_id: None,
        uuid: None,
        revision: 0,
        kind,
    }
}

/// A call that runs since one second.
pub(super) fn running(name: &str, input: Value) -> ToolCall {
    ToolCall {
        id: "t1".to_owned(),
        name: name.to_owned(),
        input,
        started: at(1000),
        ready: None,
        ended: None,
        result: None,
        decision: None,
        not_executed: None,
        asked_for: None,
    }
}

/// A call that took 1.2 seconds and gave back this: what the model sees, and the tool's own form.
pub(super) fn done(name: &str, input: Value, content: Value, structured: Value) -> ToolCall {
    let content: Content =
        serde_json::from_value(content.clone()).unwrap_or(Content::Other(content));
    ToolCall {
        ended: Some(at(2200)),
        result: Some(ToolOutcome {
            content: Arc::new(content),
            is_error: false,
            structured: Some(structured),
        }),
        ..running(name, input)
    }
}

/// A call that failed with this text.
pub(super) fn failed(name: &str, input: Value, text: &str) -> ToolCall {
    let mut call = done(name, input, text.into(), format!("Error: {text}").into());
    if let Some(outcome) = &mut call.result {
        outcome.is_error = true;
    }
    call
}

/// An item at a width, nine seconds after the start.
pub(super) fn rendered(one: &Item, open: bool, width: u16, state: &State) -> Rendered {
    static THEME: OnceLock<Theme> = OnceLock::new();
    let theme = THEME.get_or_init(|| Theme::shipped("default", Depth::True).unwrap().unwrap());
    let highlights = Highlights::default();
    let paint = Paint {
        theme,
        width,
        highlights: &highlights,
        state,
        now: at(9000),
    };
    item(one, open, &paint)
}

/// The same as text.
pub(super) fn text(one: &Item, open: bool, width: u16, state: &State) -> String {
    let lines = rendered(one, open, width, state).lines;
    for line in &lines {
        let shown = line.to_string();
        assert!(line.width() <= usize::from(width), "too wide: {shown}");
        assert!(!shown.chars().any(crate::sanitise::is_obeyed), "{shown}");
    }
    let rows: Vec<String> = lines
        .iter()
        .map(|line| line.to_string().trim_end().to_owned())
        .collect();
    rows.join("\n")
}

/// Calls as cards: all of them folded, then all of them open, at two widths.
pub(super) fn cards(calls: Vec<ToolCall>, state: &State) -> String {
    let items: Vec<Item> = calls
        .into_iter()
        .map(|call| said(ItemKind::Tool(Box::new(call))))
        .collect();
    let mut shown = String::new();
    for width in [56, 96] {
        for open in [false, true] {
            let how = if open { "open" } else { "folded" };
            let _ = writeln!(shown, "== {how} at {width} ==");
            for one in &items {
                let text = text(one, open, width, state);
                if !open {
                    assert_eq!(text.lines().count(), 1, "a folded card is one line: {text}");
                }
                shown.push_str(text.trim_end());
                shown.push('\n');
            }
        }
    }
    shown
}
