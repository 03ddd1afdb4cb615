//! What a session told, without ids, times and prose. Owns: what counts and what does not.
//!
//! Four tracks, each in its own order: what happened (states, calls, results, questions, decisions, hooks, ends), which
//! messages came, how they were streamed, and what the client was answered. Between the tracks the real CLI keeps no
//! strict order: a tool may run before the message that called it has been streamed to its end.

use cca::session::{Decision, HookOutcome, HookRun, Verdict};
use cca::{Event, Message};
use serde_json::Value;
use std::fmt::{self, Write as _};

/// What a side told: an event, or what the client learned in another way.
pub enum Told {
    Event(Event),
    Note(String),
}

/// The tracks.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Story {
    happened: Vec<String>,
    messages: Vec<String>,
    streamed: Vec<String>,
    noted: Vec<String>,
}

impl Story {
    pub fn of(told: &[Told]) -> Self {
        let mut story = Self::default();
        for told in told {
            match told {
                Told::Event(Event::Message(message)) => story.message(message),
                Told::Event(Event::Progress(_)) => {}
                Told::Event(other) => story.happened.push(happened(other)),
                Told::Note(note) => story.noted.push(note.clone()),
            }
        }
        story
    }

    /// Where two stories part, for people.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let tracks = [
            ("what happened", &self.happened, &other.happened),
            ("messages", &self.messages, &other.messages),
            ("streamed", &self.streamed, &other.streamed),
            ("noted", &self.noted, &other.noted),
        ];
        let mut told = String::new();
        for (name, real, simulated) in tracks.into_iter().filter(|(_, a, b)| a != b) {
            let _ = writeln!(told, "{name}: the real CLI, then the simulator");
            let rows = real.len().max(simulated.len());
            for row in 0..rows {
                let (a, b) = (real.get(row), simulated.get(row));
                let mark = if a == b { ' ' } else { '!' };
                let text = |side: Option<&String>| side.map_or("-", String::as_str).to_owned();
                let _ = writeln!(told, "{mark} {:<60} {}", text(a), text(b));
            }
        }
        (!told.is_empty()).then_some(told)
    }

    fn message(&mut self, message: &Message) {
        let line = &message.traffic().line;
        let frame: Value = serde_json::from_slice(line).unwrap_or_default();
        if frame["type"] == "stream_event" {
            let kind = word(&frame["event"]["type"]);
            let what = match frame["event"]["delta"]["type"].as_str() {
                Some(delta) => format!("{kind} {delta}"),
                None => kind.to_owned(),
            };
            // How a text is cut into pieces is the model's affair.
            if self.streamed.last() != Some(&what) {
                self.streamed.push(what);
            }
            return;
        }
        let what = kind(&frame);
        if !ALWAYS_DIFFERENT.contains(&what.as_str()) {
            self.messages.push(what);
        }
    }
}

impl fmt::Display for Story {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tracks = [
            ("what happened", &self.happened),
            ("messages", &self.messages),
            ("streamed", &self.streamed),
            ("noted", &self.noted),
        ];
        for (name, track) in tracks {
            writeln!(f, "{name}:")?;
            for row in track {
                writeln!(f, "    {row}")?;
            }
        }
        Ok(())
    }
}

/// Messages that depend on time or on how a text is cut.
const ALWAYS_DIFFERENT: &[&str] = &[
    "system/thinking_tokens",
    "tool_progress",
    "system/hook_progress",
];

fn happened(event: &Event) -> String {
    match event {
        Event::State { from, to, .. } => format!("{from} -> {to}"),
        Event::ToolCall {
            name,
            input,
            parent,
            ..
        } => {
            let keys: Vec<_> = input
                .as_object()
                .map_or_else(Vec::new, |map| map.keys().collect());
            let place = if parent.is_some() { " in an agent" } else { "" };
            format!("call {name}{keys:?}{place}")
        }
        Event::ToolResult { name, outcome, .. } => {
            let end = if outcome.is_error { "error" } else { "ok" };
            format!("result {} {end}", name.as_deref().unwrap_or("?"))
        }
        Event::PermissionAsked { request, .. } => format!("asked about {}", request.tool_name),
        Event::PermissionDecided(decision) => decided(decision),
        Event::Hook(run) => hook(run),
        Event::Complete(result) => format!("complete {:?}", result.turn.outcome),
        Event::Odd(_) => "odd".to_owned(),
        Event::Ended(exit) => format!("ended {:?} {:?}", exit.code, exit.signal),
        _ => "something else".to_owned(),
    }
}

fn decided(decision: &Decision) -> String {
    let verdict = match &decision.verdict {
        Verdict::Denied { interrupt, .. } => format!("denied, interrupt {interrupt}"),
        other => format!("{other:?}"),
    };
    format!("decided {}: {verdict}", decision.tool_name)
}

fn hook(run: &HookRun) -> String {
    let outcome = match &run.outcome {
        Some(HookOutcome::Decided { decision, .. }) => decision.clone(),
        Some(HookOutcome::Failed(_)) => "failed".to_owned(),
        other => format!("{other:?}"),
    };
    let tool = run.tool_name.as_deref().unwrap_or_default();
    format!("hook {} {:?} {tool} {outcome}", run.event, run.matcher)
}

/// The kind of a message, with what matters of it.
fn kind(frame: &Value) -> String {
    let blocks = || match &frame["message"]["content"] {
        Value::Array(blocks) => {
            let kinds: Vec<_> = blocks.iter().map(|block| word(&block["type"])).collect();
            kinds.join("+")
        }
        _ => "text".to_owned(),
    };
    let place = if frame["parent_tool_use_id"].is_string() {
        " in an agent"
    } else {
        ""
    };
    match word(&frame["type"]) {
        "assistant" => {
            let cut = if frame["aborted"] == true {
                " aborted"
            } else {
                ""
            };
            let error = match frame["is_api_error_message"] == true {
                true => format!(" error {}", word(&frame["error"])),
                false => String::new(),
            };
            format!("assistant {}{place}{cut}{error}", blocks())
        }
        "user" => {
            let marks = ["isReplay", "isSynthetic"].map(|mark| match frame[mark] == true {
                true => mark,
                false => "",
            });
            format!("user {}{place} {}", blocks(), marks.concat())
        }
        "result" => format!(
            "result {} error {} because {}",
            frame["subtype"], frame["is_error"], frame["terminal_reason"]
        ),
        "system" => match word(&frame["subtype"]) {
            "session_state_changed" => format!("system/session_state_changed {}", frame["state"]),
            "status" => format!(
                "system/status {} {}",
                frame["status"], frame["permissionMode"]
            ),
            "init" => format!("system/init {}", frame["permissionMode"]),
            "api_retry" => format!(
                "system/api_retry {} of {} {} {}",
                frame["attempt"], frame["max_retries"], frame["error_status"], frame["error"]
            ),
            "task_started" => format!(
                "system/task_started {} background {}",
                frame["task_type"], frame["is_backgrounded"]
            ),
            "task_updated" => format!("system/task_updated {}", frame["patch"]["status"]),
            "task_notification" => format!("system/task_notification {}", frame["status"]),
            "compact_boundary" => format!(
                "system/compact_boundary {}",
                frame["compact_metadata"]["trigger"]
            ),
            "background_tasks_changed" => {
                let count = frame["tasks"].as_array().map_or(0, Vec::len);
                format!("system/background_tasks_changed {count}")
            }
            "informational" => format!("system/informational {} {}", frame["level"], frame["tag"]),
            subtype => format!("system/{subtype}"),
        },
        "command_lifecycle" => format!("command_lifecycle {}", frame["state"]),
        other => other.to_owned(),
    }
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or("?")
}
