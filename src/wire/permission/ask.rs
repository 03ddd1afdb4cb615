//! PURE. The `can_use_tool` request and which of its three kinds it is: a tool call, questions, or a plan.
//!
//! Decoding an object never fails: fields that are missing or of a wrong type read as absent and stay in `extra`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{AskUserQuestion, PermissionUpdate, PlanProposal};
use crate::wire::fields::{Extra, take, take_or_default, take_value};

/// The CLI asks whether a tool may run.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(from = "Extra")]
pub struct CanUseTool {
    /// The tool; empty if the CLI did not say.
    pub tool_name: String,
    /// Short label.
    pub display_name: Option<String>,
    /// The full input.
    pub input: Value,
    /// The call; empty if the CLI did not say.
    pub tool_use_id: String,
    /// One line about the call.
    pub description: Option<String>,
    /// Ready-made "always allow" choices.
    pub permission_suggestions: Vec<PermissionUpdate>,
    /// The path that caused the question.
    pub blocked_path: Option<String>,
    /// Why the CLI asks.
    pub decision_reason: Option<String>,
    /// Kind of that reason: `rule`, `mode`, `hook`, `workingDir`, `safetyCheck`, `other` …
    pub decision_reason_type: Option<String>,
    /// Event of the hook that wants the question.
    pub decision_reason_hook_event: Option<String>,
    /// Where that hook is configured.
    pub decision_reason_hook_source: Option<String>,
    /// Where the rule that wants the question is configured.
    pub decision_reason_rule_source: Option<String>,
    /// A classifier may approve it.
    pub classifier_approvable: Option<bool>,
    /// The server of an MCP tool.
    pub mcp_server: Option<McpServerRef>,
    /// The server's policy wants the question.
    pub server_policy_ask_only: Option<bool>,
    /// A person must look at it: no one-key yes.
    pub requires_user_interaction: bool,
    /// The sub-agent that asks; also its task id.
    pub agent_id: Option<String>,
    /// Do not offer "always allow".
    pub suppress_always_allow_rule: Option<bool>,
    /// "No" is the default choice.
    pub default_to_no: Option<bool>,
    /// The ask rule that matched.
    pub matched_ask_rule: Option<Value>,
    /// Heading for the question.
    pub title: Option<String>,
    /// Everything else.
    pub extra: Extra,
}

/// The server of an MCP tool.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct McpServerRef {
    /// The key it is configured under.
    pub name: String,
    /// Where it is configured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What a permission request is really about.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
    /// May this tool run?
    Tool,
    /// The model has questions for the user.
    Question(AskUserQuestion),
    /// The model proposes a plan.
    Plan(PlanProposal),
}

impl CanUseTool {
    /// Which kind it is. Questions in a shape we cannot show are treated as a plain tool call.
    pub fn kind(&self) -> Ask {
        match self.tool_name.as_str() {
            "AskUserQuestion" => {
                AskUserQuestion::from_input(&self.input).map_or(Ask::Tool, Ask::Question)
            }
            "ExitPlanMode" => Ask::Plan(PlanProposal::from_input(&self.input)),
            _ => Ask::Tool,
        }
    }
}

impl From<Extra> for CanUseTool {
    fn from(mut object: Extra) -> Self {
        let from = &mut object;
        // the envelope's tag is not a field of the request
        if from.get("subtype").and_then(Value::as_str) == Some("can_use_tool") {
            from.shift_remove("subtype");
        }
        Self {
            tool_name: take_or_default(from, "tool_name"),
            display_name: take(from, "display_name"),
            input: take_value(from, "input"),
            tool_use_id: take_or_default(from, "tool_use_id"),
            description: take(from, "description"),
            permission_suggestions: take_or_default(from, "permission_suggestions"),
            blocked_path: take(from, "blocked_path"),
            decision_reason: take(from, "decision_reason"),
            decision_reason_type: take(from, "decision_reason_type"),
            decision_reason_hook_event: take(from, "decision_reason_hook_event"),
            decision_reason_hook_source: take(from, "decision_reason_hook_source"),
            decision_reason_rule_source: take(from, "decision_reason_rule_source"),
            classifier_approvable: take(from, "classifier_approvable"),
            mcp_server: take(from, "mcp_server"),
            server_policy_ask_only: take(from, "server_policy_ask_only"),
            requires_user_interaction: take_or_default(from, "requires_user_interaction"),
            agent_id: take(from, "agent_id"),
            suppress_always_allow_rule: take(from, "suppress_always_allow_rule"),
            default_to_no: take(from, "default_to_no"),
            matched_ask_rule: take(from, "matched_ask_rule"),
            title: take(from, "title"),
            extra: object,
        }
    }
}
