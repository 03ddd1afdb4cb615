//! Every card, folded and open, at two widths; anything may be missing or of the wrong type.

use super::card_of;
use crate::session::{ItemKind, State, ToolCall};
use crate::trace::Direction;
use crate::tui::panes::conversation::render::stage_tests::{
    at, cards, done, failed, rendered, running, said, session, text,
};
use serde_json::{Value, json};

fn none() -> State {
    State::default()
}

#[test]
fn commands() {
    let ls = json!({"command": "ls -la | sort", "description": "List files", "timeout": 120_000});
    let mut interrupted = done(
        "Bash",
        ls.clone(),
        "".into(),
        json!({"stdout": "half", "stderr": "", "interrupted": true}),
    );
    interrupted.id = "t9".to_owned();
    let calls = vec![
        running("Bash", ls.clone()),
        done(
            "Bash",
            ls.clone(),
            "a\nb".into(),
            json!({"stdout": "\u{1b}[32ma\u{1b}[0m\nb", "stderr": "warn: c", "interrupted": false}),
        ),
        done(
            "Bash",
            json!({"command": "set -e\ncargo build\n"}),
            "".into(),
            json!({"stdout": "", "stderr": ""}),
        ),
        failed("Bash", ls.clone(), "Exit code 2\nls: cannot access 'x'"),
        interrupted,
        done(
            "Bash",
            ls,
            "Command running in background with ID: b1".into(),
            json!({"stdout": "", "stderr": "", "backgroundTaskId": "b1"}),
        ),
        done(
            "BashOutput",
            json!({"bash_id": "b1"}),
            "tick\ntock".into(),
            Value::Null,
        ),
    ];
    insta::assert_snapshot!(cards(calls, &none()));
}

#[test]
fn edits() {
    let edit = json!({"file_path": "/home/dev/src/main.rs", "old_string": "\"hello\"", "new_string": "\"hello, world\""});
    let patch = json!({"filePath": "/home/dev/src/main.rs", "structuredPatch": [{"oldStart": 1, "oldLines": 3, "newStart": 1,
        "newLines": 3, "lines": [" fn main() {", "-    println!(\"hello\");", "+    println!(\"hello, world\");", " }"]}], "userModified": true});
    let written = json!({"file_path": "/home/dev/README.md", "content": "# Demo\n\nSays hello.\n"});
    let calls = vec![
        running("Edit", edit.clone()),
        done("Edit", edit.clone(), "updated".into(), patch),
        failed(
            "Edit",
            edit,
            "<tool_use_error>String to replace not found in file.</tool_use_error>",
        ),
        done(
            "Write",
            written.clone(),
            "created".into(),
            json!({"type": "create", "structuredPatch": [], "originalFile": null}),
        ),
        done(
            "Write",
            written,
            "updated".into(),
            json!({"type": "update", "structuredPatch": [{"oldStart": 3, "newStart": 3, "lines": ["-Says hi.", "+Says hello."]}]}),
        ),
        running(
            "MultiEdit",
            json!({"file_path": "a.py", "edits": [{"old_string": "a", "new_string": "b"}, {"old_string": "c", "new_string": "d"}]}),
        ),
        done(
            "NotebookEdit",
            json!({"notebook_path": "x.ipynb", "cell_id": "c3", "new_source": "print(1)\nprint(2)"}),
            "ok".into(),
            json!({}),
        ),
    ];
    insta::assert_snapshot!(cards(calls, &none()));
}

#[test]
fn files_that_are_read() {
    let read = json!({"file_path": "/home/dev/main.rs", "offset": 40, "limit": 2});
    let png = "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2";
    let calls = vec![
        done(
            "Read",
            read.clone(),
            "x".into(),
            json!({"type": "text", "file": {"filePath": "main.rs", "content": "fn a() {\n}", "numLines": 2, "startLine": 40, "totalLines": 900}}),
        ),
        done(
            "Read",
            json!({"file_path": "all.txt"}),
            "1\tone\n2\ttwo".into(),
            Value::Null,
        ),
        done(
            "Read",
            json!({"file_path": "p.png"}),
            json!([{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": png}}]),
            json!({"type": "image", "file": {"base64": png, "type": "image/png", "originalSize": 48_213, "dimensions": {"originalWidth": 1280, "originalHeight": 720}}}),
        ),
        failed("Read", read, "File does not exist."),
    ];
    insta::assert_snapshot!(cards(calls, &none()));
}

#[test]
fn searches() {
    let grep = json!({"pattern": "fn \\w+", "path": "/home/dev/src", "glob": "*.rs", "output_mode": "content", "-i": true});
    let calls = vec![
        done(
            "Grep",
            grep.clone(),
            "a.rs:1:fn a".into(),
            json!({"mode": "content", "numFiles": 0, "filenames": [], "content": "a.rs:1:fn a\na.rs:9:fn b", "numLines": 2}),
        ),
        done(
            "Grep",
            grep,
            "a.rs".into(),
            json!({"mode": "files_with_matches", "filenames": ["a.rs", "b.rs"], "numFiles": 2}),
        ),
        done(
            "Glob",
            json!({"pattern": "**/*.toml"}),
            "Cargo.toml".into(),
            json!({"filenames": ["Cargo.toml"], "numFiles": 1, "truncated": true}),
        ),
        done(
            "Glob",
            json!({"pattern": "*.x"}),
            "No files found".into(),
            Value::Null,
        ),
    ];
    insta::assert_snapshot!(cards(calls, &none()));
}

#[test]
fn the_web() {
    let calls = vec![
        done(
            "WebFetch",
            json!({"url": "https://example.com/", "prompt": "What is it?"}),
            "A *page*.".into(),
            json!({"bytes": 1256, "code": 200, "codeText": "OK", "result": "A **page**.", "url": "https://example.com/"}),
        ),
        done(
            "WebSearch",
            json!({"query": "rust tui", "allowed_domains": ["docs.rs"]}),
            "…".into(),
            json!({"query": "rust tui", "results": [{"tool_use_id": "x", "content": [{"title": "ratatui", "url": "https://docs.rs/ratatui"}]}, "text"]}),
        ),
    ];
    insta::assert_snapshot!(cards(calls, &none()));
}

#[test]
fn lists() {
    let todos = json!({"todos": [{"content": "Write code", "status": "completed", "activeForm": "Writing code"}, {"content": "Run tests", "status": "in_progress", "activeForm": "Running tests"}, {"content": "Ship", "status": "pending"}]});
    let task = json!({"task": {"id": "2", "subject": "Run tests", "description": "Run the tests", "status": "in_progress", "blockedBy": ["1"]}});
    let calls = vec![
        done("TodoWrite", todos, "ok".into(), json!({})),
        done(
            "TaskCreate",
            json!({"subject": "Run tests", "description": "Run the tests"}),
            "ok".into(),
            json!({"task": {"id": "2", "subject": "Run tests"}}),
        ),
        done(
            "TaskUpdate",
            json!({"taskId": "2", "status": "completed"}),
            "ok".into(),
            json!({"success": true, "statusChange": {"from": "in_progress", "to": "completed"}}),
        ),
        done(
            "TaskList",
            json!({}),
            "#1".into(),
            json!({"tasks": [{"id": "1", "subject": "Write code", "status": "completed"}, {"id": "2", "subject": "Run tests", "status": "pending"}]}),
        ),
        done("TaskGet", json!({"taskId": "2"}), "#2".into(), task),
    ];
    insta::assert_snapshot!(cards(calls, &none()));
}

#[test]
fn sub_agents() {
    let asked = json!({"description": "Run tests", "prompt": "Run the tests and **report**.", "subagent_type": "tester"});
    let state = session(&[
        r#"{"type":"system","subtype":"task_started","task_id":"a1","tool_use_id":"t2","description":"Run tests","task_type":"local_agent","is_backgrounded":true}"#,
    ]);
    let mut beside = done(
        "Agent",
        asked.clone(),
        "launched".into(),
        json!({"isAsync": true, "status": "async_launched", "agentId": "a1"}),
    );
    beside.id = "t2".to_owned();
    assert!(
        rendered(
            &said(ItemKind::Tool(Box::new(beside.clone()))),
            false,
            80,
            &state
        )
        .counts
    );
    let calls = vec![
        running("Agent", asked.clone()),
        done(
            "Agent",
            asked,
            "All passed".into(),
            json!({"status": "completed", "agentId": "a9", "content": [{"type": "text", "text": "All 3 tests passed."}], "totalTokens": 12_345, "totalToolUseCount": 4}),
        ),
        beside,
    ];
    insta::assert_snapshot!(cards(calls, &state));
}

/// What a call in the background took is the time of its work, not that of its launch.
#[test]
fn work_in_the_background_is_timed_to_its_own_end() {
    let started = r#"{"type":"system","subtype":"task_started","task_id":"a1","tool_use_id":"t2","description":"x","task_type":"local_agent","is_backgrounded":true}"#;
    let idle = r#"{"type":"system","subtype":"status","status":null}"#;
    let ended = r#"{"type":"system","subtype":"task_notification","task_id":"a1","tool_use_id":"t2","status":"completed","output_file":"","summary":"done"}"#;
    let of = |name: &str, key: &str, status: &str, lines: &[&str]| {
        let launched = json!({"status": status, key: "a1"});
        let mut call = done(
            name,
            json!({"command": "sleep 9", "description": "x"}),
            "launched".into(),
            launched,
        );
        call.id = "t2".to_owned();
        let state = session(lines);
        let line = rendered(&said(ItemKind::Tool(Box::new(call))), false, 80, &state);
        line.lines[0].to_string().trim_end().to_owned()
    };
    for (name, key) in [("Agent", "agentId"), ("Bash", "backgroundTaskId")] {
        // The call began at 1 s and came back at 2.2 s; the stage stands at 9 s.
        let runs = of(name, key, "async_launched", &[started]);
        assert!(
            runs.contains("in the background") && runs.ends_with("8.0s"),
            "{runs}"
        );
        let over = of(
            name,
            key,
            "async_launched",
            &[started, idle, idle, idle, idle, idle, ended],
        );
        assert!(over.ends_with("6.0s"), "{over}");
        let unknown = of(name, key, "async_launched", &[idle]);
        assert!(unknown.ends_with("1.2s"), "{unknown}");
    }
}

#[test]
fn questions_and_plans() {
    let asked = json!({"questions": [
        {"question": "Which library?", "header": "Library", "options": [{"label": "serde", "description": "The usual choice"}, {"label": "miniserde", "description": "Small"}], "multiSelect": false},
        {"question": "Which features?", "header": "Features", "options": [{"label": "derive"}, {"label": "rc"}, {"label": "std"}], "multiSelect": true}]});
    let answers = json!({"questions": [], "answers": {"Which library?": "my own", "Which features?": "derive, rc"}, "annotations": {"Which library?": {"notes": "we have it"}}});
    let plan = json!({"plan": "# Make a file\n\n1. Create `a.txt`\n2. Check it\n", "planFilePath": "/home/dev/plan.md"});
    let calls = vec![
        running("AskUserQuestion", asked.clone()),
        done("AskUserQuestion", asked, "answered".into(), answers),
        done(
            "ExitPlanMode",
            plan.clone(),
            "User has approved your plan.".into(),
            plan,
        ),
        done(
            "EnterPlanMode",
            json!({}),
            "Entered plan mode.".into(),
            json!({}),
        ),
    ];
    insta::assert_snapshot!(cards(calls, &none()));
}

#[test]
fn other_peoples_tools() {
    let png = "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2";
    let calls = vec![
        done(
            "mcp__calc__add",
            json!({"a": 15, "b": 27}),
            json!([{"type": "text", "text": "42"}]),
            json!([{"type": "text", "text": "42"}]),
        ),
        done(
            "mcp__db__query",
            json!({"sql": "select 1", "options": {"limit": 5, "tags": ["x", "y"], "none": null}}),
            "{\"rows\":[[1]]}".into(),
            json!({"content": "x", "structuredContent": {"rows": [[1]], "count": 1}}),
        ),
        done(
            "mcp__screen__shot",
            json!({}),
            json!([{"type": "text", "text": "Here it is"}, {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": png}}]),
            json!([]),
        ),
        failed(
            "mcp__calc__divide",
            json!({"a": 1, "b": 0}),
            "division by zero",
        ),
        done(
            "ToolSearch",
            json!({"query": "select:mcp__db__query"}),
            "found".into(),
            json!({"matches": ["mcp__db__query"]}),
        ),
        done(
            "Skill",
            json!({"skill": "release", "args": "1.2"}),
            "Launching skill: release".into(),
            json!({}),
        ),
        done(
            "Teleport",
            json!({"to": {"planet": "Mars"}, "speed": 9}),
            "arrived".into(),
            Value::Null,
        ),
    ];
    insta::assert_snapshot!(cards(calls, &none()));
}

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
