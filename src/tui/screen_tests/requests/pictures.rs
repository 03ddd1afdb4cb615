//! Every kind of card at three sizes.

use super::*;

fn pictures(name: &str, model: &mut Model) {
    for (width, height) in [(60, 20), (100, 30), (160, 48)] {
        insta::assert_snapshot!(
            format!("{name}_{width}x{height}"),
            shown(model, width, height)
        );
    }
}

#[test]
fn a_card_for_a_command() {
    let mut model = working();
    let body = json!({
        "tool_name": "Bash", "display_name": "Bash", "tool_use_id": "t", "agent_id": "a1",
        "input": {"command": "cd build\nrm -rf out ~/.cache/build && git push --force origin main", "description": "Clean up", "timeout": 60000},
        "decision_reason": "touches a path outside the working directory", "blocked_path": "~/.cache/build",
        "permission_suggestions": [{"type": "addDirectories", "directories": ["~/.cache"], "destination": "session"}],
    });
    request(&mut model, "r1", "can_use_tool", body);
    bash(&mut model, "r2");
    pictures("command_typing", &mut model);
    look(&mut model);
    pictures("command", &mut model);
}

#[test]
fn a_card_for_an_edit() {
    let mut model = working();
    let input = json!({"file_path": "/proj/p/src/retry.rs", "old_string": "    wait(100);", "new_string": "    wait(LONGEST.min(100));\n    log();"});
    tool(&mut model, "r1", "Edit", &input);
    let file = OnDisk::Text(
        "use std::time;\n\nfn retry() {\n    wait(100);\n    again();\n}\n".to_owned(),
    );
    update(
        &mut model,
        Msg::Done(Done::FileRead {
            key: KEY,
            id: "r1".to_owned(),
            file,
        }),
    );
    look(&mut model);
    pictures("edit", &mut model);
}

#[test]
fn a_card_for_a_changed_input() {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    press(&mut model, "e -- --fast");
    pictures("editing", &mut model);
    press(&mut model, "<enter>");
    look(&mut model);
    pictures("edited", &mut model);
}

#[test]
fn a_card_for_questions() {
    let mut model = working();
    asking(&mut model);
    pictures("question", &mut model);
    press(&mut model, "<enter><space>");
    pictures("question_several", &mut model);
    press(&mut model, "<enter>");
    pictures("question_send", &mut model);
}

#[test]
fn a_card_for_a_plan() {
    let mut model = working();
    planning(
        &mut model,
        &json!({"plan": "# Cap the delay\n\n1. Add a **constant** `LONGEST`\n2. Use it in `delay`\n   - also in tests\n\n```rust\nconst LONGEST: u64 = 30;\n```\n", "planFilePath": "/p/plan.md"}),
    );
    pictures("plan", &mut model);
}

#[test]
fn a_card_for_a_form() {
    let mut model = working();
    eliciting(&mut model, form());
    press(&mut model, "Ada<tab>x<tab><tab><space><tab><tab><enter>");
    pictures("form", &mut model);
}

#[test]
fn a_card_for_a_tool_by_hand() {
    let mut model = working();
    by_hand(&mut model, None);
    press(&mut model, "4711");
    pictures("by_hand", &mut model);
}

#[test]
fn a_list_of_rules() {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    press(&mut model, "A");
    pictures("offers", &mut model);
}

#[test]
fn decisions_are_listed_and_can_be_read() {
    let mut model = working();
    bash(&mut model, "r1");
    look(&mut model);
    let effects = press(&mut model, "dnot now<enter>");
    echo(&mut model, &effects);
    press(&mut model, "<alt+7>");
    pictures("decisions", &mut model);
    press(&mut model, "<enter>");
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("told       not now") && text.contains("waited"),
        "{text}"
    );
}
