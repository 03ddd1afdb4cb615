//! PURE. The events of a run as lines for people. Owns: what is shown of each event and how. Does not own: the terminal
//! (`output`), the progress line (`progress`).

mod calls;
mod figures;
mod lines;
mod paint;

pub(super) use calls::{brief, clip};
pub(super) use figures::{dollars, duration, tokens};
pub(super) use paint::Paint;

use super::event::{RunEvent, SessionFacts};
use crate::headless::sanitise;
use serde_json::Value;
use std::collections::HashMap;

/// Calls that are remembered until their result; more at once are a broken peer.
const REMEMBERED: usize = 10_000;

/// How much is shown.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Look {
    /// Emphasis.
    pub(super) paint: Paint,
    /// States and thinking too.
    pub(super) verbose: bool,
    /// Text while it is written.
    pub(super) streaming: bool,
}

/// A call that has not come back.
#[derive(Debug)]
struct Open {
    name: String,
    input: Value,
    nested: bool,
}

/// Turns events into text.
#[derive(Debug, Default)]
pub(super) struct Human {
    look: Look,
    open: HashMap<String, Open>,
    /// Calls whose denial was told: their result says nothing new.
    denied: Vec<String>,
    streamed: String,
    mid_line: bool,
    session: Option<SessionFacts>,
}

impl Human {
    pub(super) fn new(look: Look) -> Self {
        Self {
            look,
            ..Self::default()
        }
    }

    /// Whether the last thing printed did not end its line.
    pub(super) fn mid_line(&self) -> bool {
        self.mid_line
    }

    /// What to print for an event: nothing, or whole lines, or (while text is streamed) a piece of one.
    pub(super) fn render(&mut self, event: &RunEvent) -> String {
        match event {
            RunEvent::Delta { text } => return self.delta(text),
            RunEvent::Text { text, parent: None } => return self.text(text),
            _ => {}
        }
        let lines = self.lines(event);
        if lines.is_empty() {
            return String::new();
        }
        let mut out = self.fresh_line();
        for line in lines {
            out.push_str(&line);
            out.push('\n');
        }
        out
    }

    fn fresh_line(&mut self) -> String {
        if std::mem::take(&mut self.mid_line) {
            "\n".to_owned()
        } else {
            String::new()
        }
    }

    fn delta(&mut self, text: &str) -> String {
        if !self.look.streaming {
            return String::new();
        }
        self.streamed.push_str(text);
        self.mid_line = !text.ends_with('\n');
        safe(text)
    }

    /// The finished text; of what was streamed already only the rest.
    fn text(&mut self, text: &str) -> String {
        let streamed = std::mem::take(&mut self.streamed);
        let rest = text
            .strip_prefix(&streamed)
            .filter(|_| !streamed.is_empty());
        let (mut out, text) = match rest {
            Some(rest) => (String::new(), rest),
            None => (self.fresh_line(), text),
        };
        out.push_str(&safe(text));
        if !(out.ends_with('\n') || (out.is_empty() && !self.mid_line)) {
            out.push('\n');
        }
        self.mid_line = false;
        out
    }

    fn lines(&mut self, event: &RunEvent) -> Vec<String> {
        let paint = self.look.paint;
        match event {
            RunEvent::Session(facts) => self.session(facts),
            RunEvent::State { from, to } if self.look.verbose => {
                vec![paint.dim(&format!("  state {from} -> {to}"))]
            }
            RunEvent::Prompt { text, .. } => {
                vec![paint.bold(&format!("> {}", clip(&sanitise(text.trim()), 200)))]
            }
            RunEvent::Text { text, .. } => indented("    ", text),
            RunEvent::Thinking { text, .. } if self.look.verbose && !text.is_empty() => {
                let lines = indented("  ~ ", text).into_iter();
                lines.map(|line| paint.dim(&line)).collect()
            }
            RunEvent::ToolCall {
                id,
                name,
                input,
                parent,
            } => {
                if self.open.len() < REMEMBERED {
                    let open = Open {
                        name: name.clone(),
                        input: input.clone(),
                        nested: parent.is_some(),
                    };
                    self.open.insert(id.clone(), open);
                }
                Vec::new()
            }
            RunEvent::ToolResult(result) => {
                let open = self.open.remove(&result.id);
                if let Some(at) = self.denied.iter().position(|id| *id == result.id) {
                    self.denied.swap_remove(at);
                    return Vec::new();
                }
                vec![self.result(result, open.as_ref())]
            }
            RunEvent::Permission(decision) => {
                if decision.verdict == "deny" && self.denied.len() < REMEMBERED {
                    self.denied.extend(decision.id.clone());
                }
                self.permission(decision)
            }
            RunEvent::Result(end) => {
                let given_up = self.given_up();
                given_up.into_iter().chain(self.turn_end(end)).collect()
            }
            other => lines::plain(paint, self.look.verbose, other),
        }
    }
}

/// Text of several lines, safe to print. Line breaks and tabs stay what they are.
pub(super) fn safe(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            shown.push('\n');
        }
        for (index, part) in line.trim_end_matches('\r').split('\t').enumerate() {
            if index > 0 {
                shown.push('\t');
            }
            shown.push_str(&sanitise(part));
        }
    }
    shown
}

fn indented(prefix: &str, text: &str) -> Vec<String> {
    let safe = safe(text.trim_end());
    safe.lines().map(|line| format!("{prefix}{line}")).collect()
}

#[cfg(test)]
#[path = "human_tests.rs"]
mod tests;
