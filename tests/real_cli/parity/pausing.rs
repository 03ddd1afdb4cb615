//! Pause and resume: the next tool is held, an answer and a prompt are held, and nothing is lost.

use super::player::Player;
use super::stage::same;
use crate::stand_in::turn;
use crate::support::TestResult;
use crate::support::watch::known;
use cca::tools::{Server, Tool};
use cca::{Options, PermissionAnswer};
use serde_json::json;
use std::sync::Arc;
use tokio::sync::Notify;

async fn held(player: &mut Player<'_>, count: usize) -> TestResult {
    known(player.session(), &format!("{count} held"), move |state| {
        (state.life.held.len() == count).then_some(())
    })
    .await
}

#[tokio::test]
async fn the_agent_stops_at_its_next_tool() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { stream = { text = "I will make it now.", words_per_second = 4 } },
            { tool = { name = "Bash", input = { command = "touch made" } } },
            { say = "Made." },
        ]
    "#;
    let options = |options: Options| options.allow("Bash(touch *)");
    same(scenario, options, async |player| {
        let make = turn()
            .text("I will make it now.")
            .tool("Bash", json!({"command": "touch made"}))
            .hang_after(2);
        player.say("Make it.", [make, turn().text("Made.")]).await?;
        player.until_streaming().await?;
        player.session().pause().await?;
        player.release();
        held(player, 1).await?;
        // The call may come before the last words of its message.
        known(player.session(), "the end of the message", |state| {
            (!state.streaming.is_active()).then_some(())
        })
        .await?;
        player.session().resume().await?;
        player.until_idle().await
    })
    .await
}

#[tokio::test]
async fn an_answer_and_a_prompt_are_held() -> TestResult {
    // The command takes a moment, so that the prompt comes while it runs.
    let scenario = r#"
        [[turns]]
        steps = [{ tool = { name = "Bash", input = { command = "touch made; sleep 1" }, takes_ms = 1000 } }, { say = "Made." }]
    "#;
    let options = |options: Options| Ok(options.attended());
    same(scenario, options, async |player| {
        let make = turn().tool("Bash", json!({"command": "touch made; sleep 1"}));
        player.say("Make it.", [make, turn().text("Made.")]).await?;
        let (id, _) = player.until_asked().await?;
        player.session().pause().await?;
        player.answer(&id, PermissionAnswer::allow()).await?;
        player.control().prompt("And then this.").await?;
        held(player, 2).await?;
        player.session().resume().await?;
        player.until_idle().await
    })
    .await
}

#[tokio::test]
async fn the_result_of_a_tool_of_ours_is_held() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ tool = { name = "mcp__own__slow" } }, { say = "Got it." }]
    "#;
    let (started, go) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let options = |options: Options| {
        let (tell, wait) = (Arc::clone(&started), Arc::clone(&go));
        let slow = Tool::new("slow", "Waits to be told").handler(move |_, _| {
            let (tell, wait) = (Arc::clone(&tell), Arc::clone(&wait));
            async move {
                tell.notify_one();
                wait.notified().await;
                Ok("slow and steady")
            }
        });
        options
            .server(Server::new("own")?.tool(slow)?)
            .allow("mcp__own__*")
    };
    same(scenario, options, async |player| {
        let call = turn().tool("mcp__own__slow", json!({}));
        player.say("Go.", [call, turn().text("Got it.")]).await?;
        started.notified().await;
        player.session().pause().await?;
        go.notify_one();
        held(player, 1).await?;
        player.session().resume().await?;
        player.until_idle().await
    })
    .await
}

#[tokio::test]
async fn an_interrupt_takes_back_what_was_held() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ tool = { name = "Bash", input = { command = "touch made" } } }, { say = "Made." }]
        [[turns]]
        steps = [{ say = "Here." }]
    "#;
    let options = |options: Options| Ok(options.attended());
    same(scenario, options, async |player| {
        let make = turn().tool("Bash", json!({"command": "touch made"}));
        player.say("Make it.", [make]).await?;
        let (id, _) = player.until_asked().await?;
        player.session().pause().await?;
        player.answer(&id, PermissionAnswer::allow()).await?;
        held(player, 1).await?;
        player.session().interrupt().await?;
        player.until_idle().await?;
        player.session().resume().await?;
        player.turn("Again.", [turn().text("Here.")]).await
    })
    .await
}
