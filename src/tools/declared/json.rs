//! PURE. Values as they stand in TOML, and values as the agent sends them. Owns: TOML's dates as text, arguments as words,
//! and when two values are the same. Does not own: any key.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Any TOML value as JSON. Dates, which JSON does not have, become text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Json(pub(super) Value);

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(|value| Self(with_dates(value)))
    }
}

fn with_dates(value: Value) -> Value {
    const DATE: &str = "$__toml_private_datetime";
    match value {
        Value::Object(mut members) => match members.shift_remove(DATE) {
            Some(date) => date,
            None => Value::Object(
                members
                    .into_iter()
                    .map(|(key, value)| (key, with_dates(value)))
                    .collect(),
            ),
        },
        Value::Array(items) => items.into_iter().map(with_dates).collect(),
        other => other,
    }
}

/// A value as one word; `None` for one that counts as absent.
pub(super) fn as_word(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// Whether two values are the same; `1` and `1.0` are.
pub(super) fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(key, value)| other.get(key).is_some_and(|other| same(value, other)))
        }
        _ => one == other,
    }
}
