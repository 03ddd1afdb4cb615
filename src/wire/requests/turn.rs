//! PURE. Requests about the turn that runs: interrupt it, take back a queued message, ask beside it.

use serde::{Deserialize, Serialize};

use super::{ControlRequest, Extra};
use crate::wire::fields::null_as_default;

/// Ends the running turn. Fine when nothing runs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Interrupt {
    /// Also drop messages that wait for their turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancel_queued: Option<bool>,
}

impl ControlRequest for Interrupt {
    const SUBTYPE: &'static str = "interrupt";
    type Response = InterruptResponse;
}

/// What became of the queued messages.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct InterruptResponse {
    /// Ids of messages that will still run.
    #[serde(deserialize_with = "null_as_default")]
    pub still_queued: Vec<String>,
    /// Ids of messages that were dropped.
    #[serde(deserialize_with = "null_as_default")]
    pub cancelled: Vec<String>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Takes back a message that has not started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CancelAsyncMessage {
    /// The `uuid` the message was sent with.
    pub message_uuid: String,
}

impl ControlRequest for CancelAsyncMessage {
    const SUBTYPE: &'static str = "cancel_async_message";
    type Response = CancelAsyncMessageResponse;
}

/// Whether it was still in the queue.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct CancelAsyncMessageResponse {
    /// False when it had already started, or was never queued.
    pub cancelled: Option<bool>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Asks the model something beside the conversation, without touching it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideQuestion {
    /// The question.
    pub question: String,
}

impl ControlRequest for SideQuestion {
    const SUBTYPE: &'static str = "side_question";
    type Response = SideQuestionResponse;
}

/// The answer to a side question.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct SideQuestionResponse {
    /// The model's text; absent when there was nothing to answer from.
    pub response: Option<String>,
    /// Made up by the CLI rather than said by the model.
    pub synthetic: Option<bool>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}
