//! Reading a Messages API request: who said what, and which prompt governs the answer. Pure.
//!
//! Knows how the CLI lays out its messages (reminders in tags, `system` roles, several prompts in one message). Knows
//! nothing about scripts.

use serde_json::Value;

/// The latest prompt of a request and how often the model has answered since.
#[derive(Debug, PartialEq, Eq)]
pub struct Governing<'a> {
    /// Where the prompt stands in `messages`.
    pub at: usize,
    /// The prompt's text; `None` when no person wrote the message (e.g. a background task ended).
    pub prompt: Option<&'a str>,
    /// Model answers that follow it.
    pub answered: usize,
}

fn messages(body: &Value) -> &[Value] {
    body.get("messages")
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

fn role(message: &Value) -> &str {
    message
        .get("role")
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// The texts of a `content` (or `system`) field, which is either a string or a list of blocks.
fn texts(content: Option<&Value>) -> Vec<&str> {
    match content {
        Some(Value::String(text)) => vec![text],
        Some(Value::Array(blocks)) => blocks
            .iter()
            .filter_map(|block| block.get("text").and_then(Value::as_str))
            .collect(),
        _ => Vec::new(),
    }
}

fn tool_results(message: &Value) -> Vec<&Value> {
    let blocks = message
        .get("content")
        .and_then(Value::as_array)
        .map_or(&[][..], Vec::as_slice);
    blocks
        .iter()
        .filter(|block| block.get("type").and_then(Value::as_str) == Some("tool_result"))
        .collect()
}

fn result_text(message: &Value) -> String {
    let texts: Vec<&str> = tool_results(message)
        .into_iter()
        .flat_map(|result| texts(result.get("content")))
        .collect();
    texts.join("\n")
}

/// How the texts begin with which the CLI itself asks the model to go on with its answer.
const NUDGES: [&str; 4] = [
    "Output token limit hit.",
    "Your response above was stopped",
    "[structured-output-enforce]",
    "[Your previous response had no visible output",
];

/// How the other texts begin that no person wrote.
const ADDITIONS: [&str; 3] = ["<", "[Request interrupted", "[Image"];

fn begins_with_one_of(text: &str, beginnings: &[&str]) -> bool {
    beginnings
        .iter()
        .any(|beginning| text.trim_start().starts_with(beginning))
}

fn is_nudge(text: &str) -> bool {
    begins_with_one_of(text, &NUDGES)
}

fn by_a_person(text: &str) -> bool {
    !text.trim().is_empty() && !is_nudge(text) && !begins_with_one_of(text, &ADDITIONS)
}

/// The prompt that the next answer belongs to, or `None` for a request without a user message.
///
/// Only the last text of a message counts: when an earlier prompt got no answer (an API error, an interrupt), the CLI
/// sends it again in the same message as the new one. Neighbouring assistant messages are one answer. A nudge follows
/// an answer and starts no turn; after an empty answer, which the CLI does not send back, it is all that tells of it.
pub fn governing(body: &Value) -> Option<Governing<'_>> {
    let mut answered = 0;
    let mut inside_answer = false;
    for (at, message) in messages(body).iter().enumerate().rev() {
        match role(message) {
            "assistant" => {
                answered += usize::from(!inside_answer);
                inside_answer = true;
            }
            "user" => {
                inside_answer = false;
                let texts = texts(message.get("content"));
                let prompt = texts.iter().rposition(|text| by_a_person(text));
                let after_prompt = texts.iter().skip(prompt.map_or(0, |at| at + 1));
                let nudges = after_prompt.filter(|text| is_nudge(text)).count();
                if let Some(prompt) = prompt.and_then(|at| texts.get(at).copied()) {
                    return Some(Governing {
                        at,
                        prompt: Some(prompt),
                        answered: answered + nudges,
                    });
                }
                if nudges == 0 && tool_results(message).is_empty() {
                    return Some(Governing {
                        at,
                        prompt: None,
                        answered,
                    });
                }
            }
            _ => {}
        }
    }
    None
}

/// The text of the latest tool results, or nothing.
pub fn latest_results(body: &Value) -> String {
    let latest = messages(body)
        .iter()
        .rev()
        .find(|message| !tool_results(message).is_empty());
    latest.map(result_text).unwrap_or_default()
}

/// Everything the model can read, piece by piece: the system prompt, all texts and all tool results.
pub fn everything(body: &Value) -> Vec<String> {
    let mut parts: Vec<String> = texts(body.get("system"))
        .into_iter()
        .map(str::to_owned)
        .collect();
    for message in messages(body) {
        parts.extend(texts(message.get("content")).into_iter().map(str::to_owned));
        parts.push(result_text(message));
    }
    parts
}

#[cfg(test)]
#[path = "conversation_tests.rs"]
mod tests;
