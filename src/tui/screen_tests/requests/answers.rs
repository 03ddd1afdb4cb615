//! Calls: exact bytes for every answer, what is checked before it, when it is told.

use super::*;

#[test]
fn every_answer_to_a_call_has_these_bytes() {
    let cases = [
        ("y", r#"{"behavior":"allow"}"#),
        (
            "n",
            r#"{"behavior":"deny","message":"The user denied this call."}"#,
        ),
        (
            "X",
            r#"{"behavior":"deny","message":"The user denied this call.","interrupt":true}"#,
        ),
        (
            "duse make<enter>",
            r#"{"behavior":"deny","message":"use make"}"#,
        ),
        (
            "s",
            r#"{"behavior":"allow","updatedPermissions":[{"rules":[{"toolName":"Bash","ruleContent":"npm run *"}],"behavior":"allow","type":"addRules","destination":"session"}],"decisionClassification":"user_temporary"}"#,
        ),
        (
            "A<enter><enter><enter>",
            r#"{"behavior":"allow","updatedPermissions":[{"rules":[{"toolName":"Bash","ruleContent":"npm run *"}],"behavior":"allow","type":"addRules","destination":"localSettings"}],"decisionClassification":"user_permanent"}"#,
        ),
        (
            "A<enter><backspace><backspace>x*)<enter><down><down><enter>",
            r#"{"behavior":"allow","updatedPermissions":[{"rules":[{"toolName":"Bash","ruleContent":"npm run x*"}],"behavior":"allow","type":"addRules","destination":"userSettings"}],"decisionClassification":"user_permanent"}"#,
        ),
        (
            "A<down><enter><down><enter>",
            r#"{"behavior":"allow","updatedPermissions":[{"directories":["/x"],"type":"addDirectories","destination":"projectSettings"}],"decisionClassification":"user_permanent"}"#,
        ),
        (
            "A<down><down><enter>",
            r#"{"behavior":"allow","updatedPermissions":[{"mode":"acceptEdits","type":"setMode","destination":"session"}],"decisionClassification":"user_permanent"}"#,
        ),
    ];
    for (keys, bytes) in cases {
        let mut model = working();
        bash(&mut model, "r1");
        look(&mut model);
        let effects = press(&mut model, keys);
        assert_eq!(payload(&effects), bytes, "{keys}");
        assert_eq!(model.focus, Focus::Composer, "{keys}");
    }
}

#[test]
fn an_edited_input_is_looked_at_before_it_is_allowed() {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    // Who takes Enter for a new line goes on typing; none of that allows anything.
    assert!(sent(&press(&mut model, "e2<enter>yy")).is_empty());
    look(&mut model);
    assert_eq!(
        payload(&press(&mut model, "y")),
        r#"{"behavior":"allow","updatedInput":{"command":"npm run build2","description":"Build"}}"#
    );
    assert_eq!(model.focus, Focus::Composer);
}

#[test]
fn a_rule_is_proposed_where_none_is_suggested() {
    let mut model = working();
    tool(
        &mut model,
        "r1",
        "Bash",
        &json!({"command": "cargo test -q"}),
    );
    look(&mut model);
    assert!(shown(&mut model, 100, 30).contains("allow Bash(cargo test *) for this session"));
    let bytes = payload(&press(&mut model, "s"));
    assert!(bytes.contains(r#""ruleContent":"cargo test *""#), "{bytes}");
}

#[test]
fn the_evidence_is_scrolled_while_one_decides() {
    let mut model = working();
    for number in 0..60 {
        let text = format!("said {number}.");
        let line = json!({"type": "assistant", "message": {"id": format!("m{number}"), "role": "assistant", "content": [{"type": "text", "text": text}]}});
        received(&mut model, &line.to_string());
    }
    bash(&mut model, "r1");
    look(&mut model);
    assert!(shown(&mut model, 100, 30).contains("said 59."));
    press(&mut model, "<pageup>");
    assert!(!shown(&mut model, 100, 30).contains("said 59."));
    assert_eq!(model.focus, Focus::Request);
    press(&mut model, "<pagedown>");
    assert!(shown(&mut model, 100, 30).contains("said 59."));
}

#[test]
fn no_key_allows_every_command_at_once() {
    let mut model = working();
    // No pattern fits a command of several lines; a rule for all of them is not offered instead.
    let input = json!({"command": "cat > a <<X\nhello\nX\n"});
    tool(&mut model, "r1", "Bash", &input);
    look(&mut model);
    assert!(sent(&press(&mut model, "sA<enter><enter><enter>")).is_empty());
    assert!(
        notice(&model).contains("no rule fits"),
        "{}",
        notice(&model)
    );
}

#[test]
fn what_is_answered_is_told_when_it_was_on_the_wire() {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    let effects = press(&mut model, "s");
    assert_eq!(notice(&model), "");
    assert_eq!(model.seat().unwrap().live.state().pending.len(), 1);
    echo(&mut model, &effects);
    assert_eq!(
        notice(&model),
        "allowed Bash, and for this session: allow Bash(npm run *)"
    );
    assert_eq!(model.seat().unwrap().live.state().pending.len(), 0);
}

#[test]
fn a_rule_that_is_none_stays_open_and_says_why() {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    assert!(sent(&press(&mut model, "A<enter><backspace><enter>")).is_empty());
    assert!(notice(&model).contains("parentheses"), "{}", notice(&model));
    assert_eq!(
        payload(&press(&mut model, ")<enter><enter>"))
            .matches("npm run *")
            .count(),
        1
    );
}

#[test]
fn an_edited_input_is_checked() {
    let mut model = working();
    tool(
        &mut model,
        "r1",
        "WebFetch",
        &json!({"url": "https://a", "prompt": "p"}),
    );
    look(&mut model);
    let edit = |model: &mut Model, text: &str| {
        press(model, "e");
        update(
            model,
            Msg::Done(Done::Edited(
                crate::tui::effect::Edit::Field,
                Ok(text.to_owned()),
            )),
        );
        press(model, "<enter>")
    };
    for (text, why) in [
        ("[1]", "a JSON object is wanted"),
        ("{", "this is no JSON"),
        (r#"{"url": "https://a"}"#, "`prompt` is missing"),
        (r#"{"url": 1, "prompt": "p"}"#, "`url` is to be a string"),
        (
            r#"{"url": "https://a", "prompt": "p"}"#,
            "nothing is changed",
        ),
    ] {
        assert!(sent(&edit(&mut model, text)).is_empty());
        assert!(notice(&model).contains(why), "{text}: {}", notice(&model));
        assert_eq!(model.context(), Context::Field);
    }
    edit(&mut model, r#"{"url": "https://b", "prompt": "p"}"#);
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("- https://a") && text.contains("+ https://b"),
        "{text}"
    );
    look(&mut model);
    let bytes = payload(&press(&mut model, "y"));
    assert_eq!(
        bytes,
        r#"{"behavior":"allow","updatedInput":{"url":"https://b","prompt":"p"}}"#
    );
}

#[test]
fn the_input_of_a_tool_of_ours_fits_its_schema() {
    let mut model = working();
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer", "maximum": 9}}, "required": ["a"]});
    let schemas = [("mcp__demo__add".to_owned(), schema)].into();
    model.seat_mut().unwrap().requests.schemas = std::sync::Arc::new(schemas);
    tool(&mut model, "r1", "mcp__demo__add", &json!({"a": 1}));
    look(&mut model);
    press(&mut model, "e");
    update(
        &mut model,
        Msg::Done(Done::Edited(
            crate::tui::effect::Edit::Field,
            Ok(r#"{"a": 12}"#.to_owned()),
        )),
    );
    press(&mut model, "<enter>");
    assert!(
        notice(&model).contains("the tool does not take this"),
        "{}",
        notice(&model)
    );
}

#[test]
fn an_edit_is_shown_against_the_file_that_is_read() {
    let mut model = working();
    let input = json!({"file_path": "/proj/p/a.rs", "old_string": "two", "new_string": "2"});
    let effects = tool(&mut model, "r1", "Edit", &input);
    let read = effects.iter().any(|effect| {
        matches!(effect, Effect::Work(Job::ReadFile { id, path, .. }) if id == "r1" && path == "/proj/p/a.rs")
    });
    assert!(read, "{effects:?}");
    look(&mut model);
    let file = OnDisk::Text("one\ntwo\nthree\n".to_owned());
    update(
        &mut model,
        Msg::Done(Done::FileRead {
            key: KEY,
            id: "r1".to_owned(),
            file,
        }),
    );
    // What is seen has changed: it is looked at anew.
    assert!(sent(&press(&mut model, "y")).is_empty());
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("2 - two") && text.contains("2 + 2") && text.contains("3   three"),
        "{text}"
    );
}

#[test]
fn what_may_destroy_something_is_not_allowed_for_the_session_by_one_key() {
    let mut model = working();
    let input = json!({"command": "rm -rf build"});
    tool(&mut model, "r1", "Bash", &input);
    look(&mut model);
    let screen = shown(&mut model, 100, 30);
    assert!(!screen.contains("for this session"), "{screen}");
    assert!(!screen.contains("allow for session"), "{screen}");
    let effects = press(&mut model, "s");
    assert!(sent(&effects).is_empty());
    assert_eq!(model.focus, Focus::Request);
    let effects = press(&mut model, "n");
    assert!(payload(&effects).contains("deny"));
}

#[test]
fn a_call_that_a_key_refused_is_not_said_to_be_refused_by_a_rule() {
    let mut model = working();
    let call = json!({"type": "assistant", "uuid": "u1", "session_id": "s", "parent_tool_use_id": null, "message": {"id": "m1",
        "role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "make"}}]}});
    received(&mut model, &call.to_string());
    tool(&mut model, "r1", "Bash", &json!({"command": "make"}));
    look(&mut model);
    let effects = press(&mut model, "n");
    echo(&mut model, &effects);
    let back = json!({"type": "user", "uuid": "u2", "session_id": "s", "parent_tool_use_id": null,
        "tool_use_result": "Error: no", "tool_result_meta": [{"id": "t", "non_execution_kind": "permission-rule"}], "message": {"role": "user",
        "content": [{"type": "tool_result", "tool_use_id": "t", "content": "no", "is_error": true}]}});
    received(&mut model, &back.to_string());
    let screen = shown(&mut model, 100, 30);
    assert!(screen.contains("denied by you"), "{screen}");
}

#[test]
fn decisions_are_listed_and_can_be_read() {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    let effects = press(&mut model, "dnot now<enter>");
    echo(&mut model, &effects);
    press(&mut model, "<alt+7>");
    press(&mut model, "<enter>");
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("told       not now") && text.contains("waited"),
        "{text}"
    );
}
