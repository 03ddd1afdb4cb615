//! Sub-agents and shells, in the foreground and in the background.

use super::stage::{Stage, plan, steps};
use serde_json::json;

#[test]
fn a_foreground_agent() {
    let mut stage = steps(
        r#"{ agent = { description = "Run tests", prompt = "Run them.", type = "tester", steps = [{ tool = { name = "Bash", input = { command = "touch r" }, output = "3 passed" } }, { say = "All passed." }] } }, { say = "Said: {{last}}" }"#,
    );
    stage.prompt("go");
    let asked = stage.asked("can_use_tool");
    let started = stage.take(|line| line["subtype"] == "task_started");
    assert_eq!(asked["request"]["agent_id"], started["task_id"]);
    stage.answer(&asked, json!({"behavior": "allow"}));
    let call =
        stage.take(|line| line["parent_tool_use_id"].is_string() && line["type"] == "assistant");
    assert_eq!(call["agent_id"], started["task_id"]);
    // Its words are only told to those who want them.
    assert!(
        !stage.has(|line| line["parent_tool_use_id"].is_string() && line["type"] == "assistant")
    );
    let notified = stage.take(|line| line["subtype"] == "task_notification");
    assert_eq!(
        (&notified["status"], &notified["summary"]),
        (&json!("completed"), &json!("All passed."))
    );
    let result = stage.result();
    assert!(
        result["result"].as_str().unwrap().contains("All passed."),
        "{result}"
    );
    assert_eq!(result["subagent_stats"]["completed"], 1);
}

const LATER: &str = r#"{ agent = { description = "Look", prompt = "Look.", background = true, steps = [{ wait_ms = 1000 }, { tool = { name = "Bash", input = { command = "touch r" } } }, { say = "Found." }], afterwards = [{ say = "It says {{last}}" }] } }, { say = "Started." }"#;

fn later() -> Stage {
    let mut stage = steps(LATER);
    stage.prompt("go");
    assert_eq!(stage.result()["result"], "Started.");
    assert!(!stage.has(|line| line["state"] == "idle"), "an agent works");
    stage
}

#[test]
fn a_background_agent_outlives_its_turn_asks_and_starts_one() {
    let mut stage = later();
    stage.pass(1_000);
    let asked = stage.asked("can_use_tool");
    stage.answer(&asked, json!({"behavior": "allow"}));
    let result = stage.result();
    assert_eq!(result["origin"]["kind"], "task-notification");
    assert_eq!(result["result"], "It says Found.");
    assert_eq!(stage.lines.back().unwrap()["state"], "idle");
}

#[test]
fn an_interrupt_stops_background_agents_unless_they_have_their_own_stop() {
    let mut stage = later();
    stage.request("interrupt", json!({}));
    let ended = stage.take(|line| line["subtype"] == "task_notification");
    assert_eq!(ended["status"], "stopped");

    let mut stage = later();
    stage.initialize(json!({"perTaskStopAffordance": true}));
    stage.request("interrupt", json!({}));
    assert!(!stage.has(|line| line["subtype"] == "task_notification"));
    let started = stage.take(|line| line["subtype"] == "task_started");
    stage.request("stop_task", json!({"task_id": started["task_id"]}));
    assert!(stage.has(|line| line["subtype"] == "task_notification"));
}

#[test]
fn a_background_shell() {
    let mut stage = plan("[[turns]]\nsteps = [{ background = { command = \"ls\", description = \"Tick\", output = \"1\\n2\\n3\\n4\\n\", takes_ms = 4000, afterwards = [{ say = \"over\" }] } }, { say = \"running\" }]").start();
    stage.prompt("go");
    assert_eq!(stage.result()["result"], "running");
    let started = stage.take(|line| line["subtype"] == "task_started");
    assert_eq!(stage.lines.back().unwrap()["state"], "idle");
    stage.pass(2_100);
    let output = stage.request("get_task_output", json!({"task_id": started["task_id"]}));
    assert_eq!(output["response"]["output"], "1\n2\n");
    stage.close();
    assert_eq!(stage.exit, None, "it waits for what runs");
    stage.pass(2_000);
    assert_eq!(stage.result()["result"], "over");
    assert_eq!(stage.exit, Some(0));
}

#[test]
fn todos_and_tasks() {
    let mut stage = steps(
        r#"{ todos = [{ content = "a", status = "pending" }] }, { todos = [{ content = "a", status = "completed" }] }, { task = { create = { subject = "t" } } }, { task = { update = { id = 1, status = "completed" } } }"#,
    );
    stage.prompt("go");
    let results: Vec<_> = (0..4)
        .map(|_| stage.tool_result()["tool_use_result"].clone())
        .collect();
    assert_eq!(results[0]["oldTodos"], json!([]));
    assert_eq!(results[1]["oldTodos"][0]["status"], "pending");
    assert_eq!(results[2]["task"]["subject"], "t");
    assert_eq!(
        results[3]["statusChange"],
        json!({"from": "pending", "to": "completed"})
    );
}

#[test]
fn a_long_tool_gives_signs_of_life() {
    let mut stage =
        steps(r#"{ tool = { name = "Read", input = { file_path = "a" }, takes_ms = 65000 } }"#);
    stage.prompt("go");
    stage.pass(65_000);
    let beats = stage
        .lines
        .iter()
        .filter(|line| line["type"] == "tool_progress")
        .count();
    assert_eq!(beats, 2);
    stage.result();
}
