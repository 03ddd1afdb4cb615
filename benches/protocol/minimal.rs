//! The smallest client that gives its user typed messages. Owns: blocking reads, an envelope to tell the kind of a line,
//! then a typed and owned parse of each message. Does not own: state, tools, anything of a session.
//!
//! Two passes over each line, because a client has to know what a line is before it can know its type.

use crate::hello::{figures, initialize_line, prompt_line, start_cli};
use crate::job::{Failure, Job, Report, Seen};
use crate::process::now_ns;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::hint::black_box;
use std::io::{BufRead as _, BufReader, Write as _};

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    request_id: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "what is parsed is what is measured")]
struct Typed {
    #[serde(rename = "type")]
    kind: String,
    subtype: Option<String>,
    uuid: Option<String>,
    session_id: Option<String>,
    parent_tool_use_id: Option<String>,
    message: Option<Turn>,
    // What is inside a stream event stays as it is: most clients hand it on.
    event: Option<Box<RawValue>>,
    result: Option<String>,
    total_cost_usd: Option<f64>,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "what is parsed is what is measured")]
struct Turn {
    role: String,
    model: Option<String>,
    content: Vec<Block>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(dead_code, reason = "what is parsed is what is measured")]
enum Block {
    Text {
        text: String,
    },
    ToolUse {
        id: String,
        name: String,
        input: Value,
    },
    ToolResult {
        tool_use_id: String,
        content: Value,
        is_error: Option<bool>,
    },
    #[serde(other)]
    Other,
}

/// Does the job of one session with one typed value per message.
pub(crate) fn run(job: &Job) -> Result<Report, Failure> {
    let (mut child, mut input, output) = start_cli()?;
    let mut output = BufReader::with_capacity(64 * 1024, output);
    input.write_all(initialize_line().as_bytes())?;
    let mut seen = Seen::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        if output.read_until(b'\n', &mut line)? == 0 {
            return Err("the CLI ended before its result".into());
        }
        let text = std::str::from_utf8(&line)?;
        let envelope: Envelope<'_> = serde_json::from_str(text)?;
        match &*envelope.kind {
            "control_request" => {
                let rpc = json!({"mcp_response": {"jsonrpc": "2.0", "id": 0, "result": {}}});
                let response = json!({"subtype": "success", "request_id": envelope.request_id, "response": rpc});
                let answer = json!({"type": "control_response", "response": response});
                input.write_all(format!("{answer}\n").as_bytes())?;
            }
            "control_response" => {
                seen.initialized_ns = now_ns()?;
                input.write_all(prompt_line(&job.script)?.as_bytes())?;
            }
            "result" => {
                black_box(serde_json::from_str::<Typed>(text)?);
                seen.finished_ns = now_ns()?;
                seen.cli = figures(&line)?;
                break;
            }
            _ => {
                black_box(serde_json::from_str::<Typed>(text)?);
                seen.messages += 1;
                seen.bytes += (line.len() - 1) as u64;
            }
        }
    }
    drop(input);
    child.wait()?;
    let mut report = Report::default();
    report.add(&seen);
    Ok(report)
}
