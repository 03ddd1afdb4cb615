//! What can go wrong before the first line is exchanged, each with what to do about it.
//!
//! Owns the texts and the stable codes. Does not cover what the CLI says once it runs.

use std::path::PathBuf;

/// Why the CLI could not be planned, found or started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchError {
    /// No `claude` in any of the usual places.
    #[error(
        "the `claude` CLI was not found. Looked at:\n{}\nInstall it with `npm install -g @anthropic-ai/claude-code`, or \
         give its path (option `cli_path`, or the variable CCA_CLI)",
        looked_at.iter().map(|place| format!("  - {place}")).collect::<Vec<_>>().join("\n")
    )]
    CliNotFound {
        /// Every place, in order, with why it did not do.
        looked_at: Vec<String>,
    },
    /// A path was given, and it cannot be run.
    #[error("the CLI path {} {problem}. Point `cli_path` (or CCA_CLI) to the `claude` program itself", path.display())]
    CliUnusable {
        /// The path as given.
        path: PathBuf,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The path is a script whose `#!` program is missing.
    #[error(
        "{} is a script for `{interpreter}`, which is not installed or not on the child's PATH. Install it, or point \
         `cli_path` to a native `claude`",
        path.display()
    )]
    MissingInterpreter {
        /// The script.
        path: PathBuf,
        /// The program its first line names.
        interpreter: String,
    },
    /// An option has a value the CLI would refuse, ignore or misread.
    #[error("option `{option}`: {problem}. {fix}")]
    Option {
        /// The option's name, as in [`LaunchOptions`](super::LaunchOptions).
        option: String,
        /// What is wrong.
        problem: String,
        /// What to do.
        fix: String,
    },
    /// An MCP entry the CLI would skip.
    #[error(
        "MCP server `{server}`: `{key}` {problem}. Correct the entry; the CLI would skip this server and go on without it"
    )]
    McpServer {
        /// The server's key in `mcpServers`.
        server: String,
        /// The offending key, as a dotted path.
        key: String,
        /// What is wrong.
        problem: String,
    },
    /// The text is not an MCP configuration at all.
    #[error(
        "the MCP configuration {problem}. It must look like {{\"mcpServers\": {{\"name\": {{…}}}}}}"
    )]
    McpConfig {
        /// What is wrong.
        problem: String,
    },
    /// A `${VAR}` in an MCP entry has no value and no default.
    #[error(
        "MCP server `{server}`: `{key}` needs the variable {variable}, which is not set. Set it, or write \
         ${{{variable}:-default}}"
    )]
    MissingVariable {
        /// The server's key in `mcpServers`.
        server: String,
        /// Where the reference stands, as a dotted path.
        key: String,
        /// The variable's name.
        variable: String,
    },
    /// The working directory cannot be used.
    #[error("the working directory {} {problem}. Create it, or choose another `cwd`", path.display())]
    WorkingDirectory {
        /// The directory as given.
        path: PathBuf,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The first word of the launcher is not a program we can run.
    #[error(
        "the launcher `{program}` was not found. Install it, or give its full path in `launcher`"
    )]
    LauncherNotFound {
        /// The first word of the launcher.
        program: String,
    },
    /// The operating system would not start it, for a reason without a more precise name.
    #[error("`{program}` could not be started: {source}. Try to run it by hand with `--version`")]
    Spawn {
        /// What was run.
        program: String,
        /// The system's reason.
        source: std::io::Error,
    },
}

impl LaunchError {
    /// A stable word for programs: `CLI_NOT_FOUND`, `CONFIG` or `CLI_CONNECTION`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::CliNotFound { .. }
            | Self::CliUnusable { .. }
            | Self::MissingInterpreter { .. } => "CLI_NOT_FOUND",
            Self::Option { .. }
            | Self::McpServer { .. }
            | Self::McpConfig { .. }
            | Self::MissingVariable { .. }
            | Self::WorkingDirectory { .. }
            | Self::LauncherNotFound { .. } => "CONFIG",
            Self::Spawn { .. } => "CLI_CONNECTION",
        }
    }

    pub(super) fn option(option: &str, problem: impl Into<String>, fix: impl Into<String>) -> Self {
        Self::Option {
            option: option.to_owned(),
            problem: problem.into(),
            fix: fix.into(),
        }
    }
}
