//! PURE. Requests about settings: what is in force, and changing it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{ControlRequest, Empty, Extra};
use crate::wire::fields::null_as_default;

/// Asks for the settings in force and where they come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct GetSettings {}

impl ControlRequest for GetSettings {
    const SUBTYPE: &'static str = "get_settings";
    type Response = SettingsResponse;
}

/// The settings in force.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct SettingsResponse {
    /// All sources merged.
    #[serde(deserialize_with = "null_as_default")]
    pub effective: Map<String, Value>,
    /// Each source by itself.
    #[serde(deserialize_with = "null_as_default")]
    pub sources: Vec<SettingsSource>,
    /// What the session really uses.
    pub applied: Option<AppliedSettings>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// One source of settings.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct SettingsSource {
    /// Which one, such as `flagSettings`.
    pub source: String,
    /// What it says.
    #[serde(deserialize_with = "null_as_default")]
    pub settings: Map<String, Value>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What the session really uses.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct AppliedSettings {
    /// The model.
    pub model: Option<String>,
    /// The effort level.
    pub effort: Option<Value>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Sets settings for this session only, as the `--settings` flag would.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ApplyFlagSettings {
    /// For example `{"effortLevel":"high"}`.
    pub settings: Map<String, Value>,
}

impl ControlRequest for ApplyFlagSettings {
    const SUBTYPE: &'static str = "apply_flag_settings";
    type Response = Empty;
}

/// Writes settings to a file; the CLI takes only certain keys.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct UpdateSettings {
    /// Which file, such as `userSettings`.
    pub source: String,
    /// What to write.
    pub settings: Map<String, Value>,
}

impl ControlRequest for UpdateSettings {
    const SUBTYPE: &'static str = "update_settings";
    type Response = Empty;
}
