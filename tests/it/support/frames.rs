//! Lines of the CLI, as small as a rule needs them. Owns: their shapes. Does not own: what follows from them.

use serde_json::{Value, json};

/// A `system` message.
pub(crate) fn system(subtype: &str, fields: &Value) -> Value {
    with(
        json!({"type": "system", "subtype": subtype, "session_id": "s1"}),
        fields,
    )
}

/// The beginning of a turn.
pub(crate) fn init() -> Value {
    let fields =
        json!({"model": "m", "cwd": "/project", "permissionMode": "default", "tools": ["Bash"]});
    system("init", &fields)
}

pub(crate) fn cli_state(word: &str) -> Value {
    system("session_state_changed", &json!({ "state": word }))
}

/// The good end of a turn.
pub(crate) fn done() -> Value {
    result(&json!({"result": "done", "terminal_reason": "completed", "num_turns": 1}))
}

/// The end of a turn; a success unless the fields say otherwise.
pub(crate) fn result(fields: &Value) -> Value {
    let base =
        json!({"type": "result", "subtype": "success", "is_error": false, "session_id": "s1"});
    with(base, fields)
}

pub(crate) fn interrupted() -> Value {
    result(
        &json!({"subtype": "error_during_execution", "is_error": true,
        "terminal_reason": "aborted_streaming", "errors": ["[ede_diagnostic] noise"]}),
    )
}

pub(crate) fn api_failure() -> Value {
    result(
        &json!({"is_error": true, "terminal_reason": "api_error", "api_error_status": 529, "result": "overloaded"}),
    )
}

/// One finished block of the model's message.
pub(crate) fn assistant(message_id: &str, block: &Value) -> Value {
    json!({"type": "assistant", "session_id": "s1", "uuid": format!("uuid-{message_id}"), "parent_tool_use_id": null,
        "message": {"id": message_id, "role": "assistant", "model": "m", "content": [block], "stop_reason": null}})
}

/// The same from the sub-agent that the call started.
pub(crate) fn assistant_in(parent: &str, message_id: &str, block: &Value) -> Value {
    let fields = json!({ "parent_tool_use_id": parent });
    with(assistant(message_id, block), &fields)
}

pub(crate) fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

pub(crate) fn thinking(text: &str) -> Value {
    json!({"type": "thinking", "thinking": text, "signature": "x"})
}

pub(crate) fn tool_use(id: &str, name: &str, input: &Value) -> Value {
    json!({"type": "tool_use", "id": id, "name": name, "input": input})
}

/// The model calls a tool.
pub(crate) fn call(id: &str, name: &str) -> Value {
    assistant(&format!("msg-{id}"), &tool_use(id, name, &json!({})))
}

/// A `user` message of the CLI.
pub(crate) fn user(content: &Value, fields: &Value) -> Value {
    let base = json!({"type": "user", "session_id": "s1", "parent_tool_use_id": null,
        "message": {"role": "user", "content": content}});
    with(base, fields)
}

/// A tool came back.
pub(crate) fn tool_result(id: &str, content: &str) -> Value {
    tool_result_with(id, content, &json!({}))
}

pub(crate) fn tool_result_with(id: &str, content: &str, fields: &Value) -> Value {
    let blocks = json!([{"type": "tool_result", "tool_use_id": id, "content": content}]);
    user(&blocks, fields)
}

/// A raw stream event.
pub(crate) fn stream(event: &Value) -> Value {
    json!({"type": "stream_event", "session_id": "s1", "parent_tool_use_id": null, "event": event})
}

pub(crate) fn message_start(message_id: &str) -> Value {
    stream(
        &json!({"type": "message_start", "message": {"id": message_id, "role": "assistant", "content": []}}),
    )
}

pub(crate) fn block_start(index: u64, block: &Value) -> Value {
    stream(&json!({"type": "content_block_start", "index": index, "content_block": block}))
}

pub(crate) fn text_delta(index: u64, text: &str) -> Value {
    let delta = json!({"type": "text_delta", "text": text});
    stream(&json!({"type": "content_block_delta", "index": index, "delta": delta}))
}

pub(crate) fn block_stop(index: u64) -> Value {
    stream(&json!({"type": "content_block_stop", "index": index}))
}

pub(crate) fn message_stop() -> Value {
    stream(&json!({"type": "message_stop"}))
}

/// A control request of the CLI.
pub(crate) fn asks(id: &str, subtype: &str, fields: &Value) -> Value {
    let request = with(json!({ "subtype": subtype }), fields);
    json!({"type": "control_request", "request_id": id, "request": request})
}

pub(crate) fn can_use_tool(id: &str, tool: &str) -> Value {
    can_use_tool_with(id, tool, &json!({}))
}

pub(crate) fn can_use_tool_with(id: &str, tool: &str, fields: &Value) -> Value {
    let base = json!({"tool_name": tool, "display_name": tool, "input": {}, "tool_use_id": format!("call-{id}")});
    asks(id, "can_use_tool", &with(base, fields))
}

pub(crate) fn hook(id: &str, callback_id: &str, tool: &str) -> Value {
    let input = json!({"hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": {}});
    let fields =
        json!({"callback_id": callback_id, "tool_use_id": format!("call-{id}"), "input": input});
    asks(id, "hook_callback", &fields)
}

pub(crate) fn mcp(id: &str, server: &str, message: &Value) -> Value {
    let fields = json!({"server_name": server, "message": message});
    asks(id, "mcp_message", &fields)
}

pub(crate) fn tools_call(id: &str, server: &str, tool: &str) -> Value {
    let params = json!({"name": tool, "arguments": {}, "_meta": {"claudecode/toolUseId": format!("call-{id}")}});
    let message = json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": params});
    mcp(id, server, &message)
}

/// The CLI takes a request back.
pub(crate) fn withdraws(id: &str) -> Value {
    json!({"type": "control_cancel_request", "request_id": id})
}

/// The CLI answers; no payload at all for null.
pub(crate) fn success(id: &str, payload: &Value) -> Value {
    let mut response = json!({"subtype": "success", "request_id": id});
    if !payload.is_null() {
        response = with(response, &json!({ "response": payload }));
    }
    json!({"type": "control_response", "response": response})
}

pub(crate) fn failure(id: &str, error: &str, code: &str) -> Value {
    let response =
        json!({"subtype": "error", "request_id": id, "error": error, "error_code": code});
    json!({"type": "control_response", "response": response})
}

/// What became of a prompt.
pub(crate) fn lifecycle(uuid: &str, state: &str) -> Value {
    json!({"type": "command_lifecycle", "command_uuid": uuid, "state": state, "session_id": "s1"})
}

/// The object with these fields too.
pub(crate) fn with(mut base: Value, fields: &Value) -> Value {
    if let (Some(base), Some(fields)) = (base.as_object_mut(), fields.as_object()) {
        for (key, value) in fields {
            base.insert(key.clone(), value.clone());
        }
    }
    base
}
