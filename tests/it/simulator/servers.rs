//! In-process MCP servers.

use super::stage::{Plan, Stage, plan};
use serde_json::{Value, json};

const CALL: &str = "[[on]]\nprompt = \"\"\nsteps = [{ tool = { name = \"mcp__calc__add\", input = { a = 1 }, allowed = [{ say = \"{{last}}\" }], failed = [{ say = \"failed {{last}}\" }] } }]";

fn calc() -> Plan {
    plan(CALL)
        .flag("--mcp-config={\"mcpServers\":{\"calc\":{\"type\":\"sdk\",\"name\":\"calc\"}}}")
        .flag("--allowedTools=mcp__calc__add")
}

fn hello() -> Value {
    json!({"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "calc", "version": "1"}})
}

fn tools() -> Value {
    json!({"tools": [{"name": "add", "inputSchema": {"type": "object"}}]})
}

fn greet(stage: &mut Stage) {
    for result in [hello(), json!({}), tools()] {
        let asked = stage.asked("mcp_message");
        stage.rpc(&asked, result);
    }
}

#[test]
fn the_greeting_and_a_call() {
    let mut stage = calc().start();
    stage.send(&json!({"type": "control_request", "request_id": "1", "request": {"subtype": "initialize", "sdkMcpServers": ["calc"]}}));
    assert_eq!(stage.lines[0]["request"]["message"]["method"], "initialize");
    assert_eq!(stage.lines[1]["type"], "control_response");
    greet(&mut stage);
    stage.prompt("go");
    let init = stage.take(|line| line["subtype"] == "init");
    assert_eq!(
        init["mcp_servers"],
        json!([{"name": "calc", "status": "connected", "source": "sdk"}])
    );
    let asked = stage.asked("mcp_message");
    let message = &asked["request"]["message"];
    assert_eq!(
        (&message["method"], &message["id"]),
        (&json!("tools/call"), &json!(2))
    );
    stage.rpc(&asked, json!({"content": [{"type": "text", "text": "42"}]}));
    assert_eq!(stage.result()["result"], "42");
}

#[test]
fn what_a_call_can_give() {
    for (result, words) in [
        (
            json!({"content": [{"type": "text", "text": "bad"}], "isError": true}),
            "failed bad",
        ),
        (
            json!({"content": []}),
            "(mcp__calc__add completed with no output)",
        ),
        (
            json!({"content": [], "structuredContent": {"a": 1}}),
            "{\"a\":1}",
        ),
    ] {
        let mut stage = calc().start();
        stage.prompt("go");
        greet(&mut stage);
        let asked = stage.asked("mcp_message");
        stage.rpc(&asked, result);
        assert_eq!(stage.result()["result"], words);
    }
    let mut stage = calc().start();
    stage.prompt("go");
    greet(&mut stage);
    let asked = stage.asked("mcp_message");
    stage.refuse(&asked, "crashed");
    assert_eq!(stage.result()["result"], "failed crashed");
}

#[test]
fn a_server_that_never_answers_delays_the_first_turn() {
    let mut stage = calc().start();
    stage.prompt("go");
    stage.pass(59_999);
    assert!(!stage.has(|line| line["subtype"] == "init"));
    stage.pass(1);
    let init = stage.take(|line| line["subtype"] == "init");
    assert_eq!(init["mcp_servers"][0]["status"], "failed");
}

#[test]
fn a_list_that_never_comes_delays_it_half_as_long() {
    let mut stage = calc().start();
    stage.prompt("go");
    for result in [hello(), json!({})] {
        let asked = stage.asked("mcp_message");
        stage.rpc(&asked, result);
    }
    stage.pass(30_000);
    let init = stage.take(|line| line["subtype"] == "init");
    assert_eq!(init["mcp_servers"][0]["status"], "connected");
}

#[test]
fn an_error_is_tried_once_more() {
    let mut stage = calc().start();
    stage.initialize(json!({}));
    let asked = stage.asked("mcp_message");
    stage.refuse(&asked, "not yet");
    stage.prompt("go");
    greet(&mut stage);
    assert_eq!(
        stage.take(|line| line["subtype"] == "init")["mcp_servers"][0]["status"],
        "connected"
    );
}

#[test]
fn manifests_save_the_greeting() {
    let mut stage = calc().start();
    let manifest = json!({"calc": {"initializeResult": hello(), "toolsListResult": tools()}});
    let response =
        stage.initialize(json!({"sdkMcpServers": ["calc"], "sdkMcpServerManifests": manifest}));
    assert_eq!(
        response["response"]["sdk_mcp_manifests_parked"],
        json!({"calc": "parked"})
    );
    stage.prompt("go");
    let asked = stage.asked("mcp_message");
    assert_eq!(asked["request"]["message"]["method"], "tools/call");
}

#[test]
fn a_late_tool_and_an_interrupted_one_are_told() {
    let mut stage = calc().env("MCP_TOOL_TIMEOUT", "5000").start();
    stage.prompt("go");
    greet(&mut stage);
    let call = stage.asked("mcp_message");
    stage.pass(5_000);
    let cancelled = stage.asked("mcp_message");
    let message = &cancelled["request"]["message"];
    assert_eq!(message["method"], "notifications/cancelled");
    assert_eq!(
        message["params"]["requestId"],
        call["request"]["message"]["id"]
    );
    assert!(
        stage.result()["result"]
            .as_str()
            .unwrap()
            .contains("timed out")
    );

    let mut stage = calc().start();
    stage.prompt("go");
    greet(&mut stage);
    stage.asked("mcp_message");
    stage.lines.clear();
    stage.send(
        &json!({"type": "control_request", "request_id": "i", "request": {"subtype": "interrupt"}}),
    );
    assert_eq!(
        stage.kinds(),
        [
            "notifications/cancelled",
            "control_response",
            "user:tool_result",
            "user:text",
            "result",
            "idle"
        ]
    );
}

#[test]
fn tools_that_change() {
    let mut stage = calc().start();
    stage.prompt("go");
    greet(&mut stage);
    let asked = stage.asked("mcp_message");
    stage.rpc(&asked, json!({"content": []}));
    let pushed = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"});
    stage.request(
        "mcp_message",
        json!({"server_name": "calc", "message": pushed}),
    );
    let asked = stage.asked("mcp_message");
    assert_eq!(asked["request"]["message"]["method"], "tools/list");
}

#[test]
fn an_entry_without_a_name_is_skipped() {
    let mut stage = plan("")
        .flag("--mcp-config={\"mcpServers\":{\"calc\":{\"type\":\"sdk\"}}}")
        .start();
    stage.prompt("go");
    let init = stage.take(|line| line["subtype"] == "init");
    assert_eq!(init["mcp_server_errors"][0]["type"], "invalid_config");
    stage.result();
}
