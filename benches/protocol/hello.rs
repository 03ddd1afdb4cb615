//! What both references say to the CLI. Owns: starting it, the `initialize` line, the prompt line, reading the figures
//! out of a result. Does not own: reading and answering (`raw`, `minimal`).

use crate::job::{Failure, Figures, ROLE, Role, Script};
use serde::Deserialize;
use serde_json::json;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Starts the stand-in CLI as a plain child.
pub(crate) fn start_cli() -> Result<(Child, ChildStdin, ChildStdout), Failure> {
    let mut child = Command::new(std::env::current_exe()?)
        .env(ROLE, Role::Cli.name())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let input = child.stdin.take().ok_or("the CLI has no input")?;
    let output = child.stdout.take().ok_or("the CLI has no output")?;
    Ok((child, input, output))
}

/// The first line of a client.
pub(crate) fn initialize_line() -> String {
    let request = json!({"subtype": "initialize", "sdkMcpServers": ["calc"]});
    let line = json!({"type": "control_request", "request_id": "start", "request": request});
    format!("{line}\n")
}

/// The line that starts the turn.
pub(crate) fn prompt_line(script: &Script) -> Result<String, Failure> {
    let message = json!({"role": "user", "content": serde_json::to_string(script)?});
    let line =
        json!({"type": "user", "message": message, "parent_tool_use_id": null, "session_id": ""});
    Ok(format!("{line}\n"))
}

/// What the CLI measured, from the line of its result.
pub(crate) fn figures(line: &[u8]) -> Result<Figures, Failure> {
    #[derive(Deserialize)]
    struct Result {
        result: String,
    }
    let result: Result = serde_json::from_slice(line)?;
    Ok(serde_json::from_str(&result.result)?)
}
