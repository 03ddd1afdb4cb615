//! Every hook event that both sides can fire, in the same order.
//!
//! Not here: events that need what the simulator does not have (worktrees, watched files, settings, forms of stdio servers);
//! a scenario fires those by its `hook` step.

use super::stage::same;
use crate::stand_in::{Turn, turn};
use crate::support::TestResult;
use cca::{Event, HookEvent, HookOutput, Options, PermissionAnswer};
use serde_json::json;

fn listening(options: Options, events: &[HookEvent]) -> Options {
    let options = options
        .cli(|launch| launch.allowed_tools(["TaskCreate", "TaskUpdate"]))
        .on_permission(|_, _| async { Ok(PermissionAnswer::allow()) });
    events.iter().cloned().fold(options, |options, event| {
        options.hook(event, "", |_, _| async { Ok(HookOutput::none()) })
    })
}

/// Those of tools and turns. `MessageDisplay` goes by how a text is cut, so it is left out.
#[expect(clippy::unnecessary_wraps, reason = "what `same` asks for")]
fn plain(options: Options) -> Result<Options, cca::Error> {
    let events: Vec<_> = HookEvent::ALL
        .into_iter()
        .filter(|event| *event != HookEvent::MessageDisplay)
        .collect();
    Ok(listening(options, &events))
}

fn bash(command: &str) -> Turn {
    turn().tool("Bash", json!({"command": command, "description": "Do it"}))
}

#[tokio::test]
async fn of_tools_and_turns() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { tool = { name = "Bash", input = { command = "touch made.txt", description = "Do it" } } },
            { tool = { name = "Bash", input = { command = "ls /nonexistent", description = "Do it" }, error = "Exit code 2" } },
            { say = "Done." },
        ]
        [[turns]]
        steps = [{ say = "Hello." }]
    "#;
    same(scenario, plain, async |player| {
        let calls = [bash("touch made.txt"), bash("ls /nonexistent")];
        let all = calls.into_iter().chain([turn().text("Done.")]);
        player.turn("Go.", all).await?;
        player.turn("Hello?", [turn().text("Hello.")]).await
    })
    .await
}

#[tokio::test]
async fn of_tasks() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { task = { create = { subject = "Write code", description = "Write the code" } } },
            { task = { update = { id = 1, status = "completed" } } },
            { say = "Done." },
        ]
    "#;
    same(scenario, plain, async |player| {
        let task = json!({"subject": "Write code", "description": "Write the code"});
        let create = turn().tool("TaskCreate", task);
        let update = turn().tool("TaskUpdate", json!({"taskId": "1", "status": "completed"}));
        player
            .turn("Go.", [create, update, turn().text("Done.")])
            .await
    })
    .await
}

#[tokio::test]
async fn of_a_sub_agent() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { agent = { description = "Look around", steps = [
                { tool = { name = "Bash", input = { command = "echo inside" }, output = "inside" } },
                { say = "Nothing to see." },
            ] } },
            { say = "Done." },
        ]
    "#;
    same(scenario, plain, async |player| {
        let inside = [
            turn().tool("Bash", json!({"command": "echo inside"})),
            turn().text("Nothing to see."),
        ];
        let agent = turn().agent("Look around", inside);
        player.turn("Go.", [agent, turn().text("Done.")]).await
    })
    .await
}

#[tokio::test]
async fn of_a_compaction() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ say = "Hello." }]
        [[on]]
        prompt = "^/compact"
        steps = [{ compact = { manual = true, summary = "Hello was said." } }]
    "#;
    same(scenario, plain, async |player| {
        player.turn("Hello?", [turn().text("Hello.")]).await?;
        player.control().prompt("/compact keep it short").await?;
        player.until_idle().await
    })
    .await
}

#[tokio::test]
async fn of_a_cleared_conversation() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ say = "Hello." }]
        [[turns]]
        steps = [{ say = "Hello again." }]
    "#;
    same(scenario, plain, async |player| {
        player.turn("Hello?", [turn().text("Hello.")]).await?;
        player.control().prompt("/clear").await?;
        player.until_idle().await?;
        player.turn("Hello?", [turn().text("Hello again.")]).await
    })
    .await
}

#[tokio::test]
async fn of_a_failed_turn() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ fail = { kind = "api", status = 400 } }]
    "#;
    same(scenario, plain, async |player| {
        player.turn("Hello?", [turn().http_error(400)]).await
    })
    .await
}

#[tokio::test]
async fn of_another_model() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ say = "Hello." }]
    "#;
    same(scenario, plain, async |player| {
        player.control().set_model(Some("sonnet")).await?;
        // The switch is told after the answer; a prompt sent at once may overtake it.
        player
            .until("the switch", |event| match event {
                Event::Hook(run) => run.event == "PostModelSwitch",
                _ => false,
            })
            .await?;
        player.turn("Hello?", [turn().text("Hello.")]).await
    })
    .await
}
