//! PURE. The answer to a permission request, in a form the CLI never rejects.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::PermissionUpdate;
use crate::wire::fields::put;

/// Shown to the model when a denial was given no words of its own: the CLI treats a denial without text as a failure.
const DENIED: &str = "The user denied this call.";

/// What is answered to `can_use_tool`.
#[derive(Debug, Clone, PartialEq)]
pub enum PermissionAnswer {
    /// The call may run.
    Allow {
        /// Runs with this input instead; absent means as asked. Replaces the whole input.
        updated_input: Option<Map<String, Value>>,
        /// Changes to make for the future.
        updated_permissions: Vec<PermissionUpdate>,
        /// What kind of yes it was.
        classification: Option<Classification>,
    },
    /// The call may not run.
    Deny {
        /// What the model is told.
        message: String,
        /// Also end the turn; the model then does not see the message.
        interrupt: bool,
        /// What kind of no it was.
        classification: Option<Classification>,
    },
}

/// What kind of decision it was, for the CLI's own records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Classification {
    /// Yes, this once.
    UserTemporary,
    /// Yes, and from now on.
    UserPermanent,
    /// No.
    UserReject,
    /// A word this library does not know.
    #[serde(untagged)]
    Other(String),
}

impl Classification {
    fn as_str(&self) -> &str {
        match self {
            Self::UserTemporary => "user_temporary",
            Self::UserPermanent => "user_permanent",
            Self::UserReject => "user_reject",
            Self::Other(word) => word,
        }
    }
}

impl PermissionAnswer {
    /// Yes, as asked.
    pub fn allow() -> Self {
        Self::Allow {
            updated_input: None,
            updated_permissions: Vec::new(),
            classification: None,
        }
    }

    /// Yes, but with this input.
    pub fn allow_with(input: Map<String, Value>) -> Self {
        Self::Allow {
            updated_input: Some(input),
            updated_permissions: Vec::new(),
            classification: None,
        }
    }

    /// Yes, and from now on. Send the suggestions that were chosen, not all: one of them may change the mode.
    pub fn allow_always(updates: Vec<PermissionUpdate>) -> Self {
        Self::Allow {
            updated_input: None,
            updated_permissions: updates,
            classification: Some(Classification::UserPermanent),
        }
    }

    /// No.
    pub fn deny(message: impl Into<String>) -> Self {
        Self::Deny {
            message: message.into(),
            interrupt: false,
            classification: None,
        }
    }

    /// No, and end the turn.
    pub fn deny_and_interrupt(message: impl Into<String>) -> Self {
        Self::Deny {
            message: message.into(),
            interrupt: true,
            classification: None,
        }
    }

    /// True for any kind of yes.
    pub fn is_allow(&self) -> bool {
        matches!(self, Self::Allow { .. })
    }

    /// The payload of the success response.
    pub fn to_wire(&self) -> Value {
        let mut object = Map::new();
        let classification = match self {
            Self::Allow {
                updated_input,
                updated_permissions,
                classification,
            } => {
                put(&mut object, "behavior", Some("allow"));
                put(&mut object, "updatedInput", updated_input.clone());
                if !updated_permissions.is_empty() {
                    let updates: Vec<_> = updated_permissions
                        .iter()
                        .map(PermissionUpdate::to_wire)
                        .collect();
                    put(&mut object, "updatedPermissions", Some(updates));
                }
                classification
            }
            Self::Deny {
                message,
                interrupt,
                classification,
            } => {
                let message = if message.trim().is_empty() {
                    DENIED
                } else {
                    message
                };
                put(&mut object, "behavior", Some("deny"));
                put(&mut object, "message", Some(message));
                put(&mut object, "interrupt", interrupt.then_some(true));
                classification
            }
        };
        let word = classification.as_ref().map(Classification::as_str);
        put(&mut object, "decisionClassification", word);
        Value::Object(object)
    }
}
