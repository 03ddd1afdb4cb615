//! PURE. Lines from the client. Owns: what kind of line it is, and what the CLI does with one that makes no sense.
//! Does not own: control requests (`control`), prompts (`queue`).

use super::control;
use super::events::Output;
use super::pending::Answer;
use super::queue::Prompt;
use super::turn::Interrupted;
use super::wait::Cx;
use super::world::World;
use crate::simulator::json::Look as _;
use regex::{Captures, Regex};
use serde_json::Value;
use std::sync::LazyLock;

/// Takes one line.
pub(super) fn line(cx: &Cx, line: &[u8]) {
    let text = String::from_utf8_lossy(line);
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    if cx.look(|world| !world.session.ready || world.session.mute) {
        cx.with(|world| world.backlog.push(line.to_vec()));
        return;
    }
    let Some(message) = parse(text) else {
        cx.with(|world| world.give_up(text, "it is not JSON"));
        return;
    };
    match message.at("type").as_str() {
        Some("user") => match Prompt::read(&message) {
            Some(prompt) => cx.with(|world| world.take_prompt(prompt)),
            None => cx.with(|world| {
                world.give_up(text, "expected message role 'user'");
            }),
        },
        Some("control_request") if !message.at("request").is_object() => {
            cx.with(|world| world.give_up(text, "a control_request needs a request"));
        }
        Some("control_request") => control::request(cx, &message),
        Some("control_response") => cx.with(|world| {
            // With prompts, the CLI repeats answers too, but for errors.
            if world.session.replays && *message.at("response").at("subtype") == "success" {
                world.emit(&message);
            }
            world.take_answer(message.at("response"));
        }),
        // Withdrawals of requests that are answered already, signs of life, and what nobody knows.
        _ => {}
    }
}

/// JSON as the CLI's language reads it: lone surrogates are no error there.
fn parse(text: &str) -> Option<Value> {
    if let Ok(value) = serde_json::from_str(text) {
        return Some(value);
    }
    let found = SURROGATES.as_ref()?;
    let repaired = found.replace_all(text, |found: &Captures<'_>| match found.get(1) {
        Some(pair) => pair.as_str().to_owned(),
        None => "\\ufffd".to_owned(),
    });
    serde_json::from_str(&repaired).ok()
}

/// Surrogate escapes: pairs (the first group), or lone ones.
static SURROGATES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let high = r"\\u[dD][89abAB][0-9a-fA-F]{2}";
    let low = r"\\u[dD][c-fC-F][0-9a-fA-F]{2}";
    Regex::new(&format!("({high}{low})|{high}|{low}")).ok()
});

impl World {
    fn take_prompt(&mut self, prompt: Prompt) {
        let urgent = prompt.now && self.turn.is_some();
        self.session.worth_keeping = true;
        self.accept(prompt);
        if urgent {
            self.abandon_requests();
            self.end_this_turn(Interrupted::Urgent);
        }
    }

    fn take_answer(&mut self, response: &Value) {
        let Some(id) = response.at("request_id").as_str() else {
            return;
        };
        let answer = if response.at("subtype") == "error" {
            let text = response.at("error").as_str().unwrap_or("Unknown error");
            Answer::Error(text.to_owned())
        } else {
            Answer::Success(response.get("response").cloned().unwrap_or(Value::Null))
        };
        self.pending.answer(id, answer);
    }

    /// A line that cannot be read ends the process.
    fn give_up(&mut self, line: &str, why: &str) {
        let shown: String = line.chars().take(200).collect();
        self.complain(&format!(
            "Error parsing streaming input line: {shown}: {why}"
        ));
        self.end(Output::Exit(1));
    }
}
