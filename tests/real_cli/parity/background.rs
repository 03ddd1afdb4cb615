//! Work beside the conversation: sub-agents and commands, in the foreground and in the background.

use super::stage::same;
use crate::stand_in::{prompt, turn};
use crate::support::TestResult;
use crate::support::watch::known;
use cca::session::{State, Task};
use cca::{Event, Options, PermissionAnswer};
use serde_json::json;

fn task(state: &State, kind: &str) -> Option<Task> {
    let mut running = state.tasks.running.values();
    running.find(|task| task.kind == kind).cloned()
}

#[tokio::test]
async fn an_agent_in_the_foreground() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { agent = { description = "Look around", steps = [
                { tool = { name = "Bash", input = { command = "echo inside" }, output = "inside" } },
                { say = "Found it." },
            ] } },
            { say = "The agent is back." },
        ]
    "#;
    same(scenario, Ok, async |player| {
        let inside = [
            turn().tool("Bash", json!({"command": "echo inside"})),
            turn().text("Found it."),
        ];
        let agent = turn().agent("Look around", inside);
        player
            .turn("Delegate.", [agent, turn().text("The agent is back.")])
            .await
    })
    .await
}

#[tokio::test]
async fn an_agent_in_the_background_asks_between_turns_and_its_end_starts_one() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { agent = { description = "Write aside", background = true, steps = [
                { wait_ms = 500 },
                { tool = { name = "Write", input = { file_path = "side", content = "aside" } } },
                { say = "Wrote it." },
            ], afterwards = [{ say = "Echo." }] } },
            { say = "It is on its way." },
        ]
    "#;
    let options = |options: Options| Ok(options.attended());
    same(scenario, options, async |player| {
        let file = player.place.file("side");
        // It waits, so that the turn is over when it asks.
        let inside = [
            turn()
                .tool("Write", json!({"file_path": file, "content": "aside"}))
                .delay(std::time::Duration::from_millis(1500)),
            turn().text("Wrote it."),
        ];
        // In the background by default.
        let input = json!({
            "description": "Write aside",
            "prompt": prompt("Write aside.", inside),
            "subagent_type": "general-purpose",
        });
        let agent = turn().tool("Agent", input);
        player
            .say("Delegate.", [agent, turn().text("It is on its way.")])
            .await?;
        player.until_complete().await?;
        let (id, asked) = player.until_asked().await?;
        player.note(format!("asked by an agent {}", asked.agent_id.is_some()));
        player.answer(&id, PermissionAnswer::allow()).await?;
        player.until_idle().await
    })
    .await
}

#[tokio::test]
async fn a_command_in_the_background_ends_and_starts_a_turn() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { background = { command = "sleep 1", description = "Wait", takes_ms = 1000, afterwards = [{ say = "Echo." }] } },
            { say = "It runs." },
        ]
    "#;
    let options = |options: Options| options.allow("Bash");
    same(scenario, options, async |player| {
        let command =
            json!({"command": "sleep 1", "description": "Wait", "run_in_background": true});
        player
            .say(
                "Run.",
                [turn().tool("Bash", command), turn().text("It runs.")],
            )
            .await?;
        player.until_complete().await?;
        player.until_complete().await?;
        player.until_idle().await
    })
    .await
}

#[tokio::test]
async fn a_command_in_the_background_is_stopped() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { background = { command = "tail -f /dev/null", description = "Wait", takes_ms = 60000 } },
            { say = "It runs." },
        ]
    "#;
    let options = |options: Options| options.allow("Bash");
    same(scenario, options, async |player| {
        let command = json!({"command": "tail -f /dev/null", "description": "Wait", "run_in_background": true});
        player
            .turn("Run.", [turn().tool("Bash", command), turn().text("It runs.")])
            .await?;
        let row = known(player.session(), "the row", |state| task(state, "local_bash")).await?;
        player.control().stop_task(&row.id).await?;
        player
            .until("the end of the task", |event| match event {
                Event::Message(message) => {
                    String::from_utf8_lossy(&message.traffic().line).contains("task_notification")
                }
                _ => false,
            })
            .await
    })
    .await
}
