//! The one table of unanswered requests, both directions. Owns: what each waits for, since when, until when.
//! Does not own: answering (`live`) or what a decision meant (`decisions`).

use crate::trace::{DecidedBy, Moment};
use indexmap::set::MutableValues;
use indexmap::{Equivalent, IndexSet};
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

/// How many answers of ours may be on their way back to us.
const ECHOES: usize = 64;

/// Who sent the request; the other side owes the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Origin {
    /// The CLI asked; we owe the answer.
    Cli,
    /// We asked; the CLI owes the answer.
    Us,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Asked {
    /// May the tool run? A person or a rule decides. Questions and plans are such requests too.
    Permission {
        /// The tool.
        tool_name: String,
        /// The call.
        tool_use_id: Option<String>,
        /// The sub-agent that asks, if it is one.
        agent_id: Option<String>,
    },
    /// Run a tool of ours.
    ToolCall {
        /// The server's key.
        server: String,
        /// The tool's name on that server.
        tool: String,
        /// The call in the conversation.
        tool_use_id: Option<String>,
    },
    /// Another MCP message for a server of ours.
    Mcp {
        /// The server's key.
        server: String,
        /// The JSON-RPC method.
        method: String,
    },
    /// Run a hook of ours.
    Hook {
        /// The id we registered it under.
        callback_id: String,
        /// The event.
        event: String,
        /// The tool, for tool events.
        tool_name: Option<String>,
        /// The call, for tool events.
        tool_use_id: Option<String>,
    },
    /// An MCP server wants input from a person.
    Elicitation {
        /// The server.
        server: String,
    },
    /// The CLI wants a dialog shown.
    Dialog {
        /// Which.
        kind: String,
    },
    /// A control request of ours, or one of the CLI's that this version does not know.
    Control {
        /// Its subtype.
        subtype: String,
    },
}

impl Asked {
    /// Whether a person has to answer.
    pub fn needs_person(&self) -> bool {
        matches!(
            self,
            Self::Permission { .. } | Self::Elicitation { .. } | Self::Dialog { .. }
        )
    }

    /// A few words for people: `permission for Bash`, `tool calc/add`, `hook PreToolUse`.
    pub fn label(&self) -> String {
        match self {
            Self::Permission { tool_name, .. } => format!("permission for {tool_name}"),
            Self::ToolCall { server, tool, .. } => format!("tool {server}/{tool}"),
            Self::Mcp { server, method } => format!("{method} of {server}"),
            Self::Hook {
                event,
                tool_name: Some(tool),
                ..
            } => format!("hook {event} on {tool}"),
            Self::Hook { event, .. } => format!("hook {event}"),
            Self::Elicitation { server } => format!("input for {server}"),
            Self::Dialog { kind } => format!("dialog {kind}"),
            Self::Control { subtype } => subtype.clone(),
        }
    }
}

/// An unanswered request.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Pending {
    /// The sender's id.
    pub id: String,
    /// Who sent it.
    pub origin: Origin,
    /// What is asked.
    pub asked: Asked,
    /// When it was on the wire.
    pub since: Moment,
    /// Until when an answer counts, if there is a limit.
    pub deadline: Option<Moment>,
    /// Our answer is ready and held, because the session is paused.
    pub held: bool,
    /// Who decided, once that is noted.
    pub decided_by: Option<DecidedBy>,
    /// The number of the line that carried it.
    pub seq: u64,
    /// What the input hashes to, for permissions: tells whether an answer changes it.
    pub(super) input: Option<u64>,
}

/// A request, known by who sent it and its id.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
struct Row(Pending);

#[derive(PartialEq, Eq, Hash)]
struct Key<'a> {
    origin: Origin,
    id: &'a str,
}

impl Row {
    fn key(&self) -> Key<'_> {
        Key {
            origin: self.0.origin,
            id: &self.0.id,
        }
    }
}

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Row {}

impl Hash for Row {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Equivalent<Row> for Key<'_> {
    fn equivalent(&self, row: &Row) -> bool {
        *self == row.key()
    }
}

/// Every unanswered request, in the order of arrival.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
pub struct PendingTable {
    rows: IndexSet<Row, foldhash::fast::RandomState>,
    /// The latest requests of the CLI that we answered: it may send our answers back to us.
    answered: VecDeque<String>,
}

impl PartialEq for PendingTable {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self.answered == other.answered
            && self
                .iter()
                .all(|row| other.get(row.origin, &row.id) == Some(row))
    }
}

impl PendingTable {
    /// We answered this request of the CLI.
    pub(super) fn answered(&mut self, row: Pending) {
        if self.answered.len() == ECHOES {
            self.answered.pop_front();
        }
        self.answered.push_back(row.id);
    }

    /// Whether we answered a request of this id, among the latest ones.
    pub(super) fn answered_lately(&self, id: &str) -> bool {
        self.answered.iter().rev().any(|answered| answered == id)
    }

    /// The same request again takes the place of the first one.
    pub(super) fn insert(&mut self, pending: Pending) {
        self.rows.replace(Row(pending));
    }

    pub(super) fn remove(&mut self, origin: Origin, id: &str) -> Option<Pending> {
        self.rows.shift_take(&Key { origin, id }).map(|row| row.0)
    }

    /// A call of ours has its result already (it was interrupted, or took too long): nobody waits for our answer.
    /// The CLI withdraws other requests, but not these.
    pub(super) fn forget_call(&mut self, call: &str) {
        self.rows.retain(|row| match &row.0.asked {
            Asked::ToolCall { tool_use_id, .. } => tool_use_id.as_deref() != Some(call),
            _ => true,
        });
    }

    pub(super) fn get_mut(&mut self, origin: Origin, id: &str) -> Option<&mut Pending> {
        let (_, row) = self.rows.get_full_mut2(&Key { origin, id })?;
        Some(&mut row.0)
    }

    /// What was held is on its way.
    pub(super) fn none_held(&mut self) {
        for index in 0..self.rows.len() {
            if let Some(row) = self.rows.get_index_mut2(index) {
                row.0.held = false;
            }
        }
    }

    pub(super) fn drain(&mut self) -> Vec<Pending> {
        self.rows.drain(..).map(|row| row.0).collect()
    }

    /// One request.
    pub fn get(&self, origin: Origin, id: &str) -> Option<&Pending> {
        self.rows.get(&Key { origin, id }).map(|row| &row.0)
    }

    /// All requests, oldest first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Pending> {
        self.rows.iter().map(|row| &row.0)
    }

    /// One request, by its place from the oldest.
    pub fn at(&self, index: usize) -> Option<&Pending> {
        self.rows.get_index(index).map(|row| &row.0)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether nobody waits for anybody.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether any request fits.
    pub fn any(&self, fits: impl Fn(&Pending) -> bool) -> bool {
        self.iter().any(fits)
    }
}
