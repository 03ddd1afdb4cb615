//! PURE. The command line of the CLI: arguments in, [`Flags`] out, or the words and the code the CLI stops with.
//!
//! `table` has the options and how many values each takes, `words` takes a command line apart, `lists` splits lists of
//! tools and rules, `build` makes values of words, `stop` has the refusals. Files that arguments name are read by a
//! function that comes in, so that nothing here touches the disk. A flag that is not known is noted, never an error: a
//! newer SDK must be able to start the simulator.

mod build;
mod lists;
mod stop;
mod table;
mod words;

pub use stop::Stop;

use serde_json::{Map, Value};

/// What the CLI does with its output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum OutputFormat {
    /// The last words alone.
    #[default]
    Text,
    /// The result alone.
    Json,
    /// Every frame.
    StreamJson,
}

/// Which built-in tools there are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ToolChoice {
    /// The usual ones.
    #[default]
    Default,
    /// These alone.
    Only(Vec<String>),
}

/// Which conversation it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionChoice {
    /// `--session-id`.
    pub session_id: Option<String>,
    /// `--resume`; an empty id means that none was named.
    pub resume: Option<String>,
    /// `--continue`.
    pub carry_on: bool,
    /// `--fork-session`.
    pub fork: bool,
    /// `--resume-session-at`.
    pub resume_at: Option<String>,
    /// `--no-session-persistence`.
    pub no_persistence: bool,
}

/// The command line.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Flags {
    /// `--print`.
    pub print: bool,
    /// The prompt, if it is an argument.
    pub prompt: Option<String>,
    /// `--output-format`.
    pub output: OutputFormat,
    /// `--input-format stream-json`: the protocol on standard input; otherwise standard input is the prompt.
    pub stream_input: bool,
    /// `--verbose`.
    pub verbose: bool,
    /// `--include-partial-messages`.
    pub partial: bool,
    /// `--include-hook-events`.
    pub hook_events: bool,
    /// `--replay-user-messages`.
    pub replay_prompts: bool,
    /// `--permission-prompt-tool`; `stdio` sends requests to the client.
    pub prompt_tool: Option<String>,
    /// `--permission-prompts none`: nobody answers.
    pub nobody_answers: bool,
    /// `--permission-mode`, as it is reported: `manual` is `default`.
    pub permission_mode: Option<String>,
    /// `--allow-dangerously-skip-permissions`: bypass may be turned on later.
    pub allow_bypass: bool,
    /// `--dangerously-skip-permissions`.
    pub bypass: bool,
    /// `--allowedTools`: rules.
    pub allowed: Vec<String>,
    /// `--disallowedTools`: rules.
    pub disallowed: Vec<String>,
    /// `--tools`.
    pub tools: ToolChoice,
    /// `--mcp-config`: servers by name, all sources in order, as they were written.
    pub mcp_servers: Map<String, Value>,
    /// `--strict-mcp-config`.
    pub strict_mcp: bool,
    /// `--setting-sources`; `None` is all of them.
    pub setting_sources: Option<Vec<String>>,
    /// `--settings`.
    pub settings: Map<String, Value>,
    /// `--model`.
    pub model: Option<String>,
    /// `--fallback-model`.
    pub fallback_models: Vec<String>,
    /// `--effort`.
    pub effort: Option<String>,
    /// `--thinking`.
    pub thinking: Option<String>,
    /// `--max-thinking-tokens`.
    pub max_thinking_tokens: Option<u64>,
    /// `--system-prompt`.
    pub system_prompt: Option<String>,
    /// `--append-system-prompt`.
    pub append_system_prompt: Option<String>,
    /// `--agents`: by name.
    pub agents: Map<String, Value>,
    /// `--agent`.
    pub agent: Option<String>,
    /// `--max-turns`.
    pub max_turns: Option<u64>,
    /// `--max-budget-usd`.
    pub max_budget_usd: Option<f64>,
    /// `--task-budget`.
    pub task_budget: Option<u64>,
    /// `--json-schema`.
    pub json_schema: Option<Value>,
    /// `--session-id`, `--resume` and what belongs to them.
    pub session: SessionChoice,
    /// `--add-dir`.
    pub add_dirs: Vec<String>,
    /// `--plugin-dir`.
    pub plugin_dirs: Vec<String>,
    /// `--await-initialize`.
    pub await_initialize: bool,
    /// `--session-mirror`.
    pub session_mirror: bool,
    /// `--forward-subagent-text`.
    pub forward_agent_text: bool,
    /// `--bare`.
    pub bare: bool,
    /// Lines for standard error that stop nothing.
    pub warnings: Vec<String>,
    /// Flags that are not known here, with their value.
    pub noted: Vec<String>,
}

impl Flags {
    /// Reads a command line without the program's name. `read` gives the text of a file that an argument names.
    pub fn parse(
        argv: &[String],
        read: &dyn Fn(&str) -> Option<String>,
        version: &str,
    ) -> Result<Self, Stop> {
        let words = words::take_apart(argv)?;
        if words.has("--version") {
            return Err(Stop::print(format!("{version} (Claude Code)")));
        }
        if words.has("--help") {
            return Err(Stop::print(table::help()));
        }
        build::build(words, read)
    }

    /// Whether permission requests go to the client.
    pub fn client_answers(&self) -> bool {
        !self.nobody_answers && self.prompt_tool.as_deref() == Some("stdio")
    }
}

#[cfg(test)]
#[path = "flags_tests.rs"]
mod tests;
