//! Permission decisions: what was asked, what was answered, by whom. Owns: the log. Does not own: deciding.

use super::bounded::Bounded;
use super::pending::{Asked, Pending};
use crate::trace::{DecidedBy, Moment};
use crate::wire::control::ResponseBody;
use crate::wire::system::PermissionDenied;
use serde_json::Value;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// How many decisions are kept.
const KEPT: usize = 1000;

/// What became of one permission request.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Decision {
    /// The request; empty if nobody was asked.
    pub request_id: String,
    /// The tool.
    pub tool_name: String,
    /// The call.
    pub tool_use_id: Option<String>,
    /// The sub-agent that asked.
    pub agent_id: Option<String>,
    /// When it was asked.
    pub asked: Moment,
    /// When it was over.
    pub decided: Moment,
    /// What was answered.
    pub verdict: Verdict,
    /// Who decided.
    pub by: DecidedBy,
}

/// The answer to a permission request.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Verdict {
    /// The tool may run.
    Allowed {
        /// With an input that was changed.
        edited: bool,
        /// With rules for the future: how many.
        rules: usize,
    },
    /// The tool may not run.
    Denied {
        /// What the model is told.
        message: String,
        /// And the turn ends.
        interrupt: bool,
    },
    /// Asking or answering failed; the CLI denies then.
    Failed(String),
    /// The CLI took the request back.
    Withdrawn,
}

impl Verdict {
    /// A word for it.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Allowed { .. } => "allow",
            Self::Denied { .. } => "deny",
            Self::Failed(_) => "failed",
            Self::Withdrawn => "withdrawn",
        }
    }
}

/// All decisions, oldest first.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Decisions {
    log: Bounded<Decision>,
}

impl Default for Decisions {
    fn default() -> Self {
        Self {
            log: Bounded::new(KEPT),
        }
    }
}

impl Decisions {
    /// The decisions that are still kept.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Decision> + ExactSizeIterator {
        self.log.iter()
    }

    /// A decision that is still kept, by its place from the oldest.
    pub fn get(&self, index: usize) -> Option<&Decision> {
        self.log.get(index)
    }

    /// How many decisions are kept.
    pub fn len(&self) -> usize {
        self.log.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.log.is_empty()
    }

    /// How many there were in all.
    pub fn total(&self) -> u64 {
        self.log.total()
    }

    pub(super) fn answered(&mut self, pending: &Pending, body: &ResponseBody, at: Moment) {
        self.over(pending, verdict_of(body, pending.input), at);
    }

    pub(super) fn withdrawn(&mut self, pending: &Pending, at: Moment) {
        self.over(pending, Verdict::Withdrawn, at);
    }

    fn over(&mut self, pending: &Pending, verdict: Verdict, at: Moment) {
        let Asked::Permission {
            tool_name,
            tool_use_id,
            agent_id,
        } = &pending.asked
        else {
            return;
        };
        let by = match (&verdict, &pending.decided_by) {
            (_, Some(by)) => by.clone(),
            (Verdict::Withdrawn, None) => DecidedBy::Cli("withdrawn".to_owned()),
            (_, None) => DecidedBy::Unknown,
        };
        self.log.push(Decision {
            request_id: pending.id.clone(),
            tool_name: tool_name.clone(),
            tool_use_id: tool_use_id.clone(),
            agent_id: agent_id.clone(),
            asked: pending.since,
            decided: at,
            verdict,
            by,
        });
    }

    /// The CLI denied a call without asking.
    pub(super) fn denied_unasked(&mut self, denied: &PermissionDenied, at: Moment) {
        let reason = denied
            .decision_reason_type
            .clone()
            .or_else(|| denied.decision_reason.clone());
        self.log.push(Decision {
            request_id: String::new(),
            tool_name: denied.tool_name.clone().unwrap_or_default(),
            tool_use_id: denied.tool_use_id.clone(),
            agent_id: denied.agent_id.clone(),
            asked: at,
            decided: at,
            verdict: Verdict::Denied {
                message: denied.message.clone().unwrap_or_default(),
                interrupt: false,
            },
            by: DecidedBy::Cli(reason.unwrap_or_default()),
        });
    }
}

/// Tells inputs apart. Only compared within one run of the program.
pub(super) fn digest(input: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    input.hash(&mut hasher);
    hasher.finish()
}

fn verdict_of(body: &ResponseBody, asked_input: Option<u64>) -> Verdict {
    if body.is_error() {
        return Verdict::Failed(body.error.clone().unwrap_or_default());
    }
    let payload = body.payload();
    match payload.get("behavior").and_then(Value::as_str) {
        Some("allow") => Verdict::Allowed {
            // Many hosts send the same input back: that is no edit.
            edited: payload
                .get("updatedInput")
                .is_some_and(|input| Some(digest(input)) != asked_input),
            rules: payload
                .get("updatedPermissions")
                .and_then(Value::as_array)
                .map_or(0, Vec::len),
        },
        Some("deny") => Verdict::Denied {
            message: payload
                .get("message")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned(),
            interrupt: payload
                .get("interrupt")
                .and_then(Value::as_bool)
                .unwrap_or(false),
        },
        _ => Verdict::Failed("the answer was neither allow nor deny".to_owned()),
    }
}
