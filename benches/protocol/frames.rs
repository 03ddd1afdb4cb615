//! The messages the stand-in CLI sends. Owns: their shapes and sizes, the mix, ids that never repeat.
//! Does not own: when they are sent (`cli`).

use crate::job::{Failure, Figures};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The session all messages belong to.
const SESSION: &str = "0b0e2a3c-90a1-4c55-8f0e-5d2f6f1c7a11";

/// Where a template takes its number; as long as the number is written.
const MARK: &str = "@@@@@@@@@@@@";

/// A text with characters of one to four bytes, some of them combined.
pub(crate) const MANY_BYTES: &str =
    "plain, é ü ß, Ωμέγα, → ⇒, 日本語, 한국어, 🦀🚀, e\u{301}, 👩\u{200d}💻, \u{feff}end";

/// One hundred messages in the usual mix, with new ids each time around: 94 stream deltas, 5 assistant messages of
/// 2 KB, 1 tool result of 50 KB that answers the call in one of them.
#[derive(Debug)]
pub(crate) struct Mix {
    templates: Vec<Template>,
    sent: u64,
}

#[derive(Debug)]
struct Template {
    line: Vec<u8>,
    marks: Vec<usize>,
}

impl Mix {
    pub(crate) fn new() -> Result<Self, Failure> {
        let templates = (0..100).map(template).collect::<Result<_, _>>()?;
        Ok(Self { templates, sent: 0 })
    }

    /// Appends the next line with its line end.
    pub(crate) fn next_into(&mut self, out: &mut Vec<u8>) {
        let period = self.sent / 100;
        let place = usize::try_from(self.sent % 100).unwrap_or_default();
        self.sent += 1;
        let Some(template) = self.templates.get(place) else {
            return;
        };
        let begin = out.len();
        out.extend_from_slice(&template.line);
        let number = format!("{period:012}");
        for mark in &template.marks {
            let at = begin + mark;
            if let Some(place) = out.get_mut(at..at + MARK.len()) {
                place.copy_from_slice(number.as_bytes());
            }
        }
    }
}

fn template(place: u32) -> Result<Template, Failure> {
    let uuid = format!("{place:08x}-1d3c-4b6a-9e55-{MARK}");
    let message = match place {
        57 => tool_result(&uuid),
        7 | 27 | 47 | 67 | 87 => assistant(&uuid, &prose(1500), place == 47),
        _ => delta(&uuid, place),
    };
    let line = line(&message)?;
    let marks = memchr::memmem::find_iter(&line, MARK).collect();
    Ok(Template { line, marks })
}

/// A message as a line with its line end.
pub(crate) fn line(message: &Value) -> Result<Vec<u8>, Failure> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}

fn delta(uuid: &str, place: u32) -> Value {
    const PIECES: [&str; 7] = [
        "A line ",
        "ends ",
        "where ",
        "its `\\n` is",
        ", ",
        "größer",
        ".\n\n",
    ];
    let text = PIECES.iter().cycle().nth(place as usize);
    json!({
        "type": "stream_event",
        "event": {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}},
        "session_id": SESSION, "parent_tool_use_id": null, "uuid": uuid,
    })
}

/// A finished message of the model with this text.
pub(crate) fn assistant(uuid: &str, text: &str, call: bool) -> Value {
    let mut content = vec![json!({"type": "text", "text": text})];
    if call {
        let input = json!({"file_path": "/srv/app/src/lib.rs", "offset": 1, "limit": 400});
        content.push(json!({"type": "tool_use", "id": format!("toolu_{MARK}"), "name": "Read", "input": input}));
    }
    json!({
        "type": "assistant",
        "message": {
            "id": format!("msg_{uuid}"), "type": "message", "role": "assistant", "model": "stand-in",
            "content": content, "stop_reason": null, "stop_sequence": null,
            "usage": {
                "input_tokens": 9, "output_tokens": 31, "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": 4096, "service_tier": "standard",
            },
        },
        "parent_tool_use_id": null, "session_id": SESSION, "uuid": uuid,
    })
}

fn tool_result(uuid: &str) -> Value {
    let mut source = String::new();
    let mut number = 1;
    while source.len() < 48_000 {
        let _ = writeln!(
            source,
            "{number:5}\tlet part_{number} = read(\"{}\", &mut state)?; // {}",
            number * 7919,
            number * 31
        );
        number += 1;
    }
    let block =
        json!({"type": "tool_result", "tool_use_id": format!("toolu_{MARK}"), "content": source});
    json!({
        "type": "user", "message": {"role": "user", "content": [block]},
        "parent_tool_use_id": null, "session_id": SESSION, "uuid": uuid,
    })
}

fn prose(bytes: usize) -> String {
    const SENTENCE: &str = "The reader takes what is there, looks for \"line ends\" and keeps the rest; 64 KiB at most, \
                            naïve or not → nothing is copied twice.\n";
    SENTENCE.repeat(bytes / SENTENCE.len() + 1)
}

/// The first message of a session.
pub(crate) fn init(servers: &[String]) -> Value {
    let servers: Vec<Value> = servers
        .iter()
        .map(|name| json!({"name": name, "status": "connected"}))
        .collect();
    json!({
        "type": "system", "subtype": "init", "cwd": "/srv/app", "session_id": SESSION,
        "tools": ["Bash", "Read", "Edit", "mcp__calc__add"], "mcp_servers": servers, "model": "stand-in",
        "permissionMode": "default", "slash_commands": ["compact"], "apiKeySource": "none",
        "claude_code_version": "2.1.0", "output_style": "default", "agents": [], "skills": [], "plugins": [],
        "uuid": "ffffffff-1d3c-4b6a-9e55-000000000001",
    })
}

/// The last message of a turn. Its text is what was measured.
pub(crate) fn result(figures: &Figures) -> Result<Value, Failure> {
    Ok(json!({
        "type": "result", "subtype": "success", "is_error": false, "duration_ms": 1, "duration_api_ms": 1,
        "num_turns": 1, "result": serde_json::to_string(figures)?, "session_id": SESSION, "total_cost_usd": 0.0,
        "stop_reason": "end_turn", "usage": {"input_tokens": 9, "output_tokens": 31}, "modelUsage": {},
        "permission_denials": [], "uuid": "ffffffff-1d3c-4b6a-9e55-000000000002",
    }))
}
