//! Which turn answers a request. Pure.
//!
//! Joins `conversation` (which prompt governs) and `script` (what it says); does not fill in or send anything.

use serde_json::Value;

use super::conversation::{self, Governing};
use super::script::{self, Turn, turn};

/// How much of a prompt without a script is echoed.
const ECHO_CHARS: usize = 80;

/// The turn for one request.
#[derive(Debug, PartialEq)]
pub struct Chosen {
    /// What to answer.
    pub turn: Turn,
    /// The same for every attempt at this turn of this conversation, so that failures can be counted.
    pub attempt_key: String,
}

/// Turn k of the governing prompt's script, k being the number of answers since; an echo without a script.
pub fn choose(body: &Value) -> Chosen {
    let Some(governing) = conversation::governing(body) else {
        return Chosen {
            turn: turn().text("Hello."),
            attempt_key: String::new(),
        };
    };
    let user = body
        .pointer("/metadata/user_id")
        .map(Value::to_string)
        .unwrap_or_default();
    let attempt_key = format!(
        "{user} {} {} {}",
        governing.at,
        governing.answered,
        governing.prompt.unwrap_or_default()
    );
    Chosen {
        turn: scripted(&governing),
        attempt_key,
    }
}

fn scripted(governing: &Governing<'_>) -> Turn {
    let Some(prompt) = governing.prompt else {
        return turn().text("Noted.");
    };
    match script::parse(prompt) {
        Some(Ok(turns)) => turns
            .into_iter()
            .nth(governing.answered)
            .unwrap_or_else(|| turn().text("Done.")),
        Some(Err(error)) => {
            turn().text(format!("The script of this prompt cannot be read: {error}"))
        }
        None => turn().text(format!("Echo: {}", tail(prompt))),
    }
}

fn tail(text: &str) -> String {
    let skipped = text.chars().count().saturating_sub(ECHO_CHARS);
    text.chars().skip(skipped).collect()
}

#[cfg(test)]
#[path = "choose_tests.rs"]
mod tests;
