//! What a transcript is made of. Owns: the items. Does not own: keeping them (`store`) or making them (`fold`).

use crate::session::outcome::Outcome;
use crate::trace::Moment;
use crate::wire::Content;
use serde_json::Value;
use std::sync::Arc;

/// One thing in the conversation, in the order it came.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Item {
    /// Its number in this transcript; never used twice.
    pub number: u64,
    /// How often it was changed in place since: who keeps something made of it knows by this that it is out of date.
    pub revision: u32,
    /// The line it came with: where a recording has all of it.
    pub seq: u64,
    /// When it came.
    pub at: Moment,
    /// The tool call of the sub-agent it belongs to; `None` for the main conversation.
    pub parent: Option<String>,
    /// The API message it is a part of: items of one message share it.
    pub message_id: Option<String>,
    /// The wire's id of the message.
    pub uuid: Option<String>,
    /// What it is.
    pub kind: ItemKind,
}

/// What an item is.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum ItemKind {
    /// Something we said.
    Prompt(Prompted),
    /// The model's text.
    Text {
        /// The text.
        text: String,
        /// It was cut short by an interrupt.
        aborted: bool,
    },
    /// The model's thinking; empty text if it was redacted.
    Thinking {
        /// The text.
        text: String,
        /// How long it took.
        duration_ms: Option<u64>,
        /// The API withheld it.
        redacted: bool,
    },
    /// A tool call with its result.
    Tool(Box<ToolCall>),
    /// Text the CLI put into the conversation by itself.
    Synthetic {
        /// The text.
        text: String,
    },
    /// An echo: a prompt sent back, or output of a local command.
    Replayed {
        /// The text.
        text: String,
    },
    /// The turn was interrupted here.
    Interrupted {
        /// While a tool ran, rather than while the model wrote.
        in_tool: bool,
    },
    /// The API failed, and the CLI says so as the model.
    ApiError {
        /// The CLI's word for it.
        error: String,
        /// The HTTP status.
        status: Option<u64>,
        /// The text.
        text: String,
    },
    /// The conversation was shortened here.
    Compacted {
        /// `manual` or `auto`.
        trigger: String,
    },
    /// The conversation was cleared here.
    Reset,
    /// A notice of the CLI.
    Notice {
        /// `info`, `notice`, `warning`, …
        level: String,
        /// The text.
        text: String,
    },
    /// A turn ended.
    TurnEnd {
        /// How.
        outcome: Outcome,
        /// The final text, or what went wrong.
        text: String,
    },
    /// A block of a kind this version does not know.
    Unknown(Value),
}

/// A prompt of ours and what became of it.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Prompted {
    /// Its text.
    pub text: String,
    /// How many blocks of another kind (images) it has.
    pub attachments: usize,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Fate {
    /// Written to the CLI.
    Sent,
    /// The CLI keeps it for later.
    Queued,
    /// A turn works on it.
    Started,
    /// Answered.
    Completed,
    /// Taken back before a turn worked on it.
    Cancelled,
    /// The turn that worked on it failed or was interrupted.
    GivenUp,
}

/// A tool call, its result and its times.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ToolCall {
    /// The call's id.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// What it runs with: as the model called it, unless somebody changed that before it ran.
    pub input: Value,
    /// What the model called it with, if a person or a hook changed that.
    #[serde(default)]
    pub asked_for: Option<Value>,
    /// When the model's call was delivered.
    pub started: Moment,
    /// When the last thing it had to wait for, a person or a hook, was out of its way; `None` if there was none.
    #[serde(default)]
    pub ready: Option<Moment>,
    /// When its result came, or it was given up.
    pub ended: Option<Moment>,
    /// Its result.
    pub result: Option<ToolOutcome>,
    /// Why and how the call was decided, as the CLI tells.
    pub decision: Option<Value>,
    /// Why it was not executed: `permission-rule`, `user-rejected`, `cancelled`, `interrupted`.
    pub not_executed: Option<String>,
}

/// What a tool gave back.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ToolOutcome {
    /// What the model sees; shared with the message it came with.
    #[serde(with = "shared")]
    pub content: Arc<Content>,
    /// Whether it is an error.
    pub is_error: bool,
    /// The tool's structured output.
    pub structured: Option<Value>,
}

impl Item {
    /// Roughly how many bytes it takes: what the store's bound counts.
    pub fn weight(&self) -> usize {
        const OVERHEAD: usize = 256;
        OVERHEAD
            + match &self.kind {
                ItemKind::Prompt(prompt) => prompt.text.len(),
                ItemKind::Text { text, .. }
                | ItemKind::Thinking { text, .. }
                | ItemKind::Synthetic { text }
                | ItemKind::Replayed { text }
                | ItemKind::ApiError { text, .. }
                | ItemKind::Notice { text, .. }
                | ItemKind::TurnEnd { text, .. } => text.len(),
                ItemKind::Tool(call) => call.weight(),
                ItemKind::Unknown(value) => crate::wire::block::weigh(value),
                ItemKind::Interrupted { .. } | ItemKind::Compacted { .. } | ItemKind::Reset => 0,
            }
    }

    /// The tool call, if it is one.
    pub fn tool(&self) -> Option<&ToolCall> {
        match &self.kind {
            ItemKind::Tool(call) => Some(call),
            _ => None,
        }
    }
}

impl ToolCall {
    /// How long it took, with all the waiting before it ran.
    pub fn duration(&self) -> Option<std::time::Duration> {
        self.ended.map(|ended| ended.since(self.started))
    }

    /// How long it ran, up to now if it still does. Who waits for a person does not run.
    pub fn ran(&self, now: Moment) -> std::time::Duration {
        let from = self.ready.unwrap_or(self.started);
        self.ended.unwrap_or(now).since(from)
    }

    fn weight(&self) -> usize {
        let result = self.result.as_ref().map_or(0, |result| {
            result.content.weight()
                + result
                    .structured
                    .as_ref()
                    .map_or(0, crate::wire::block::weigh)
        });
        let asked_for = self.asked_for.as_ref().map_or(0, crate::wire::block::weigh);
        crate::wire::block::weigh(&self.input) + asked_for + result
    }
}

/// Content that is shared is written as if it were not.
mod shared {
    use super::{Arc, Content};
    use serde::{Deserialize, Deserializer, Serialize as _, Serializer};

    pub(super) fn serialize<S: Serializer>(
        content: &Arc<Content>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        content.as_ref().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Arc<Content>, D::Error> {
        Content::deserialize(deserializer).map(Arc::new)
    }
}
