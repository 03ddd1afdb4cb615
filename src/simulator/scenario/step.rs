//! The verbs of a scenario. Owns: their shape. Does not own: performing them (`actor`), filling placeholders (`fill`).
//!
//! Each step is a table with one key, the verb: `{ say = "Hello" }`, `{ tool = { name = "Bash", … } }`. Texts and the
//! strings in inputs may hold placeholders:
//!
//! | placeholder | stands for |
//! |---|---|
//! | `{{prompt}}` | the prompt of the turn |
//! | `{{0}}`, `{{1}}`, `{{name}}` | what the rule's expression found: all of it, a group, a named group |
//! | `{{sum}}` | what a call with `as = "sum"` gave, or what `set` put there |
//! | `{{last}}` | the latest tool result, as text; if it is JSON, `{{last.rows.0}}` is a part of it |
//! | `{{message}}` | why the latest call, plan or question was refused |
//! | `{{input.command}}` | a part of the input that the latest call really had, edits included |
//! | `{{answers}}` | what was answered to the latest questions |
//! | `{{round}}` | which time it is, inside `repeat`, from 1 |
//!
//! Dots lead into a value: `{{input.todos.0.content}}`. A list or table in a text is written out in words; `{{json X}}`
//! writes it as JSON. A string that is nothing but `{{number X}}` or `{{json X}}` becomes a number, or the value itself.
//! What is not known when the step is done becomes an empty text; what can never be known is an error of the file.
//! `{{{{` is a `{{` that stays, and braces around anything that is no name stay too.

use super::either::{self, Short};
use super::trouble::{
    Compaction, Exit, Failure, Flood, Huge, Notice, Retry, Signal, Status, Usage,
};
use super::verb::OneVerb;
use super::work::{Agent, BackgroundShell, Hook, Parallel, Plan, Questions, Task, Todo, ToolCall};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// One thing that is done.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
pub enum Step {
    /// The model says something, at the session's speed.
    Say(String),
    /// The same at a speed of its own.
    Stream(Speech),
    /// The model thinks.
    Think(Speech),
    /// A tool call: a built-in tool that is pretended, or a tool of the client's in-process servers, which is really called.
    Tool(Box<ToolCall>),
    /// Several tool calls in one message. Read-only ones run side by side, others one after another, as in the CLI.
    Parallel(Parallel),
    /// The model asks the person (`AskUserQuestion`).
    Ask(Box<Questions>),
    /// The model proposes a plan (`ExitPlanMode`).
    Plan(Box<Plan>),
    /// A sub-agent with steps of its own.
    Agent(Box<Agent>),
    /// A shell command in the background; when it ends, the CLI starts a turn by itself.
    Background(Box<BackgroundShell>),
    /// The list of todos as a whole (`TodoWrite`).
    Todos(Vec<Todo>),
    /// A change to the task list (`TaskCreate`, `TaskUpdate`).
    Task(Task),
    /// Fires a hook event.
    Hook(Hook),
    /// The API fails and is asked again.
    Retry(Retry),
    /// The conversation is compacted.
    Compact(Compaction),
    /// What the next answer of the model uses; costs follow.
    Usage(Usage),
    /// The structured output, as the model gives it: checked against the schema of the session.
    Structured(Value),
    /// The turn ends with an error.
    Fail(Failure),
    /// The turn ends here, in peace.
    End(bool),
    /// Nothing happens for a while.
    WaitMs(u64),
    /// Nothing happens any more in this turn; an interrupt ends it.
    Hang(bool),
    /// The permission mode changes, as by a tool.
    Mode(String),
    /// A notice (`system/informational`).
    Notice(Notice),
    /// What the CLI says it is doing (`system/status`).
    Status(Status),
    /// A title for the session.
    Title(String),
    /// Lists what can be typed: the `help` of all rules.
    Help(String),
    /// Any frame, sent as it is; `session_id` and `uuid` are added if absent.
    Frame(Map<String, Value>),
    /// A line that is no JSON.
    Noise(String),
    /// A line that starts like JSON and is not.
    Malformed(String),
    /// Text whose line holds a lone surrogate escape.
    Surrogate(String),
    /// An answer in one line of many bytes.
    Huge(Huge),
    /// Many frames, fast.
    Flood(Flood),
    /// A line on standard error.
    Stderr(String),
    /// The process exits.
    Exit(Exit),
    /// The process is killed by this signal.
    Die(Signal),
    /// One of two lists of steps.
    When(Box<Branch>),
    /// The same steps several times.
    Repeat(Box<Repeat>),
    /// Keeps a text under a name.
    Set(Map<String, Value>),
}

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(OneVerb(deserializer))
    }
}

/// Text with a speed. Written as a text alone, or as a table.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, remote = "Self")]
pub struct Speech {
    /// What is said.
    pub text: String,
    /// Words a second; 0 is at once; absent is the session's speed.
    pub words_per_second: Option<f64>,
}

impl From<&str> for Speech {
    fn from(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            words_per_second: None,
        }
    }
}

impl Short for Speech {
    const EXPECTED: &'static str = "a text, or a table with `text` and `words_per_second`";

    fn from_text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(text.into())
    }

    fn from_table<'de, D: Deserializer<'de>>(table: D) -> Result<Self, D::Error> {
        Self::deserialize(table)
    }
}

impl<'de> Deserialize<'de> for Speech {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        either::read(deserializer)
    }
}

/// A choice between two lists of steps.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// A text with placeholders.
    pub value: String,
    /// A regular expression, searched for in it without regard to case.
    pub matches: String,
    /// Done if it is found.
    #[serde(default)]
    pub then: Vec<Step>,
    /// Done if it is not.
    #[serde(default, rename = "else")]
    pub otherwise: Vec<Step>,
}

/// Steps done several times; `{{round}}` counts from 1.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// How often.
    pub times: u32,
    /// What.
    pub steps: Vec<Step>,
}
