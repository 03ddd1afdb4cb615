//! Permission requests as recorded, answers the CLI accepts, questions and plans.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed test may end in a panic"
)]

use serde_json::{Value, json};

use super::*;

fn asked(value: Value) -> CanUseTool {
    serde_json::from_value(value).unwrap()
}

fn bash_request() -> Value {
    json!({
        "subtype": "can_use_tool",
        "tool_name": "Bash",
        "display_name": "Bash",
        "input": {"command": "touch made.txt && ls", "description": "Create a file"},
        "description": "Create a file",
        "permission_suggestions": [
            {"type": "addRules", "rules": [{"toolName": "Bash", "ruleContent": "touch *"}],
             "behavior": "allow", "destination": "localSettings"},
            {"type": "addDirectories", "directories": ["/home/dev/project"], "destination": "session"},
            {"type": "setMode", "mode": "acceptEdits", "destination": "session"}
        ],
        "blocked_path": "/home/dev/project/made.txt",
        "tool_use_id": "toolu_1"
    })
}

fn question_input() -> Value {
    json!({"questions": [
        {"question": "Which library?", "header": "Library", "multiSelect": false,
         "options": [{"label": "serde", "description": "usual", "preview": "use serde;"},
                     {"label": "miniserde", "description": "small"}]},
        {"question": "Which features?", "header": "Features", "multiSelect": true,
         "options": [{"label": "derive", "description": ""}, {"label": "rc", "description": ""}]}
    ]})
}

fn questions() -> AskUserQuestion {
    let request = asked(json!({
        "tool_name": "AskUserQuestion", "input": question_input(), "requires_user_interaction": true
    }));
    assert!(request.requires_user_interaction);
    match request.kind() {
        Ask::Question(questions) => questions,
        other => panic!("not a question: {other:?}"),
    }
}

#[test]
fn a_recorded_request_is_read_whole() {
    let request = asked(bash_request());
    assert_eq!(request.tool_name, "Bash");
    assert_eq!(request.tool_use_id, "toolu_1");
    assert_eq!(request.input["command"], "touch made.txt && ls");
    assert_eq!(request.permission_suggestions.len(), 3);
    assert_eq!(
        request.blocked_path.as_deref(),
        Some("/home/dev/project/made.txt")
    );
    assert!(request.extra.is_empty(), "{:?}", request.extra);
    assert_eq!(request.kind(), Ask::Tool);
}

#[test]
fn what_does_not_fit_is_kept() {
    let request = asked(json!({
        "tool_name": 5, "input": "text", "agent_id": null, "permission_suggestions": {}, "later": [1]
    }));
    assert_eq!(request.tool_name, "");
    assert_eq!(request.input, json!("text"));
    assert_eq!(
        json!(request.extra),
        json!({"tool_name": 5, "agent_id": null, "permission_suggestions": {}, "later": [1]})
    );
}

#[test]
fn updates_survive_decode_and_encode() {
    for update in [
        json!({"type": "addRules", "rules": [{"toolName": "Bash", "ruleContent": "a *", "n": 1}],
               "behavior": "allow", "destination": "localSettings"}),
        json!({"type": "replaceRules", "rules": [{"toolName": "Read"}], "behavior": "ask",
               "destination": "cliArg", "new": {"a": 1}}),
        json!({"type": "removeRules", "rules": [], "behavior": "perhaps", "destination": "moon"}),
        json!({"type": "setMode", "mode": "acceptEdits", "destination": "session"}),
        json!({"type": "setMode", "mode": "turbo"}),
        json!({"type": "addDirectories", "directories": ["/a"], "destination": "userSettings"}),
        json!({"type": "removeDirectories", "directories": [], "destination": "projectSettings"}),
        json!({"type": "addRules", "rules": "not a list", "behavior": "allow"}),
        json!({"type": "paintRules"}),
        json!("not an object"),
    ] {
        let decoded: PermissionUpdate = serde_json::from_value(update.clone()).unwrap();
        assert_eq!(decoded.to_wire(), update);
        assert_eq!(serde_json::to_value(&decoded).unwrap(), update);
    }
    let made = PermissionUpdate::allow("Bash", Some("git *".to_owned()), Destination::Session);
    assert_eq!(
        made.to_wire(),
        json!({"type": "addRules", "rules": [{"toolName": "Bash", "ruleContent": "git *"}],
               "behavior": "allow", "destination": "session"})
    );
    let unknown: PermissionUpdate = serde_json::from_value(json!({"type": "x"})).unwrap();
    assert!(matches!(unknown, PermissionUpdate::Unknown(_)));
}

#[test]
fn answers_are_always_valid() {
    assert_eq!(
        PermissionAnswer::allow().to_wire(),
        json!({"behavior": "allow"})
    );
    assert_eq!(
        PermissionAnswer::deny("no").to_wire(),
        json!({"behavior": "deny", "message": "no"})
    );
    let silent = PermissionAnswer::deny("  ").to_wire();
    assert!(!silent["message"].as_str().unwrap().trim().is_empty());
    assert_eq!(
        PermissionAnswer::deny_and_interrupt("stop").to_wire(),
        json!({"behavior": "deny", "message": "stop", "interrupt": true})
    );
    let suggestion = asked(bash_request()).permission_suggestions.remove(0);
    assert_eq!(
        PermissionAnswer::allow_always(vec![suggestion]).to_wire(),
        json!({"behavior": "allow", "decisionClassification": "user_permanent",
               "updatedPermissions": [bash_request()["permission_suggestions"][0]]})
    );
}

#[test]
fn questions_are_answered_as_recorded() {
    let answers = Answers::new()
        .choose("Which library?", ["miniserde"])
        .note("Which library?", "we already depend on it")
        .choose("Which features?", ["derive", "rc"]);
    let mut expected = question_input();
    expected["answers"] = json!({"Which library?": "miniserde", "Which features?": "derive, rc"});
    expected["annotations"] = json!({"Which library?": {"notes": "we already depend on it"}});
    assert_eq!(
        questions().answer(&answers).unwrap().to_wire(),
        json!({"behavior": "allow", "updatedInput": expected})
    );
}

#[test]
fn free_text_and_previews() {
    let answers = Answers::new()
        .choose("Which library?", ["serde"])
        .text("Which features?", "all of them");
    let wire = questions().answer(&answers).unwrap().to_wire();
    assert_eq!(
        wire["updatedInput"]["answers"]["Which features?"],
        "all of them"
    );
    assert_eq!(
        wire["updatedInput"]["annotations"],
        json!({"Which library?": {"preview": "use serde;"}})
    );
}

#[test]
fn answers_that_do_not_fit_are_refused() {
    let refused = |answers: Answers| questions().answer(&answers).unwrap_err();
    let unknown = refused(Answers::new().text("Which colour?", "red"));
    assert!(matches!(unknown, QuestionError::UnknownQuestion { .. }));
    assert!(unknown.to_string().contains("Which library?"), "{unknown}");
    assert!(matches!(
        refused(Answers::new().note("Which colour?", "red")),
        QuestionError::UnknownQuestion { .. }
    ));
    assert!(matches!(
        refused(Answers::new().choose("Which library?", ["nope"])),
        QuestionError::UnknownChoice { .. }
    ));
    assert!(matches!(
        refused(Answers::new().choose("Which library?", ["serde", "miniserde"])),
        QuestionError::WrongCount {
            count: 2,
            multiple: false,
            ..
        }
    ));
    assert!(matches!(
        refused(Answers::new().choose("Which features?", Vec::<String>::new())),
        QuestionError::WrongCount {
            count: 0,
            multiple: true,
            ..
        }
    ));
    assert!(matches!(
        refused(Answers::new().text("Which library?", " ")),
        QuestionError::EmptyText { .. }
    ));
}

#[test]
fn questions_we_cannot_show_are_plain_tool_calls() {
    for input in [
        json!({}),
        json!({"questions": []}),
        json!({"questions": [{"x": 1}]}),
        json!(3),
    ] {
        let request = asked(json!({"tool_name": "AskUserQuestion", "input": input}));
        assert_eq!(request.kind(), Ask::Tool);
    }
}

#[test]
fn plans_are_approved_and_sent_back() {
    let request = asked(json!({
        "tool_name": "ExitPlanMode", "input": {"plan": "# Plan", "planFilePath": "/p/plan.md"}
    }));
    let Ask::Plan(plan) = request.kind() else {
        panic!("not a plan");
    };
    assert_eq!(plan.plan.as_deref(), Some("# Plan"));
    assert_eq!(plan.plan_file_path.as_deref(), Some("/p/plan.md"));
    assert_eq!(plan.approve(None).to_wire(), json!({"behavior": "allow"}));
    assert_eq!(
        plan.approve(Some(PermissionMode::AcceptEdits)).to_wire(),
        json!({"behavior": "allow", "updatedPermissions": [
            {"type": "setMode", "mode": "acceptEdits", "destination": "session"}
        ]})
    );
    let rejected = plan.reject("smaller steps").to_wire();
    assert_eq!(rejected["message"], "smaller steps");
    assert_eq!(rejected["behavior"], "deny");
    let empty = asked(json!({"tool_name": "ExitPlanMode", "input": {}}));
    assert_eq!(empty.kind(), Ask::Plan(PlanProposal::default()));
}

#[test]
fn modes_keep_their_names() {
    for mode in PermissionMode::ALL {
        assert_eq!(PermissionMode::from(mode.as_str()), mode);
    }
    let other: PermissionMode = serde_json::from_value(json!("turbo")).unwrap();
    assert_eq!(other, PermissionMode::Other("turbo".to_owned()));
    assert_eq!(serde_json::to_value(&other).unwrap(), json!("turbo"));
}
