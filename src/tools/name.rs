//! The rules for names, so that `mcp__server__tool` has one reading and never looks like a tool of the CLI.
//!
//! Owns the rules and the list of built-in names. Does not know what is registered: duplicates are the server's.

use super::error::{Error, Kind};

const LONGEST: usize = 64;

/// Tools that the CLI brings along, in some version or mode.
const BUILT_IN: [&str; 48] = [
    "Agent",
    "AgentOutputTool",
    "AskUserQuestion",
    "Bash",
    "BashOutput",
    "Config",
    "CronCreate",
    "CronDelete",
    "CronList",
    "Edit",
    "EnterPlanMode",
    "EnterWorktree",
    "ExitPlanMode",
    "ExitWorktree",
    "Glob",
    "Grep",
    "KillBash",
    "KillShell",
    "LS",
    "LSP",
    "ListAgents",
    "ListMcpResourcesTool",
    "Monitor",
    "MultiEdit",
    "NotebookEdit",
    "NotebookRead",
    "Read",
    "ReadMcpResourceDirTool",
    "ReadMcpResourceTool",
    "ReportFindings",
    "ScheduleWakeup",
    "SendMessage",
    "Skill",
    "SlashCommand",
    "StructuredOutput",
    "Task",
    "TaskCreate",
    "TaskGet",
    "TaskList",
    "TaskOutput",
    "TaskStop",
    "TaskUpdate",
    "TodoWrite",
    "ToolSearch",
    "WebFetch",
    "WebSearch",
    "Workflow",
    "Write",
];

/// Checks a server's name.
pub(super) fn check_server(name: &str) -> Result<(), Error> {
    check(Kind::Server, name)?;
    let reason = if name.contains("__") {
        "`__` separates server and tool in `mcp__server__tool`, so it cannot be part of it; use a single `_` or `-`"
    } else if name.ends_with('_') {
        "a final `_` would run into the `__` of `mcp__server__tool`; drop it"
    } else {
        return Ok(());
    };
    Err(Error::InvalidName {
        kind: Kind::Server,
        name: name.to_owned(),
        reason,
    })
}

/// Checks the name of a tool that `server` is to serve.
pub(super) fn check_tool(server: &str, name: &str) -> Result<(), Error> {
    check(Kind::Tool, name)?;
    if BUILT_IN.contains(&name) {
        return Err(Error::BuiltIn {
            name: name.to_owned(),
            suggestion: format!("{server}_{}", name.to_ascii_lowercase()),
        });
    }
    Ok(())
}

/// Checks the characters and the length of a name.
pub(super) fn check(kind: Kind, name: &str) -> Result<(), Error> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    let reason = if name.is_empty() {
        "it is empty; use 1 to 64 of A-Z a-z 0-9 _ -"
    } else if name.len() > LONGEST {
        "it is longer than 64 characters; shorten it"
    } else if !name.bytes().all(allowed) {
        "only A-Z a-z 0-9 _ - may be used; replace the other characters"
    } else {
        return Ok(());
    };
    Err(Error::InvalidName {
        kind,
        name: name.to_owned(),
        reason,
    })
}
