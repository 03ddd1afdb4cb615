//! Prompts: ready-made messages with arguments; the CLI offers them as slash commands.
//!
//! Owns the builder and the compiled form. The messages are made in the user's handler.

use std::collections::BTreeMap;
use std::future::Future;
use std::time::Duration;

use serde::Serialize;

use super::context::ToolContext;
use super::error::{Error, Kind, ToolError};
use super::handler::Handler;
use super::name;
use super::result::Content;

/// The arguments a prompt is asked with.
pub type PromptArguments = BTreeMap<String, String>;

/// Who says a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person.
    User,
    /// The agent.
    Assistant,
}

/// One message of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PromptMessage {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub content: Content,
}

/// What a prompt handler gives back. A text turns into one message of the user with `into()`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PromptResult {
    /// What the prompt is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The messages, in order.
    pub messages: Vec<PromptMessage>,
}

impl From<String> for PromptResult {
    fn from(text: String) -> Self {
        vec![PromptMessage {
            role: Role::User,
            content: Content::text(text),
        }]
        .into()
    }
}

impl From<&str> for PromptResult {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<Vec<PromptMessage>> for PromptResult {
    fn from(messages: Vec<PromptMessage>) -> Self {
        Self {
            description: None,
            messages,
        }
    }
}

/// A ready-made message that people can ask for.
///
/// ```
/// use cca::tools::{Prompt, PromptArguments};
///
/// let review = Prompt::new("review", "Review a file")
///     .required("path", "The file")
///     .optional("focus", "What to look at most")
///     .handler(|args: PromptArguments, _cx| async move {
///         let path = args.get("path").cloned().unwrap_or_default();
///         Ok(format!("Please review {path}."))
///     });
/// assert_eq!(review.name(), "review");
/// ```
#[derive(Debug, Clone)]
pub struct Prompt {
    name: String,
    title: Option<String>,
    description: String,
    arguments: Vec<Argument>,
    timeout: Option<Duration>,
    handler: Option<Handler<PromptArguments, PromptResult>>,
}

#[derive(Debug, Clone, Serialize)]
struct Argument {
    name: String,
    description: String,
    required: bool,
}

impl Prompt {
    /// Starts a prompt without arguments.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: description.into(),
            arguments: Vec::new(),
            timeout: None,
            handler: None,
        }
    }

    /// Adds an argument that must be given.
    #[must_use]
    pub fn required(self, name: impl Into<String>, description: impl Into<String>) -> Self {
        self.argument(Argument {
            name: name.into(),
            description: description.into(),
            required: true,
        })
    }

    /// Adds an argument that may be left out.
    #[must_use]
    pub fn optional(self, name: impl Into<String>, description: impl Into<String>) -> Self {
        self.argument(Argument {
            name: name.into(),
            description: description.into(),
            required: false,
        })
    }

    fn argument(mut self, argument: Argument) -> Self {
        self.arguments.push(argument);
        self
    }

    /// A name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// How long making the messages may take.
    #[must_use]
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = Some(limit);
        self
    }

    /// The function that makes the messages.
    #[must_use]
    pub fn handler<F, Fut, R>(mut self, handler: F) -> Self
    where
        F: Fn(PromptArguments, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<R, ToolError>> + Send + 'static,
        R: Into<PromptResult>,
    {
        self.handler = Some(Handler::new(handler));
        self
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn compile(&self) -> Result<CompiledPrompt, Error> {
        name::check(Kind::Prompt, &self.name)?;
        let Some(handler) = self.handler.clone() else {
            return Err(Error::NoHandler {
                kind: Kind::Prompt,
                name: self.name.clone(),
            });
        };
        let definition = serde_json::json!(Definition {
            name: &self.name,
            title: self.title.as_deref(),
            description: &self.description,
            arguments: &self.arguments,
        })
        .to_string();
        let required = self.arguments.iter().filter(|argument| argument.required);
        Ok(CompiledPrompt {
            definition,
            required: required.map(|argument| argument.name.clone()).collect(),
            timeout: self.timeout,
            handler,
        })
    }
}

#[derive(Serialize)]
struct Definition<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    description: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    arguments: &'a [Argument],
}

/// A prompt that is ready to be listed and asked for.
#[derive(Debug)]
pub(super) struct CompiledPrompt {
    pub(super) definition: String,
    pub(super) required: Vec<String>,
    pub(super) timeout: Option<Duration>,
    pub(super) handler: Handler<PromptArguments, PromptResult>,
}
