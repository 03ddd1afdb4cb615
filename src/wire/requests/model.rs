//! PURE. Requests that change how the next model request is made: model, permission mode, thinking.

use serde::{Deserialize, Serialize};

use super::{ControlRequest, Empty, Extra};
use crate::wire::permission::PermissionMode;

/// Chooses the model from the next model request on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SetModel {
    /// Name or alias; absent means the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
}

impl SetModel {
    /// A model by name or alias. Names are not checked by the CLI.
    pub fn to(model: impl Into<String>) -> Self {
        Self {
            model: Some(model.into()),
        }
    }
}

impl ControlRequest for SetModel {
    const SUBTYPE: &'static str = "set_model";
    type Response = SetModelResponse;
}

/// The model behind the name that was given.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct SetModelResponse {
    /// Full name.
    pub model: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Changes the permission mode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SetPermissionMode {
    /// The new mode.
    pub mode: PermissionMode,
}

impl ControlRequest for SetPermissionMode {
    const SUBTYPE: &'static str = "set_permission_mode";
    type Response = SetPermissionModeResponse;
}

/// The mode that is now in force; `manual` comes back as `default`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct SetPermissionModeResponse {
    /// The mode.
    pub mode: Option<PermissionMode>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Bounds thinking.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SetMaxThinkingTokens {
    /// The bound; `None` is sent as an explicit `null`, which means "no bound of ours".
    pub max_thinking_tokens: Option<u32>,
    /// How thinking is delivered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking_display: Option<String>,
}

impl ControlRequest for SetMaxThinkingTokens {
    const SUBTYPE: &'static str = "set_max_thinking_tokens";
    type Response = Empty;
}
