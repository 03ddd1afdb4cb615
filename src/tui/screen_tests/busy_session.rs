//! Sessions for the tests of the screen, from hardly begun to one in which a lot happens at once.

use super::stage::{KEY, feed, screen};
use crate::session::Input;
use crate::trace::{Direction, Entry, Moment, Note, Traffic};
use crate::tui::model::Model;
use serde_json::{Value, json};
use std::time::Duration;

pub(super) fn at(millis: u64) -> Moment {
    Moment::after(Duration::from_millis(millis))
}

fn line(model: &mut Model, millis: u64, direction: Direction, line: &Value) {
    let traffic = Traffic::from_entry(Entry {
        seq: millis,
        at: at(millis),
        direction,
        line: line.to_string().into(),
    });
    feed(model, Input::Traffic(traffic), at(millis));
}

pub(super) fn comes(model: &mut Model, millis: u64, value: &Value) {
    line(model, millis, Direction::In, value);
}

pub(super) fn goes(model: &mut Model, millis: u64, value: &Value) {
    line(model, millis, Direction::Out, value);
}

pub(super) fn noted(model: &mut Model, millis: u64, note: Note) {
    let traffic = Traffic::noted(millis, at(millis), note);
    feed(model, Input::Traffic(traffic), at(millis));
}

pub(super) fn request(id: &str, body: &Value) -> Value {
    json!({"type": "control_request", "request_id": id, "request": body})
}

pub(super) fn response(id: &str, body: &Value) -> Value {
    json!({"type": "control_response", "response": {"subtype": "success", "request_id": id, "response": body}})
}

/// A session that has started.
pub(super) fn started() -> Model {
    let mut model = screen();
    noted(
        &mut model,
        0,
        Note::Spawned {
            pid: Some(1),
            interactive: true,
        },
    );
    let hooks = json!({"PreToolUse": [
        {"matcher": "Bash", "hookCallbackIds": ["guard"], "timeout": 5, "onFailure": "block"},
        {"matcher": null, "hookCallbackIds": ["cca_gate"]}]});
    goes(
        &mut model,
        5,
        &request("cca-1", &json!({"subtype": "initialize", "hooks": hooks})),
    );
    let models = json!([
        {"value": "default", "displayName": "Default", "resolvedModel": "model-one", "description": "as it is set"},
        {"value": "swift", "displayName": "Swift", "description": "quick", "supportedEffortLevels": ["low", "high"]}]);
    let answer = json!({"commands": [], "models": models, "current_permission_mode": "default"});
    comes(&mut model, 2600, &response("cca-1", &answer));
    model
}

/// The start of a turn, and what `mcp_status` tells.
pub(super) fn running() -> Model {
    let mut model = started();
    goes(
        &mut model,
        3000,
        &json!({"type": "user", "uuid": "u1", "message": {"role": "user", "content": "Go."}}),
    );
    comes(
        &mut model,
        3100,
        &json!({"type": "system", "subtype": "init", "session_id": "s1", "model": "model-one",
        "permissionMode": "default", "tools": ["Bash", "Read", "mcp__my_db__query"],
        "mcp_servers": [{"name": "my db", "status": "connected"}, {"name": "mail", "status": "failed"}],
        "mcp_server_errors": [{"name": "bad", "error": "unknown_type"}]}),
    );
    goes(
        &mut model,
        3200,
        &request("cca-2", &json!({"subtype": "mcp_status"})),
    );
    comes(
        &mut model,
        3210,
        &response(
            "cca-2",
            &json!({"mcpServers": [
        {"name": "my db", "status": "connected", "transport": "sdk", "source": "sdk", "scope": "dynamic", "tools": [{"name": "query"}]},
        {"name": "mail", "status": "failed", "error": "ENOENT: no such file", "transport": "stdio", "source": "dynamic", "scope": "dynamic"}]}),
        ),
    );
    model
}

pub(super) fn tool(model: &mut Model, millis: u64, id: &str, name: &str, input: &Value) {
    let block = json!({"type": "tool_use", "id": id, "name": name, "input": input});
    let message = json!({"id": id, "role": "assistant", "content": [block]});
    comes(
        model,
        millis,
        &json!({"type": "assistant", "message": message}),
    );
}

pub(super) fn back(model: &mut Model, millis: u64, id: &str, is_error: bool, structured: &Value) {
    let block =
        json!({"type": "tool_result", "tool_use_id": id, "content": "ok", "is_error": is_error});
    comes(
        model,
        millis,
        &json!({"type": "user", "tool_use_result": structured,
        "message": {"role": "user", "content": [block]}}),
    );
}

pub(super) fn hook(model: &mut Model, millis: u64, id: &str, callback: &str) {
    let input = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {}});
    comes(
        model,
        millis,
        &request(
            id,
            &json!({"subtype": "hook_callback", "callback_id": callback,
        "tool_use_id": "t9", "input": input}),
        ),
    );
}

/// A session in which a lot happens at once.
pub(super) fn busy() -> Model {
    let mut model = running();
    let todos = json!([{"content": "Read the code", "status": "completed"},
        {"content": "Fix it", "status": "in_progress", "activeForm": "Fixing it"},
        {"content": "Test it", "status": "pending"}]);
    tool(
        &mut model,
        4000,
        "t1",
        "TodoWrite",
        &json!({"todos": todos}),
    );
    back(&mut model, 4010, "t1", false, &json!({"newTodos": todos}));
    tool(
        &mut model,
        4100,
        "t2",
        "mcp__my_db__query",
        &json!({"sql": "select 1"}),
    );
    back(&mut model, 4350, "t2", true, &Value::Null);
    let task = |id: &str, kind: &str, about: &str, parent: Option<&str>| {
        json!({"type": "system", "subtype": "task_started", "task_id": id, "tool_use_id": format!("call_{id}"),
            "task_type": kind, "description": about, "parent_task_id": parent, "is_backgrounded": parent.is_none()})
    };
    comes(
        &mut model,
        4400,
        &task("a1", "local_agent", "Audit the dependencies", None),
    );
    comes(
        &mut model,
        4500,
        &task("b1", "local_bash", "cargo test --workspace", Some("a1")),
    );
    comes(
        &mut model,
        4600,
        &json!({"type": "system", "subtype": "task_progress", "task_id": "a1",
        "last_tool_name": "Grep", "usage": {"total_tokens": 12_400, "tool_uses": 7}}),
    );
    hook(&mut model, 5000, "h1", "guard");
    goes(
        &mut model,
        5040,
        &response(
            "h1",
            &json!({"hookSpecificOutput": {"hookEventName": "PreToolUse",
        "permissionDecision": "deny", "permissionDecisionReason": "no network here"}}),
        ),
    );
    hook(&mut model, 5100, "h2", "guard");
    comes(
        &mut model,
        10_100,
        &json!({"type": "control_cancel_request", "request_id": "h2"}),
    );
    hook(&mut model, 10_200, "h3", "guard");
    goes(
        &mut model,
        10_210,
        &json!({"type": "control_response", "response":
        {"subtype": "error", "request_id": "h3", "error": "it broke"}}),
    );
    hook(&mut model, 10_300, "h4", "guard");
    tool(
        &mut model,
        10_400,
        "t9",
        "Bash",
        &json!({"command": "rm -rf build"}),
    );
    comes(
        &mut model,
        10_500,
        &request(
            "r1",
            &json!({"subtype": "can_use_tool", "tool_name": "Bash",
        "input": {"command": "rm -rf build"}, "tool_use_id": "t9"}),
        ),
    );
    goes(
        &mut model,
        11_000,
        &request("cca-3", &json!({"subtype": "get_context_usage"})),
    );
    model.seat_of(KEY).unwrap().now = at(13_500);
    model
}
