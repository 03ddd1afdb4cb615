//! A tool whose answers a person gives. Owns: what the person is asked, and what a front end must provide for it. Does not
//! own: asking; that is the front end's.

use crate::tools::{ToolContext, ToolError, ToolResult};
use futures_util::future::BoxFuture;
use serde_json::Value;
use std::fmt;
use std::future::Future;
use std::sync::Arc;

/// What a person is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The tool that was called.
    pub tool: String,
    /// The agent's `tool_use` block, if the CLI said.
    pub tool_use_id: Option<String>,
    /// The tool's own words, filled in; from outside, so not safe to print as they are.
    pub prompt: String,
    /// What the agent gave.
    pub arguments: Value,
    /// What a structured answer must look like, if the tool says.
    pub output_schema: Option<Value>,
}

/// What a person answers.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// Words.
    Text(String),
    /// Structured content; an object.
    Structured(Value),
    /// No answer, and why.
    Refused(String),
}

/// Asks a person. Given by a front end; cheap to clone. The future is dropped when the answer is no longer wanted.
#[derive(Clone)]
pub struct Answerer(Arc<dyn Fn(Question) -> BoxFuture<'static, Reply> + Send + Sync>);

impl Answerer {
    /// Wraps a function that asks.
    pub fn new<F, Fut>(ask: F) -> Self
    where
        F: Fn(Question) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Reply> + Send + 'static,
    {
        Self(Arc::new(move |question| Box::pin(ask(question))))
    }

    /// Asks.
    pub fn ask(&self, question: Question) -> BoxFuture<'static, Reply> {
        (self.0)(question)
    }
}

impl fmt::Debug for Answerer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Answerer")
    }
}

/// Answers a call by asking.
pub(super) async fn answer(
    answerer: Option<Answerer>,
    prompt: String,
    arguments: Value,
    output_schema: Option<Value>,
    cx: ToolContext,
) -> Result<ToolResult, ToolError> {
    let tool = cx.tool().to_owned();
    let Some(answerer) = answerer else {
        return Err(ToolError::new(format!(
            "Tool `{tool}` is answered by a person, and nobody is there to answer. Go on without it."
        )));
    };
    let question = Question {
        tool_use_id: cx.tool_use_id().map(str::to_owned),
        prompt,
        arguments,
        output_schema,
        tool,
    };
    match answerer.ask(question).await {
        Reply::Text(text) => Ok(ToolResult::text(text)),
        Reply::Structured(value) => Ok(ToolResult::structured(value)),
        Reply::Refused(why) => Err(ToolError::new(if why.is_empty() {
            "The person who was asked gave no answer.".to_owned()
        } else {
            format!("The person who was asked gave no answer: {why}")
        })),
    }
}
