//! Cards that others have a part in: sub-agents, work beside, people, tools of other servers.

use super::*;

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
