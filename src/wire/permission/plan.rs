//! PURE. A plan that the model wants approved (`ExitPlanMode`), and the two answers to it.

use serde_json::Value;

use super::{Classification, PermissionAnswer, PermissionMode, PermissionUpdate};

/// A plan to approve or to send back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlanProposal {
    /// The plan as Markdown; absent when the model wrote no plan file.
    pub plan: Option<String>,
    /// Where the plan file is.
    pub plan_file_path: Option<String>,
}

impl PlanProposal {
    /// Reads the input of `ExitPlanMode`, which may be empty.
    pub fn from_input(input: &Value) -> Self {
        let text = |key: &str| input.get(key).and_then(Value::as_str).map(str::to_owned);
        Self {
            plan: text("plan"),
            plan_file_path: text("planFilePath"),
        }
    }

    /// Go ahead; `mode` says in which permission mode, absent leaves that to the CLI.
    pub fn approve(&self, mode: Option<PermissionMode>) -> PermissionAnswer {
        PermissionAnswer::Allow {
            updated_input: None,
            updated_permissions: mode.map(PermissionUpdate::set_mode).into_iter().collect(),
            classification: None,
        }
    }

    /// Not yet; the feedback goes to the model, which stays in plan mode.
    pub fn reject(&self, feedback: impl Into<String>) -> PermissionAnswer {
        let feedback: String = feedback.into();
        PermissionAnswer::Deny {
            message: if feedback.trim().is_empty() {
                "The user did not approve the plan.".to_owned()
            } else {
                feedback
            },
            interrupt: false,
            classification: Some(Classification::UserReject),
        }
    }
}
