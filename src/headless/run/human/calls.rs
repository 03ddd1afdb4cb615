//! PURE. A tool call in a few words. Owns: which part of an input says what the call does. Does not own: its outcome.

use crate::headless::sanitise;
use serde_json::Value;

/// How much of a call is shown.
const SHOWN: usize = 120;

/// What a call does, on one line, safe to print; empty if its input says nothing.
pub(in crate::headless::run) fn brief(name: &str, input: &Value) -> String {
    let text = |key: &str| input.get(key).and_then(Value::as_str);
    let said = match name {
        "Bash" | "BashOutput" | "KillShell" => text("command").map(str::to_owned),
        "Read" | "Write" | "Edit" | "MultiEdit" | "NotebookEdit" | "NotebookRead" => {
            text("file_path")
                .or_else(|| text("notebook_path"))
                .map(str::to_owned)
        }
        "Grep" | "Glob" => text("pattern").map(|pattern| match text("path") {
            Some(path) => format!("{pattern} in {path}"),
            None => pattern.to_owned(),
        }),
        "WebFetch" => text("url").map(str::to_owned),
        "WebSearch" => text("query").map(str::to_owned),
        "Task" | "Agent" => text("description").map(|what| match text("subagent_type") {
            Some(kind) => format!("{what} ({kind})"),
            None => what.to_owned(),
        }),
        "Skill" => text("skill").or_else(|| text("command")).map(str::to_owned),
        "TodoWrite" => input
            .get("todos")
            .and_then(Value::as_array)
            .map(|todos| format!("{} entries", todos.len())),
        _ => None,
    };
    let said = said.unwrap_or_else(|| arguments(input));
    clip(sanitise(said.trim()).trim(), SHOWN)
}

/// `a=15 b="x y"`: the arguments of any other tool.
fn arguments(input: &Value) -> String {
    let Some(object) = input.as_object() else {
        return if input.is_null() {
            String::new()
        } else {
            input.to_string()
        };
    };
    let pairs = object.iter().map(|(key, value)| match value {
        Value::String(text) if !text.contains([' ', '"', '\n']) && !text.is_empty() => {
            format!("{key}={text}")
        }
        other => format!("{key}={other}"),
    });
    pairs.collect::<Vec<_>>().join(" ")
}

/// At most so many characters, with a `…` for the rest.
pub(in crate::headless::run) fn clip(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_tool_is_told_by_what_it_does() {
        let cases = [
            ("Bash", json!({"command": "ls\nrm x"}), r"ls\nrm x"),
            (
                "Write",
                json!({"file_path": "/a/b", "content": "long"}),
                "/a/b",
            ),
            ("Grep", json!({"pattern": "fn", "path": "src"}), "fn in src"),
            (
                "Agent",
                json!({"description": "look", "subagent_type": "scout"}),
                "look (scout)",
            ),
            ("TodoWrite", json!({"todos": [1, 2]}), "2 entries"),
            (
                "mcp__calc__add",
                json!({"a": 15, "b": "x", "c": "x y"}),
                r#"a=15 b=x c="x y""#,
            ),
            ("Bash", json!({"command": 5}), "command=5"),
            ("Other", json!(null), ""),
            ("Other", json!([1]), "[1]"),
            ("Bash", json!({"command": "\u{1b}[2J"}), r"\e[2J"),
        ];
        for (name, input, said) in cases {
            assert_eq!(brief(name, &input), said);
        }
        let long = brief("Bash", &json!({"command": "x".repeat(500)}));
        assert_eq!(long.chars().count(), SHOWN + 1);
    }
}
