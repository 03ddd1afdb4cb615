//! PURE. Requests that only ask: cost, usage, rules, hooks, models, version.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ControlRequest, Extra, ModelInfo};
use crate::wire::fields::null_as_default;

/// Asks for the cost of the session as text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct GetSessionCost {}

impl ControlRequest for GetSessionCost {
    const SUBTYPE: &'static str = "get_session_cost";
    type Response = SessionCost;
}

/// The cost of the session, as the CLI words it.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct SessionCost {
    /// Several lines.
    pub text: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Asks for totals and rate limits. Experimental in the CLI.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct GetUsage {
    /// Leave the slow part out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skip_behaviors: Option<bool>,
}

impl ControlRequest for GetUsage {
    const SUBTYPE: &'static str = "get_usage";
    type Response = UsageResponse;
}

/// Totals and rate limits.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct UsageResponse {
    /// Totals of this session.
    pub session: Option<SessionUsage>,
    /// Kind of subscription, if there is one.
    pub subscription_type: Option<String>,
    /// Whether rate limits are known.
    pub rate_limits_available: Option<bool>,
    /// Rate limits.
    pub rate_limits: Option<Value>,
    /// Habits of use; the slow part.
    pub behaviors: Option<Value>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Totals of a session.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct SessionUsage {
    /// Dollars.
    pub total_cost_usd: Option<f64>,
    /// Time spent waiting on the API.
    pub total_api_duration_ms: Option<f64>,
    /// Time since the start.
    pub total_duration_ms: Option<f64>,
    /// Lines added to files.
    pub total_lines_added: Option<u64>,
    /// Lines removed from files.
    pub total_lines_removed: Option<u64>,
    /// Tokens and cost by model.
    #[serde(deserialize_with = "null_as_default")]
    pub model_usage: IndexMap<String, Value>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Asks for the permission rules in force.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ListPermissionRules {}

impl ControlRequest for ListPermissionRules {
    const SUBTYPE: &'static str = "list_permission_rules";
    type Response = PermissionRules;
}

/// The permission rules in force.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct PermissionRules {
    /// The rules and what they apply to.
    pub state: Option<PermissionRulesState>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// The rules and what they apply to.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PermissionRulesState {
    /// The rules.
    #[serde(deserialize_with = "null_as_default")]
    pub rules: Vec<PermissionRuleEntry>,
    /// Directories beside the working directory.
    #[serde(deserialize_with = "null_as_default")]
    pub workspace_directories: Vec<Value>,
    /// Where the CLI was started.
    pub original_cwd: Option<String>,
    /// Only rules of an administrator count.
    pub managed_only: Option<bool>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// One rule in force.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct PermissionRuleEntry {
    /// `allow`, `ask` or `deny`.
    pub behavior: Option<String>,
    /// Which settings it comes from.
    pub source: Option<String>,
    /// The pattern.
    pub rule: Option<String>,
    /// The pattern in words.
    pub description: Option<Value>,
    /// Whether and how it can be changed.
    pub editability: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Asks which hooks are configured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct GetHooksListing {}

impl ControlRequest for GetHooksListing {
    const SUBTYPE: &'static str = "get_hooks_listing";
    type Response = HooksListing;
}

/// The hooks that are configured.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct HooksListing {
    /// Hooks by event.
    pub events: Option<Value>,
    /// All hooks.
    pub hooks: Option<Value>,
    /// What each event is about.
    pub event_catalog: Option<Value>,
    /// What an administrator allows.
    pub policy: Option<Value>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Asks which models can be chosen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ListModels {}

impl ControlRequest for ListModels {
    const SUBTYPE: &'static str = "list_models";
    type Response = ListModelsResponse;
}

/// Models that can be chosen.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct ListModelsResponse {
    /// In the CLI's order.
    #[serde(deserialize_with = "null_as_default")]
    pub models: Vec<ModelInfo>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Asks for the version of the CLI.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct GetBinaryVersion {}

impl ControlRequest for GetBinaryVersion {
    const SUBTYPE: &'static str = "get_binary_version";
    type Response = BinaryVersion;
}

/// The version of the CLI.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct BinaryVersion {
    /// Such as `2.1.325`.
    pub version: Option<String>,
    /// When it was built.
    pub build_time: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}
