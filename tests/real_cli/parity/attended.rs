//! Permission requests that wait for a person: several at once, answered in reverse, withdrawn.

use super::stage::same;
use crate::stand_in::turn;
use crate::support::TestResult;
use cca::PermissionAnswer;
use cca::tools::{Server, Tool};
use serde_json::json;

const TOUCH: &str = r#"
    [[turns]]
    steps = [{ tool = { name = "Bash", input = { command = "touch made.txt" } } }, { say = "Done." }]
    [[turns]]
    steps = [{ say = "Still here." }]
"#;

#[tokio::test]
async fn three_requests_are_answered_in_reverse() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { parallel = { tools = [
                { name = "mcp__look__peek", input = { at = 1 } },
                { name = "mcp__look__peek", input = { at = 2 } },
                { name = "mcp__look__peek", input = { at = 3 } },
            ] } },
            { say = "Seen." },
        ]
    "#;
    let options = |options: cca::Options| {
        let peek = Tool::new("peek", "Looks")
            .read_only()
            .handler(|_, _| async { Ok("seen") });
        Ok(options.server(Server::new("look")?.tool(peek)?).attended())
    };
    same(scenario, options, async |player| {
        let all = [1, 2, 3].into_iter().fold(turn(), |all, at| {
            all.tool("mcp__look__peek", json!({"at": at}))
        });
        player.say("Look.", [all, turn().text("Seen.")]).await?;
        let mut open = Vec::new();
        for _ in 0..3 {
            open.push(player.until_asked().await?);
        }
        for (id, request) in open.iter().rev() {
            player.note(format!("answered {}", request.input["at"]));
            player.answer(id, PermissionAnswer::allow()).await?;
            let tool = request.tool_use_id.clone();
            player
                .until(
                    "its result",
                    |event| matches!(event, cca::Event::ToolResult { id, .. } if *id == tool),
                )
                .await?;
        }
        player.until_idle().await
    })
    .await
}

#[tokio::test]
async fn a_withdrawn_request() -> TestResult {
    let attended = |options: cca::Options| Ok(options.attended());
    same(TOUCH, attended, async |player| {
        let touch = turn().tool("Bash", json!({"command": "touch made.txt"}));
        player.say("Make it.", [touch]).await?;
        let (id, _) = player.until_asked().await?;
        player.session().interrupt().await?;
        player.until_idle().await?;
        let late = player.answer(&id, PermissionAnswer::allow()).await;
        player.note(format!("late {}", late.is_err()));
        player.turn("And?", [turn().text("Still here.")]).await
    })
    .await
}

#[tokio::test]
async fn a_request_that_is_answered_late_and_once() -> TestResult {
    let attended = |options: cca::Options| Ok(options.attended());
    same(TOUCH, attended, async |player| {
        let touch = turn().tool("Bash", json!({"command": "touch made.txt"}));
        player
            .say("Make it.", [touch, turn().text("Done.")])
            .await?;
        let (id, _) = player.until_asked().await?;
        player.answer(&id, PermissionAnswer::allow()).await?;
        let twice = player.answer(&id, PermissionAnswer::deny("no")).await;
        player.note(format!("twice {}", twice.is_err()));
        player.until_idle().await
    })
    .await
}
