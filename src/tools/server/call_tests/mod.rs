//! Calls of tools: a server with one tool, started as the CLI starts it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed unwrap is a failed test"
)]

mod input;
mod isolation;
mod output;

use super::*;
use crate::tools::{
    CallContext, Content, Handled, Json, ProgressSink, Schema, Server, Tool, ToolError,
};
use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{Barrier, Notify};
use tokio_util::sync::CancellationToken;

fn serving(tool: Tool) -> Server {
    Server::new("s").unwrap().tool(tool).unwrap()
}

fn message(name: &str, arguments: &Value) -> String {
    json!({"method": "tools/call", "params": {"name": name, "arguments": arguments,
        "_meta": {"claudecode/toolUseId": "toolu_1", "progressToken": 2}}, "jsonrpc": "2.0", "id": 2})
    .to_string()
}

type Started = (BoxFuture<'static, String>, CancellationToken);

fn start(server: &Server, name: &str, arguments: &Value, cx: CallContext) -> Started {
    match server.handle(&message(name, arguments), cx) {
        Handled::Running {
            future,
            cancel,
            rpc_id,
            tool,
            tool_use_id,
        } => {
            assert_eq!(
                (rpc_id.as_str(), tool.as_str(), tool_use_id.as_deref()),
                ("2", name, Some("toolu_1"))
            );
            let text = async move { future.await.get().to_owned() };
            (Box::pin(text) as BoxFuture<'static, String>, cancel)
        }
        other => panic!("{other:?}"),
    }
}

fn result_of(answer: &str) -> Value {
    let mut answer: Value = serde_json::from_str(answer).unwrap();
    assert_eq!(answer["id"], 2, "{answer}");
    answer["result"].take()
}

async fn call(server: &Server, name: &str, arguments: &Value) -> Value {
    result_of(
        &start(server, name, arguments, CallContext::default())
            .0
            .await,
    )
}

/// The text of a result that must be an error.
fn error_text(result: &Value) -> String {
    assert_eq!(result["isError"], true, "{result}");
    result
        .pointer("/content/0/text")
        .unwrap()
        .as_str()
        .unwrap()
        .to_owned()
}
