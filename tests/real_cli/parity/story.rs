//! What a session told, without ids, times and prose. Owns: what counts and what does not.
//!
//! Several tracks, each in its own order: what happened (states, calls, results, questions, decisions, ends), which hooks
//! ran, which messages came, how they were streamed, what was odd, and what the client was answered. Between the tracks the
//! real CLI keeps no strict order: a hook or a tool may run before the message that called it has been streamed to its end.

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
    hooks: Vec<String>,
    messages: Vec<String>,
    streamed: Vec<String>,
    odd: Vec<String>,
    noted: Vec<String>,
}

impl Story {
    pub fn of(told: &[Told]) -> Self {
        let mut story = Self::default();
        for told in told {
            match told {
                Told::Event(Event::Message(message)) => story.message(message),
                Told::Event(Event::Progress(_)) => {}
                Told::Event(Event::Hook(run)) => story.hook(hook(run)),
                Told::Event(Event::Odd(what)) => story.odd(without_ids(what)),
                Told::Event(other) => story.happened.push(happened(other)),
                Told::Note(note) => story.noted.push(note.clone()),
            }
        }
        story
    }

    fn tracks(&self) -> [(&'static str, &[String]); 6] {
        [
            ("what happened", &self.happened),
            ("hooks", &self.hooks),
            ("messages", &self.messages),
            ("streamed", &self.streamed),
            ("odd", &self.odd),
            ("noted", &self.noted),
        ]
    }

    /// Where two stories part, for people.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let pairs = self.tracks().into_iter().zip(other.tracks());
        let mut told = String::new();
        for ((name, real), (_, simulated)) in pairs.filter(|(a, b)| a.1 != b.1) {
            let _ = writeln!(told, "{name}: the real CLI, then the simulator");
            for row in aligned(real, simulated) {
                let _ = writeln!(told, "{row}");
            }
        }
        (!told.is_empty()).then_some(told)
    }

    /// Whether our answer to a call that the CLI has given up is sent before its next line is read is a race in the client:
    /// what says so is left out, and what is said several times in a row counts once.
    fn odd(&mut self, what: String) {
        if !what.ends_with("came too late: unknown") && self.odd.last() != Some(&what) {
            self.odd.push(what);
        }
    }

    /// Hooks of one event for one call run side by side, and may end in any order.
    fn hook(&mut self, (group, whole): (String, String)) {
        let same = self
            .hooks
            .iter()
            .rev()
            .take_while(|row| row.starts_with(&group))
            .filter(|row| **row > whole)
            .count();
        self.hooks.insert(self.hooks.len() - same, whole);
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
        // When several answers come at once, the CLI says once for each that it goes on.
        let again = what == "system/session_state_changed \"running\""
            && self.messages.last() == Some(&what);
        if !ALWAYS_DIFFERENT.contains(&what.as_str()) && !again {
            self.messages.push(what);
        }
    }
}

impl fmt::Display for Story {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, track) in self.tracks() {
            writeln!(f, "{name}:")?;
            for row in track {
                writeln!(f, "    {row}")?;
            }
        }
        Ok(())
    }
}

/// Both lists as one, with what only one of them has marked: `-` is missing in the second, `+` is too much there.
fn aligned(real: &[String], simulated: &[String]) -> Vec<String> {
    let (rows, columns) = (real.len(), simulated.len());
    // How much both have in common from here on.
    let mut common = vec![vec![0usize; columns + 1]; rows + 1];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            common[row][column] = if real[row] == simulated[column] {
                common[row + 1][column + 1] + 1
            } else {
                common[row + 1][column].max(common[row][column + 1])
            };
        }
    }
    let (mut row, mut column, mut told) = (0, 0, Vec::new());
    while row < rows || column < columns {
        if row < rows && column < columns && real[row] == simulated[column] {
            told.push(format!("  {}", real[row]));
            (row, column) = (row + 1, column + 1);
        } else if column < columns
            && (row == rows || common[row][column + 1] > common[row + 1][column])
        {
            told.push(format!("+ {}", simulated[column]));
            column += 1;
        } else {
            told.push(format!("- {}", real[row]));
            row += 1;
        }
    }
    told
}

/// A text with every word that is an id replaced.
fn without_ids(text: &str) -> String {
    let word = |word: &str| match word.trim_matches(',').parse::<uuid::Uuid>() {
        Ok(_) => "(id)".to_owned(),
        Err(_) => word.to_owned(),
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
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
            let mut keys: Vec<_> = input
                .as_object()
                .map_or_else(Vec::new, |map| map.keys().collect());
            keys.sort();
            let place = if parent.is_some() { " in an agent" } else { "" };
            format!("call {name}{keys:?}{place}")
        }
        Event::ToolResult { name, outcome, .. } => {
            let end = if outcome.is_error { "error" } else { "ok" };
            format!("result {} {end}", name.as_deref().unwrap_or("?"))
        }
        Event::PermissionAsked { request, .. } => format!("asked about {}", request.tool_name),
        Event::PermissionDecided(decision) => decided(decision),
        Event::Complete(result) => format!("complete {:?}", result.turn.outcome),
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

/// What groups a run with those beside it, and the run as a whole.
fn hook(run: &HookRun) -> (String, String) {
    let outcome = match &run.outcome {
        Some(HookOutcome::Decided { decision, .. }) => decision.clone(),
        Some(HookOutcome::Failed(_)) => "failed".to_owned(),
        other => format!("{other:?}"),
    };
    let group = format!(
        "{} {} ",
        run.event,
        run.tool_name.as_deref().unwrap_or_default()
    );
    let whole = format!("{group}{:?} {outcome}", run.matcher);
    (group, whole)
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
            let error = if frame["is_api_error_message"] == true {
                format!(" error {}", word(&frame["error"]))
            } else {
                String::new()
            };
            format!("assistant {}{place}{cut}{error}", blocks())
        }
        "user" => {
            let marks =
                ["isReplay", "isSynthetic"].map(|mark| if frame[mark] == true { mark } else { "" });
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
