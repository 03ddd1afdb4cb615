//! Placeholders.

use serde_json::{Value, json};

use super::super::script::{prompt, turn};
use super::{RESULT_CHARS, text, value};

fn body() -> Value {
    json!({"model": "opus", "system": "plan at /home/u/plans/a.md", "messages": [
        {"role": "user", "content": prompt("Go.", [turn().text("{{FIND:/\\S+\\.md}}")])},
        {"role": "user", "content": [{"type": "tool_result", "content": "out"}]},
    ]})
}

#[test]
fn results_model_and_finds_are_filled_in() {
    assert_eq!(
        text(r"{{MODEL}}: {{RESULT}}, {{FIND:/\S+\.md}}.", &body()),
        "opus: out, /home/u/plans/a.md."
    );
}

#[test]
fn a_pattern_does_not_find_its_own_script() {
    assert_eq!(text("{{FIND:FIND}}", &body()), "no match for FIND");
}

#[test]
fn what_cannot_be_filled_is_told_or_left() {
    assert_eq!(
        text("{{FIND:(}} x", &body()).split(':').next(),
        Some("bad pattern")
    );
    assert_eq!(text("{{x}} {{ {{", &body()), "{{x}} {{ {{");
}

#[test]
fn long_results_are_clipped() {
    let long = json!({"messages": [{"role": "user", "content": [{"type": "tool_result", "content": "ä".repeat(5000)}]}]});
    assert_eq!(text("{{RESULT}}", &long), "ä".repeat(RESULT_CHARS));
}

#[test]
fn inputs_are_filled_but_for_nested_scripts() {
    let nested = prompt("Go.", [turn().text("{{RESULT}}")]);
    let input = json!({"a": ["{{RESULT}}", 1], "prompt": nested});
    assert_eq!(
        value(&input, &body()),
        json!({"a": ["out", 1], "prompt": nested})
    );
}
