//! PURE. What can be copied of an item. Owns: the texts. Does not own: the clipboard (`work`).

use crate::session::{Item, ItemKind, ToolCall};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use serde_json::{Value, json};

/// A block of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// Its language or what it is, as far as that is told.
    pub what: String,
    /// The code, exactly.
    pub text: String,
}

/// The item as plain text, and what it is called: a message, or what a tool gave back.
pub fn plain(item: &Item) -> Option<(String, &'static str)> {
    let (text, what) = match &item.kind {
        ItemKind::Prompt(prompt) => (prompt.text.clone(), "the prompt"),
        ItemKind::Text { text, .. }
        | ItemKind::Synthetic { text }
        | ItemKind::Replayed { text } => (text.clone(), "the message"),
        ItemKind::Thinking { text, .. } => (text.clone(), "the thinking"),
        ItemKind::Tool(call) => tool(call),
        ItemKind::ApiError { text, .. } => (text.clone(), "the error"),
        ItemKind::Notice { text, .. } => (text.clone(), "the notice"),
        ItemKind::TurnEnd { text, .. } => (text.clone(), "the result"),
        ItemKind::Unknown(value) => (value.to_string(), "the block"),
        ItemKind::Interrupted { .. } | ItemKind::Compacted { .. } | ItemKind::Reset => return None,
    };
    (!text.is_empty()).then_some((text, what))
}

fn tool(call: &ToolCall) -> (String, &'static str) {
    let output = call
        .result
        .as_ref()
        .map(|result| result.content.plain_text());
    match (output.filter(|output| !output.is_empty()), command(call)) {
        (Some(output), _) => (output, "the output"),
        (None, Some(command)) => (command.to_owned(), "the command"),
        (None, None) => (call.input.to_string(), "the input"),
    }
}

fn command(call: &ToolCall) -> Option<&str> {
    call.input.get("command").and_then(Value::as_str)
}

/// The command of an item.
pub fn command_of(item: &Item) -> Option<&str> {
    command(item.tool()?)
}

/// Whether there is code in an item: a cheap answer, for what can be done now.
pub fn has_code(item: &Item) -> bool {
    match &item.kind {
        ItemKind::Tool(_) => !code(item).is_empty(),
        ItemKind::Text { text, .. }
        | ItemKind::Synthetic { text }
        | ItemKind::Replayed { text } => {
            let finds = |mark: &[u8]| memchr::memmem::find(text.as_bytes(), mark).is_some();
            finds(b"```") || finds(b"~~~") || finds(b"\n    ")
        }
        _ => false,
    }
}

/// The blocks of code in an item, in their order.
pub fn code(item: &Item) -> Vec<Code> {
    match &item.kind {
        ItemKind::Text { text, .. }
        | ItemKind::Synthetic { text }
        | ItemKind::Replayed { text } => fenced(text),
        ItemKind::Tool(call) => {
            let fields = ["command", "content", "new_string", "new_source", "plan"];
            let edits = call.input.get("edits").and_then(Value::as_array);
            let edits = edits.into_iter().flatten();
            std::iter::once(&call.input)
                .chain(edits)
                .flat_map(|input| fields.map(|field| (field, input.get(field))))
                .filter_map(|(field, value)| {
                    let text = value?.as_str().filter(|text| !text.is_empty())?;
                    Some(Code {
                        what: field.to_owned(),
                        text: text.to_owned(),
                    })
                })
                .collect()
        }
        _ => Vec::new(),
    }
}

fn fenced(text: &str) -> Vec<Code> {
    let mut blocks = Vec::new();
    let mut open: Option<Code> = None;
    for event in Parser::new(text) {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let what = match kind {
                    CodeBlockKind::Fenced(language) => language.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                open = Some(Code {
                    what,
                    text: String::new(),
                });
            }
            Event::Text(part) => {
                if let Some(code) = &mut open {
                    code.text.push_str(&part);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                blocks.extend(open.take().filter(|code| !code.text.is_empty()));
            }
            _ => {}
        }
    }
    blocks
}

/// The item as JSON, for people who want everything that is known of it.
pub fn raw(item: &Item) -> String {
    let mut value = json!({
        "number": item.number,
        "seq": item.seq,
        "at": item.at.to_string(),
    });
    let more = match &item.kind {
        ItemKind::Prompt(prompt) => json!({
            "kind": "prompt",
            "text": prompt.text,
            "attachments": prompt.attachments,
            "fate": format!("{:?}", prompt.fate).to_lowercase(),
        }),
        ItemKind::Text { text, aborted } => {
            json!({"kind": "text", "text": text, "aborted": aborted})
        }
        ItemKind::Thinking {
            text,
            duration_ms,
            redacted,
        } => {
            json!({"kind": "thinking", "text": text, "duration_ms": duration_ms, "redacted": redacted})
        }
        ItemKind::Tool(call) => raw_tool(call),
        ItemKind::Synthetic { text } => json!({"kind": "synthetic", "text": text}),
        ItemKind::Replayed { text } => json!({"kind": "replayed", "text": text}),
        ItemKind::Interrupted { in_tool } => json!({"kind": "interrupted", "in_tool": in_tool}),
        ItemKind::ApiError {
            error,
            status,
            text,
        } => {
            json!({"kind": "api_error", "error": error, "status": status, "text": text})
        }
        ItemKind::Compacted { trigger } => json!({"kind": "compacted", "trigger": trigger}),
        ItemKind::Reset => json!({"kind": "reset"}),
        ItemKind::Notice { level, text } => {
            json!({"kind": "notice", "level": level, "text": text})
        }
        ItemKind::TurnEnd { outcome, text } => {
            json!({"kind": "turn_end", "outcome": outcome.as_str(), "text": text})
        }
        ItemKind::Unknown(block) => json!({"kind": "unknown", "block": block}),
    };
    let ids = [
        ("parent_tool_use_id", &item.parent),
        ("message_id", &item.message_id),
        ("uuid", &item.uuid),
    ];
    if let (Value::Object(fields), Value::Object(more)) = (&mut value, more) {
        for (name, id) in ids {
            if let Some(id) = id {
                fields.insert(name.to_owned(), json!(id));
            }
        }
        fields.extend(more);
    }
    format!("{value:#}")
}

fn raw_tool(call: &ToolCall) -> Value {
    let result = call.result.as_ref().map(|result| {
        json!({
            "content": &*result.content,
            "is_error": result.is_error,
            "structured": result.structured,
        })
    });
    json!({
        "kind": "tool",
        "id": call.id,
        "name": call.name,
        "input": call.input,
        "started": call.started.to_string(),
        "ended": call.ended.map(|ended| ended.to_string()),
        "result": result,
        "decision": call.decision,
        "not_executed": call.not_executed,
    })
}
