//! Tools and hooks from TOML: every key, every message, hostile arguments, limits, the program, and a session.
#![allow(
    clippy::panic,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::large_futures,
    reason = "tests look into JSON they expect, and fail if it is not there"
)]

mod answers;
mod cases;
mod commands;
mod hook_keys;
mod hook_messages;
mod hostile;
mod limits;
mod program;
mod session;
mod tool_keys;
mod tool_messages;

use cca::config::Document;
use cca::tools::declared::{Answerer, ToolFile};
use cca::tools::{CallContext, Handled};
use serde_json::{Value, json};
use std::path::Path;

/// A file of tools that is right.
fn tools(text: &str) -> ToolFile {
    ToolFile::read(&Document::new("box.toml", text)).unwrap_or_else(|error| panic!("{error}"))
}

/// What is said about a file of tools that is wrong.
fn refused(text: &str) -> String {
    let read = ToolFile::read(&Document::new("box.toml", text));
    read.expect_err(text).to_string()
}

/// A message of the CLI, answered.
async fn answered(file: &ToolFile, answerer: Option<Answerer>, message: &Value) -> Value {
    let server = file.server(answerer.as_ref()).unwrap();
    let text = match server.handle(&message.to_string(), CallContext::default()) {
        Handled::Ready(text) => text,
        Handled::Running { future, .. } => future.await.get().to_owned(),
        Handled::Cancel { ack, .. } => ack,
    };
    serde_json::from_str(&text).unwrap()
}

/// The result of a call.
async fn call(file: &ToolFile, tool: &str, arguments: &Value) -> Value {
    called(file, None, tool, arguments).await
}

async fn called(
    file: &ToolFile,
    answerer: Option<Answerer>,
    tool: &str,
    arguments: &Value,
) -> Value {
    let message = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": tool, "arguments": arguments},
    });
    let mut answer = answered(file, answerer, &message).await;
    answer["result"].take()
}

/// The definition of the only tool, as the agent gets it.
async fn definition(file: &ToolFile) -> Value {
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let mut answer = answered(file, None, &message).await;
    answer["result"]["tools"][0].take()
}

/// The text of a result, and whether it is an error.
fn text(result: &Value) -> (&str, bool) {
    let text = result["content"][0]["text"].as_str();
    (
        text.unwrap_or_else(|| panic!("{result}")),
        result["isError"] == true,
    )
}

/// A small program: writes its arguments, each with a NUL after it.
const ARGV: &str = "#!/bin/sh\nprintf '%s\\0' \"$@\"\n";

/// Puts a program into a folder.
fn script(folder: &Path, name: &str, text: &str) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder.join(name);
    // Written by another process, because a file that any thread here holds open for writing cannot be run.
    let status = std::process::Command::new("/bin/sh")
        .args(["-c", "printf %s \"$1\" > \"$2\"", "sh", text])
        .arg(&path)
        .status();
    assert!(status.unwrap().success());
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}
