//! PURE. What the `Agent` tool gives back: at once when the agent goes to the background, at its end otherwise.

use super::{Output, json};
use crate::simulator::frames::Tokens;

/// What a sub-agent did.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AgentReport<'a> {
    /// Its id.
    pub agent_id: &'a str,
    /// Its kind.
    pub agent_type: &'a str,
    /// A few words.
    pub description: &'a str,
    /// What it was told.
    pub prompt: &'a str,
    /// Its model.
    pub model: &'a str,
    /// Its last words.
    pub text: &'a str,
    /// The names of the tools it called, one for each call.
    pub tools: &'a [String],
    /// What it used.
    pub tokens: Tokens,
    /// How long it worked.
    pub duration_ms: u64,
}

/// A background agent has started; its output will be in `output_file`.
pub fn agent_launched(report: &AgentReport<'_>, output_file: &str) -> Output {
    let text = format!(
        "Async agent launched successfully. (agentId: {}) It works in the background; you will be told when it is done. Its output: {output_file}",
        report.agent_id
    );
    let structured = json!({
        "isAsync": true,
        "status": "async_launched",
        "agentId": report.agent_id,
        "description": report.description,
        "resolvedModel": report.model,
        "prompt": report.prompt,
        "outputFile": output_file,
        "canReadOutputFile": true,
        "canContinueAgent": true,
    });
    Output::new(json!([{ "type": "text", "text": text }]), structured)
}

/// A foreground agent is done.
pub fn agent_completed(report: &AgentReport<'_>) -> Output {
    let count = |names: &[&str]| {
        report
            .tools
            .iter()
            .filter(|tool| names.contains(&tool.as_str()))
            .count()
    };
    let mut used: Vec<&String> = Vec::new();
    for tool in report.tools {
        if !used.contains(&tool) {
            used.push(tool);
        }
    }
    let (read, search, bash, edit) = (
        count(&["Read"]),
        count(&["Glob", "Grep"]),
        count(&["Bash"]),
        count(&["Edit", "Write", "NotebookEdit"]),
    );
    let text = format!(
        "[Subagent hand-back] (agentId: {})\n{}",
        report.agent_id, report.text
    );
    let structured = json!({
        "status": "completed",
        "prompt": report.prompt,
        "agentId": report.agent_id,
        "agentType": report.agent_type,
        "toolsUsed": used,
        "harnessNoteCount": 0,
        "harnessTailCount": 0,
        "harnessSectionHash": "b1c243e7a7972c72",
        "content": [{ "type": "text", "text": report.text }],
        "resolvedModel": report.model,
        "totalDurationMs": report.duration_ms,
        "totalTokens": report.tokens.total(),
        "totalToolUseCount": report.tools.len(),
        "usage": report.tokens.in_full(),
        "toolStats": {
            "readCount": read,
            "searchCount": search,
            "bashCount": bash,
            "editFileCount": edit,
            "linesAdded": 0,
            "linesRemoved": 0,
            "otherToolCount": report.tools.len() - read - search - bash - edit,
        },
        "canContinueAgent": true,
    });
    Output::new(json!([{ "type": "text", "text": text }]), structured)
}
