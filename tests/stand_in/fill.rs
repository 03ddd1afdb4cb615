//! Placeholders in what the model says, filled from the request it answers. Pure.
//!
//! `{{RESULT}}` is the text of the latest tool results, `{{MODEL}}` the model asked for, and `{{FIND:regex}}` the first
//! match in the system prompt or any message: for what only the CLI knows, e.g. the path of the plan file. The regex
//! ends at the first `}}`.

use regex::Regex;
use serde_json::{Map, Value};

use super::conversation;
use super::script::{self, MARK};

/// Tool results are clipped to this many characters, so that echoing one does not blow up the next request.
/// Long enough for a sub-agent's report, which the CLI wraps in a paragraph of its own.
const RESULT_CHARS: usize = 2000;

/// Fills every placeholder of a text.
pub fn text(template: &str, body: &Value) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        let Some((name, tail)) = after.split_once("}}") else {
            out.push_str("{{");
            rest = after;
            continue;
        };
        // Braces that are no placeholder stay as they are.
        let value = placeholder(name, body).unwrap_or_else(|| format!("{{{{{name}}}}}"));
        out.push_str(&value);
        rest = tail;
    }
    out.push_str(rest);
    out
}

fn placeholder(name: &str, body: &Value) -> Option<String> {
    match name {
        "RESULT" => Some(
            conversation::latest_results(body)
                .chars()
                .take(RESULT_CHARS)
                .collect(),
        ),
        "MODEL" => Some(
            body.get("model")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned(),
        ),
        _ => Some(find(name.strip_prefix("FIND:")?, body)),
    }
}

/// Scripts are left out of the search: the pattern stands in one, and would find itself. What cannot be found is said
/// in the text, where a failing test shows it.
fn find(pattern: &str, body: &Value) -> String {
    let regex = match Regex::new(pattern) {
        Ok(regex) => regex,
        Err(error) => return format!("bad pattern: {error}"),
    };
    let texts = conversation::everything(body)
        .into_iter()
        .map(|text| script::without(&text));
    let mut hits = texts.filter_map(|text| regex.find(&text).map(|hit| hit.as_str().to_owned()));
    hits.next()
        .unwrap_or_else(|| format!("no match for {pattern}"))
}

/// Fills every string of a tool's input, but for those that carry a script: its own model fills those.
pub fn value(template: &Value, body: &Value) -> Value {
    match template {
        Value::String(inner) if inner.contains(MARK) => template.clone(),
        Value::String(inner) => Value::String(text(inner, body)),
        Value::Array(items) => items.iter().map(|item| value(item, body)).collect(),
        Value::Object(fields) => {
            let filled: Map<String, Value> = fields
                .iter()
                .map(|(name, field)| (name.clone(), value(field, body)))
                .collect();
            Value::Object(filled)
        }
        other => other.clone(),
    }
}

#[cfg(test)]
#[path = "fill_tests.rs"]
mod tests;
