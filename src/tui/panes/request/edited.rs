//! PURE. The input of a call, changed by hand. Owns: in which form it is edited, whether what was typed can be sent, how the
//! difference is shown.

use super::change::diff_lines;
use super::schema::misfit;
use super::sheet::Sheet;
use crate::sanitise::{escape_json, is_obeyed};
use serde_json::{Map, Value};

/// What is edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The command itself.
    Command,
    /// The whole input as JSON.
    Json,
}

/// The text to begin with. A command with characters that a terminal could obey is edited as JSON, where they are spelled
/// out.
pub fn draft(tool: &str, input: &Value) -> (Form, String) {
    let command = input
        .get("command")
        .and_then(Value::as_str)
        .filter(|_| super::destructive::is_shell(tool));
    let plain =
        |text: &&str| !text.contains(|letter| !matches!(letter, '\n' | '\t') && is_obeyed(letter));
    match command.filter(plain) {
        Some(command) => (Form::Command, command.to_owned()),
        None => (Form::Json, pretty(input)),
    }
}

/// JSON over several lines, safe to be shown.
pub fn pretty(value: &Value) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    let lines: Vec<_> = text.lines().map(escape_json).collect();
    lines.join("\n")
}

/// The input that was typed, if it can be sent.
pub fn check(
    form: Form,
    text: &str,
    input: &Value,
    schema: Option<&Value>,
) -> Result<Map<String, Value>, String> {
    let before = input.as_object().cloned().unwrap_or_default();
    let after = match form {
        Form::Command => {
            if text.trim().is_empty() {
                return Err("an empty command does nothing: write one, or deny the call".to_owned());
            }
            let mut after = before.clone();
            after.insert("command".to_owned(), Value::from(text));
            after
        }
        Form::Json => match serde_json::from_str(text) {
            Ok(Value::Object(object)) => object,
            Ok(_) => return Err("a JSON object is wanted: it begins with {".to_owned()),
            Err(error) => return Err(format!("this is no JSON: {error}")),
        },
    };
    if after == before {
        return Err("nothing is changed: leave, and allow it as it is".to_owned());
    }
    if let Some(schema) = schema {
        return match misfit(schema, &Value::Object(after.clone())) {
            Some((_, why)) => Err(format!("the tool does not take this: {why}")),
            None => Ok(after),
        };
    }
    for (name, old) in &before {
        match after.get(name) {
            None => return Err(format!("`{name}` is missing")),
            Some(new) if std::mem::discriminant(new) != std::mem::discriminant(old) => {
                return Err(format!("`{name}` is to be {}", a_kind(old)));
            }
            Some(_) => {}
        }
    }
    Ok(after)
}

fn a_kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// What was changed.
pub(super) fn lines(sheet: &mut Sheet<'_>, tool: &str, before: &Value, after: &Map<String, Value>) {
    let old = before.as_object();
    let names = old.into_iter().flat_map(Map::keys);
    let mut all: Vec<&String> = names.chain(after.keys()).collect();
    let mut seen = Vec::new();
    all.retain(|name| {
        let new = !seen.contains(name);
        seen.push(name);
        new
    });
    let shown = |value: Option<&Value>| match value {
        None => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => pretty(value),
    };
    for name in all {
        let (old, new) = (old.and_then(|old| old.get(name)), after.get(name));
        if old != new {
            let label = if super::destructive::is_shell(tool) && name == "command" {
                "runs"
            } else {
                "changes"
            };
            sheet.outside(label, name, crate::tui::theme::Role::Dim);
            diff_lines(sheet, &shown(old), &shown(new));
        }
    }
}
