//! What can go wrong: [`Error`] when something is registered, [`ToolError`] when a handler runs.
//!
//! Registration errors are the embedding program's to fix and name the thing and the fix. Handler errors are for the
//! model: their text becomes the tool's error result.

use std::fmt;

/// What an [`Error`] is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A server.
    Server,
    /// A tool.
    Tool,
    /// A resource or a resource template.
    Resource,
    /// A prompt.
    Prompt,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Server => "server",
            Self::Tool => "tool",
            Self::Resource => "resource",
            Self::Prompt => "prompt",
        })
    }
}

/// Why a server, tool, resource or prompt cannot be registered or changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The name has characters or a length that the wire does not allow.
    #[error("{kind} name {name:?} is not allowed: {reason}")]
    InvalidName {
        /// What was to be named.
        kind: Kind,
        /// The name as given.
        name: String,
        /// Which rule it breaks.
        reason: &'static str,
    },
    /// The server has one of that name already.
    #[error(
        "server `{server}` already has a {kind} `{name}`; choose another name, or remove the old one first"
    )]
    Duplicate {
        /// The server it was to be added to.
        server: String,
        /// What was to be added.
        kind: Kind,
        /// The name that is taken.
        name: String,
    },
    /// The tool is named like one that the CLI brings along.
    #[error(
        "tool name `{name}` is the name of a tool built into the CLI, and the agent would mix the two up; \
         call it something else, for example `{suggestion}`"
    )]
    BuiltIn {
        /// The name as given.
        name: String,
        /// One that is free.
        suggestion: String,
    },
    /// There is no such thing to change.
    #[error(
        "server `{server}` has no {kind} `{name}`; check the name, or add it first (known: {known})"
    )]
    Unknown {
        /// The server that was asked.
        server: String,
        /// What was looked for.
        kind: Kind,
        /// The name as given.
        name: String,
        /// What there is, shortened.
        known: String,
    },
    /// The schema is not a JSON Schema, or not one for a tool.
    #[error("the {which} schema of tool `{tool}` cannot be used: {reason}")]
    InvalidSchema {
        /// The tool it belongs to.
        tool: String,
        /// `input` or `output`.
        which: &'static str,
        /// What is wrong with it and where.
        reason: String,
    },
    /// The URI template cannot be matched against.
    #[error("resource template {template:?} cannot be used: {reason}")]
    InvalidTemplate {
        /// The template as given.
        template: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Nothing would answer a call.
    #[error("{kind} `{name}` has no handler; give it one with `.handler(…)`")]
    NoHandler {
        /// What was to be added.
        kind: Kind,
        /// Its name.
        name: String,
    },
}

/// A handler's failure: a text that the agent reads.
///
/// Any `std::error::Error` turns into one with `?`, its causes included. For that reason this type does not implement
/// `std::error::Error` itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolError {
    message: String,
}

impl ToolError {
    /// A failure with this text. Say what is wrong and what the agent can do about it.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
        }
    }

    /// The text.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl<E: std::error::Error> From<E> for ToolError {
    fn from(error: E) -> Self {
        let mut message = error.to_string();
        let mut cause = error.source();
        while let Some(inner) = cause {
            let text = inner.to_string();
            // Many errors already print their cause; saying it twice helps nobody.
            if !message.contains(&text) {
                message.push_str(": ");
                message.push_str(&text);
            }
            cause = inner.source();
        }
        Self { message }
    }
}
