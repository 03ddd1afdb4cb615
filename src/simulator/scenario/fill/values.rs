//! What is known while a scenario is played. Owns: names and their values, dots into them, and how they read in a text.

use indexmap::IndexMap;
use serde_json::Value;

/// Names and what they stand for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Values(IndexMap<String, Value>);

impl Values {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps a value under a name, in place of what was there.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        self.0.insert(name.into(), value.into());
    }

    /// Takes over what others know.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// The value of a name, or of a part of it: `input.todos.0.content`.
    pub fn get(&self, path: &str) -> Option<&Value> {
        let mut parts = path.split('.');
        let first = self.0.get(parts.next()?)?;
        parts.try_fold(first, |value, part| match value {
            Value::Array(items) => items.get(part.parse::<usize>().ok()?),
            other => other.get(part),
        })
    }
}

/// As a person would write it: strings without quotes, lists and tables without brackets.
pub(super) fn in_words(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(in_words).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let fields = fields.iter();
            let words = fields.map(|(name, field)| format!("{name}: {}", in_words(field)));
            words.collect::<Vec<_>>().join("; ")
        }
        other => other.to_string(),
    }
}
