//! The closed sets of values that options take, and their spelling on the command line.
//!
//! Owns the words only; which flag carries them is decided in `argv`.

use std::path::PathBuf;

use serde_json::Value;
use uuid::Uuid;

/// How hard the model tries (`--effort`).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effort {
    /// `low`
    Low,
    /// `medium`
    Medium,
    /// `high`
    High,
    /// `xhigh`
    XHigh,
    /// `max`
    Max,
    /// A level this version does not know by name.
    Other(String),
}

impl Effort {
    pub(super) fn as_str(&self) -> &str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::XHigh => "xhigh",
            Self::Max => "max",
            Self::Other(word) => word,
        }
    }
}

/// Whether the model thinks before it answers (`--thinking`); a fixed budget is `max_thinking_tokens`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thinking {
    /// The model decides.
    Adaptive,
    /// No thinking.
    Disabled,
}

impl Thinking {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Adaptive => "adaptive",
            Self::Disabled => "disabled",
        }
    }
}

/// The permission mode a session starts in (`--permission-mode`). The CLI exits with code 1 on a word it does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartMode {
    /// Ask for what is not allowed by a rule. Spelled `default`, which old and new CLIs accept; new ones call it `manual`.
    Default,
    /// Edits in the working directories need no question.
    AcceptEdits,
    /// A classifier answers.
    Auto,
    /// No questions at all. The CLI refuses this for root.
    BypassPermissions,
    /// Whatever would ask is denied.
    DontAsk,
    /// Read and plan only.
    Plan,
    /// A mode this version does not know by name.
    Other(String),
}

impl StartMode {
    pub(super) fn as_str(&self) -> &str {
        match self {
            Self::Default => "default",
            Self::AcceptEdits => "acceptEdits",
            Self::Auto => "auto",
            Self::BypassPermissions => "bypassPermissions",
            Self::DontAsk => "dontAsk",
            Self::Plan => "plan",
            Self::Other(word) => word,
        }
    }
}

/// Who answers permission questions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum PermissionPrompts {
    /// We do, over the control protocol (`--permission-prompt-tool stdio`). Without it the CLI offers neither
    /// `AskUserQuestion` nor the plan tools.
    #[default]
    Stdio,
    /// A tool of an MCP server, by its full name.
    Tool(String),
    /// Nobody: every question is a denial (`--permission-prompts none`).
    Nobody,
}

/// Which built-in tools exist at all (`--tools`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ToolSet {
    /// No flag: what the CLI and its settings decide.
    #[default]
    Unset,
    /// The CLI's own default set, said explicitly.
    Default,
    /// No built-in tool.
    None,
    /// Exactly these.
    Only(Vec<String>),
}

/// A settings file the CLI may load (`--setting-sources`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingSource {
    /// The user's own.
    User,
    /// The project's, with CLAUDE.md and `.claude/commands`.
    Project,
    /// The project's, not checked in.
    Local,
}

impl SettingSource {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
        }
    }
}

/// An extra layer of settings (`--settings`).
#[derive(Debug, Clone, PartialEq)]
pub enum Settings {
    /// Given as JSON.
    Inline(Value),
    /// A file, on the machine where the CLI runs.
    File(PathBuf),
}

/// The system prompt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum SystemPrompt {
    /// The CLI's own.
    #[default]
    Preset,
    /// The CLI's own, then this.
    Append(String),
    /// This alone.
    Replace(String),
    /// The content of a file, on the machine where the CLI runs. For prompts too long for a command line.
    File(PathBuf),
}

/// Which conversation the process holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum SessionChoice {
    /// A new one; the CLI picks the id.
    #[default]
    New,
    /// A new one with this id. An id in use makes the CLI exit with code 1.
    Id(Uuid),
    /// A stored one, by id. Nothing of its history is sent again.
    Resume(String),
    /// The latest one of the working directory.
    Continue,
}

/// A resumed session that goes on under another id (`--fork-session`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fork {
    /// The CLI picks the new id.
    FreshId,
    /// We pick it.
    Id(Uuid),
}
