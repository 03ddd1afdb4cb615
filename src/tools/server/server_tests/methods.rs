//! The methods of the protocol: what is declared, acknowledged, cancelled, unknown.

use super::*;

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
