//! Pause and resume: what is held, that nothing runs meanwhile, and that nothing is lost.

use crate::stand_in::{prompt, turn};
use crate::support::watch::{asked, completed, known, on_stage, pid, signal, streaming};
use crate::support::{TestResult, sdk};
use cca::session::{Asked, Origin, Outcome, Phase, State};
use cca::tools::{Schema, Server, Tool};
use cca::trace::HeldThing;
use cca::{PermissionAnswer, Session};
use nix::sys::signal::Signal;
use serde_json::json;
use std::sync::Arc;
use tokio::sync::Notify;

/// Waits until this many answers and prompts are held.
async fn held(session: &Session, count: usize) -> Result<Vec<HeldThing>, crate::support::Failure> {
    known(session, &format!("{count} held"), move |state| {
        (state.life.held.len() == count).then(|| state.life.held.clone())
    })
    .await
}

fn states(state: &State) -> Vec<Phase> {
    state.transitions.iter().map(|change| change.to).collect()
}

#[tokio::test]
async fn a_pause_stops_the_agent_at_its_next_tool_and_resume_lets_it_run() -> TestResult {
    on_stage(async |stage| {
        let options = sdk::options(stage).allow("Bash(touch *)")?;
        let mut client = sdk::connect(&options).await?;
        let made = stage.sandbox.project().join("made");
        client
            .query(prompt(
                "Make a file.",
                [
                    turn()
                        .text("I will make it now.")
                        .tool("Bash", json!({"command": "touch made"}))
                        .hang_after(2),
                    turn().text("Made."),
                ],
            ))
            .await?;
        streaming(client.session()).await?;
        client.session().pause().await?;
        assert_eq!(client.state(), Phase::Paused);
        stage.api.release();
        let things = held(client.session(), 1).await?;
        let row = client
            .session()
            .inspect(|state, _| state.pending.iter().next().cloned())
            .await?
            .expect("the gate is open");
        assert!(matches!(&row.asked, Asked::Hook { tool_name: Some(tool), .. } if tool == "Bash"));
        assert!(row.held);
        assert_eq!(things, [HeldThing::Answer { request_id: row.id }]);
        assert!(
            !made.exists(),
            "the tool ran although the session is paused"
        );
        assert_eq!(stage.api.model_requests().len(), 1);

        client.session().resume().await?;
        let result = client.receive_response().await?;
        assert_eq!(result.text(), "Made.");
        assert!(made.exists());
        let state = sdk::finish(stage, client).await?;
        assert!(state.life.held.is_empty());
        let seen = states(&state);
        let paused = seen.iter().position(|phase| *phase == Phase::Paused);
        assert!(
            paused.is_some_and(|at| seen[at + 1..].contains(&Phase::Idle)),
            "{seen:?}"
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_pause_holds_a_permission_answer_and_a_prompt_and_releases_them_in_order() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage).attended()).await?;
        let file = stage.sandbox.project().join("note.txt");
        client
            .query(prompt(
                "Write.",
                [
                    turn().tool("Write", json!({"file_path": file, "content": "hello\n"})),
                    turn().text("Written."),
                ],
            ))
            .await?;
        let (id, _) = asked(client.session()).await?;
        assert_eq!(client.state(), Phase::WaitingPermission);
        client.session().pause().await?;
        client
            .session()
            .answer(&id, PermissionAnswer::allow())
            .await?;
        let uuid = client.query("And then this.").await?;
        let things = held(client.session(), 2).await?;
        let text = "And then this.".to_owned();
        assert_eq!(
            things,
            [
                HeldThing::Answer {
                    request_id: id.clone()
                },
                HeldThing::Prompt {
                    uuid: uuid.clone(),
                    text
                },
            ]
        );
        assert_eq!(client.state(), Phase::Paused);
        assert!(!file.exists());

        client.session().resume().await?;
        let mut answered = Vec::new();
        while !answered.contains(&uuid) {
            answered.extend(completed(client.session()).await?.turn.prompts);
        }
        assert_eq!(std::fs::read_to_string(&file)?, "hello\n");
        let state = sdk::finish(stage, client).await?;
        let decision = state.decisions.iter().next().expect("a decision");
        assert_eq!(
            (decision.request_id.as_str(), decision.verdict.as_str()),
            (id.as_str(), "allow")
        );
        let last = stage.api.model_requests().pop().expect("a request");
        assert!(last.text().contains("And then this."));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_pause_holds_the_result_of_a_tool_of_ours() -> TestResult {
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
                    Ok("slow and steady")
                }
            });
        let options = sdk::options(stage)
            .server(Server::new("own")?.tool(slow)?)
            .allow("mcp__own__*")?;
        let mut client = sdk::connect(&options).await?;
        client
            .query(prompt(
                "Go.",
                [
                    turn().tool("mcp__own__slow", json!({})),
                    turn().text("Got {{RESULT}}."),
                ],
            ))
            .await?;
        started.notified().await;
        client.session().pause().await?;
        go.notify_one();
        let things = held(client.session(), 1).await?;
        assert!(matches!(&things[..], [HeldThing::Answer { .. }]));
        assert_eq!(stage.api.model_requests().len(), 1, "the model heard of it");
        client.session().resume().await?;
        assert_eq!(
            client.receive_response().await?.text(),
            "Got slow and steady."
        );
        sdk::finish(stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_cli_killed_while_paused_leaves_a_list_of_everything_that_was_held() -> TestResult {
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
        client.session().pause().await?;
        client
            .session()
            .answer(&id, PermissionAnswer::allow())
            .await?;
        let uuid = client.query("Do not forget me.").await?;
        let before = held(client.session(), 2).await?;
        signal(pid(client.session()).await?, Signal::SIGKILL)?;
        while client.next_event().await.is_some() {}
        let state = sdk::prove(stage, client.session()).await?;
        assert_eq!(state.life.held, before);
        let text = "Do not forget me.".to_owned();
        assert_eq!(before[1], HeldThing::Prompt { uuid, text });
        assert_eq!(state.life.exit.and_then(|exit| exit.signal), Some(9));
        assert_eq!(state.phase(), Phase::Failed);
        let lost: Vec<_> = state
            .life
            .unanswered
            .iter()
            .map(|row| (row.origin, row.id.as_str()))
            .collect();
        assert_eq!(lost, [(Origin::Cli, id.as_str())]);
        assert!(!file.exists());
        assert_eq!(
            client.query("Too late.").await.unwrap_err().code(),
            "CLI_CONNECTION"
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_interrupt_while_paused_takes_back_what_was_held_and_the_session_goes_on() -> TestResult
{
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
        client.session().pause().await?;
        client
            .session()
            .answer(&id, PermissionAnswer::allow())
            .await?;
        held(client.session(), 1).await?;
        client.interrupt().await?;
        assert_eq!(
            completed(client.session()).await?.turn.outcome,
            Some(Outcome::Interrupted)
        );
        let left = client
            .session()
            .inspect(|state, _| state.life.held.clone())
            .await?;
        assert_eq!(left, [], "a withdrawn request keeps no held answer");
        client.session().resume().await?;
        assert_eq!(
            client
                .session()
                .wait_for(|phase| phase == Phase::Idle)
                .await,
            Phase::Idle
        );
        client
            .query(prompt("Again.", [turn().text("Here.")]))
            .await?;
        assert_eq!(client.receive_response().await?.text(), "Here.");
        assert!(!file.exists());
        let state = sdk::finish(stage, client).await?;
        assert!(state.life.held.is_empty());
        Ok(())
    })
    .await
}
