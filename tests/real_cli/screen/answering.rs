//! Requests of the real CLI, answered by keys: what the model hears of it, and what is done.

use super::{asking, open, told};
use crate::stand_in::{Turn, turn};
use crate::support::watch::on_stage;
use crate::support::{Stage, TestResult};
use crate::terminal::{CTRL_U, ENTER, Terminal};
use serde_json::json;

/// A session that was asked this, and whose first request can be answered.
async fn asked(stage: &Stage, turns: impl IntoIterator<Item = Turn>) -> Terminal {
    let mut terminal = open(stage, &[&asking("Please.", turns)]);
    terminal.request().await;
    terminal
}

/// Makes a file by a command, and then says so.
fn touching(file: &str) -> [Turn; 2] {
    let command = json!({"command": format!("touch {file}")});
    [
        turn().tool("Bash", command),
        turn().text("That is all there is."),
    ]
}

#[tokio::test]
async fn a_command_is_approved_by_a_key_and_runs() -> TestResult {
    on_stage(async |stage| {
        let mut terminal = asked(stage, touching("made.txt")).await;
        let text = terminal.text();
        assert!(text.contains("Bash asks for permission"), "{text}");
        assert!(text.contains("touch made.txt"), "{text}");
        let made = stage.sandbox.project().join("made.txt");
        assert!(!made.exists());
        terminal.keys("y").await;
        terminal
            .until_all(&["That is all there is.", "done •"])
            .await;
        assert!(made.exists());
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_command_is_denied_with_words_that_the_model_reads() -> TestResult {
    on_stage(async |stage| {
        let mut terminal = asked(stage, touching("not.txt")).await;
        terminal.keys("d").await;
        terminal.until_shown("enter send").await;
        terminal.keys("use a folder instead").await;
        terminal.until_shown("use a folder instead").await;
        terminal.keys(ENTER).await;
        terminal
            .until_all(&["That is all there is.", "done •"])
            .await;
        assert!(told(stage).contains("use a folder instead"));
        assert!(!stage.sandbox.project().join("not.txt").exists());
        // It was a person, and the card says nothing else.
        let text = terminal.text();
        assert!(text.contains("denied"), "{text}");
        assert!(!text.contains("denied by a rule"), "{text}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_command_is_changed_and_only_the_changed_one_runs() -> TestResult {
    on_stage(async |stage| {
        let mut terminal = asked(stage, touching("first.txt")).await;
        terminal.keys("e").await;
        terminal.until_shown("enter look at the change").await;
        terminal.keys(CTRL_U).await;
        terminal.keys("touch second.txt").await;
        terminal.until_shown("touch second.txt").await;
        terminal.keys(ENTER).await;
        terminal
            .until_all(&["y allow with this change", "touch first.txt"])
            .await;
        terminal.keys("y").await;
        terminal
            .until_all(&["That is all there is.", "done •", "changed by you"])
            .await;
        // What stands in the conversation is what ran.
        let shown = terminal.text();
        assert!(shown.contains("Bash   touch second.txt"), "{shown}");
        assert!(!shown.contains("Bash   touch first.txt"), "{shown}");
        let project = stage.sandbox.project();
        assert!(project.join("second.txt").exists());
        assert!(!project.join("first.txt").exists());
        Ok(())
    })
    .await
}

/// Allowed for the session: the second call of the kind asks nobody.
#[tokio::test]
async fn a_command_that_is_allowed_for_the_session_is_not_asked_for_again() -> TestResult {
    on_stage(async |stage| {
        let [first, last] = touching("one.txt");
        let mut terminal = asked(stage, [first.clone(), first, last]).await;
        terminal
            .until_shown("s allow Bash(touch one.txt) for this session")
            .await;
        terminal.keys("s").await;
        terminal
            .until_all(&["That is all there is.", "done •"])
            .await;
        assert!(stage.sandbox.project().join("one.txt").exists());
        assert_eq!(stage.api.model_requests().len(), 3);
        Ok(())
    })
    .await
}

/// A rule is edited and kept in the project: the CLI writes it down, and a call like it asks nobody.
#[tokio::test]
async fn a_rule_is_edited_and_kept_for_good() -> TestResult {
    on_stage(async |stage| {
        let [first, _] = touching("one.txt");
        let [second, last] = touching("two.txt");
        let mut terminal = asked(stage, [first, second, last]).await;
        terminal.keys("A").await;
        terminal
            .until_all(&["From now on", "Bash(touch one.txt)"])
            .await;
        terminal.keys(ENTER).await;
        terminal.until_shown("Allow this rule").await;
        terminal.keys(CTRL_U).await;
        terminal.keys("Bash(touch *)").await;
        terminal.keys(ENTER).await;
        terminal
            .until_shown("Where to keep: allow Bash(touch *)")
            .await;
        terminal.keys(ENTER).await;
        terminal.until_idle(&["That is all there is."]).await;
        let project = stage.sandbox.project();
        assert!(project.join("one.txt").exists() && project.join("two.txt").exists());
        let kept = std::fs::read_to_string(project.join(".claude/settings.local.json"))?;
        assert!(kept.contains("Bash(touch *)"), "{kept}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_question_is_answered_in_the_form() -> TestResult {
    on_stage(async |stage| {
        let options =
            ["tea", "coffee"].map(|label| json!({"label": label, "description": "a drink"}));
        let question = json!({
            "question": "What will it be?", "header": "Drinks", "options": options, "multiSelect": false
        });
        let questions = turn().tool("AskUserQuestion", json!({"questions": [question]}));
        let mut terminal = asked(stage, [questions, turn().text("I shall bring it.")]).await;
        terminal
            .until_all(&["the agent asks you", "What will it be?", "( ) coffee"])
            .await;
        terminal.keys("j").await;
        terminal.keys(ENTER).await;
        terminal.until_shown("enter send").await;
        terminal.keys(ENTER).await;
        terminal.until_all(&["I shall bring it.", "done •"]).await;
        assert!(told(stage).contains("coffee"));
        assert!(stage.api.model_requests().last().is_some_and(|request| {
            request.tool_results().contains("coffee")
        }));
        Ok(())
    })
    .await
}

/// Writes a plan to the file the CLI names, and proposes it.
fn plan() -> [Turn; 2] {
    let file = r"{{FIND:/\S+/plans/\S+\.md}}";
    let content = "# Our plan\n\nWrite one file.";
    [
        turn().tool("Write", json!({"file_path": file, "content": content})),
        turn().tool("ExitPlanMode", json!({})),
    ]
}

#[tokio::test]
async fn a_plan_is_approved_with_the_mode_to_go_on_in() -> TestResult {
    on_stage(async |stage| {
        let [draft, propose] = plan();
        let file = stage.sandbox.project().join("planned.txt");
        let act = turn().tool("Write", json!({"file_path": file, "content": "as planned"}));
        let turns = [draft, propose, act, turn().text("Carried out.")];
        let prompt = asking("Plan.", turns);
        let mut terminal = open(stage, &["--permission-mode", "plan", &prompt]);
        terminal.request().await;
        terminal
            .until_all(&["the agent proposes a plan", "Our plan", "Write one file."])
            .await;
        terminal.keys("\t").await;
        terminal.keys("\t").await;
        terminal.until_shown("(*) acceptEdits").await;
        terminal.keys(ENTER).await;
        terminal.until_all(&["Carried out.", "done •"]).await;
        assert_eq!(std::fs::read_to_string(file)?, "as planned");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_plan_is_sent_back_with_feedback() -> TestResult {
    on_stage(async |stage| {
        let [draft, propose] = plan();
        let prompt = asking("Plan.", [draft, propose, turn().text("Once more, then.")]);
        let mut terminal = open(stage, &["--permission-mode", "plan", &prompt]);
        terminal.request().await;
        terminal.keys("d").await;
        terminal.until_shown("enter send").await;
        terminal.keys("smaller steps").await;
        terminal.keys(ENTER).await;
        terminal.until_all(&["Once more, then.", "done •"]).await;
        assert!(told(stage).contains("smaller steps"));
        Ok(())
    })
    .await
}
