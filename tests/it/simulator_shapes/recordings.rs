//! The fixtures as (kind, object) pairs. A frame is one pair; a tool's structured result and the payload of a control
//! response are pairs of their own, named after the tool and the request.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Every pair of every fixture.
pub(super) fn all() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/real");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "ndjson")
        })
        .collect();
    files.sort();
    assert!(files.len() > 12, "the recordings are gone");
    files.iter().flat_map(|path| one(path)).collect()
}

fn one(path: &Path) -> Vec<(String, Value)> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut context = Context::default();
    let mut pairs = Vec::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let frame = &line["msg"];
        if line["dir"] == "out" {
            if let Some(id) = frame["request_id"].as_str() {
                let subtype = text_of(&frame["request"]["subtype"]);
                context.requests.insert(id.to_owned(), subtype);
            }
        } else {
            pairs.extend(context.pairs(frame));
        }
    }
    pairs
}

/// What later frames refer to.
#[derive(Debug, Default)]
pub(super) struct Context {
    /// Our requests, by id.
    pub(super) requests: BTreeMap<String, String>,
    /// Tools, by the id of the call.
    tools: BTreeMap<String, String>,
}

impl Context {
    /// The pairs of a frame of the CLI.
    pub(super) fn pairs(&mut self, frame: &Value) -> Vec<(String, Value)> {
        let block = &frame["message"]["content"][0];
        if block["type"] == "tool_use" {
            let (id, name) = (text_of(&block["id"]), text_of(&block["name"]));
            let name = if name.starts_with("mcp__") {
                "MCP".to_owned()
            } else {
                name
            };
            self.tools.insert(id, name);
        }
        let mut frame = frame.clone();
        let mut pairs = Vec::new();
        if let Some(result) = frame.get_mut("tool_use_result").map(Value::take) {
            let id = text_of(&frame["message"]["content"][0]["tool_use_id"]);
            let tool = self.tools.get(&id).map_or("?", String::as_str);
            let status = result["status"].as_str().map(|status| format!(" {status}"));
            if result.is_object() {
                pairs.push((
                    format!("tool_use_result {tool}{}", status.unwrap_or_default()),
                    result,
                ));
            }
            frame["tool_use_result"] = Value::String(String::new());
        }
        let kind = self.kind(&frame);
        if frame["type"] == "control_response"
            && let Some(payload) = frame["response"].get_mut("response").map(Value::take)
        {
            pairs.push((format!("{kind} payload"), payload));
            frame["response"]["response"] = Value::Object(serde_json::Map::new());
        }
        if let Some(input) = frame["request"]
            .get_mut("input")
            .filter(|_| kind.starts_with("hook "))
        {
            pairs.push((format!("{kind} input"), input.take()));
            frame["request"]["input"] = Value::Object(serde_json::Map::new());
        }
        pairs.push((kind, frame));
        pairs
    }

    fn kind(&self, frame: &Value) -> String {
        let block = &frame["message"]["content"][0];
        let request = &frame["request"];
        match frame["type"].as_str().unwrap_or("?") {
            "control_request" => match request["subtype"].as_str().unwrap_or("?") {
                "mcp_message" => format!("mcp {}", text_of(&request["message"]["method"])),
                "hook_callback" => {
                    format!("hook {}", text_of(&request["input"]["hook_event_name"]))
                }
                subtype => subtype.to_owned(),
            },
            "control_response" => {
                let response = &frame["response"];
                let id = text_of(&response["request_id"]);
                let asked = self.requests.get(&id).map_or("?", String::as_str);
                format!("{} of {asked}", text_of(&response["subtype"]))
            }
            "stream_event" => format!("stream {}", text_of(&frame["event"]["type"])),
            "assistant" if frame["message"]["model"] == "<synthetic>" => {
                let error = if frame.get("error").is_some() {
                    "error"
                } else {
                    "local command"
                };
                format!("assistant {error}")
            }
            kind @ ("assistant" | "user") => {
                let content = block["type"].as_str().unwrap_or("plain");
                format!("{kind} {content}")
            }
            kind => match frame["subtype"].as_str() {
                Some(subtype) => format!("{kind} {subtype}"),
                None => kind.to_owned(),
            },
        }
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or("?").to_owned()
}
