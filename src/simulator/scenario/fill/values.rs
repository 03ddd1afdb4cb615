//! What is known while a scenario is played. Owns: names and their values, dots into them, and how they read in a text.

use indexmap::IndexMap;
use serde_json::Value;
use std::borrow::Cow;

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
        let (name, inside) = split(path);
        part(self.0.get(name)?, inside)
    }

    /// As `get`, and parts of a text that is JSON: what a tool gives back is text, whatever it says.
    pub(super) fn look(&self, path: &str) -> Option<Cow<'_, Value>> {
        if let Some(value) = self.get(path) {
            return Some(Cow::Borrowed(value));
        }
        let (name, inside) = split(path);
        let written: Value = serde_json::from_str(self.0.get(name)?.as_str()?).ok()?;
        part(&written, inside).cloned().map(Cow::Owned)
    }
}

fn split(path: &str) -> (&str, Option<&str>) {
    match path.split_once('.') {
        Some((name, inside)) => (name, Some(inside)),
        None => (path, None),
    }
}

fn part<'a>(value: &'a Value, path: Option<&str>) -> Option<&'a Value> {
    let mut parts = path.into_iter().flat_map(|path| path.split('.'));
    parts.try_fold(value, |value, part| match value {
        Value::Array(items) => items.get(part.parse::<usize>().ok()?),
        other => other.get(part),
    })
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
