//! What objects of a kind look like: learned from examples, compared with others.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Keys whose values are anybody's business: what a model or a client made up.
const FREE: &[&str] = &[
    "input",
    "tool_input",
    "arguments",
    "answers",
    "structured_output",
    "by_type",
    "mcp_response",
    "inputSchema",
    "memory_paths",
    "annotations",
];

/// One level: how often it was seen, and its keys.
#[derive(Debug, Default)]
pub(super) struct Shape {
    seen: usize,
    keys: BTreeMap<String, Key>,
}

#[derive(Debug, Default)]
struct Key {
    seen: usize,
    types: BTreeSet<&'static str>,
    /// Of objects, and of the objects in a list.
    inside: Shape,
}

impl Shape {
    /// Takes an example in.
    pub(super) fn learn(&mut self, example: &Value) {
        let Value::Object(map) = example else { return };
        self.seen += 1;
        let by_name = is_by_name(map.keys());
        for (name, value) in map {
            let name = if by_name { "*" } else { name.as_str() };
            let key = self.keys.entry(name.to_owned()).or_default();
            key.seen += 1;
            key.types.insert(type_of(value));
            if FREE.contains(&name) {
                continue;
            }
            match value {
                Value::Array(list) => list.iter().for_each(|entry| key.inside.learn(entry)),
                other => key.inside.learn(other),
            }
        }
    }

    /// What is different, one line each.
    pub(super) fn compare(&self, ours: &Value) -> Vec<String> {
        let mut findings = Vec::new();
        self.compare_at("", ours, &mut findings);
        findings.dedup();
        findings
    }

    fn compare_at(&self, place: &str, ours: &Value, findings: &mut Vec<String>) {
        let Value::Object(map) = ours else { return };
        let by_name = is_by_name(map.keys());
        let mut places: Vec<String> = Vec::new();
        for (name, key) in &self.keys {
            if key.seen == self.seen && name != "*" && !map.contains_key(name) {
                places.push(format!("{place}.{name} is missing"));
            }
        }
        for (name, value) in map {
            let name = if by_name { "*" } else { name.as_str() };
            let here = format!("{place}.{name}");
            let Some(key) = self.keys.get(name) else {
                places.push(format!("{here} is never sent by the real CLI"));
                continue;
            };
            if !key.types.contains(type_of(value)) {
                let types: Vec<String> = key.types.iter().map(|word| format!("a {word}")).collect();
                let (is, types) = (type_of(value), types.join(" or "));
                places.push(format!("{here} is a {is}, and {types} in the real CLI"));
            } else if !FREE.contains(&name) {
                match value {
                    Value::Array(list) if key.inside.seen > 0 => {
                        for entry in list {
                            let here = format!("{here}[]");
                            key.inside.compare_at(&here, entry, &mut places);
                        }
                    }
                    other => key.inside.compare_at(&here, other, &mut places),
                }
            }
        }
        places.sort();
        findings.extend(places);
    }
}

/// Objects whose keys are names of models or servers, not fields.
fn is_by_name<'a>(keys: impl Iterator<Item = &'a String>) -> bool {
    let mut keys = keys.peekable();
    keys.peek().is_some() && keys.all(|key| key.starts_with("claude-"))
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    }
}
