//! PURE. The `initialize` request: hooks, in-process servers, sub-agents and prompt control.
//!
//! Owns what we send; what comes back is in `catalogue`. Does not decide which hooks are registered.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{AgentDefinition, ControlRequest, Extra, InitializeResponse};
use crate::wire::hook::HookEvent;

/// The options of a session that can only be given in-band. May be sent again: that is a re-sync.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Initialize {
    /// Which callbacks are asked on which event.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub hooks: IndexMap<HookEvent, Vec<HookMatcher>>,
    /// Names of the in-process MCP servers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sdk_mcp_servers: Vec<String>,
    /// Settings of single in-process servers.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub sdk_mcp_server_configs: IndexMap<String, SdkServerConfig>,
    /// Handshakes computed ahead, so that the CLI need not ask for them.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub sdk_mcp_server_manifests: IndexMap<String, SdkServerManifest>,
    /// Custom sub-agents by name.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub agents: IndexMap<String, AgentDefinition>,
    /// Replaces the system prompt, block by block.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system_prompt: Option<Vec<String>>,
    /// Added after the system prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub append_system_prompt: Option<String>,
    /// A system prompt captured earlier, to be used as it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system_prompt_snapshot: Option<Value>,
    /// Leave the parts out of the prompt that differ from machine to machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclude_dynamic_sections: Option<bool>,
    /// Replaces the instructions given in plan mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan_mode_instructions: Option<String>,
    /// The schema that the final answer must satisfy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json_schema: Option<Map<String, Value>>,
    /// Also send text and thinking of foreground sub-agents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forward_subagent_text: Option<bool>,
    /// We can stop single tasks, so an interrupt spares background agents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_task_stop_affordance: Option<bool>,
    /// Kinds of `request_user_dialog` that we answer; others are never sent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub supported_dialog_kinds: Vec<String>,
    /// Ask for suggested next prompts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_suggestions: Option<bool>,
    /// Ask for short progress summaries of sub-agents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_progress_summaries: Option<bool>,
    /// Other names for tools.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub tool_aliases: IndexMap<String, String>,
    /// The title of the session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Which skills are on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skills: Option<Value>,
    /// Plugins to load.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plugins: Option<Value>,
    /// Options that are not named above.
    #[serde(flatten)]
    pub extra: Extra,
}

impl ControlRequest for Initialize {
    const SUBTYPE: &'static str = "initialize";
    type Response = InitializeResponse;
}

impl Initialize {
    /// Adds one registration to an event, after those already there.
    #[must_use]
    pub fn hook(mut self, event: HookEvent, matcher: HookMatcher) -> Self {
        self.hooks.entry(event).or_default().push(matcher);
        self
    }
}

/// One entry of an event's list: which names it applies to and which callbacks are asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct HookMatcher {
    /// Matcher text, see [`crate::wire::hook::matches`]; absent means every name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matcher: Option<String>,
    /// Ids that come back in `hook_callback`.
    pub hook_callback_ids: Vec<String>,
    /// Seconds until the CLI gives up on us. A timed-out `PreToolUse` callback blocks its call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<u64>,
    /// What an error response of ours means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_failure: Option<OnFailure>,
}

impl HookMatcher {
    /// One callback for every name.
    pub fn all(callback_id: impl Into<String>) -> Self {
        Self {
            hook_callback_ids: vec![callback_id.into()],
            ..Self::default()
        }
    }

    /// One callback for the names that `matcher` covers.
    pub fn on(matcher: impl Into<String>, callback_id: impl Into<String>) -> Self {
        Self {
            matcher: Some(matcher.into()),
            ..Self::all(callback_id)
        }
    }
}

/// What the CLI does when a callback answers with an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnFailure {
    /// Go on as if there had been no opinion.
    Continue,
    /// Block the action.
    Block,
}

/// Settings of one in-process server.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct SdkServerConfig {
    /// Time allowed for a call, in the CLI's unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<u64>,
    /// Policies of single tools.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<SdkToolPolicy>,
    /// Settings that are not named above.
    #[serde(flatten)]
    pub extra: Extra,
}

/// The policy of one tool of an in-process server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SdkToolPolicy {
    /// The tool's own name, without the server prefix.
    pub name: String,
    /// `always_ask` or `always_deny`; overrides allow rules.
    pub permission_policy: String,
}

/// A handshake of an in-process server, computed ahead.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SdkServerManifest {
    /// The result the server would give to `initialize`; its `protocolVersion` must be the CLI's own.
    pub initialize_result: Value,
    /// The result the server would give to `tools/list`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools_list_result: Option<Value>,
}
