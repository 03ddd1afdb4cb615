//! The card of each built-in tool, folded and open, at two widths.

use super::*;

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
