//! Work beside the conversation: sub-agents and shell commands, in the foreground and in the background.

use crate::stand_in::{prompt, turn};
use crate::support::watch::{completed, eventually, known, number_in, on_stage, runs, until};
use crate::support::{Failure, TestResult, sdk};
use cca::session::{Asked, ItemKind, Phase, State, Task};
use cca::{Control, Event, PermissionAnswer};
use serde_json::json;

/// The only task of that kind.
fn task(state: &State, kind: &str) -> Option<Task> {
    state
        .tasks
        .running
        .values()
        .find(|task| task.kind == kind)
        .cloned()
}

/// What a task has printed, once it holds these words.
async fn output_with(control: &Control, task: &str, words: &str) -> Result<String, Failure> {
    loop {
        let answer = control.get_task_output(task).await?;
        if let Some(output) = answer.output.filter(|output| output.contains(words)) {
            assert!(
                answer
                    .total_bytes
                    .is_some_and(|bytes| bytes >= words.len() as u64)
            );
            return Ok(output);
        }
    }
}

#[tokio::test]
async fn a_foreground_agent_is_a_branch_of_the_conversation_and_a_row() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage)).await?;
        client
            .query(prompt(
                "Delegate.",
                [
                    turn().agent(
                        "Look around",
                        [
                            turn().tool("Bash", json!({"command": "echo inside"})),
                            turn().text("Found it."),
                        ],
                    ),
                    turn().text("The agent is back."),
                ],
            ))
            .await?;
        assert_eq!(
            client.receive_response().await?.text(),
            "The agent is back."
        );
        let state = sdk::finish(stage, client).await?;
        let agent = state
            .transcript
            .iter()
            .find_map(|item| item.tool().filter(|call| call.name == "Agent").cloned())
            .expect("the call of the agent");
        let inside: Vec<_> = state.transcript.children(Some(&agent.id)).collect();
        let ran = inside
            .iter()
            .find_map(|item| item.tool())
            .expect("its call");
        assert_eq!(ran.name, "Bash");
        assert!(
            ran.result
                .as_ref()
                .is_some_and(|result| result.content.plain_text().contains("inside"))
        );
        let said =
            |kind: &ItemKind| matches!(kind, ItemKind::Text { text, .. } if text == "Found it.");
        assert!(
            inside.iter().any(|item| said(&item.kind)),
            "its text is not forwarded"
        );
        let row = task(&state, "local_agent").expect("its row");
        assert_eq!(
            (row.status.as_str(), row.backgrounded),
            ("completed", false)
        );
        assert_eq!(row.tool_use_id.as_deref(), Some(agent.id.as_str()));
        assert!(row.ended.is_some());
        assert_eq!(state.turns.len(), 1);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_background_agent_asks_between_turns_and_its_end_starts_one() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage).attended()).await?;
        let file = stage.sandbox.project().join("side");
        client
            .query(prompt(
                "Delegate.",
                [
                    turn().background_agent(
                        "Write aside",
                        [
                            turn().tool("Write", json!({"file_path": file, "content": "aside"})),
                            turn().text("Wrote it."),
                        ],
                    ),
                    turn().text("It is on its way."),
                ],
            ))
            .await?;
        let (mut request, mut first) = (None, None);
        until(
            client.session(),
            "the request and the end of the first turn",
            |event| {
                match event {
                    Event::PermissionAsked { id, request: asked } => {
                        request = Some((id.clone(), asked.clone()));
                    }
                    Event::Complete(result) => first = Some(result.clone()),
                    _ => {}
                }
                (request.is_some() && first.is_some()).then_some(())
            },
        )
        .await?;
        assert_eq!(
            first.map(|result| result.text().to_owned()).as_deref(),
            Some("It is on its way.")
        );
        let (id, asked) = request.expect("a request");
        let row = known(client.session(), "the row of the agent", |state| {
            task(state, "local_agent")
        })
        .await?;
        assert!(row.backgrounded && row.ended.is_none());
        assert_eq!(asked.agent_id.as_deref(), Some(row.id.as_str()));
        assert_eq!(client.state(), Phase::WaitingPermission);
        let open = client
            .session()
            .inspect(|state, _| state.turn_open())
            .await?;
        assert!(!open, "the request belongs to no turn");

        client
            .session()
            .answer(&id, PermissionAnswer::allow())
            .await?;
        let second = completed(client.session()).await?;
        assert_eq!(second.turn.origin.as_deref(), Some("task-notification"));
        assert!(second.turn.prompts.is_empty());
        assert_eq!(std::fs::read_to_string(&file)?, "aside");
        assert_eq!(
            client
                .session()
                .wait_for(|phase| phase == Phase::Idle)
                .await,
            Phase::Idle
        );
        let state = sdk::finish(stage, client).await?;
        assert_eq!(
            task(&state, "local_agent").expect("its row").status,
            "completed"
        );
        assert_eq!(state.tasks.active().count(), 0);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_background_command_can_be_read_while_it_runs_and_stopped() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage).allow("Bash")?).await?;
        let command = json!({
            "command": "echo $$ > pid; echo ready; exec tail -f /dev/null",
            "run_in_background": true,
        });
        client
            .query(prompt(
                "Serve.",
                [turn().tool("Bash", command), turn().text("It serves.")],
            ))
            .await?;
        assert_eq!(client.receive_response().await?.text(), "It serves.");
        let row = known(client.session(), "the row of the command", |state| {
            task(state, "local_bash")
        })
        .await?;
        assert!(row.backgrounded && row.ended.is_none());
        let shell = number_in(&stage.sandbox.project().join("pid")).await?;
        let output = output_with(&client.control(), &row.id, "ready").await?;
        assert_eq!(output.trim(), "ready");
        assert!(runs(shell));
        client.control().stop_task(&row.id).await?;
        eventually("the end of the command", || !runs(shell)).await?;
        known(client.session(), "the end of the task", |state| {
            task(state, "local_bash").filter(|row| row.ended.is_some())
        })
        .await?;
        let state = sdk::finish(stage, client).await?;
        let row = task(&state, "local_bash").expect("its row");
        assert!(
            ["stopped", "killed"].contains(&row.status.as_str()),
            "{row:?}"
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_foreground_command_can_be_moved_to_the_background() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage).allow("Bash")?).await?;
        let command = json!({"command": "echo $$ > pid; echo ready; exec tail -f /dev/null"});
        client
            .query(prompt(
                "Run.",
                [turn().tool("Bash", command), turn().text("Going on.")],
            ))
            .await?;
        let row = known(client.session(), "the row of the command", |state| {
            task(state, "local_bash")
        })
        .await?;
        assert!(!row.backgrounded);
        assert_eq!(client.state(), Phase::WaitingToolCall);
        output_with(&client.control(), &row.id, "ready").await?;
        let call = row.tool_use_id.clone().expect("its call");
        assert_eq!(
            client
                .control()
                .background_tasks(Some(&call))
                .await?
                .backgrounded,
            Some(true)
        );
        assert_eq!(client.receive_response().await?.text(), "Going on.");
        let row = known(client.session(), "the move", |state| {
            task(state, "local_bash").filter(|row| row.backgrounded)
        })
        .await?;
        assert!(row.ended.is_none(), "{row:?}");
        let shell = number_in(&stage.sandbox.project().join("pid")).await?;
        assert!(runs(shell));
        client.control().stop_task(&row.id).await?;
        eventually("the end of the command", || !runs(shell)).await?;
        let state = sdk::finish(stage, client).await?;
        let open = |asked: &Asked| matches!(asked, Asked::ToolCall { .. });
        assert!(!state.pending.any(|pending| open(&pending.asked)));
        Ok(())
    })
    .await
}
