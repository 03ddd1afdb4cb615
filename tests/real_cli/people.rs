//! What the agent wants from a person: answers to questions, an approved plan, a form filled in.

use crate::stand_in::{Turn, turn};
use crate::support::scene::{connect, fields, on_stage, play};
use crate::support::{TestResult, elicitor, sdk};
use cca::session::{Phase, Verdict};
use cca::transport::launch::StartMode;
use cca::wire::elicitation::{ElicitationAnswer, ElicitationMode};
use cca::wire::permission::Answers;
use cca::{Ask, PermissionAnswer, PermissionMode};
use serde_json::{Value, json};
use std::path::Path;

fn question(text: &str, multiple: bool) -> Value {
    let options =
        ["tea", "coffee", "water"].map(|label| json!({"label": label, "description": label}));
    json!({"question": text, "header": "Drinks", "options": options, "multiSelect": multiple})
}

#[tokio::test]
async fn questions_are_answered_by_choice_by_choices_and_in_words() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage).on_permission(|request, _| async move {
            assert!(request.requires_user_interaction);
            let Ask::Question(asked) = request.kind() else {
                return Ok(PermissionAnswer::deny("no questions"));
            };
            let answers = Answers::new()
                .choose("Now?", ["tea"])
                .choose("Later?", ["coffee", "water"])
                .text("At night?", "a glass of milk");
            Ok(asked.answer(&answers)?)
        });
        let mut client = connect(options).await?;
        let questions = [
            question("Now?", false),
            question("Later?", true),
            question("At night?", false),
        ];
        let ask = turn().tool("AskUserQuestion", json!({"questions": questions}));
        let seen = play(&mut client, [ask, turn().text("Thanks.")]).await?;
        let told = stage.tool_results();
        for answer in ["tea", "coffee, water", "a glass of milk"] {
            assert!(told.contains(answer), "{answer} is missing: {told}");
        }
        assert!(!seen.results()[0].1, "{:?}", seen.results());
        let order = [Phase::WaitingPermission, Phase::Running];
        assert!(seen.passed_through(&order), "{:?}", seen.phases());
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

/// Writes a plan to the file the CLI names, and proposes it.
fn plan() -> [Turn; 2] {
    let file = r"{{FIND:/\S+/plans/\S+\.md}}";
    [
        turn().tool(
            "Write",
            json!({"file_path": file, "content": "# The plan\n\nWrite a file."}),
        ),
        turn().tool("ExitPlanMode", json!({})),
    ]
}

fn write(project: &Path) -> Turn {
    let file = project.join("planned.txt");
    turn().tool("Write", json!({"file_path": file, "content": "as planned"}))
}

#[tokio::test]
async fn an_approved_plan_is_carried_out_in_the_mode_that_was_chosen() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage)
            .permission_mode(StartMode::Plan)
            .on_permission(|request, _| async move {
                let Ask::Plan(proposal) = request.kind() else {
                    return Ok(PermissionAnswer::deny("only plans"));
                };
                assert_eq!(
                    proposal.plan.as_deref(),
                    Some("# The plan\n\nWrite a file.")
                );
                Ok(proposal.approve(Some(PermissionMode::AcceptEdits)))
            });
        let mut client = connect(options).await?;
        let [draft, propose] = plan();
        let act = write(&stage.sandbox.project());
        let seen = play(&mut client, [draft, propose, act, turn().text("Done.")]).await?;
        let written = std::fs::read_to_string(stage.sandbox.project().join("planned.txt"))?;
        assert_eq!(written, "as planned");
        assert_eq!(seen.decisions().len(), 1, "the edit needed no question");
        let state = sdk::finish(&stage, client).await?;
        assert_eq!(state.facts.permission_mode.as_deref(), Some("acceptEdits"));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_rejected_plan_goes_back_with_its_feedback_and_the_mode_stays() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage)
            .permission_mode(StartMode::Plan)
            .on_permission(|request, _| async move {
                let Ask::Plan(proposal) = request.kind() else {
                    return Ok(PermissionAnswer::deny("only plans"));
                };
                Ok(proposal.reject("write a test first"))
            });
        let mut client = connect(options).await?;
        let [draft, propose] = plan();
        let seen = play(&mut client, [draft, propose, turn().text("I see.")]).await?;
        assert!(
            stage.tool_results().contains("write a test first"),
            "{}",
            stage.tool_results()
        );
        assert!(matches!(
            seen.decisions()[0].verdict,
            Verdict::Denied { .. }
        ));
        let state = sdk::finish(&stage, client).await?;
        assert_eq!(state.facts.permission_mode.as_deref(), Some("plan"));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_form_of_an_mcp_server_is_filled_in() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage)
            .mcp_server("forms", elicitor())
            .allow("mcp__forms__ask")?
            .on_elicitation(|asked, _| async move {
                assert_eq!(
                    (asked.mcp_server_name.as_str(), asked.mode),
                    ("forms", ElicitationMode::Form)
                );
                assert_eq!(asked.message, "What is your name?");
                let content = Some(fields(json!({"name": "Ada"})));
                Ok(ElicitationAnswer::Accept { content })
            });
        let mut client = connect(options).await?;
        let ask = turn().tool("mcp__forms__ask", json!({}));
        let seen = play(&mut client, [ask, turn().text("Thanks.")]).await?;
        let told = stage.tool_results();
        assert!(told.contains("accept") && told.contains("Ada"), "{told}");
        let order = [
            Phase::WaitingPermission,
            Phase::WaitingToolCall,
            Phase::Running,
        ];
        assert!(seen.passed_through(&order), "{:?}", seen.phases());
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_form_that_nobody_fills_in_is_declined() -> TestResult {
    on_stage(|stage| async move {
        let options = sdk::options(&stage)
            .mcp_server("forms", elicitor())
            .allow("mcp__forms__ask")?;
        let mut client = connect(options).await?;
        let ask = turn().tool("mcp__forms__ask", json!({}));
        play(&mut client, [ask, turn().text("Thanks.")]).await?;
        let told = stage.tool_results();
        assert!(told.contains("decline"), "{told}");
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}
