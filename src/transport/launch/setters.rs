//! The builder methods of [`LaunchOptions`]: one per field, by the field's name.
//!
//! Owns no meaning: each method stores what it is given. What a field does stands at the field.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

use super::{
    Effort, EnvEdit, Fork, LaunchOptions, LauncherWords, McpServer, PermissionPrompts,
    SessionChoice, SettingSource, Settings, StartMode, SystemPrompt, Thinking, ToolSet,
};

macro_rules! one {
    ($($field:ident: $kind:ty),* $(,)?) => { impl LaunchOptions { $(
        #[doc = concat!("Sets [`", stringify!($field), "`](Self#structfield.", stringify!($field), ").")]
        #[must_use]
        pub fn $field(mut self, $field: impl Into<$kind>) -> Self {
            self.$field = $field.into();
            self
        }
    )* } };
}

macro_rules! optional {
    ($($field:ident: $kind:ty),* $(,)?) => { impl LaunchOptions { $(
        #[doc = concat!("Sets [`", stringify!($field), "`](Self#structfield.", stringify!($field), ").")]
        #[must_use]
        pub fn $field(mut self, $field: impl Into<$kind>) -> Self {
            self.$field = Some($field.into());
            self
        }
    )* } };
}

macro_rules! many {
    ($($field:ident: $kind:ty),* $(,)?) => { impl LaunchOptions { $(
        #[doc = concat!("Replaces [`", stringify!($field), "`](Self#structfield.", stringify!($field), ").")]
        #[must_use]
        pub fn $field<T: Into<$kind>>(mut self, $field: impl IntoIterator<Item = T>) -> Self {
            self.$field = $field.into_iter().map(Into::into).collect();
            self
        }
    )* } };
}

one! {
    permission_prompts: PermissionPrompts,
    tools: ToolSet,
    strict_mcp_config: bool,
    system_prompt: SystemPrompt,
    session: SessionChoice,
    no_persistence: bool,
    await_initialize: bool,
    include_partial_messages: bool,
    include_hook_events: bool,
    replay_user_messages: bool,
    forward_subagent_text: bool,
    session_mirror: bool,
    debug_to_stderr: bool,
    bare: bool,
    dangerously_skip_permissions: bool,
    allow_dangerously_skip_permissions: bool,
    launcher_words: LauncherWords,
    entrypoint: String,
    session_state_events: bool,
    file_checkpointing: bool,
    startup_failure_results: bool,
    quiet: bool,
}

optional! {
    model: String,
    effort: Effort,
    thinking: Thinking,
    thinking_display: String,
    max_thinking_tokens: u32,
    permission_mode: StartMode,
    settings: Settings,
    agent: String,
    max_turns: u32,
    max_budget_usd: f64,
    task_budget: u64,
    json_schema: Value,
    fork: Fork,
    resume_at: String,
    resume_drops_turn: String,
    debug_file: PathBuf,
    cli_path: PathBuf,
    cwd: PathBuf,
    enable_tasks: bool,
    enable_tool_search: bool,
    max_retries: u32,
    mcp_tool_timeout: Duration,
    mcp_startup_timeout: Duration,
    background_wait: Duration,
}

many! {
    fallback_models: String,
    betas: String,
    allowed_tools: String,
    disallowed_tools: String,
    mcp_config_files: PathBuf,
    add_dirs: PathBuf,
    plugin_dirs: PathBuf,
    cli_words: OsString,
    extra_args: OsString,
    launcher: String,
}

impl LaunchOptions {
    /// Only these settings files; none of them if the list is empty.
    #[must_use]
    pub fn setting_sources(mut self, sources: impl IntoIterator<Item = SettingSource>) -> Self {
        self.setting_sources = Some(sources.into_iter().collect());
        self
    }

    /// Adds an MCP server, or replaces the one of that name.
    #[must_use]
    pub fn mcp_server(mut self, name: impl Into<String>, server: McpServer) -> Self {
        self.mcp_servers.insert(name.into(), server);
        self
    }

    /// Adds an agent definition, or replaces the one of that name.
    #[must_use]
    pub fn define_agent(mut self, name: impl Into<String>, definition: Value) -> Self {
        self.agents.insert(name.into(), definition);
        self
    }

    /// Sets a variable of the CLI's environment.
    #[must_use]
    pub fn set_env(mut self, name: impl Into<String>, value: impl Into<OsString>) -> Self {
        self.env.insert(name.into(), EnvEdit::Set(value.into()));
        self
    }

    /// Keeps a variable out of the CLI's environment.
    #[must_use]
    pub fn remove_env(mut self, name: impl Into<String>) -> Self {
        self.env.insert(name.into(), EnvEdit::Remove);
        self
    }

    /// Inherits one more variable; a `*` at the end stands for any rest, and `*` alone for everything.
    #[must_use]
    pub fn inherit(mut self, name: impl Into<String>) -> Self {
        self.inherit.push(name.into());
        self
    }

    /// Inherits nothing: the environment is what is set here, and what the switches of these options add.
    #[must_use]
    pub fn inherit_nothing(mut self) -> Self {
        self.inherit.clear();
        self
    }
}
