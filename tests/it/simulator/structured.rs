//! Output that has to fit a schema.

use super::stage::{Plan, plan};
use serde_json::json;

const SCHEMA: &str = "--json-schema={\"type\":\"object\",\"required\":[\"n\"],\"properties\":{\"n\":{\"type\":\"integer\"}}}";

fn schema(steps: &str) -> Plan {
    plan(&format!("[[turns]]\nsteps = [{steps}]")).flag(SCHEMA)
}

#[test]
fn a_second_attempt_fits() {
    let mut stage =
        schema("{ structured = {} }, { structured = { n = 1 } }, { say = \"never\" }").start();
    stage.prompt("x");
    let wrong = stage.tool_result();
    assert_eq!(
        wrong["message"]["content"][0]["content"],
        "Output does not match required schema: root: must have required property 'n'"
    );
    let result = stage.result();
    assert_eq!(
        (&result["structured_output"], &result["result"]),
        (&json!({"n": 1}), &json!("{\"n\":1}"))
    );
    assert_eq!(result["stop_reason"], "tool_use");
}

#[test]
fn five_attempts_are_enough() {
    let mut stage = schema("{ repeat = { times = 9, steps = [{ structured = {} }] } }").start();
    stage.prompt("x");
    assert_eq!(
        stage.result()["subtype"],
        "error_max_structured_output_retries"
    );
}

#[test]
fn a_model_that_forgets_is_reminded_once() {
    let mut stage = schema("{ say = \"done\" }").start();
    stage.prompt("x");
    assert_eq!(
        stage
            .lines
            .iter()
            .filter(|line| line["isSynthetic"] == true)
            .count(),
        1
    );
    let result = stage.result();
    assert_eq!(
        (&result["subtype"], &result["structured_output"]),
        (&json!("success"), &json!(null))
    );
}

#[test]
fn the_schema_may_come_with_initialize() {
    let mut stage = plan("[[turns]]\nsteps = [{ structured = { n = 1 } }]").start();
    stage.initialize(json!({"jsonSchema": {"type": "object"}}));
    stage.prompt("x");
    assert_eq!(stage.result()["structured_output"], json!({"n": 1}));
}
