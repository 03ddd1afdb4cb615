//! The server as the CLI sees it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed unwrap is a failed test"
)]

mod contents;
mod methods;
mod registration;

use super::*;
use crate::tools::{CallContext, Content, PromptArguments, ResourceContents, Schema, ToolError};
use serde_json::{Value, json};

fn tool(name: &str) -> Tool {
    Tool::new(name, "A tool").handler(|_args, _cx| async { Ok("ok") })
}

fn ready(server: &Server, message: &Value) -> Value {
    match server.handle(&message.to_string(), CallContext::default()) {
        Handled::Ready(text) => serde_json::from_str(&text).unwrap(),
        other => panic!("expected an answer at once, got {other:?}"),
    }
}

async fn run(server: &Server, message: &Value) -> Value {
    match server.handle(&message.to_string(), CallContext::default()) {
        Handled::Ready(text) => serde_json::from_str(&text).unwrap(),
        Handled::Running { future, .. } => serde_json::from_str(future.await.get()).unwrap(),
        cancel @ Handled::Cancel { .. } => panic!("{cancel:?}"),
    }
}

fn listed_names(server: &Server) -> Vec<String> {
    let answer = ready(server, &json!({"id": 1, "method": "tools/list"}));
    let tools = answer.pointer("/result/tools").unwrap().as_array().unwrap();
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect()
}
