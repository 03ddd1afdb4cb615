//! Placeholders, filled from what is known. Owns: their syntax and what they become. Does not own: which names there are
//! (the header of `step` lists them), nor when they get their values (`actor`).
//!
//! ```
//! use cca::simulator::scenario::fill::{self, Values};
//! use serde_json::json;
//!
//! let mut values = Values::new();
//! values.set("1", "15");
//! values.set("input", json!({"command": "ls"}));
//! assert_eq!(fill::text("ran {{input.command}}", &values), "ran ls");
//! assert_eq!(fill::value(&json!({"a": "{{number 1}}"}), &values), json!({"a": 15}));
//! ```

mod template;
mod values;

#[cfg(test)]
mod fill_tests;

pub use values::Values;

pub(super) use template::names;

use serde_json::{Map, Number, Value};
use template::{As, Piece, Placeholder};

/// Fills every placeholder of a text.
pub fn text(template: &str, values: &Values) -> String {
    let mut filled = String::with_capacity(template.len());
    for piece in template::pieces(template) {
        match piece {
            Piece::Text(text) => filled.push_str(text),
            Piece::Placeholder(found) => {
                let value = values.look(found.path);
                let value = value.as_deref();
                filled.push_str(&match found.form {
                    As::Json => value.map_or_else(String::new, Value::to_string),
                    As::Text | As::Number => value.map_or_else(String::new, values::in_words),
                });
            }
        }
    }
    filled
}

/// Fills every string in a value, keys of objects left alone.
pub fn value(template: &Value, values: &Values) -> Value {
    match template {
        Value::String(text) => string(text, values),
        Value::Array(items) => items.iter().map(|item| value(item, values)).collect(),
        Value::Object(fields) => Value::Object(map(fields, values)),
        other => other.clone(),
    }
}

/// The same for an object.
pub fn map(template: &Map<String, Value>, values: &Values) -> Map<String, Value> {
    let fields = template.iter();
    fields
        .map(|(name, field)| (name.clone(), value(field, values)))
        .collect()
}

/// A string that is nothing but a placeholder may become something else than a string.
fn string(template: &str, values: &Values) -> Value {
    match template::only(template) {
        Some(Placeholder {
            form: As::Number,
            path,
        }) => number(values.look(path).as_deref()),
        Some(Placeholder {
            form: As::Json,
            path,
        }) => json(values.look(path).as_deref()),
        _ => Value::String(text(template, values)),
    }
}

/// What is no number stays what it is: whoever gets it says so better than we could.
fn number(value: Option<&Value>) -> Value {
    let Some(Value::String(text)) = value else {
        return value.cloned().unwrap_or_default();
    };
    let digits = text.trim();
    let whole = digits.parse::<i64>().ok().map(Number::from);
    let number = whole.or_else(|| Number::from_f64(digits.parse().ok()?));
    number.map_or_else(|| Value::String(text.clone()), Value::Number)
}

/// Text that is JSON becomes the value it stands for.
fn json(value: Option<&Value>) -> Value {
    match value {
        Some(Value::String(text)) => {
            serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.clone()))
        }
        other => other.cloned().unwrap_or_default(),
    }
}
