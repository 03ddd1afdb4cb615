//! What the agent wants from a person: answers to questions, an approved plan.

use super::stage::same;
use crate::stand_in::{Turn, turn};
use crate::support::TestResult;
use cca::transport::launch::StartMode;
use cca::wire::permission::Answers;
use cca::{Ask, Options, PermissionAnswer, PermissionMode};
use serde_json::json;

const QUESTION: &str = r#"
    [[turns]]
    steps = [
        { ask = { questions = [
            { question = "Now?", header = "Drinks", options = [{ label = "tea", description = "tea" }, { label = "milk", description = "milk" }] },
        ], answered = [{ say = "Thanks." }], declined = [{ say = "Thanks." }] } },
    ]
"#;

fn question() -> [Turn; 2] {
    let options = ["tea", "milk"].map(|label| json!({"label": label, "description": label}));
    let question =
        json!({"question": "Now?", "header": "Drinks", "options": options, "multiSelect": false});
    [
        turn().tool("AskUserQuestion", json!({"questions": [question]})),
        turn().text("Thanks."),
    ]
}

#[tokio::test]
async fn a_question_that_is_answered() -> TestResult {
    let options = |options: Options| {
        Ok(options.on_permission(|request, _| async move {
            let Ask::Question(asked) = request.kind() else {
                return Ok(PermissionAnswer::deny("no questions"));
            };
            Ok(asked.answer(&Answers::new().choose("Now?", ["tea"]))?)
        }))
    };
    same(QUESTION, options, async |player| {
        player.turn("Ask.", question()).await
    })
    .await
}

#[tokio::test]
async fn a_question_that_is_declined() -> TestResult {
    let options = |options: Options| {
        Ok(options.on_permission(|_, _| async { Ok(PermissionAnswer::deny("no time")) }))
    };
    same(QUESTION, options, async |player| {
        player.turn("Ask.", question()).await
    })
    .await
}

/// The real model writes its plan to the file the CLI names; the simulator's to any file: what is proposed stands in
/// its `plan`.
fn plan() -> [Turn; 2] {
    let file = r"{{FIND:/\S+/plans/\S+\.md}}";
    let draft = json!({"file_path": file, "content": "# The plan\n\nWrite a file."});
    [
        turn().tool("Write", draft),
        turn().tool("ExitPlanMode", json!({})),
    ]
}

#[tokio::test]
async fn an_approved_plan() -> TestResult {
    let scenario = r##"
        [[turns]]
        steps = [
            { tool = { name = "Write", ask = "never", input = { file_path = "plan.md", content = "# The plan" } } },
            { plan = { text = "# The plan\n\nWrite a file.", approved = [
                { tool = { name = "Write", input = { file_path = "planned.txt", content = "as planned" } } },
                { say = "Done." },
            ] } },
        ]
    "##;
    let options = |options: Options| {
        let options = options.permission_mode(StartMode::Plan);
        Ok(options.on_permission(|request, _| async move {
            let Ask::Plan(proposal) = request.kind() else {
                return Ok(PermissionAnswer::deny("only plans"));
            };
            Ok(proposal.approve(Some(PermissionMode::AcceptEdits)))
        }))
    };
    same(scenario, options, async |player| {
        let [draft, propose] = plan();
        let file = player.place.file("planned.txt");
        let act = turn().tool("Write", json!({"file_path": file, "content": "as planned"}));
        player
            .turn("Plan.", [draft, propose, act, turn().text("Done.")])
            .await
    })
    .await
}

#[tokio::test]
async fn a_rejected_plan() -> TestResult {
    let scenario = r##"
        [[turns]]
        steps = [
            { tool = { name = "Write", ask = "never", input = { file_path = "plan.md", content = "# The plan" } } },
            { plan = { text = "# The plan\n\nWrite a file.", rejected = [{ say = "I see." }] } },
        ]
    "##;
    let options = |options: Options| {
        let options = options.permission_mode(StartMode::Plan);
        Ok(options.on_permission(|request, _| async move {
            let Ask::Plan(proposal) = request.kind() else {
                return Ok(PermissionAnswer::deny("only plans"));
            };
            Ok(proposal.reject("write a test first"))
        }))
    };
    same(scenario, options, async |player| {
        let [draft, propose] = plan();
        player
            .turn("Plan.", [draft, propose, turn().text("I see.")])
            .await
    })
    .await
}
