//! Prompts sent while a turn runs: queued, joined, folded in, taking over, taken back.

use crate::stand_in::{prompt, turn};
use crate::support::watch::{completed, known, on_stage, streaming};
use crate::support::{Failure, TestResult, sdk};
use cca::session::{Fate, ItemKind, Outcome, Phase, State};
use cca::tools::{Schema, Server, Tool};
use cca::wire::Prompt;
use cca::{Client, Session};
use serde_json::json;
use std::sync::Arc;
use tokio::sync::Notify;

fn fate(state: &State, uuid: &str) -> Option<Fate> {
    match &state.transcript.prompt(uuid)?.kind {
        ItemKind::Prompt(prompt) => Some(prompt.fate),
        _ => None,
    }
}

async fn becomes(session: &Session, uuid: &str, wanted: Fate) -> TestResult {
    let uuid = uuid.to_owned();
    known(session, "the fate of a prompt", move |state| {
        (fate(state, &uuid) == Some(wanted)).then_some(())
    })
    .await
}

/// A client whose model has begun to write and waits to be released.
async fn talking(stage: &crate::support::Stage) -> Result<Client, Failure> {
    let mut client = sdk::connect(&sdk::options(stage)).await?;
    client
        .query(prompt(
            "Talk.",
            [turn().text("one two three").hang_after(1)],
        ))
        .await?;
    streaming(client.session()).await?;
    Ok(client)
}

#[tokio::test]
async fn two_prompts_queued_while_the_model_writes_end_in_one_result() -> TestResult {
    on_stage(async |stage| {
        let mut client = talking(stage).await?;
        let second = client
            .query(prompt("Second.", [turn().text("Both.")]))
            .await?;
        let third = client.query("Third.").await?;
        becomes(client.session(), &second, Fate::Queued).await?;
        becomes(client.session(), &third, Fate::Queued).await?;
        stage.api.release();
        assert_eq!(client.receive_response().await?.text(), "one two three");
        let both = client.receive_response().await?;
        assert_eq!(both.text(), "Both.");
        assert_eq!(both.turn.prompts, [second, third]);
        assert_eq!(
            client
                .session()
                .wait_for(|phase| phase == Phase::Idle)
                .await,
            Phase::Idle
        );
        let state = sdk::finish(stage, client).await?;
        assert_eq!(state.turns.len(), 2);
        assert!(stage.api.model_requests()[1].text().contains("Third."));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_interrupt_keeps_queued_prompts_and_names_them() -> TestResult {
    on_stage(async |stage| {
        let mut client = talking(stage).await?;
        let queued = client
            .query(prompt("Next.", [turn().text("Next it is.")]))
            .await?;
        becomes(client.session(), &queued, Fate::Queued).await?;
        let receipt = client.interrupt().await?;
        assert_eq!(receipt.still_queued, [queued]);
        assert_eq!(
            completed(client.session()).await?.turn.outcome,
            Some(Outcome::Interrupted)
        );
        assert_eq!(client.receive_response().await?.text(), "Next it is.");
        sdk::finish(stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_interrupt_that_cancels_drops_queued_prompts_and_names_them() -> TestResult {
    on_stage(async |stage| {
        let mut client = talking(stage).await?;
        let queued = client
            .query(prompt("Never.", [turn().text("Never.")]))
            .await?;
        becomes(client.session(), &queued, Fate::Queued).await?;
        let receipt = client.control().interrupt(true).await?;
        assert_eq!(receipt.cancelled, std::slice::from_ref(&queued));
        assert_eq!(
            completed(client.session()).await?.turn.outcome,
            Some(Outcome::Interrupted)
        );
        assert_eq!(
            client
                .session()
                .wait_for(|phase| phase == Phase::Idle)
                .await,
            Phase::Idle
        );
        let state = sdk::finish(stage, client).await?;
        assert_eq!(fate(&state, &queued), Some(Fate::Cancelled));
        assert_eq!(stage.api.model_requests().len(), 1);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_queued_prompt_can_be_taken_back_and_one_that_runs_cannot() -> TestResult {
    on_stage(async |stage| {
        let mut client = talking(stage).await?;
        let queued = client.query("Never mind.").await?;
        becomes(client.session(), &queued, Fate::Queued).await?;
        assert_eq!(
            client.control().cancel_prompt(&queued).await?.cancelled,
            Some(true)
        );
        assert_eq!(
            client.control().cancel_prompt(&queued).await?.cancelled,
            Some(false)
        );
        stage.api.release();
        assert_eq!(client.receive_response().await?.text(), "one two three");
        assert_eq!(
            client
                .session()
                .wait_for(|phase| phase == Phase::Idle)
                .await,
            Phase::Idle
        );
        let state = sdk::finish(stage, client).await?;
        assert_eq!(fate(&state, &queued), Some(Fate::Cancelled));
        assert!(
            !stage
                .api
                .model_requests()
                .iter()
                .any(|request| request.text().contains("Never mind."))
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_prompt_sent_while_a_tool_runs_joins_the_turn() -> TestResult {
    on_stage(async |stage| {
        let (started, go) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let (tell, wait) = (Arc::clone(&started), Arc::clone(&go));
        let slow = Tool::new("slow", "Waits to be told")
            .schema(Schema::json(json!({"type": "object"})))
            .handler(move |_, _| {
                let (tell, wait) = (Arc::clone(&tell), Arc::clone(&wait));
                async move {
                    tell.notify_one();
                    wait.notified().await;
                    Ok("done")
                }
            });
        let options = sdk::options(stage)
            .server(Server::new("own")?.tool(slow)?)
            .allow("mcp__own__*")?;
        let mut client = sdk::connect(&options).await?;
        let first = client
            .query(prompt(
                "Go.",
                [
                    turn().tool("mcp__own__slow", json!({})),
                    turn().text("Heard both."),
                ],
            ))
            .await?;
        started.notified().await;
        let second = client.query("And the other thing.").await?;
        becomes(client.session(), &second, Fate::Queued).await?;
        go.notify_one();
        let result = client.receive_response().await?;
        assert_eq!(result.text(), "Heard both.");
        assert_eq!(result.turn.prompts, [first, second.clone()]);
        assert_eq!(
            client
                .session()
                .wait_for(|phase| phase == Phase::Idle)
                .await,
            Phase::Idle
        );
        let state = sdk::finish(stage, client).await?;
        assert_eq!(state.turns.len(), 1);
        assert_eq!(fate(&state, &second), Some(Fate::Completed));
        assert!(
            stage.api.model_requests()[1]
                .text()
                .contains("And the other thing.")
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_prompt_with_priority_now_takes_over() -> TestResult {
    on_stage(async |stage| {
        let mut client = talking(stage).await?;
        let urgent = Prompt {
            priority: Some("now".to_owned()),
            ..Prompt::text(
                prompt("Now!", [turn().text("At once.")]),
                uuid::Uuid::new_v4().to_string(),
            )
        };
        client.control().send_prompt(urgent).await?;
        assert_eq!(
            completed(client.session()).await?.turn.outcome,
            Some(Outcome::Preempted)
        );
        assert_eq!(client.receive_response().await?.text(), "At once.");
        let state = sdk::finish(stage, client).await?;
        assert_eq!(state.phase(), Phase::Completed);
        Ok(())
    })
    .await
}
