//! Asking a running CLI. Owns: prompts, any typed request, and one raw call. Does not own: the method for each known
//! request (`requests`), their shapes (`wire::requests`), pending answers (`session`).

use super::session::{Shared, closed};
use super::task::Ask;
use crate::error::Error;
use crate::session::Command;
use crate::wire::control::ResponseBody;
use crate::wire::requests::ControlRequest;
use crate::wire::{Content, Prompt};
use serde_json::Value;
use std::time::Duration;
use tokio::sync::oneshot;

/// A handle for control requests. Every method can be called at any time, from any task, many at once. Dropping a
/// future before its answer is there withdraws the request.
#[derive(Debug, Clone)]
pub struct Control {
    shared: Shared,
    limit: Duration,
}

impl Control {
    pub(super) fn new(shared: Shared) -> Self {
        let limit = shared.limit;
        Self { shared, limit }
    }

    /// The same with another limit for answers.
    #[must_use]
    pub fn within(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// Says something to the agent; returns the prompt's id.
    pub async fn prompt(&self, text: impl Into<String>) -> Result<String, Error> {
        self.send_prompt(Prompt::text(text, uuid::Uuid::new_v4().to_string()))
            .await
    }

    /// Says something with all options; returns the prompt's id.
    pub async fn send_prompt(&self, prompt: Prompt) -> Result<String, Error> {
        if matches!(&prompt.content, Content::Text(text) if text.trim().is_empty()) {
            return Err(Error::Config(
                "the prompt is empty; say what the agent should do".to_owned(),
            ));
        }
        let uuid = prompt.uuid.clone();
        self.ask(Command::Prompt { ticket: 0, prompt }, "prompt")
            .await?;
        Ok(uuid)
    }

    /// Any control request with its typed answer.
    pub async fn request<R: ControlRequest>(&self, request: &R) -> Result<R::Response, Error> {
        let body =
            serde_json::to_value(request).map_err(|error| Error::Unwritable(error.to_string()))?;
        let answer = self.request_raw(R::SUBTYPE, body).await?;
        serde_json::from_value(answer).map_err(|error| Error::Answer {
            operation: R::SUBTYPE.to_owned(),
            error: error.to_string(),
        })
    }

    /// Any control request at all, also one this version does not know. Null is the answer without a payload.
    pub async fn request_raw(&self, subtype: &str, body: Value) -> Result<Value, Error> {
        self.request_raw_within(subtype, body, Some(self.limit))
            .await
            .map(|body| body.payload())
    }

    pub(super) async fn request_raw_within(
        &self,
        subtype: &str,
        body: Value,
        limit: Option<Duration>,
    ) -> Result<Box<ResponseBody>, Error> {
        let command = Command::Request {
            ticket: 0,
            subtype: subtype.to_owned(),
            body,
            limit,
        };
        let answer = self.ask(command, subtype).await?;
        answer.ok_or_else(|| closed(subtype))
    }

    async fn ask(&self, command: Command, what: &str) -> Result<Option<Box<ResponseBody>>, Error> {
        let (tell, told) = oneshot::channel();
        self.shared
            .send(
                Ask::Command {
                    command,
                    reply: Some(tell),
                },
                what,
            )
            .await?;
        Error::check(told.await.or(Err(closed(what)))?)
    }
}
