//! PURE. `user` as the CLI sends it: tool results, interrupt markers, echoes of prompts, and what it adds itself.

use super::stamp::{place, put, put_some, sign};
use super::{Stamp, SubAgent};
use serde_json::{Value, json};

/// What the model is told when a person stops it at a tool call.
pub const REJECTED: &str = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";

/// How it came that a call ran, or did not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Decision {
    /// Whether it was allowed; `None` when nobody decided (a call that an interrupt cut off).
    pub accepted: Option<bool>,
    /// `user_temporary`, `user_permanent`, `user_reject`, `config`, `hook`.
    pub source: Option<String>,
    /// `rule`, `mode`, `hook`, `subcommandResults`, `other`, `classifier`, …
    pub reason_type: Option<String>,
    /// Why it never ran: `permission-rule`, `user-rejected`, `cancelled`, `interrupted`, …
    pub not_run: Option<String>,
}

impl Decision {
    /// It ran: by whom, and for what kind of reason.
    pub fn accept(source: &str, reason_type: Option<&str>) -> Self {
        Self {
            accepted: Some(true),
            source: Some(source.to_owned()),
            reason_type: reason_type.map(str::to_owned),
            not_run: None,
        }
    }

    /// It was refused: by whom, and for what kind of reason.
    pub fn reject(source: &str, reason_type: Option<&str>) -> Self {
        Self {
            accepted: Some(false),
            source: Some(source.to_owned()),
            reason_type: reason_type.map(str::to_owned),
            not_run: Some("permission-rule".to_owned()),
        }
    }

    /// It never ran, and nobody decided so: `user-rejected` for what an interrupt swept away.
    pub fn swept(kind: &str) -> Self {
        Self {
            not_run: Some(kind.to_owned()),
            ..Self::default()
        }
    }

    fn to_wire(&self, id: &str) -> Value {
        let mut meta = json!({ "id": id });
        put_some(&mut meta, "non_execution_kind", self.not_run.as_deref());
        if let Some(accepted) = self.accepted {
            let word = if accepted { "accept" } else { "reject" };
            let mut decision = json!({ "decision": word });
            put_some(&mut decision, "source", self.source.as_deref());
            put_some(&mut decision, "reason_type", self.reason_type.as_deref());
            put(&mut meta, "permission_decision", decision);
        }
        meta
    }
}

/// What came of a tool call.
#[derive(Debug, Clone, Default)]
pub struct ToolResult<'a> {
    /// The call.
    pub tool_use_id: &'a str,
    /// A text, or a list of blocks.
    pub content: Value,
    /// `is_error`; some tools leave it out.
    pub is_error: Option<bool>,
    /// `tool_use_result`; left out inside sub-agents.
    pub structured: Option<Value>,
    /// How it was decided.
    pub decision: Decision,
    /// The sub-agent that made the call, if one did.
    pub agent: Option<&'a SubAgent>,
}

/// A tool result.
pub fn tool_result(stamp: &Stamp, result: &ToolResult<'_>) -> Value {
    let mut block = json!({
        "tool_use_id": result.tool_use_id,
        "type": "tool_result",
        "content": result.content,
    });
    put_some(&mut block, "is_error", result.is_error);
    let mut frame = message(stamp, &json!([block]), result.agent);
    if result.agent.is_none() {
        put_some(&mut frame, "tool_use_result", result.structured.clone());
    }
    let meta = json!([result.decision.to_wire(result.tool_use_id)]);
    put(&mut frame, "tool_result_meta", meta);
    frame
}

/// A failed or refused call: the text for the model, and `Error: text` beside it.
pub fn failed<'a>(tool_use_id: &'a str, text: &str, decision: Decision) -> ToolResult<'a> {
    ToolResult {
        tool_use_id,
        content: json!(text),
        is_error: Some(true),
        structured: Some(json!(format!("Error: {text}"))),
        decision,
        agent: None,
    }
}

/// A call that an interrupt, or a denial that ends the turn, swept away before it ran.
pub fn rejected(tool_use_id: &str) -> ToolResult<'_> {
    ToolResult {
        structured: Some(json!("User rejected tool use")),
        ..failed(tool_use_id, REJECTED, Decision::swept("user-rejected"))
    }
}

/// `[Request interrupted by user]`, or that with ` for tool use`.
pub fn interrupted(stamp: &Stamp, for_tool_use: bool) -> Value {
    let text = if for_tool_use {
        "[Request interrupted by user for tool use]"
    } else {
        "[Request interrupted by user]"
    };
    message(stamp, &json!([{ "type": "text", "text": text }]), None)
}

/// What a sub-agent is told.
pub fn agent_prompt(stamp: &Stamp, prompt: &str, agent: &SubAgent) -> Value {
    let content = json!([{ "type": "text", "text": prompt }]);
    message(stamp, &content, Some(agent))
}

/// An accepted prompt comes back. The stamp's uuid is the prompt's own if it had one.
pub fn replay(stamp: &Stamp, content: &Value) -> Value {
    let mut frame = message(stamp, content, None);
    put(&mut frame, "isReplay", true);
    frame
}

/// What a local command says: `<local-command-stdout>…`.
pub fn local_output(stamp: &Stamp, text: &str) -> Value {
    let text = format!("<local-command-stdout>{text}</local-command-stdout>");
    replay(stamp, &json!(text))
}

/// Text that the CLI puts into the conversation: the summary after a compaction, what a stop hook wants, …
pub fn synthetic(stamp: &Stamp, text: &str) -> Value {
    let mut frame = message(stamp, &json!(text), None);
    put(&mut frame, "isReplay", false);
    put(&mut frame, "isSynthetic", true);
    frame
}

fn message(stamp: &Stamp, content: &Value, agent: Option<&SubAgent>) -> Value {
    let mut frame = json!({
        "type": "user",
        "message": { "role": "user", "content": content },
    });
    place(&mut frame, agent);
    let mut frame = sign(frame, stamp);
    put(&mut frame, "timestamp", stamp.at.as_str());
    frame
}
