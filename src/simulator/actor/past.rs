//! PURE. What a simulated CLI remembers of a session. Owns: the shape of it. Does not own: where it is kept (`store`).

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A session that can be resumed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Past {
    /// Its id.
    pub session_id: String,
    /// Where it was started.
    pub cwd: String,
    /// How many prompts were answered.
    pub turns: u64,
    /// What the scenario kept under names.
    pub values: Map<String, Value>,
    /// Its title.
    pub title: Option<String>,
    /// When it was last used, in milliseconds since 1970.
    pub used_ms: i64,
}

/// What is known of earlier sessions when a simulated CLI starts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct History {
    /// The session that `--resume` or `--continue` names, if there is one.
    pub resumed: Option<Past>,
    /// `--continue` was given, and there is nothing to continue.
    pub none_to_continue: bool,
    /// Whether the id that `--session-id` names is used already.
    pub id_taken: bool,
}
