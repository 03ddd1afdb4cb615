//! Elicitations and dialogs: what is read, what is answered.
#![allow(clippy::unwrap_used, reason = "a failed test may end in a panic")]

use serde_json::json;

use super::*;

#[test]
fn a_form_is_read_whole() {
    let asked: Elicitation = serde_json::from_value(json!({
        "subtype": "elicitation",
        "mcp_server_name": "srv",
        "message": "What is your name?",
        "mode": "form",
        "requested_schema": {"type": "object", "properties": {"name": {"type": "string"}}},
        "property_order": ["name", "age"],
        "url": 7,
        "new_field": true
    }))
    .unwrap();
    assert_eq!(asked.mcp_server_name, "srv");
    assert_eq!(asked.mode, ElicitationMode::Form);
    assert_eq!(asked.property_order, ["name", "age"]);
    assert!(asked.requested_schema.unwrap().contains_key("properties"));
    assert_eq!(json!(asked.extra), json!({ "url": 7, "new_field": true }));
}

#[test]
fn modes_have_an_open_end() {
    for (word, mode) in [
        ("url", ElicitationMode::Url),
        ("hologram", ElicitationMode::Other("hologram".to_owned())),
    ] {
        let asked: Elicitation = serde_json::from_value(json!({ "mode": word })).unwrap();
        assert_eq!(asked.mode, mode);
    }
}

#[test]
fn answers_have_the_shape_the_cli_wants() {
    let content = json!({ "name": "Ada" }).as_object().cloned();
    assert_eq!(
        ElicitationAnswer::Accept { content }.to_wire(),
        json!({ "action": "accept", "content": { "name": "Ada" } })
    );
    let visited = ElicitationAnswer::Accept { content: None };
    assert_eq!(visited.to_wire(), json!({ "action": "accept" }));
    assert_eq!(
        ElicitationAnswer::Decline.to_wire(),
        json!({ "action": "decline" })
    );
    assert_eq!(
        ElicitationAnswer::Cancel.to_wire(),
        json!({ "action": "cancel" })
    );
}

#[test]
fn dialogs_are_read_and_answered() {
    let dialog: UserDialog = serde_json::from_value(json!({
        "subtype": "request_user_dialog", "dialog_kind": "trust", "payload": [1], "odd": 1
    }))
    .unwrap();
    assert_eq!(dialog.dialog_kind, "trust");
    assert_eq!(dialog.payload, json!([1]));
    assert_eq!(json!(dialog.extra), json!({ "odd": 1 }));
    let done = UserDialogAnswer::Completed {
        result: json!("yes"),
    };
    assert_eq!(
        done.to_wire(),
        json!({ "behavior": "completed", "result": "yes" })
    );
    assert_eq!(
        UserDialogAnswer::Cancelled.to_wire(),
        json!({ "behavior": "cancelled" })
    );
}
