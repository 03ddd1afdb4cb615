//! What a call knows about its surroundings: [`CallContext`] as the driver hands it in, [`ToolContext`] as a handler
//! sees it, and [`Progress`] on its way back.
//!
//! Owns no channel: progress goes to a callback, which must not block.

use std::fmt;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

/// How far a running call is.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// The tool that runs.
    pub tool: String,
    /// The agent's `tool_use` block it runs for, if the CLI said.
    pub tool_use_id: Option<String>,
    /// How much is done, in units of the tool's choice.
    pub done: f64,
    /// How much there is, if known.
    pub total: Option<f64>,
    /// What is going on, for a person.
    pub message: Option<String>,
}

/// Where progress goes: a callback that is called on the handler's task and must return at once.
#[derive(Clone)]
pub struct ProgressSink(Arc<dyn Fn(Progress) + Send + Sync>);

impl ProgressSink {
    /// Wraps a callback. Drop or coalesce there if the receiver is slow.
    pub fn new(sink: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self(Arc::new(sink))
    }

    /// Hands one report over.
    pub fn send(&self, progress: Progress) {
        (self.0)(progress);
    }
}

impl fmt::Debug for ProgressSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProgressSink")
    }
}

/// What the driver knows about the session that a message came from.
#[derive(Debug, Clone, Default)]
pub struct CallContext {
    /// The session's id.
    pub session_id: String,
    /// Cancelled when the session ends; every call gets a child of it.
    pub cancel: CancellationToken,
    /// Where the progress of calls goes, if anybody looks.
    pub progress: Option<ProgressSink>,
}

/// What a handler is told about the call it serves. Cheap to clone; resource and prompt handlers get one as well.
#[derive(Debug, Clone)]
pub struct ToolContext(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    session_id: String,
    tool: String,
    tool_use_id: Option<String>,
    cancel: CancellationToken,
    progress: Option<ProgressSink>,
}

impl ToolContext {
    /// Makes the context of one call; for handlers under test as much as for the server.
    pub fn new(call: CallContext, tool: impl Into<String>, tool_use_id: Option<String>) -> Self {
        Self(Arc::new(Inner {
            session_id: call.session_id,
            tool: tool.into(),
            tool_use_id,
            cancel: call.cancel,
            progress: call.progress,
        }))
    }

    /// The session that asks; one server may serve many.
    pub fn session_id(&self) -> &str {
        &self.0.session_id
    }

    /// The tool's (or prompt's) name, or the resource's URI.
    pub fn tool(&self) -> &str {
        &self.0.tool
    }

    /// The agent's `tool_use` block, if the CLI said.
    pub fn tool_use_id(&self) -> Option<&str> {
        self.0.tool_use_id.as_deref()
    }

    /// Cancelled when nobody wants the answer any more: interrupt, time limit, end of the session. The handler's own
    /// future is dropped then; the token is for work it has put elsewhere, such as a spawned task or a thread.
    pub fn cancellation(&self) -> &CancellationToken {
        &self.0.cancel
    }

    /// Whether the answer is still wanted.
    pub fn is_cancelled(&self) -> bool {
        self.0.cancel.is_cancelled()
    }

    /// Reports progress. Costs nothing if nobody looks, and never blocks.
    pub fn progress(&self, done: f64, total: Option<f64>, message: impl Into<String>) {
        let Some(sink) = &self.0.progress else { return };
        let message = Some(message.into()).filter(|text| !text.is_empty());
        sink.send(Progress {
            tool: self.0.tool.clone(),
            tool_use_id: self.0.tool_use_id.clone(),
            done,
            total,
            message,
        });
    }
}
