//! Takes out of a frame what belongs to this machine or is only long: paths, ports, process ids, lists, prose.

use crate::support::Sandbox;
use serde_json::{Value, json};

const LONG_TEXT: usize = 160;
const LONG_LIST: usize = 2;
/// Lists of which the first entries say it all.
const LISTS: &[&str] = &[
    "commands",
    "models",
    "slash_commands",
    "skills",
    "gridRows",
    "eventCatalog",
    "skillFrontmatter",
];

/// A frame that could have come from any machine.
pub(super) fn scrub(frame: &Value, sandbox: &Sandbox) -> Value {
    scrub_to(frame, sandbox, LONG_TEXT, 60)
}

/// The same, where a text of this length is not long yet, and so much is kept of one that is.
pub(super) fn scrub_to(frame: &Value, sandbox: &Sandbox, long: usize, kept: usize) -> Value {
    let places = places(sandbox);
    walk(frame, "", &|text| {
        let text = without_script(&without_places(text, &places));
        if text.contains("/cc-socks/") {
            return "/home/dev/.cache/cc-socks/4242.sock".to_owned();
        }
        if text.chars().count() > long && !text.starts_with("/home/dev") {
            let start: String = text.chars().take(kept).collect();
            return format!("{start} [...]");
        }
        text.replace("/claude-0/", "/claude/")
    })
}

/// A line that is no JSON, without the places of this machine.
pub(super) fn scrub_text(line: &str, sandbox: &Sandbox) -> String {
    without_places(line, &places(sandbox))
}

fn without_places(text: &str, places: &[(String, String)]) -> String {
    let mut text = text.to_owned();
    for (from, to) in places {
        text = text.replace(from, to);
    }
    text
}

/// The paths of a sandbox, and what they are called instead.
fn places(sandbox: &Sandbox) -> [(String, String); 5] {
    let root = sandbox.root().display().to_string();
    let slug = |path: &str| -> String {
        path.chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .collect()
    };
    [
        (format!("{root}/project"), "/home/dev/project".to_owned()),
        (format!("{root}/home"), "/home/dev".to_owned()),
        (format!("{root}/tmp"), "/home/dev/.cache".to_owned()),
        (
            slug(&format!("{root}/project")),
            "-home-dev-project".to_owned(),
        ),
        (root, "/home".to_owned()),
    ]
}

/// The script for the model is no part of what a person would have written.
fn without_script(text: &str) -> String {
    match text.split_once("@@SCRIPT") {
        Some((before, _)) => before.trim_end().to_owned(),
        None => text.to_owned(),
    }
}

fn walk(value: &Value, key: &str, clean: &dyn Fn(&str) -> String) -> Value {
    match value {
        // A path may be cut in two here, so that nothing is left to recognise.
        Value::String(_) if key == "partial_json" => json!("{"),
        Value::String(text) => json!(clean(text)),
        Value::Number(_) if key == "pid" => json!(4242),
        Value::Array(list) => {
            let keep = if LISTS.contains(&key) {
                LONG_LIST
            } else {
                usize::MAX
            };
            let rows = list
                .iter()
                .enumerate()
                .filter(|(at, row)| *at < keep || is_new(list, *at, row));
            rows.map(|(_, row)| row)
                .map(|row| walk(row, "", clean))
                .map(|row| described(row, key))
                .collect()
        }
        Value::Object(map) => {
            let entries = map
                .iter()
                .map(|(key, value)| (key.clone(), walk(value, key, clean)));
            Value::Object(entries.collect())
        }
        other => other.clone(),
    }
}

/// What the CLI says about its own commands, agents and models is its prose; the shape is all that is kept.
fn described(mut row: Value, list: &str) -> Value {
    if matches!(list, "commands" | "agents" | "models" | "eventCatalog") {
        for key in ["description", "summary"] {
            if let Some(text) = row.get_mut(key) {
                *text = json!("Described.");
            }
        }
    }
    row
}

/// Whether a row has keys that no row before it has, so that it says something about the shape.
fn is_new(list: &[Value], at: usize, row: &Value) -> bool {
    let keys = |row: &Value| -> Vec<String> {
        let map = row.as_object().map(|map| map.keys().cloned().collect());
        let mut keys: Vec<String> = map.unwrap_or_default();
        keys.sort();
        keys
    };
    row.is_object() && list.iter().take(at).all(|other| keys(other) != keys(row))
}
