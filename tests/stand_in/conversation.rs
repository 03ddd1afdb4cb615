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

/// Whether a person wrote this: the CLI's own additions come in tags or brackets.
fn by_a_person(text: &str) -> bool {
    let text = text.trim_start();
    !text.is_empty()
        && !["<", "[Request interrupted", "[Image"]
            .iter()
            .any(|mark| text.starts_with(mark))
}

/// The prompt that the next answer belongs to, or `None` for a request without a user message.
///
/// Only the last text of a message counts: when an earlier prompt got no answer (an API error, an interrupt), the CLI
/// sends it again in the same message as the new one. Neighbouring assistant messages are one answer.
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
                let prompt = texts(message.get("content"))
                    .into_iter()
                    .rfind(|text| by_a_person(text));
                if prompt.is_some() || tool_results(message).is_empty() {
                    return Some(Governing {
                        at,
                        prompt,
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
