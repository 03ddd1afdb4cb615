//! Tests of the server as the CLI sees it: methods, registration, changes at run time.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed unwrap is a failed test"
)]

use serde_json::{Value, json};

use super::*;
use crate::tools::{CallContext, Content, PromptArguments, ResourceContents, Schema, ToolError};

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

#[test]
fn initialize_declares_only_what_there_is() {
    let server = Server::new("calc")
        .unwrap()
        .version("2.0")
        .instructions("Use it.");
    let hello = json!({"method": "initialize", "params": {"protocolVersion": "2025-06-18"}, "jsonrpc": "2.0", "id": 0});
    let expected = json!({"jsonrpc": "2.0", "id": 0, "result": {
        "protocolVersion": "2025-06-18",
        "capabilities": {"tools": {"listChanged": true}},
        "serverInfo": {"name": "calc", "version": "2.0"},
        "instructions": "Use it.",
    }});
    assert_eq!(ready(&server, &hello), expected);
    assert_eq!(
        ready(&server, &hello),
        expected,
        "a second initialize is fine"
    );

    let full = Server::new("full")
        .unwrap()
        .resource(Resource::new("a://b", "b").handler(|_, _| async { Ok("x") }))
        .unwrap()
        .prompt(Prompt::new("p", "P").handler(|_, _| async { Ok("x") }))
        .unwrap();
    let odd = json!({"method": "initialize", "params": {"protocolVersion": "1999"}, "id": 0});
    let result = ready(&full, &odd)["result"].take();
    assert_eq!(result["protocolVersion"], "2025-11-25");
    assert_eq!(
        result["capabilities"],
        json!({"tools": {"listChanged": true}, "resources": {"listChanged": true}, "prompts": {"listChanged": true}})
    );
    let bare = ready(
        &full,
        &json!({"method": "initialize", "params": [], "id": 0}),
    );
    assert_eq!(
        bare.pointer("/result/protocolVersion").unwrap(),
        "2025-11-25"
    );
}

#[test]
fn notifications_are_acknowledged_and_pings_answered() {
    let server = Server::new("calc").unwrap();
    let ack = json!({"jsonrpc": "2.0", "id": 0, "result": {}});
    for method in [
        "notifications/initialized",
        "notifications/roots/list_changed",
        "whatever",
    ] {
        assert_eq!(
            ready(&server, &json!({"jsonrpc": "2.0", "method": method})),
            ack
        );
    }
    assert_eq!(
        ready(&server, &json!({"method": "notifications/cancelled"})),
        ack
    );
    let pong = ready(&server, &json!({"method": "ping", "id": "p-1"}));
    assert_eq!(pong, json!({"jsonrpc": "2.0", "id": "p-1", "result": {}}));
}

#[test]
fn cancelled_names_the_request() {
    let server = Server::new("calc").unwrap();
    for id in ["2", "\"abc\""] {
        let text = format!(
            r#"{{"method":"notifications/cancelled","params":{{"requestId":{id},"reason":"x"}}}}"#
        );
        match server.handle(&text, CallContext::default()) {
            Handled::Cancel { rpc_id, ack } => {
                assert_eq!(rpc_id, id);
                assert_eq!(ack, crate::wire::mcp::ACK);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn what_is_unknown_is_an_error_with_its_code() {
    let server = Server::new("calc").unwrap().tool(tool("add")).unwrap();
    let code = |message: Value| {
        ready(&server, &message)
            .pointer("/error/code")
            .unwrap()
            .as_i64()
            .unwrap()
    };
    assert_eq!(code(json!({"id": 1, "method": "server/discover"})), -32601);
    assert_eq!(
        code(json!({"id": 1, "method": "tools/call", "params": {"name": "sub"}})),
        -32602
    );
    assert_eq!(
        code(json!({"id": 1, "method": "tools/call", "params": {}})),
        -32602
    );
    assert_eq!(code(json!({"id": 1, "method": "tools/call"})), -32602);
    assert_eq!(
        code(json!({"id": 1, "method": "prompts/get", "params": {"name": "p"}})),
        -32602
    );
    assert_eq!(
        code(json!({"id": 1, "method": "resources/read", "params": {"uri": "a://b"}})),
        -32002
    );
    assert_eq!(code(json!({"id": 1})), -32600);
    assert_eq!(code(json!([{"id": 1, "method": "ping"}])), -32600);
}

#[test]
fn definitions_carry_everything() {
    let full = Tool::new("look", "Look around")
        .title("Look")
        .schema(Schema::simple([("where", "string")]))
        .output_schema(Schema::simple([("seen", "array")]))
        .read_only()
        .always_load()
        .meta("x", 1)
        .handler(|_, _| async { Ok(()) });
    let server = Server::new("s").unwrap().tool(full).unwrap();
    let answer = ready(
        &server,
        &json!({"id": 7, "method": "tools/list", "params": {}}),
    );
    assert_eq!(
        answer,
        json!({"jsonrpc": "2.0", "id": 7, "result": {"tools": [{
            "name": "look",
            "title": "Look",
            "description": "Look around",
            "inputSchema": {"type": "object", "properties": {"where": {"type": "string"}}, "required": ["where"]},
            "outputSchema": {"type": "object", "properties": {"seen": {"type": "array"}}, "required": ["seen"]},
            "annotations": {"readOnlyHint": true},
            "_meta": {"anthropic/alwaysLoad": true, "x": 1},
        }]}})
    );
}

#[test]
fn names_are_checked() {
    let server = Server::new("calc").unwrap().tool(tool("add")).unwrap();
    assert!(matches!(
        server.add(tool("add")),
        Err(Error::Duplicate { .. })
    ));
    for name in ["", "a b", "ä", "a.b", &"x".repeat(65)] {
        assert!(
            matches!(server.add(tool(name)), Err(Error::InvalidName { .. })),
            "{name}"
        );
    }
    assert!(server.add(tool(&"x".repeat(64))).is_ok());
    for name in ["Bash", "Read", "Task", "AskUserQuestion", "ToolSearch"] {
        let text = server.add(tool(name)).unwrap_err().to_string();
        let suggestion = format!("`calc_{}`", name.to_lowercase());
        assert!(text.contains(name) && text.contains(&suggestion), "{text}");
    }
    assert!(matches!(
        server.add(Tool::new("idle", "")),
        Err(Error::NoHandler { .. })
    ));
    for name in ["a__b", "a_", "", "a b"] {
        assert!(
            matches!(
                Server::new(name),
                Err(Error::InvalidName {
                    kind: Kind::Server,
                    ..
                })
            ),
            "{name}"
        );
    }
    assert!(Server::new("_a-b_c").is_ok());
    assert_eq!(server.qualified("add"), "mcp__calc__add");
}

#[tokio::test]
async fn tools_change_while_sessions_run() {
    let server = Server::new("calc")
        .unwrap()
        .tool(tool("a"))
        .unwrap()
        .tool(tool("b"))
        .unwrap();
    let elsewhere = server.clone();
    let mut changes = server.subscribe();
    let first = *changes.borrow_and_update();

    elsewhere.disable("a").unwrap();
    changes.changed().await.unwrap();
    let second = *changes.borrow_and_update();
    assert_eq!(
        second.notifications_since(first),
        ["notifications/tools/list_changed"]
    );
    assert_eq!(listed_names(&server), ["b"]);
    let call = json!({"id": 1, "method": "tools/call", "params": {"name": "a"}});
    assert_eq!(
        run(&server, &call).await.pointer("/error/code").unwrap(),
        -32602
    );

    elsewhere.disable("a").unwrap();
    assert!(
        !changes.has_changed().unwrap(),
        "nothing changed, so nobody is told"
    );

    elsewhere.enable("a").unwrap();
    elsewhere
        .update(Tool::new("a", "New").handler(|_, _| async { Ok("new") }))
        .unwrap();
    assert_eq!(listed_names(&server), ["a", "b"]);
    assert_eq!(
        run(&server, &call)
            .await
            .pointer("/result/content/0/text")
            .unwrap(),
        "new"
    );

    elsewhere.remove("a").unwrap();
    elsewhere.add(tool("c")).unwrap();
    assert_eq!(listed_names(&server), ["b", "c"]);
    assert_eq!(changes.borrow().tools, first.tools + 5);
    for missing in [
        server.remove("zz"),
        server.enable("zz"),
        server.disable("zz"),
        server.update(tool("zz")),
    ] {
        let text = missing.unwrap_err().to_string();
        assert!(
            text.contains("no tool `zz`") && text.contains("known: b, c"),
            "{text}"
        );
    }
    let names: Vec<String> = server
        .tools()
        .into_iter()
        .map(|status| status.name)
        .collect();
    assert_eq!(names, ["b", "c"]);
}

#[tokio::test]
async fn resources_are_listed_and_read() {
    let server = Server::new("notes")
        .unwrap()
        .resource(
            Resource::new("n://today", "today")
                .mime_type("text/plain")
                .handler(|_, _| async { Ok("milk") }),
        )
        .unwrap()
        .resource(
            Resource::template("n://{year}/{+rest}", "any").handler(|asked, _| async move {
                Ok(format!(
                    "{} | {}",
                    asked.variables["year"], asked.variables["rest"]
                ))
            }),
        )
        .unwrap()
        .resource(Resource::new("n://bytes", "b").handler(|_, _| async { Ok(vec![0_u8, 255]) }))
        .unwrap()
        .resource(
            Resource::new("n://bad", "bad")
                .handler(|_, _| async { Err::<String, _>(ToolError::new("gone")) }),
        )
        .unwrap();
    let list = ready(&server, &json!({"id": 1, "method": "resources/list"}));
    let first = list.pointer("/result/resources/0").unwrap();
    assert_eq!(
        first,
        &json!({"uri": "n://today", "name": "today", "mimeType": "text/plain"})
    );
    assert_eq!(
        list.pointer("/result/resources")
            .unwrap()
            .as_array()
            .unwrap()
            .len(),
        3
    );
    let templates = ready(
        &server,
        &json!({"id": 1, "method": "resources/templates/list"}),
    );
    let expected = json!([{"uriTemplate": "n://{year}/{+rest}", "name": "any"}]);
    assert_eq!(
        templates.pointer("/result/resourceTemplates").unwrap(),
        &expected
    );

    let read = async |uri: &str| {
        run(
            &server,
            &json!({"id": 1, "method": "resources/read", "params": {"uri": uri}}),
        )
        .await
    };
    let today =
        json!({"contents": [{"uri": "n://today", "mimeType": "text/plain", "text": "milk"}]});
    assert_eq!(read("n://today").await["result"], today);
    let fitting = json!({"contents": [{"uri": "n://2026/a/b", "text": "2026 | a/b"}]});
    assert_eq!(read("n://2026/a/b").await["result"], fitting);
    assert_eq!(
        read("n://bytes").await["result"],
        json!({"contents": [{"uri": "n://bytes", "blob": "AP8="}]})
    );
    assert_eq!(read("n://bad").await["error"]["code"], -32603);
    let small = server.clone().max_result(60);
    let message = json!({"id": 1, "method": "resources/read", "params": {"uri": "n://today"}});
    let problem = run(&small, &message).await["error"]["message"].to_string();
    assert!(problem.contains("the limit of 60"), "{problem}");
    let server = small.max_result(DEFAULT_MAX_RESULT);
    server.remove_resource("n://bad").unwrap();
    assert_eq!(read("n://bad").await["error"]["code"], -32002);
    assert_eq!(
        read("n://{year}/{+rest}").await["error"]["code"],
        Value::Null,
        "the braces fit the template"
    );

    let again = Resource::new("n://today", "x")
        .handler(|_, _| async { Ok(ResourceContents::text("u", "t")) });
    assert!(matches!(
        server.add_resource(again),
        Err(Error::Duplicate {
            kind: Kind::Resource,
            ..
        })
    ));
    for template in ["n://{", "n://{a}{a}", "n://{?q}", "n://{}"] {
        let bad = Resource::template(template, "x").handler(|_, _| async { Ok("x") });
        assert!(
            matches!(server.add_resource(bad), Err(Error::InvalidTemplate { .. })),
            "{template}"
        );
    }
}

#[tokio::test]
async fn prompts_are_listed_and_asked_for() {
    let review = Prompt::new("review", "Review")
        .required("path", "File")
        .optional("focus", "Focus")
        .handler(|args: PromptArguments, _| async move { Ok(format!("Review {}.", args["path"])) });
    let server = Server::new("dev").unwrap().prompt(review.clone()).unwrap();
    let list = ready(&server, &json!({"id": 1, "method": "prompts/list"}));
    assert_eq!(
        list.pointer("/result/prompts").unwrap(),
        &json!([{"name": "review", "description": "Review", "arguments": [
            {"name": "path", "description": "File", "required": true},
            {"name": "focus", "description": "Focus", "required": false},
        ]}])
    );
    let get = async |arguments: Value| {
        let params = json!({"name": "review", "arguments": arguments});
        run(
            &server,
            &json!({"id": 1, "method": "prompts/get", "params": params}),
        )
        .await
    };
    let expected =
        json!({"messages": [{"role": "user", "content": Content::text("Review a.rs.")}]});
    assert_eq!(get(json!({"path": "a.rs"})).await["result"], expected);
    let missing = get(json!({})).await;
    assert_eq!(missing["error"]["code"], -32602);
    assert!(
        missing["error"]["message"]
            .as_str()
            .unwrap()
            .contains("path")
    );
    assert_eq!(get(json!({"path": 4})).await["error"]["code"], -32602);
    assert!(matches!(
        server.add_prompt(review),
        Err(Error::Duplicate {
            kind: Kind::Prompt,
            ..
        })
    ));
    server.remove_prompt("review").unwrap();
    assert_eq!(get(json!({"path": "a.rs"})).await["error"]["code"], -32602);
}
