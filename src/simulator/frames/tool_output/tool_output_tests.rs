//! What tools give back: the cases the real CLI was seen in.

use super::{failure, mcp, pretend, questions};
use serde_json::json;

#[test]
fn a_quiet_command_says_so() {
    let output = pretend("Bash", &json!({ "command": "true" }), None);
    assert_eq!(output.content, json!("(Bash completed with no output)"));
    assert_eq!(output.structured.unwrap()["noOutputExpected"], json!(true));
}

#[test]
fn lines_of_a_file_are_numbered() {
    let output = pretend(
        "Read",
        &json!({ "file_path": "/p/f.txt" }),
        Some("line one\nline two\nline three\n"),
    );
    assert_eq!(
        output.content,
        json!("1\tline one\n2\tline two\n3\tline three\n4\t")
    );
    assert_eq!(output.structured.unwrap()["file"]["numLines"], json!(4));
}

#[test]
fn answers_are_told_with_their_notes() {
    let output = questions(&json!({
        "questions": [],
        "answers": { "Which library?": "serde", "Which features?": "derive, rc" },
        "annotations": { "Which library?": { "notes": "we already depend on it" } },
    }));
    assert!(output.text().starts_with(
        "The user answered: \"Which library?\"=\"serde\" notes: we already depend on it, \"Which features?\"=\"derive, rc\"."
    ), "{}", output.text());
    let none = questions(&json!({ "questions": [] }));
    assert_eq!(none.text(), "The user did not answer the questions.");
}

#[test]
fn a_server_answers_with_blocks_a_structure_an_error_or_nothing() {
    let blocks = json!([{ "type": "text", "text": "3" }]);
    let output = mcp(
        "mcp__calc__add",
        &json!({ "result": { "content": blocks } }),
    );
    assert_eq!(
        (output.content, output.structured.unwrap()),
        (blocks.clone(), blocks.clone())
    );
    let structured = json!({ "result": { "content": blocks, "structuredContent": { "a": 1 } } });
    let output = mcp("mcp__calc__add", &structured);
    assert_eq!(output.content, json!("{\"a\":1}"));
    let failed = json!({ "result": { "content": [{ "type": "text", "text": "division by zero" }], "isError": true } });
    assert_eq!(mcp("t", &failed), failure("division by zero"));
    let error = json!({ "error": { "code": -32603, "message": "broken" } });
    assert_eq!(mcp("t", &error), failure("broken"));
    let empty = mcp(
        "mcp__calc__nothing",
        &json!({ "result": { "content": [] } }),
    );
    assert_eq!(
        empty.text(),
        "(mcp__calc__nothing completed with no output)"
    );
}
