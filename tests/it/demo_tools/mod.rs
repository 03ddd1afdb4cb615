//! The demo tools as the agent meets them: called through their server, with good and with hostile arguments.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on says so by failing"
)]

mod calculator;
mod clock;
mod csv_summary;
mod hash_and_uuid;
mod scenarios;
mod sqlite;

use cca::tools::{CallContext, Handled, Server, Tool, demo};
use serde_json::{Value, json};

/// What a call came to.
#[derive(Debug)]
struct Outcome {
    text: String,
    data: Value,
    is_error: bool,
}

impl Outcome {
    /// The text of a success.
    #[track_caller]
    fn ok(&self) -> &str {
        assert!(!self.is_error, "{self:?}");
        &self.text
    }

    /// The text of an error result.
    #[track_caller]
    fn error(&self) -> &str {
        assert!(self.is_error, "{self:?}");
        &self.text
    }
}

/// Calls a tool of the demo server.
async fn call(tool: &str, arguments: Value) -> Outcome {
    call_on(
        &demo::server().unwrap(),
        tool,
        arguments,
        CallContext::default(),
    )
    .await
}

/// Calls a tool of any server.
async fn call_on(server: &Server, tool: &str, arguments: Value, cx: CallContext) -> Outcome {
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": tool, "arguments": arguments}});
    let Handled::Running { future, .. } = server.handle(&message.to_string(), cx) else {
        panic!("{tool} was not started");
    };
    let answer: Value = serde_json::from_str(future.await.get()).unwrap();
    let result = answer.get("result").expect("a result");
    Outcome {
        text: result
            .pointer("/content/0/text")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned(),
        data: result.get("structuredContent").cloned().unwrap_or_default(),
        is_error: result.get("isError").is_some_and(|flag| flag == true),
    }
}

/// A server with one tool.
fn serving(tool: Tool) -> Server {
    Server::new("demo").unwrap().tool(tool).unwrap()
}

#[test]
fn the_server_offers_all_of_them() {
    let server = demo::server().unwrap();
    let names: Vec<String> = server.tools().into_iter().map(|tool| tool.name).collect();
    let wanted = "add subtract multiply divide now uuid hash query summarise_csv";
    assert_eq!(names.join(" "), wanted);
    let list = server.handle(
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
        CallContext::default(),
    );
    let Handled::Ready(list) = list else {
        panic!("{list:?}");
    };
    let list: Value = serde_json::from_str(&list).unwrap();
    for tool in list.pointer("/result/tools").unwrap().as_array().unwrap() {
        let said = |path: &str| tool.pointer(path).cloned().unwrap_or_default();
        assert_eq!(said("/annotations/readOnlyHint"), true, "{tool}");
        assert!(said("/description").as_str().unwrap().len() > 15, "{tool}");
        assert_eq!(said("/inputSchema/additionalProperties"), false, "{tool}");
        for property in said("/inputSchema/properties")
            .as_object()
            .unwrap()
            .values()
        {
            assert!(property.get("description").is_some(), "{tool}");
        }
    }
}
