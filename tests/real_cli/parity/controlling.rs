//! Requests to the CLI: model and mode, MCP servers, and what it refuses.

use super::player::Player;
use super::stage::same;
use crate::stand_in::turn;
use crate::support::TestResult;
use cca::tools::{Server, Tool};
use cca::{Error, Options, PermissionMode};
use serde_json::{Value, json};

const THREE: &str = r#"
    [[turns]]
    steps = [{ say = "One." }]
    [[turns]]
    steps = [{ tool = { name = "Write", input = { file_path = "free", content = "x" } } }, { say = "Two." }]
"#;

#[tokio::test]
async fn another_model_and_another_mode() -> TestResult {
    same(THREE, Ok, async |player| {
        let answer = player.control().set_model(Some("haiku")).await?;
        player.note(format!("a model {}", answer.model.is_some()));
        player.turn("One.", [turn().text("One.")]).await?;
        // Now that something was said, the conversation is told as well.
        player.control().set_model(Some("sonnet")).await?;
        let mode = PermissionMode::AcceptEdits;
        let answer = player.control().set_permission_mode(mode).await?;
        player.note(format!("{:?}", answer.mode));
        let file = player.place.file("free");
        let write = turn().tool("Write", json!({"file_path": file, "content": "x"}));
        player.turn("Two.", [write, turn().text("Two.")]).await
    })
    .await
}

fn tool(name: &str) -> Tool {
    Tool::new(name, "Does a thing")
        .always_load()
        .handler(|_, _| async { Ok("ran") })
}

async fn servers(player: &Player<'_>) -> TestResult {
    for row in player.control().mcp_status().await?.mcp_servers {
        let mut tools: Vec<_> = row.tools.iter().map(|tool| tool.name.clone()).collect();
        tools.sort();
        player.note(format!("{} {:?} {tools:?}", row.name, row.status));
    }
    Ok(())
}

#[tokio::test]
async fn a_server_is_switched_off_and_on() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ say = "Hello." }]
        [[turns]]
        steps = [{ tool = { name = "mcp__own__a" } }, { say = "Called." }]
        [[turns]]
        steps = [{ tool = { name = "mcp__own__a" } }, { say = "Called." }]
    "#;
    let options = |options: Options| {
        options
            .server(Server::new("own")?.tool(tool("a"))?)
            .allow("mcp__own__*")
    };
    same(scenario, options, async |player| {
        let call = || {
            [
                turn().tool("mcp__own__a", json!({})),
                turn().text("Called."),
            ]
        };
        player.turn("Hello.", [turn().text("Hello.")]).await?;
        servers(player).await?;
        player.control().mcp_toggle("own", false).await?;
        servers(player).await?;
        player.turn("Call.", call()).await?;
        player.control().mcp_toggle("own", true).await?;
        servers(player).await?;
        player.turn("Call.", call()).await?;
        for server in ["own", "nobody"] {
            let refused = player.control().mcp_reconnect(server).await.is_err();
            player.note(format!("reconnect {server} refused {refused}"));
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn tools_are_added_and_removed() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ say = "Hello." }]
        [[turns]]
        steps = [{ tool = { name = "mcp__own__b" } }, { say = "Called." }]
        [[turns]]
        steps = [{ tool = { name = "mcp__own__b" } }, { say = "Called." }]
    "#;
    let server = Server::new("own")?.tool(tool("a"))?;
    let options = |options: Options| options.server(server.clone()).allow("mcp__own__*");
    same(scenario, options, async |player| {
        let call = || {
            [
                turn().tool("mcp__own__b", json!({})),
                turn().text("Called."),
            ]
        };
        player.turn("Hello.", [turn().text("Hello.")]).await?;
        server.add(tool("b"))?;
        lists(player, &["a", "b"]).await?;
        player.turn("Call.", call()).await?;
        server.remove("b")?;
        lists(player, &["a"]).await?;
        player.turn("Call.", call()).await
    })
    .await
}

/// Waits until the CLI lists exactly these tools.
async fn lists(player: &Player<'_>, wanted: &[&str]) -> TestResult {
    loop {
        let all = player.control().mcp_status().await?.mcp_servers;
        let own = all.iter().find(|row| row.name == "own");
        let mut names: Vec<_> = own
            .iter()
            .flat_map(|row| row.tools.iter().map(|tool| tool.name.as_str()))
            .collect();
        names.sort_unstable();
        if names == wanted {
            return Ok(());
        }
    }
}

fn refusal(answer: Result<Value, Error>) -> String {
    match answer {
        Err(Error::Control { error_code, .. }) => format!("refused {error_code:?}"),
        Err(other) => format!("failed {}", other.code()),
        Ok(_) => "done".to_owned(),
    }
}

/// What is asked, and with what. What only reads files or asks the model is left out: the simulator has neither.
const REQUESTS: &[(&str, &str)] = &[
    ("water_the_plants", r#"{"now": true}"#),
    ("set_color", "{}"),
    ("set_permission_mode", r#"{"mode": "bypassPermissions"}"#),
    ("set_permission_mode", r#"{"mode": "nonsense"}"#),
    (
        "set_max_thinking_tokens",
        r#"{"max_thinking_tokens": 2000}"#,
    ),
    ("mcp_status", "{}"),
    ("mcp_reconnect", r#"{"serverName": "nobody"}"#),
    ("mcp_toggle", r#"{"serverName": "nobody", "enabled": true}"#),
    ("get_session_cost", "{}"),
    ("get_usage", "{}"),
    ("get_context_usage", "{}"),
    ("get_settings", "{}"),
    ("list_permission_rules", "{}"),
    ("get_hooks_listing", "{}"),
    ("list_models", "{}"),
    ("get_binary_version", "{}"),
    (
        "apply_flag_settings",
        r#"{"settings": {"effortLevel": "high"}}"#,
    ),
    ("stop_task", r#"{"task_id": "nobody"}"#),
    ("background_tasks", "{}"),
    ("get_task_output", r#"{"task_id": "nobody"}"#),
    ("cancel_async_message", r#"{"message_uuid": "nobody"}"#),
    ("reload_skills", "{}"),
    ("reload_plugins", "{}"),
    ("reload_output_styles", "{}"),
    ("rename_session", r#"{"title": "About fruit"}"#),
    ("set_has_subscribers", r#"{"has_subscribers": true}"#),
    ("rewind_files", r#"{"user_message_id": "nobody"}"#),
    ("interrupt", "{}"),
];

#[tokio::test]
async fn what_is_done_and_what_is_refused() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ say = "Hello." }]
    "#;
    same(scenario, Ok, async |player| {
        player.turn("Hello.", [turn().text("Hello.")]).await?;
        for (subtype, body) in REQUESTS {
            let body = serde_json::from_str(body)?;
            let answer = player.control().request_raw(subtype, body).await;
            player.note(format!("{subtype} {}", refusal(answer)));
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn the_cli_is_asked_to_end_by_itself() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ say = "Hello." }]
    "#;
    same(scenario, Ok, async |player| {
        player.turn("Hello.", [turn().text("Hello.")]).await?;
        player.control().end_session().await?;
        player.until_ended().await;
        Ok(())
    })
    .await
}
