//! PURE. What a hook answers: built up part by part, checked and encoded for the event it answers.
//!
//! The same words mean the same for every event that has them: `deny` is a permission decision before a tool runs and
//! a decision of its own on a permission request. What means nothing for an event is an error, not silence.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use thiserror::Error;

use super::output_field::OutputField;
use crate::wire::elicitation::ElicitationAnswer;
use crate::wire::permission::PermissionAnswer;

/// A hook's answer.
///
/// ```
/// use cca::wire::hook::{HookEvent, HookOutput};
///
/// let output = HookOutput::deny("not on Fridays").with_context("ask again on Monday");
/// let wire = output.to_wire(&HookEvent::PreToolUse).unwrap();
/// assert_eq!(wire["hookSpecificOutput"]["permissionDecision"], "deny");
/// assert!(output.to_wire(&HookEvent::SessionEnd).is_err());
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HookOutput {
    pub(super) form: Form,
    pub(super) decision: Option<Decision>,
    pub(super) reason: Option<String>,
    pub(super) block: Option<String>,
    pub(super) stop: Option<String>,
    pub(super) shared: Map<String, Value>,
    pub(super) fields: BTreeMap<OutputField, Value>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(super) enum Form {
    #[default]
    Built,
    Asynchronous(Option<u64>),
    Raw(Value),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decision {
    Allow,
    Deny,
    Ask,
    Defer,
}

/// Why an answer makes no sense for an event.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HookOutputError {
    /// The event does not take that part.
    #[error("`{part}` means nothing for the hook event {event}; it is for {}", .fits.join(", "))]
    NotForEvent {
        /// The part of the answer.
        part: &'static str,
        /// The event that was answered.
        event: String,
        /// The events it is for.
        fits: Vec<String>,
    },
    /// Two parts that exclude each other.
    #[error("`{first}` and `{second}` cannot stand in one hook answer; leave one of them out")]
    Contradiction {
        /// One of them.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// A raw answer that is no object.
    #[error("a raw hook answer must be a JSON object; wrap the value or use the builder")]
    NotAnObject,
}

impl HookOutput {
    /// No opinion.
    pub fn none() -> Self {
        Self::default()
    }

    /// The call may run without a question.
    pub fn allow() -> Self {
        Self::decided(Decision::Allow, None)
    }

    /// The call may not run; the model is told why.
    pub fn deny(reason: impl Into<String>) -> Self {
        Self::decided(Decision::Deny, Some(reason.into()))
    }

    /// A person must be asked.
    pub fn ask(reason: impl Into<String>) -> Self {
        Self::decided(Decision::Ask, Some(reason.into()))
    }

    /// The turn ends with the call undone, to be taken up later.
    pub fn defer() -> Self {
        Self::decided(Decision::Defer, None)
    }

    /// The call runs with this input instead, without a question. Use [`Self::with_updated_input`] on
    /// [`Self::none`] to change the input and leave the permission question as it is.
    pub fn rewrite(input: Map<String, Value>) -> Self {
        Self::allow().with_updated_input(input)
    }

    /// The model is told something more.
    pub fn context(text: impl Into<String>) -> Self {
        Self::none().with_context(text)
    }

    /// The session stops after this step; the reason is for the user.
    pub fn stop(reason: impl Into<String>) -> Self {
        Self {
            stop: Some(reason.into()),
            ..Self::default()
        }
    }

    /// What was about to happen is held up: a prompt is dropped, a stop becomes a continuation.
    pub fn block(reason: impl Into<String>) -> Self {
        Self {
            block: Some(reason.into()),
            ..Self::default()
        }
    }

    /// Received, do not wait; optionally with a bound in the CLI's unit.
    pub fn asynchronous(timeout: Option<u64>) -> Self {
        Self {
            form: Form::Asynchronous(timeout),
            ..Self::default()
        }
    }

    /// Exactly this object, unchecked.
    pub fn raw(value: Value) -> Self {
        Self {
            form: Form::Raw(value),
            ..Self::default()
        }
    }

    /// The decision on a permission request, with all that an answer may carry.
    pub fn permission(answer: &PermissionAnswer) -> Self {
        let mut decision = answer.to_wire();
        // a hook's decision is no user's decision, and the hook's shape has no place for it
        if let Value::Object(object) = &mut decision {
            object.shift_remove("decisionClassification");
        }
        Self::none().field(OutputField::Decision, decision)
    }

    /// The answer to an elicitation, or a replacement for the one that was given.
    pub fn elicitation(answer: &ElicitationAnswer) -> Self {
        let mut object = answer.to_object();
        let mut output = Self::none();
        for field in [OutputField::Action, OutputField::Content] {
            if let Some(value) = object.shift_remove(field.key()) {
                output = output.field(field, value);
            }
        }
        output
    }

    /// Adds what the model is told.
    #[must_use]
    pub fn with_context(self, text: impl Into<String>) -> Self {
        self.field(OutputField::AdditionalContext, text.into())
    }

    /// Adds the reason of a decision.
    #[must_use]
    pub fn with_reason(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }

    /// Adds a replacement of the whole tool input.
    #[must_use]
    pub fn with_updated_input(self, input: Map<String, Value>) -> Self {
        self.field(OutputField::UpdatedInput, input)
    }

    /// Adds a replacement of a tool's output.
    #[must_use]
    pub fn with_updated_tool_output(self, output: Value) -> Self {
        self.field(OutputField::UpdatedToolOutput, output)
    }

    /// Adds a replacement of an MCP tool's output.
    #[must_use]
    pub fn with_updated_mcp_tool_output(self, output: Value) -> Self {
        self.field(OutputField::UpdatedMcpToolOutput, output)
    }

    /// Adds something only the permission classifier reads.
    #[must_use]
    pub fn with_classifier_context(self, text: impl Into<String>) -> Self {
        self.field(OutputField::ClassifierContext, text.into())
    }

    /// Tells the model that a refused call may be tried again.
    #[must_use]
    pub fn with_retry(self) -> Self {
        self.field(OutputField::Retry, true)
    }

    /// Adds a title for the session.
    #[must_use]
    pub fn with_session_title(self, title: impl Into<String>) -> Self {
        self.field(OutputField::SessionTitle, title.into())
    }

    /// Keeps the text of a blocked prompt out of what is shown.
    #[must_use]
    pub fn with_original_prompt_suppressed(self) -> Self {
        self.field(OutputField::SuppressOriginalPrompt, true)
    }

    /// Adds a first prompt.
    #[must_use]
    pub fn with_initial_user_message(self, text: impl Into<String>) -> Self {
        self.field(OutputField::InitialUserMessage, text.into())
    }

    /// Adds files to watch, as absolute paths.
    #[must_use]
    pub fn with_watch_paths(self, paths: Vec<String>) -> Self {
        self.field(OutputField::WatchPaths, paths)
    }

    /// Adds what is shown instead of a message.
    #[must_use]
    pub fn with_display_content(self, text: impl Into<String>) -> Self {
        self.field(OutputField::DisplayContent, text.into())
    }

    /// Adds where the worktree was made.
    #[must_use]
    pub fn with_worktree_path(self, path: impl Into<String>) -> Self {
        self.field(OutputField::WorktreePath, path.into())
    }

    /// Adds a notice for the user.
    #[must_use]
    pub fn with_system_message(self, text: impl Into<String>) -> Self {
        self.shared("systemMessage", text.into())
    }

    /// Keeps the hook's run out of the transcript.
    #[must_use]
    pub fn with_output_suppressed(self) -> Self {
        self.shared("suppressOutput", true)
    }

    /// Adds an escape sequence for the CLI's terminal.
    #[must_use]
    pub fn with_terminal_sequence(self, sequence: impl Into<String>) -> Self {
        self.shared("terminalSequence", sequence.into())
    }

    /// Adds that the session stops after this step.
    #[must_use]
    pub fn and_stop(mut self, reason: impl Into<String>) -> Self {
        self.stop = Some(reason.into());
        self
    }

    fn decided(decision: Decision, reason: Option<String>) -> Self {
        Self {
            decision: Some(decision),
            reason,
            ..Self::default()
        }
    }

    fn field(mut self, field: OutputField, value: impl Into<Value>) -> Self {
        self.fields.insert(field, value.into());
        self
    }

    fn shared(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.shared.insert(key.to_owned(), value.into());
        self
    }
}
