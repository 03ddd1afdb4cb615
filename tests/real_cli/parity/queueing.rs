//! Prompts sent while a turn runs: queued, joined, folded in, taking over, taken back.

use super::player::Player;
use super::stage::same;
use crate::stand_in::turn;
use crate::support::TestResult;
use cca::Options;
use cca::tools::{Server, Tool};
use cca::wire::Prompt;
use serde_json::json;
use std::sync::Arc;
use tokio::sync::Notify;

/// A model that takes its time, then one that answers.
const TALK: &str = r#"
    [[turns]]
    steps = [{ stream = { text = "one two three four", words_per_second = 1.5 } }]
    [[turns]]
    steps = [{ say = "Next." }]
    [[turns]]
    steps = [{ say = "Last." }]
"#;

async fn talking(player: &mut Player<'_>) -> TestResult {
    let talk = turn().text("one two three four").hang_after(1);
    player.say("Talk.", [talk]).await?;
    player.until_streaming().await
}

#[tokio::test]
async fn two_prompts_while_the_model_writes() -> TestResult {
    same(TALK, Ok, async |player| {
        talking(player).await?;
        let second = player.say("Second.", [turn().text("Next.")]).await?;
        let third = player.control().prompt("Third.").await?;
        player.until_queued(&second).await?;
        player.until_queued(&third).await?;
        player.release();
        player.until_idle().await?;
        player.turn("And?", [turn().text("Last.")]).await
    })
    .await
}

#[tokio::test]
async fn an_interrupt_keeps_what_is_queued() -> TestResult {
    same(TALK, Ok, async |player| {
        talking(player).await?;
        let queued = player.say("Next.", [turn().text("Next.")]).await?;
        player.until_queued(&queued).await?;
        let receipt = player.session().interrupt().await?;
        player.note(format!("{} queued", receipt.still_queued.len()));
        player.until_idle().await
    })
    .await
}

#[tokio::test]
async fn an_interrupt_cancels_what_is_queued() -> TestResult {
    same(TALK, Ok, async |player| {
        talking(player).await?;
        let queued = player.say("Never.", [turn().text("Never.")]).await?;
        player.until_queued(&queued).await?;
        let receipt = player.control().interrupt(true).await?;
        player.note(format!("{} cancelled", receipt.cancelled.len()));
        player.until_idle().await
    })
    .await
}

#[tokio::test]
async fn a_queued_prompt_is_taken_back() -> TestResult {
    same(TALK, Ok, async |player| {
        talking(player).await?;
        let queued = player.control().prompt("Never mind.").await?;
        player.until_queued(&queued).await?;
        for _ in 0..2 {
            let answer = player.control().cancel_prompt(&queued).await?;
            player.note(format!("cancelled {:?}", answer.cancelled));
        }
        player.release();
        player.until_idle().await
    })
    .await
}

#[tokio::test]
async fn a_prompt_with_priority_now() -> TestResult {
    same(TALK, Ok, async |player| {
        talking(player).await?;
        let uuid = uuid::Uuid::new_v4().to_string();
        let urgent = Prompt {
            priority: Some("now".to_owned()),
            ..Prompt::text(player.words("Now!", [turn().text("Next.")]), uuid)
        };
        player.control().send_prompt(urgent).await?;
        player.until_complete().await?;
        player.until_idle().await
    })
    .await
}

#[tokio::test]
async fn a_prompt_while_a_tool_runs() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ tool = { name = "mcp__own__slow" } }, { say = "Heard both." }]
        [[turns]]
        steps = [{ say = "Last." }]
    "#;
    let (started, go) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let options = |options: Options| {
        let (tell, wait) = (Arc::clone(&started), Arc::clone(&go));
        let slow = Tool::new("slow", "Waits to be told").handler(move |_, _| {
            let (tell, wait) = (Arc::clone(&tell), Arc::clone(&wait));
            async move {
                tell.notify_one();
                wait.notified().await;
                Ok("done")
            }
        });
        options
            .server(Server::new("own")?.tool(slow)?)
            .allow("mcp__own__*")
    };
    same(scenario, options, async |player| {
        let call = turn().tool("mcp__own__slow", json!({}));
        player
            .say("Go.", [call, turn().text("Heard both.")])
            .await?;
        started.notified().await;
        let second = player.control().prompt("And the other thing.").await?;
        player.until_queued(&second).await?;
        go.notify_one();
        player.until_idle().await?;
        player.turn("And?", [turn().text("Last.")]).await
    })
    .await
}
