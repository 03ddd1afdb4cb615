//! PURE. The control envelope, and the requests the CLI itself makes.

use super::stamp::{put, put_some};
use serde_json::{Value, json};

/// A request of the CLI.
pub fn request(request_id: &str, body: &Value) -> Value {
    json!({ "type": "control_request", "request_id": request_id, "request": body })
}

/// A success. Without a payload the key is left out, as the CLI does. A request without an id gets an answer without one.
pub fn success(request_id: Option<&str>, payload: Option<Value>) -> Value {
    let mut inner = json!({ "subtype": "success" });
    put_some(&mut inner, "request_id", request_id);
    put_some(&mut inner, "response", payload);
    json!({ "type": "control_response", "response": inner })
}

/// The success of `initialize`: requests that are still open stand beside the payload.
pub fn initialized(request_id: Option<&str>, payload: Value, open: &[Value]) -> Value {
    let mut inner = json!({ "subtype": "success" });
    put_some(&mut inner, "request_id", request_id);
    put(&mut inner, "response", payload);
    put(&mut inner, "pending_permission_requests", json!(open));
    put(&mut inner, "pending_user_dialog_requests", json!([]));
    json!({ "type": "control_response", "response": inner })
}

/// A refusal.
pub fn error(request_id: Option<&str>, text: &str, code: Option<&str>) -> Value {
    let mut inner = json!({ "subtype": "error" });
    put_some(&mut inner, "request_id", request_id);
    put(&mut inner, "error", text);
    put_some(&mut inner, "error_code", code);
    json!({ "type": "control_response", "response": inner })
}

/// The CLI takes back a request.
pub fn cancel(request_id: &str) -> Value {
    json!({ "type": "control_cancel_request", "request_id": request_id })
}

/// A permission request. What is `None` or false is left out.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CanUseTool {
    /// The tool.
    pub tool_name: String,
    /// Its short label.
    pub display_name: String,
    /// Its input.
    pub input: Value,
    /// The call.
    pub tool_use_id: String,
    /// One line for a person.
    pub description: Option<String>,
    /// A headline.
    pub title: Option<String>,
    /// The "always allow" choices.
    pub suggestions: Option<Vec<Value>>,
    /// The path that made it ask.
    pub blocked_path: Option<String>,
    /// Why it asks.
    pub reason: Option<String>,
    /// The kind of reason.
    pub reason_type: Option<String>,
    /// With a safety check: whether a classifier may decide.
    pub classifier_approvable: Option<bool>,
    /// The MCP server: name and source.
    pub mcp_server: Option<(String, String)>,
    /// MCP tools and file edits.
    pub ask_only: bool,
    /// Where the rule came from that asks.
    pub rule_source: Option<String>,
    /// Questions and plans.
    pub needs_person: bool,
    /// The sub-agent that asks.
    pub agent_id: Option<String>,
}

/// `can_use_tool`.
pub fn can_use_tool(request_id: &str, ask: &CanUseTool) -> Value {
    let mut body = json!({ "subtype": "can_use_tool", "tool_name": ask.tool_name });
    if let Some((name, source)) = &ask.mcp_server {
        put(
            &mut body,
            "mcp_server",
            json!({ "name": name, "source": source }),
        );
    }
    put(&mut body, "display_name", ask.display_name.as_str());
    put(&mut body, "input", ask.input.clone());
    put_some(&mut body, "title", ask.title.as_deref());
    put_some(&mut body, "description", ask.description.as_deref());
    put_some(
        &mut body,
        "permission_suggestions",
        ask.suggestions.clone().map(Value::Array),
    );
    put_some(&mut body, "blocked_path", ask.blocked_path.as_deref());
    put_some(&mut body, "decision_reason", ask.reason.as_deref());
    put_some(
        &mut body,
        "decision_reason_type",
        ask.reason_type.as_deref(),
    );
    put_some(
        &mut body,
        "classifier_approvable",
        ask.classifier_approvable,
    );
    if let Some(source) = &ask.rule_source {
        put(&mut body, "decision_reason_rule_source", source.as_str());
    }
    if ask.ask_only || ask.rule_source.is_some() {
        put(&mut body, "server_policy_ask_only", ask.ask_only);
    }
    put(&mut body, "tool_use_id", ask.tool_use_id.as_str());
    if ask.needs_person {
        put(&mut body, "requires_user_interaction", true);
    }
    put_some(&mut body, "agent_id", ask.agent_id.as_deref());
    request(request_id, &body)
}

/// `hook_callback`; the input is made by `hook_input`. For events without a call, `tool_use_id` is any id.
pub fn hook_callback(
    request_id: &str,
    callback_id: &str,
    input: &Value,
    tool_use_id: &str,
) -> Value {
    let body = json!({
        "subtype": "hook_callback",
        "callback_id": callback_id,
        "input": input,
        "tool_use_id": tool_use_id,
    });
    request(request_id, &body)
}

/// `mcp_message`; the message is made by `mcp`.
pub fn mcp_message(request_id: &str, server: &str, message: &Value) -> Value {
    let body = json!({ "subtype": "mcp_message", "server_name": server, "message": message });
    request(request_id, &body)
}

/// `elicitation`: a form that a server of another kind asks for.
pub fn elicitation(request_id: &str, server: &str, message: &str, schema: &Value) -> Value {
    let order: Vec<&String> = schema
        .get("properties")
        .and_then(Value::as_object)
        .map(|properties| properties.keys().collect())
        .unwrap_or_default();
    let body = json!({
        "subtype": "elicitation",
        "mcp_server_name": server,
        "message": message,
        "mode": "form",
        "requested_schema": schema,
        "property_order": order,
    });
    request(request_id, &body)
}
