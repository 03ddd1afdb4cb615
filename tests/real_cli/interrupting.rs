//! Interrupts in every phase of a turn: what they end, what they keep, what they say.

use crate::stand_in::{prompt, turn};
use crate::support::watch::{asked, completed, eventually, number_in, on_stage, runs, streaming};
use crate::support::{TestResult, sdk};
use cca::PermissionAnswer;
use cca::session::{ItemKind, Outcome, Phase, State, Verdict};
use cca::tools::{Schema, Server, Tool};
use serde_json::json;
use std::sync::Arc;
use tokio::sync::Notify;

/// Whether the conversation says that it was interrupted, and where.
fn marks(state: &State) -> Vec<bool> {
    let mark = |kind: &ItemKind| match kind {
        ItemKind::Interrupted { in_tool } => Some(*in_tool),
        _ => None,
    };
    state
        .transcript
        .iter()
        .filter_map(|item| mark(&item.kind))
        .collect()
}

async fn still_there(client: &mut cca::Client) -> TestResult {
    client
        .query(prompt("Still there?", [turn().text("Still here.")]))
        .await?;
    assert_eq!(client.receive_response().await?.text(), "Still here.");
    Ok(())
}

#[tokio::test]
async fn while_the_model_writes_the_text_so_far_is_kept_and_marked() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage)).await?;
        client
            .query(prompt(
                "Talk.",
                [turn().text("one two three").hang_after(2)],
            ))
            .await?;
        streaming(client.session()).await?;
        let receipt = client.interrupt().await?;
        assert!(receipt.still_queued.is_empty());
        let result = completed(client.session()).await?;
        assert_eq!(result.turn.outcome, Some(Outcome::Interrupted));
        assert_eq!(result.text(), "interrupted");
        still_there(&mut client).await?;
        let state = sdk::finish(stage, client).await?;
        assert_eq!(marks(&state), [false]);
        let cut = state.transcript.iter().any(|item| {
            matches!(&item.kind, ItemKind::Text { text, aborted: true } if text.starts_with("one"))
        });
        assert!(cut, "{:?}", state.transcript);
        assert_eq!(state.phase(), Phase::Completed);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn in_a_shell_command_the_command_is_killed() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage).allow("Bash")?).await?;
        let command = json!({"command": "echo $$ > pid; exec tail -f /dev/null"});
        client
            .query(prompt("Run.", [turn().tool("Bash", command)]))
            .await?;
        let shell = number_in(&stage.sandbox.project().join("pid")).await?;
        assert!(runs(shell));
        assert_eq!(client.state(), Phase::WaitingToolCall);
        client.interrupt().await?;
        assert_eq!(
            completed(client.session()).await?.turn.outcome,
            Some(Outcome::Interrupted)
        );
        eventually("the end of the command", || !runs(shell)).await?;
        still_there(&mut client).await?;
        let state = sdk::finish(stage, client).await?;
        assert_eq!(marks(&state), [true]);
        let call = state
            .transcript
            .iter()
            .find_map(|item| item.tool())
            .expect("the call");
        assert!(call.result.as_ref().is_some_and(|result| result.is_error));
        assert!(state.open_tools.is_empty());
        Ok(())
    })
    .await
}

#[tokio::test]
async fn in_a_tool_of_ours_its_handler_is_cancelled() -> TestResult {
    on_stage(async |stage| {
        let (started, cancelled) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let (tell, told) = (Arc::clone(&started), Arc::clone(&cancelled));
        let endless = Tool::new("endless", "Never ends")
            .schema(Schema::json(json!({"type": "object"})))
            .handler(move |_, cx| {
                let (tell, told) = (Arc::clone(&tell), Arc::clone(&told));
                async move {
                    let _last = OnDrop(told);
                    tell.notify_one();
                    cx.cancellation().cancelled().await;
                    std::future::pending::<()>().await;
                    Ok("never")
                }
            });
        let options = sdk::options(stage)
            .server(Server::new("own")?.tool(endless)?)
            .allow("mcp__own__*")?;
        let mut client = sdk::connect(&options).await?;
        client
            .query(prompt("Go.", [turn().tool("mcp__own__endless", json!({}))]))
            .await?;
        started.notified().await;
        assert_eq!(client.state(), Phase::WaitingToolCall);
        client.interrupt().await?;
        cancelled.notified().await;
        assert_eq!(
            completed(client.session()).await?.turn.outcome,
            Some(Outcome::Interrupted)
        );
        still_there(&mut client).await?;
        let state = sdk::finish(stage, client).await?;
        assert_eq!(marks(&state), [true]);
        assert!(state.pending.is_empty());
        Ok(())
    })
    .await
}

/// Tells when the handler that holds it is dropped: the surest sign that it runs no longer.
struct OnDrop(Arc<Notify>);

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

#[tokio::test]
async fn in_a_permission_request_it_is_withdrawn_and_a_late_answer_is_told_so() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage).attended()).await?;
        let file = stage.sandbox.project().join("never");
        client
            .query(prompt(
                "Write.",
                [turn().tool("Write", json!({"file_path": file, "content": "x"}))],
            ))
            .await?;
        let (id, _) = asked(client.session()).await?;
        client.interrupt().await?;
        assert_eq!(
            completed(client.session()).await?.turn.outcome,
            Some(Outcome::Interrupted)
        );
        let late = client
            .session()
            .answer(&id, PermissionAnswer::allow())
            .await;
        assert_eq!(late.unwrap_err().code(), "LATE_ANSWER");
        still_there(&mut client).await?;
        let state = sdk::finish(stage, client).await?;
        let decision = state.decisions.iter().next().expect("a decision");
        assert_eq!(
            (decision.request_id.as_str(), &decision.verdict),
            (id.as_str(), &Verdict::Withdrawn)
        );
        assert_eq!(state.counts.late_answers, 1);
        assert!(!file.exists());
        Ok(())
    })
    .await
}

#[tokio::test]
async fn while_idle_it_does_nothing() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage)).await?;
        let receipt = client.interrupt().await?;
        assert_eq!(
            (receipt.still_queued.len(), receipt.cancelled.len()),
            (0, 0)
        );
        assert_eq!(client.state(), Phase::Idle);
        still_there(&mut client).await?;
        sdk::finish(stage, client).await?;
        Ok(())
    })
    .await
}
