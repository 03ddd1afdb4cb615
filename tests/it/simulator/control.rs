//! Control requests of the client.

use super::stage::plan;
use serde_json::json;

#[test]
fn known_and_unknown_requests() {
    let mut stage = plan("").start();
    let response = stage.request("set_permission_mode", json!({"mode": "plan"}));
    assert_eq!(response["response"]["mode"], "plan");
    assert!(stage.has(|line| line["permissionMode"] == "plan"));
    assert_eq!(
        stage.request("set_permission_mode", json!({"mode": "x"}))["error_code"],
        "invalid_mode"
    );
    assert_eq!(
        stage.request("set_model", json!({"model": "haiku"}))["response"]["model"],
        "claude-haiku-5-5"
    );
    assert_eq!(
        stage.request("nonsense", json!({}))["error_code"],
        "unsupported_request"
    );
    assert_eq!(
        stage.request("get_task_output", json!({"task_id": "x"}))["subtype"],
        "error"
    );
    stage.request("rename_session", json!({"title": "T"}));
    assert!(stage.has(|line| line["subtype"] == "session_title_changed"));
    assert_eq!(
        stage.request("end_session", json!({}))["subtype"],
        "success"
    );
}

#[test]
fn a_queued_prompt_is_cancelled() {
    let mut stage = plan("[[turns]]\nsteps = [{ hang = true }]").start();
    stage.prompt_as("u1", "one");
    stage.prompt_as("u2", "two");
    let answer = |stage: &mut super::stage::Stage| {
        stage.request("cancel_async_message", json!({"message_uuid": "u2"}))["response"]["cancelled"].clone()
    };
    assert_eq!(answer(&mut stage), true);
    assert_eq!(answer(&mut stage), false);
}

#[test]
fn a_request_without_an_id_is_done() {
    let mut stage = plan("").start();
    stage.send(&json!({"type": "control_request", "request": {"subtype": "interrupt"}}));
    let response = stage.take(|line| line["type"] == "control_response");
    assert!(response["response"].get("request_id").is_none());
}
