//! Calls that wait, were refused or changed, say nothing of the right type, or are hostile.

use super::*;

#[test]
fn a_call_that_waits_or_was_refused_says_so() {
    let state = session(&[
        r#"{"type":"control_request","request_id":"r1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"ls"},"tool_use_id":"t1"}}"#,
    ]);
    let ls = json!({"command": "ls"});
    let mut refused = failed("Bash", ls.clone(), "Not in this project, please.");
    refused.id = "t2".to_owned();
    refused.not_executed = Some("user-rejected".to_owned());
    refused.decision = Some(json!({"decision": "reject", "source": "user_reject"}));
    let mut by_rule = refused.clone();
    by_rule.not_executed = Some("permission-rule".to_owned());
    by_rule.decision =
        Some(json!({"decision": "reject", "source": "config", "reason_type": "rule"}));
    // As the CLI tells of what a client and a hook have refused.
    let mut by_person = by_rule.clone();
    by_person.decision = Some(json!({"decision": "reject", "source": "user_reject"}));
    let mut by_hook = by_rule.clone();
    by_hook.decision = Some(json!({"decision": "reject", "source": "hook", "reason_type": "hook"}));
    let mut given_up = running("Bash", ls.clone());
    given_up.id = "t3".to_owned();
    given_up.ended = Some(crate::trace::Moment(2_000_000));
    let calls = vec![
        running("Bash", ls),
        refused,
        by_rule,
        by_person,
        by_hook,
        given_up,
    ];
    insta::assert_snapshot!(cards(calls, &state));
}

/// What stands on a card is what ran: nobody may think that a command ran which a person had changed.
#[test]
fn a_call_whose_input_was_changed_shows_what_ran() {
    let asked = r#"{"type":"control_request","request_id":"r1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"rm -rf build"},"tool_use_id":"t1"}}"#;
    let mut state = session(&[asked]);
    let note = |seq, line: &str, direction| {
        crate::trace::Traffic::from_entry(crate::trace::Entry {
            seq,
            at: at(seq * 1000),
            direction,
            line: line.to_owned().into(),
        })
    };
    let key = r#"{"note":"decided","request_id":"r1","by":"key"}"#;
    let answer = r#"{"type":"control_response","response":{"subtype":"success","request_id":"r1","response":{"behavior":"allow","updatedInput":{"command":"ls build"}}}}"#;
    state.observe(&note(2, key, Direction::Note));
    state.observe(&note(3, answer, Direction::Out));
    let mut edited = done(
        "Bash",
        json!({"command": "ls build"}),
        "x".into(),
        json!({"stdout": "x"}),
    );
    edited.asked_for = Some(json!({"command": "rm -rf build"}));
    let mut hooked = edited.clone();
    hooked.id = "t2".to_owned();
    let mut other = done(
        "Teleport",
        json!({"to": "Venus"}),
        "arrived".into(),
        Value::Null,
    );
    other.id = "t3".to_owned();
    other.asked_for = Some(json!({"to": "Mars"}));
    insta::assert_snapshot!(cards(vec![edited, hooked, other], &state));
}

/// Every tool that has a card, called with and answered by nonsense.
#[test]
fn nothing_has_to_be_there_and_nothing_of_the_right_type() {
    let names = [
        "Bash",
        "BashOutput",
        "Edit",
        "MultiEdit",
        "Write",
        "NotebookEdit",
        "Read",
        "Grep",
        "Glob",
        "WebFetch",
        "WebSearch",
        "TodoWrite",
        "TaskCreate",
        "TaskUpdate",
        "TaskList",
        "TaskGet",
        "Agent",
        "AskUserQuestion",
        "ExitPlanMode",
        "ToolSearch",
        "Skill",
        "mcp__a__b",
        "mcp__",
        "mcp__a",
        "",
        "Other",
    ];
    let wrong = [
        Value::Null,
        json!(3),
        json!("text"),
        json!([]),
        json!([[1], {"type": "image"}, null]),
        json!({}),
        json!({"command": 3, "file_path": [], "todos": "x", "questions": [1, {"options": 2}], "edits": {}, "structuredPatch": 3, "file": 1,
            "type": "text", "task": [], "tasks": [3, null], "answers": [], "content": 5, "filenames": [1], "results": [1], "structuredContent": null}),
    ];
    for name in names {
        for input in &wrong {
            for structured in &wrong {
                let calls: [ToolCall; 3] = [
                    running(name, input.clone()),
                    done(name, input.clone(), structured.clone(), structured.clone()),
                    failed(name, input.clone(), ""),
                ];
                for call in calls {
                    let one = said(ItemKind::Tool(Box::new(call)));
                    for width in [1, 7, 56] {
                        text(&one, false, width, &none());
                        text(&one, true, width, &none());
                    }
                }
            }
        }
        card_of(name);
    }
}

#[test]
fn hostile_words_anywhere_are_only_cells() {
    let evil = "\u{1b}[2J\u{1b}]8;;http://x\u{7}a\u{1b}]52;c;eA==\u{7}\u{202e}b\u{200b}c\u{feff}日本語e\u{301}\u{301}\u{9b}31m\r\nd\u{8}\t";
    let input = json!({"command": evil, "description": evil, "file_path": evil, "old_string": evil, "new_string": "x", "pattern": evil,
        "path": evil, "url": evil, "query": evil, "prompt": evil, "plan": evil, "subject": evil, "taskId": evil, "content": evil,
        "todos": [{"content": evil, "status": evil}], "questions": [{"question": evil, "options": [{"label": evil, "description": evil}]}],
        evil: evil});
    let structured = json!({"stdout": evil, "stderr": evil, "backgroundTaskId": evil, "filenames": [evil], "content": evil,
        "structuredContent": {evil: [evil, {evil: evil}]}, "type": "text", "file": {"content": evil},
        "structuredPatch": [{"lines": [evil, format!("+{evil}")]}], "answers": {evil: evil}, "task": {"id": evil, "subject": evil}});
    for name in [
        "Bash",
        "Edit",
        "Read",
        "Grep",
        "WebFetch",
        "TodoWrite",
        "TaskGet",
        "Agent",
        "AskUserQuestion",
        "ExitPlanMode",
        "mcp__x__y",
        evil,
        &format!("mcp__{evil}__{evil}"),
    ] {
        for call in [
            running(name, input.clone()),
            done(name, input.clone(), evil.into(), structured.clone()),
            failed(name, input.clone(), evil),
        ] {
            let one = said(ItemKind::Tool(Box::new(call)));
            for width in [12, 56, 96] {
                // `text` itself looks at every character and every width.
                text(&one, false, width, &none());
                text(&one, true, width, &none());
            }
        }
    }
}
