//! What the model in a scenario does: tools, questions, plans, sub-agents, tasks, hooks. Owns: their shape.

use super::ask::Ask;
use super::step::Step;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A tool call.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ToolCall {
    /// `Bash`, `Edit`, `mcp__calc__add`, …
    pub name: String,
    /// Its input.
    pub input: Map<String, Value>,
    /// What the pretended tool gives back.
    pub output: Option<String>,
    /// What it fails with instead.
    pub error: Option<String>,
    /// The structured form (`tool_use_result`); absent means one made from input and output.
    pub result: Option<Value>,
    /// How long it runs.
    pub takes_ms: u64,
    /// Whether it asks for permission.
    pub ask: Ask,
    /// The name its result is kept under.
    #[serde(rename = "as")]
    pub name_of_result: Option<String>,
    /// Done if it was allowed, by whomever.
    pub allowed: Vec<Step>,
    /// Done instead of `allowed` if it was allowed with another input.
    pub edited: Vec<Step>,
    /// Done if it was denied.
    pub denied: Vec<Step>,
    /// Done if it ran and failed.
    pub failed: Vec<Step>,
}

/// Several calls in one message.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parallel {
    /// The calls.
    pub tools: Vec<ToolCall>,
}

/// Questions for a person.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Questions {
    /// One to four.
    pub questions: Vec<Question>,
    /// Done if they were answered; `{{answers}}` is what was said.
    pub answered: Vec<Step>,
    /// Done if they were not.
    pub declined: Vec<Step>,
}

/// One question.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Question {
    /// The question.
    pub question: String,
    /// A word or two.
    pub header: String,
    /// Whether several answers may be chosen.
    pub multiple: bool,
    /// Two to four answers.
    pub options: Vec<Choice>,
}

/// An answer to choose.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Choice {
    /// What is chosen.
    pub label: String,
    /// What it means.
    pub description: String,
    /// What it would look like.
    pub preview: Option<String>,
}

/// A plan.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Plan {
    /// The plan, as Markdown.
    pub text: String,
    /// Done if it was approved.
    pub approved: Vec<Step>,
    /// Done if it was not; `{{message}}` is the feedback.
    pub rejected: Vec<Step>,
}

/// A sub-agent.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agent {
    /// A few words.
    pub description: String,
    /// What it is told.
    #[serde(default)]
    pub prompt: String,
    /// Which kind; `general-purpose` if absent.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// Whether the turn goes on while it works.
    #[serde(default)]
    pub background: bool,
    /// What it does. Its last words are its report.
    #[serde(default)]
    pub steps: Vec<Step>,
    /// What the CLI does in the turn it starts by itself when a background agent has ended.
    #[serde(default)]
    pub afterwards: Vec<Step>,
}

/// A shell command in the background.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BackgroundShell {
    /// The command.
    pub command: String,
    /// A few words.
    pub description: String,
    /// What it prints.
    pub output: String,
    /// How long it runs.
    pub takes_ms: u64,
    /// Whether it fails.
    pub fails: bool,
    /// What the CLI does in the turn it starts by itself when the command has ended.
    pub afterwards: Vec<Step>,
}

/// An entry of the list of todos.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Todo {
    /// What is to be done.
    pub content: String,
    /// `pending` (if absent), `in_progress` or `completed`.
    pub status: String,
    /// The same while it is being done.
    pub active: Option<String>,
}

impl Default for Todo {
    fn default() -> Self {
        Self {
            content: String::new(),
            status: "pending".to_owned(),
            active: None,
        }
    }
}

/// A change to the task list: a new task, or another status of one.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Task {
    /// A new task.
    Create {
        /// A few words.
        subject: String,
        /// More words.
        #[serde(default)]
        description: String,
    },
    /// A task has another status.
    Update {
        /// Which, from 1.
        id: u32,
        /// `pending`, `in_progress`, `completed` or `deleted`.
        status: String,
    },
}

/// A hook event that is fired.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hook {
    /// `Notification`, `ConfigChange`, …
    pub event: String,
    /// What matchers look at, for events that have such a thing.
    #[serde(default)]
    pub subject: Option<String>,
    /// Its own input fields.
    #[serde(default)]
    pub input: Map<String, Value>,
}
