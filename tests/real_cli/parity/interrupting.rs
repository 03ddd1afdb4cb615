//! Interrupts in every phase of a turn.

use super::stage::{Side, same};
use crate::stand_in::turn;
use crate::support::TestResult;
use crate::support::watch::number_in;
use cca::tools::{Server, Tool};
use cca::{Event, Options};
use serde_json::json;
use std::sync::Arc;
use tokio::sync::Notify;

#[tokio::test]
async fn while_the_model_writes() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ stream = { text = "one two three four five six", words_per_second = 1 } }]
        [[turns]]
        steps = [{ say = "Still here." }]
    "#;
    same(scenario, Ok, async |player| {
        let talk = turn().text("one two three four five six").hang_after(2);
        player.say("Talk.", [talk]).await?;
        player.until_streaming().await?;
        let receipt = player.session().interrupt().await?;
        player.note(format!("{} queued", receipt.still_queued.len()));
        player.until_idle().await?;
        player.turn("And?", [turn().text("Still here.")]).await
    })
    .await
}

#[tokio::test]
async fn while_the_model_thinks() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ think = { text = "one two three four five six", words_per_second = 1 } }, { say = "Said." }]
        [[turns]]
        steps = [{ say = "Still here." }]
    "#;
    same(scenario, Ok, async |player| {
        let think = turn()
            .thinking("one two three four five six")
            .text("Said.")
            .hang_after(2);
        player.say("Think.", [think]).await?;
        player
            .until("a thought", |event| match event {
                Event::Message(message) => {
                    String::from_utf8_lossy(&message.traffic().line).contains("thinking_delta")
                }
                _ => false,
            })
            .await?;
        player.session().interrupt().await?;
        player.until_idle().await?;
        player.turn("And?", [turn().text("Still here.")]).await
    })
    .await
}

#[tokio::test]
async fn in_a_command() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ tool = { name = "Bash", input = { command = "tail -f /dev/null" }, takes_ms = 60000 } }, { say = "Never." }]
        [[turns]]
        steps = [{ say = "Still here." }]
    "#;
    let options = |options: Options| options.allow("Bash");
    same(scenario, options, async |player| {
        let command = json!({"command": "echo $$ > pid; exec tail -f /dev/null"});
        player.say("Run.", [turn().tool("Bash", command)]).await?;
        player
            .until("the decision", |event| {
                matches!(event, Event::PermissionDecided(_))
            })
            .await?;
        if player.side == Side::Real {
            number_in(&player.place.file("pid")).await?;
        }
        player.session().interrupt().await?;
        player.until_idle().await?;
        player.turn("And?", [turn().text("Still here.")]).await
    })
    .await
}

#[tokio::test]
async fn in_a_tool_of_ours() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ tool = { name = "mcp__own__endless" } }, { say = "Never." }]
        [[turns]]
        steps = [{ say = "Still here." }]
    "#;
    let started = Arc::new(Notify::new());
    let options = |options: Options| {
        let tell = Arc::clone(&started);
        let endless = Tool::new("endless", "Never ends").handler(move |_, _| {
            let tell = Arc::clone(&tell);
            async move {
                tell.notify_one();
                std::future::pending::<()>().await;
                Ok("never")
            }
        });
        options
            .server(Server::new("own")?.tool(endless)?)
            .allow("mcp__own__*")
    };
    same(scenario, options, async |player| {
        let call = turn().tool("mcp__own__endless", json!({}));
        player.say("Go.", [call]).await?;
        started.notified().await;
        player.session().interrupt().await?;
        player.until_idle().await?;
        player.turn("And?", [turn().text("Still here.")]).await
    })
    .await
}

#[tokio::test]
async fn with_several_calls_of_which_one_is_asked_about() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { parallel = { tools = [
                { name = "Bash", input = { command = "touch a" } },
                { name = "Bash", input = { command = "touch b" } },
            ] } },
            { say = "Never." },
        ]
        [[turns]]
        steps = [{ say = "Still here." }]
    "#;
    let options = |options: Options| Ok(options.attended());
    same(scenario, options, async |player| {
        let both = turn()
            .tool("Bash", json!({"command": "touch a"}))
            .tool("Bash", json!({"command": "touch b"}));
        player.say("Make.", [both]).await?;
        player.until_asked().await?;
        player.session().interrupt().await?;
        player.until_idle().await?;
        player.turn("And?", [turn().text("Still here.")]).await
    })
    .await
}

#[tokio::test]
async fn while_idle() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ say = "Still here." }]
    "#;
    same(scenario, Ok, async |player| {
        let receipt = player.session().interrupt().await?;
        let (left, gone) = (receipt.still_queued.len(), receipt.cancelled.len());
        player.note(format!("{left} queued, {gone} cancelled"));
        player.turn("And?", [turn().text("Still here.")]).await
    })
    .await
}
