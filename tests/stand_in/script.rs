//! What the scripted model is told to say: turns, their blocks and their faults, and the builder that writes them.
//!
//! Owns the script dialect in both directions: tests build it here, the server parses it here. Does not decide which
//! turn answers a request (`choose`) nor how a turn looks on the wire (`reply`).
//!
//! On the wire a script is the marker [`MARK`] and a JSON list of turns, at the end of a prompt:
//!
//! ```text
//! List the files. @@SCRIPT [{"say":[{"tool":{"name":"Bash","input":{"command":"ls"}}}]},{"say":[{"text":"Seen."}]}]
//! ```
//!
//! Parsing is strict: an unknown field is an error, and the model says so instead of answering.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// What stands before a script in a prompt.
pub const MARK: &str = "@@SCRIPT";

/// One answer of the model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Turn {
    /// Content blocks, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub say: Vec<Block>,
    /// Without it: `tool_use` when the turn calls a tool, else `end_turn`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// Laid over the made-up usage numbers.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub usage: Map<String, Value>,
    /// Silence before the response headers.
    #[serde(skip_serializing_if = "is_zero")]
    pub delay_ms: u64,
    /// Silence between two deltas.
    #[serde(skip_serializing_if = "is_zero")]
    pub gap_ms: u64,
    /// What goes wrong, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// How many attempts at this turn the fault spoils; without it, every one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// One content block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// Text, with placeholders.
    Text(String),
    /// Thinking; its signature is made up.
    Thinking(String),
    /// Thinking the API would not show.
    RedactedThinking(String),
    /// A tool call.
    Tool(ToolCall),
    /// Any content block, sent whole in its `content_block_start`.
    Raw(Value),
}

/// A tool call of the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolCall {
    /// The tool's name as the CLI offers it.
    pub name: String,
    /// Its input; strings may hold placeholders.
    #[serde(default)]
    pub input: Value,
    /// The `tool_use` id; made up when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// What goes wrong in a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fault {
    /// An HTTP error instead of an answer.
    Http {
        /// The status code.
        status: u16,
        /// Sent as `retry-after`, in seconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after: Option<u32>,
    },
    /// Silence after this many deltas, until released; then the rest.
    Hang {
        /// Deltas sent before.
        after: usize,
    },
    /// The socket closes after this many deltas.
    Cut {
        /// Deltas sent before.
        after: usize,
    },
    /// An `error` event after this many deltas ends the stream.
    StreamError {
        /// The error's `type`.
        kind: String,
        /// Deltas sent before.
        after: usize,
    },
}

/// An empty turn, to be filled: `turn().text("Look:").tool("Bash", json!({"command": "ls"}))`.
pub fn turn() -> Turn {
    Turn::default()
}

/// A prompt that carries its script: what a person would see, then the turns of the model.
pub fn prompt(visible: &str, turns: impl IntoIterator<Item = Turn>) -> String {
    let turns: Vec<Value> = turns.into_iter().map(|turn| json!(turn)).collect();
    format!("{visible} {MARK} {}", Value::Array(turns))
}

impl Turn {
    fn with(mut self, block: Block) -> Self {
        self.say.push(block);
        self
    }

    fn failing(mut self, fault: Fault) -> Self {
        self.fault = Some(fault);
        self
    }

    /// Says something. `{{RESULT}}`, `{{FIND:regex}}` and `{{MODEL}}` are filled in.
    pub fn text(self, text: impl Into<String>) -> Self {
        self.with(Block::Text(text.into()))
    }

    /// Thinks something.
    pub fn thinking(self, text: impl Into<String>) -> Self {
        self.with(Block::Thinking(text.into()))
    }

    /// Thinks something that the API hides.
    pub fn redacted_thinking(self, data: impl Into<String>) -> Self {
        self.with(Block::RedactedThinking(data.into()))
    }

    /// Calls a tool. Strings of the input are filled in like text.
    pub fn tool(self, name: impl Into<String>, input: Value) -> Self {
        self.with(Block::Tool(ToolCall {
            name: name.into(),
            input,
            id: None,
        }))
    }

    /// Calls a tool under a given `tool_use` id.
    pub fn tool_with_id(
        self,
        id: impl Into<String>,
        name: impl Into<String>,
        input: Value,
    ) -> Self {
        self.with(Block::Tool(ToolCall {
            name: name.into(),
            input,
            id: Some(id.into()),
        }))
    }

    /// Starts a sub-agent in the foreground whose own model follows `turns`.
    pub fn agent(self, description: &str, turns: impl IntoIterator<Item = Turn>) -> Self {
        self.start_agent(description, turns, false)
    }

    /// Starts a sub-agent in the background whose own model follows `turns`.
    pub fn background_agent(
        self,
        description: &str,
        turns: impl IntoIterator<Item = Turn>,
    ) -> Self {
        self.start_agent(description, turns, true)
    }

    fn start_agent(
        self,
        description: &str,
        turns: impl IntoIterator<Item = Turn>,
        background: bool,
    ) -> Self {
        let input = json!({
            "description": description,
            "prompt": prompt(description, turns),
            "subagent_type": "general-purpose",
            "run_in_background": background,
        });
        self.tool("Agent", input)
    }

    /// Sends any content block whole.
    pub fn raw(self, block: Value) -> Self {
        self.with(Block::Raw(block))
    }

    /// Ends for this reason.
    pub fn stop_reason(mut self, reason: impl Into<String>) -> Self {
        self.stop_reason = Some(reason.into());
        self
    }

    /// Reports this many tokens of a kind, e.g. `usage("input_tokens", 180_000)`.
    pub fn usage(mut self, field: impl Into<String>, tokens: u64) -> Self {
        self.usage.insert(field.into(), tokens.into());
        self
    }

    /// Waits before the response headers.
    pub fn delay(mut self, delay: Duration) -> Self {
        self.delay_ms = whole_millis(delay);
        self
    }

    /// Waits between two deltas.
    pub fn gap(mut self, gap: Duration) -> Self {
        self.gap_ms = whole_millis(gap);
        self
    }

    /// Goes silent after `deltas` deltas until `StandIn::release`.
    pub fn hang_after(self, deltas: usize) -> Self {
        self.failing(Fault::Hang { after: deltas })
    }

    /// Closes the socket after `deltas` deltas.
    pub fn cut_after(self, deltas: usize) -> Self {
        self.failing(Fault::Cut { after: deltas })
    }

    /// Answers with an HTTP error.
    pub fn http_error(self, status: u16) -> Self {
        self.failing(Fault::Http {
            status,
            retry_after: None,
        })
    }

    /// Answers with an HTTP error and a `retry-after`.
    pub fn http_error_retry_after(self, status: u16, seconds: u32) -> Self {
        self.failing(Fault::Http {
            status,
            retry_after: Some(seconds),
        })
    }

    /// Ends the stream with an `error` event after `deltas` deltas.
    pub fn stream_error_after(self, kind: impl Into<String>, deltas: usize) -> Self {
        self.failing(Fault::StreamError {
            kind: kind.into(),
            after: deltas,
        })
    }

    /// Lets the fault spoil only the first `times` attempts; later ones succeed.
    pub fn times(mut self, times: u32) -> Self {
        self.times = Some(times);
        self
    }
}

fn whole_millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The script in a text, if it carries one. What follows the list is ignored: the CLI may append to a prompt.
pub fn parse(text: &str) -> Option<Result<Vec<Turn>, serde_json::Error>> {
    let (_, after) = text.split_once(MARK)?;
    let mut values = serde_json::Deserializer::from_str(after).into_iter::<Vec<Turn>>();
    let empty = || {
        Err(serde::de::Error::custom(format!(
            "nothing stands after {MARK}"
        )))
    };
    Some(values.next().unwrap_or_else(empty))
}

/// A text without the script it carries, if any.
pub fn without(text: &str) -> String {
    let Some((before, after)) = text.split_once(MARK) else {
        return text.to_owned();
    };
    let mut values = serde_json::Deserializer::from_str(after).into_iter::<Value>();
    let behind = match values.next() {
        Some(Ok(_)) => after.get(values.byte_offset()..).unwrap_or_default(),
        _ => "",
    };
    format!("{before}{behind}")
}

#[cfg(test)]
#[path = "script_tests.rs"]
mod tests;
