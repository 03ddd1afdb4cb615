//! Everything that can be said about how the CLI is to be started, as data.
//!
//! Owns the fields and their defaults. The builder methods are in `setters`, the translation in `argv`, `env` and `plan`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::{
    DEFAULT_INHERIT, Effort, EnvEdit, Fork, LauncherWords, McpServer, PermissionPrompts,
    SessionChoice, SettingSource, Settings, StartMode, SystemPrompt, Thinking, ToolSet,
};

/// How to start the CLI. Paths are those of the machine where the CLI runs.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct LaunchOptions {
    /// `--model`.
    pub model: Option<String>,
    /// `--fallback-model`, in order of preference.
    pub fallback_models: Vec<String>,
    /// `--effort`.
    pub effort: Option<Effort>,
    /// `--betas`, one flag each.
    pub betas: Vec<String>,
    /// `--thinking`.
    pub thinking: Option<Thinking>,
    /// `--thinking-display`.
    pub thinking_display: Option<String>,
    /// `--max-thinking-tokens`; 0 means none.
    pub max_thinking_tokens: Option<u32>,
    /// `--permission-mode`.
    pub permission_mode: Option<StartMode>,
    /// Who answers permission questions.
    pub permission_prompts: PermissionPrompts,
    /// `--allowedTools`: rules that allow without a question. Also brings in opt-in tools such as `TaskCreate`.
    pub allowed_tools: Vec<String>,
    /// `--disallowedTools`: rules that deny.
    pub disallowed_tools: Vec<String>,
    /// `--tools`: which built-in tools exist.
    pub tools: ToolSet,
    /// `--mcp-config`, as one JSON value; `${VAR}` is replaced from the host's environment.
    pub mcp_servers: IndexMap<String, McpServer>,
    /// `--mcp-config`, as files the CLI reads itself.
    pub mcp_config_files: Vec<PathBuf>,
    /// `--strict-mcp-config`: only the servers given here.
    pub strict_mcp_config: bool,
    /// `--setting-sources`: `None` is the CLI's choice, an empty list is no settings file at all.
    pub setting_sources: Option<Vec<SettingSource>>,
    /// `--settings`.
    pub settings: Option<Settings>,
    /// `--system-prompt` and its relatives.
    pub system_prompt: SystemPrompt,
    /// `--agents`: definitions by name.
    pub agents: Map<String, Value>,
    /// `--agent`: the one that runs the main thread. The CLI ignores a name it does not know.
    pub agent: Option<String>,
    /// `--max-turns`.
    pub max_turns: Option<u32>,
    /// `--max-budget-usd`.
    pub max_budget_usd: Option<f64>,
    /// `--task-budget`.
    pub task_budget: Option<u64>,
    /// `--json-schema`: the shape of a structured answer.
    pub json_schema: Option<Value>,
    /// Which conversation.
    pub session: SessionChoice,
    /// `--fork-session`; needs a session that is resumed or continued.
    pub fork: Option<Fork>,
    /// `--resume-session-at`: the message to resume at; needs a resumed session.
    pub resume_at: Option<String>,
    /// `--resume-drops-turn`: a turn to leave out; needs a resumed session.
    pub resume_drops_turn: Option<String>,
    /// `--no-session-persistence`: no transcript on disk.
    pub no_persistence: bool,
    /// `--add-dir`, one flag each.
    pub add_dirs: Vec<PathBuf>,
    /// `--plugin-dir`, one flag each.
    pub plugin_dirs: Vec<PathBuf>,
    /// `--await-initialize`: plugins wait for our `initialize`.
    pub await_initialize: bool,
    /// `--include-partial-messages` (on by default): the answer while it is written.
    pub include_partial_messages: bool,
    /// `--include-hook-events`.
    pub include_hook_events: bool,
    /// `--replay-user-messages` (on by default): each accepted prompt comes back.
    pub replay_user_messages: bool,
    /// `--forward-subagent-text`.
    pub forward_subagent_text: bool,
    /// `--session-mirror`: a copy of each transcript write.
    pub session_mirror: bool,
    /// `--debug-file`.
    pub debug_file: Option<PathBuf>,
    /// `--debug-to-stderr`.
    pub debug_to_stderr: bool,
    /// `--bare`: few tools, no hooks, no CLAUDE.md.
    pub bare: bool,
    /// `--dangerously-skip-permissions`. The CLI refuses it for root.
    pub dangerously_skip_permissions: bool,
    /// `--allow-dangerously-skip-permissions`: makes the bypass mode available, not active.
    pub allow_dangerously_skip_permissions: bool,
    /// Further arguments, last and untouched, so that they win over ours.
    pub extra_args: Vec<OsString>,

    /// Where the CLI is; without it, it is searched for.
    pub cli_path: Option<PathBuf>,
    /// Words between the program and its flags, for a program that is the CLI only by a subcommand of its own.
    pub cli_words: Vec<OsString>,
    /// Words put before the CLI, e.g. `ssh host` or `docker exec -i box`.
    pub launcher: Vec<String>,
    /// Whether the launcher hands our words to a shell.
    pub launcher_words: LauncherWords,
    /// The working directory; where the CLI runs, so with a launcher a remote one.
    pub cwd: Option<PathBuf>,
    /// Variables set or removed, after inheritance.
    pub env: BTreeMap<String, EnvEdit>,
    /// Names of inherited variables; a `*` at the end stands for any rest.
    pub inherit: Vec<String>,

    /// `CLAUDE_CODE_ENTRYPOINT`: a label for who started the CLI.
    pub entrypoint: String,
    /// `CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS` (on by default).
    pub session_state_events: bool,
    /// `CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING` (on by default): needed to rewind files.
    pub file_checkpointing: bool,
    /// `CLAUDE_CODE_STARTUP_FAILURE_RESULTS`: some failures to start become a result.
    pub startup_failure_results: bool,
    /// `CLAUDE_CODE_ENABLE_TASKS`: `false` brings back `TodoWrite`.
    pub enable_tasks: Option<bool>,
    /// `ENABLE_TOOL_SEARCH`: `false` sends all tool schemas at once.
    pub enable_tool_search: Option<bool>,
    /// `CLAUDE_CODE_MAX_RETRIES`.
    pub max_retries: Option<u32>,
    /// `MCP_TOOL_TIMEOUT`: the longest tool call, of servers of every kind.
    pub mcp_tool_timeout: Option<Duration>,
    /// `MCP_TIMEOUT`: how long a server may take to start.
    pub mcp_startup_timeout: Option<Duration>,
    /// `CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS`: how long background work is waited for once stdin is closed.
    pub background_wait: Option<Duration>,
    /// No telemetry, no update check, no traffic beside the API.
    pub quiet: bool,
}

impl Default for LaunchOptions {
    fn default() -> Self {
        Self {
            model: None,
            fallback_models: Vec::new(),
            effort: None,
            betas: Vec::new(),
            thinking: None,
            thinking_display: None,
            max_thinking_tokens: None,
            permission_mode: None,
            permission_prompts: PermissionPrompts::Stdio,
            allowed_tools: Vec::new(),
            disallowed_tools: Vec::new(),
            tools: ToolSet::Unset,
            mcp_servers: IndexMap::new(),
            mcp_config_files: Vec::new(),
            strict_mcp_config: false,
            setting_sources: None,
            settings: None,
            system_prompt: SystemPrompt::Preset,
            agents: Map::new(),
            agent: None,
            max_turns: None,
            max_budget_usd: None,
            task_budget: None,
            json_schema: None,
            session: SessionChoice::New,
            fork: None,
            resume_at: None,
            resume_drops_turn: None,
            no_persistence: false,
            add_dirs: Vec::new(),
            plugin_dirs: Vec::new(),
            await_initialize: false,
            include_partial_messages: true,
            include_hook_events: false,
            replay_user_messages: true,
            forward_subagent_text: false,
            session_mirror: false,
            debug_file: None,
            debug_to_stderr: false,
            bare: false,
            dangerously_skip_permissions: false,
            allow_dangerously_skip_permissions: false,
            extra_args: Vec::new(),
            cli_path: None,
            cli_words: Vec::new(),
            launcher: Vec::new(),
            launcher_words: LauncherWords::Auto,
            cwd: None,
            env: BTreeMap::new(),
            inherit: DEFAULT_INHERIT
                .iter()
                .map(|&name| name.to_owned())
                .collect(),
            entrypoint: "sdk-rs".to_owned(),
            session_state_events: true,
            file_checkpointing: true,
            startup_failure_results: false,
            enable_tasks: None,
            enable_tool_search: None,
            max_retries: None,
            mcp_tool_timeout: None,
            mcp_startup_timeout: None,
            background_wait: None,
            quiet: false,
        }
    }
}
