//! Requests on the screen. Here: what the tests of them are made of.

mod accidents;
mod answers;
mod forms;
mod hostile;

use super::stage::{KEY, ask, drawn, later, notice, press, received, screen, sent, shown};
use crate::tools::declared::{Question, Reply};
use crate::tui::effect::{Effect, Job};
use crate::tui::keymap::Context;
use crate::tui::model::{Focus, Model, Pane};
use crate::tui::msg::{Done, Msg};
use crate::tui::panes::request::OnDisk;
use crate::tui::update::update;
use serde_json::{Value, json};

/// The session works in `/proj/p`.
pub(super) fn working() -> Model {
    let mut model = screen();
    received(
        &mut model,
        r#"{"type":"system","subtype":"init","cwd":"/proj/p","session_id":"s","tools":[],"mcp_servers":[],"model":"m","permissionMode":"default"}"#,
    );
    model
}

pub(super) fn request(model: &mut Model, id: &str, subtype: &str, mut body: Value) -> Vec<Effect> {
    body["subtype"] = json!(subtype);
    let line = json!({"type": "control_request", "request_id": id, "request": body});
    received(model, &line.to_string())
}

pub(super) fn tool(model: &mut Model, id: &str, name: &str, input: &Value) -> Vec<Effect> {
    let body = json!({"tool_name": name, "display_name": name, "input": input, "tool_use_id": "t"});
    request(model, id, "can_use_tool", body)
}

/// To the card, once it has been looked at.
pub(super) fn look(model: &mut Model) {
    press(model, "<ctrl+r>");
    let now = u64::try_from(model.clock.as_millis()).unwrap();
    later(model, now + 5000);
}

fn payload(effects: &[Effect]) -> String {
    let lines = sent(effects);
    assert_eq!(lines.len(), 1, "{lines:?}");
    let line: Value = serde_json::from_str(&lines[0]).unwrap();
    assert_eq!(line["response"]["subtype"], "success");
    line["response"]["response"].to_string()
}

pub(super) fn withdraw(model: &mut Model, id: &str) {
    let line = json!({"type": "control_cancel_request", "request_id": id});
    received(model, &line.to_string());
}

pub(super) fn bash(model: &mut Model, id: &str) {
    let body = json!({
        "tool_name": "Bash", "display_name": "Bash", "tool_use_id": "t",
        "input": {"command": "npm run build", "description": "Build"},
        "permission_suggestions": [
            {"type": "addRules", "rules": [{"toolName": "Bash", "ruleContent": "npm run *"}], "behavior": "allow", "destination": "localSettings"},
            {"type": "addDirectories", "directories": ["/x"], "destination": "session"},
            {"type": "setMode", "mode": "acceptEdits", "destination": "session"},
        ],
    });
    request(model, id, "can_use_tool", body);
}

/// The writer says what it wrote.
pub(super) fn echo(model: &mut Model, effects: &[Effect]) {
    use crate::session::Input;
    use crate::trace::{Direction, Moment, Traffic};
    let now = Moment::after(std::time::Duration::from_secs(2));
    for effect in effects {
        if let Effect::Session(_, crate::session::Output::Note(note)) = effect {
            let traffic = Traffic::noted(2, now, note.clone());
            super::stage::feed(model, Input::Traffic(traffic), now);
        }
    }
    for line in sent(effects) {
        let mut traffic = Traffic::received(2, now, crate::wire::Line::Whole(line.into()));
        traffic.direction = Direction::Out;
        super::stage::feed(model, Input::Traffic(traffic), now);
    }
}

pub(super) fn questions() -> Value {
    json!({"questions": [
        {"question": "Which colour?", "header": "Colour", "multiSelect": false, "options": [
            {"label": "Red", "description": "like fire", "preview": "fire"},
            {"label": "Blue", "description": "like water"}]},
        {"question": "Which sizes?", "header": "Sizes", "multiSelect": true, "options": [
            {"label": "S", "description": ""}, {"label": "M", "description": ""}]},
    ]})
}

pub(super) fn asking(model: &mut Model) {
    let body = json!({"tool_name": "AskUserQuestion", "input": questions(), "tool_use_id": "t", "requires_user_interaction": true});
    request(model, "q1", "can_use_tool", body);
    look(model);
}

pub(super) fn planning(model: &mut Model, input: &Value) {
    let body = json!({"tool_name": "ExitPlanMode", "input": input, "tool_use_id": "t", "requires_user_interaction": true});
    request(model, "p1", "can_use_tool", body);
    look(model);
}

pub(super) fn eliciting(model: &mut Model, body: Value) {
    request(model, "e1", "elicitation", body);
    look(model);
}

pub(super) fn form() -> Value {
    json!({"mcp_server_name": "crm", "message": "Who?", "mode": "form", "requested_schema": {
        "type": "object", "required": ["name", "age"], "properties": {
            "name": {"type": "string", "title": "Name", "description": "as in the pass", "minLength": 2},
            "age": {"type": "integer", "minimum": 18},
            "mail": {"type": "string", "format": "email"},
            "size": {"type": "string", "enum": ["S", "M"], "default": "M"},
            "news": {"type": "boolean"}}},
        "property_order": ["name", "age", "mail", "size", "news"]})
}

pub(super) fn by_hand(model: &mut Model, schema: Option<Value>) {
    let question = Question {
        tool: "code".to_owned(),
        tool_use_id: None,
        prompt: "The code from the letter?".to_owned(),
        arguments: json!({"for": "bank"}),
        output_schema: schema,
    };
    update(model, Msg::Asked(7, Box::new(question)));
    look(model);
}

fn replied(effects: &[Effect]) -> Option<(u64, Reply)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Reply(number, reply) => Some((*number, reply.clone())),
        _ => None,
    })
}
