//! MCP servers of ours: their state in the CLI, changing them while sessions run, sharing one, resources and prompts.

use crate::stand_in::{Request, prompt, turn};
use crate::support::watch::{on_stage, until};
use crate::support::{Failure, Stage, TestResult, sdk};
use cca::tools::{Resource, Schema, Server, Tool};
use cca::wire::requests::McpServerStatus;
use cca::{Client, Control, Error, Event};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::sync::Barrier;

fn tool(name: &str, description: &str) -> Tool {
    let name_again = name.to_owned();
    Tool::new(name, description)
        .always_load()
        .schema(Schema::json(json!({"type": "object"})))
        .handler(move |_, _| {
            let name = name_again.clone();
            async move { Ok(format!("{name} ran")) }
        })
}

async fn row(control: &Control, server: &str) -> Result<McpServerStatus, Failure> {
    let all = control.mcp_status().await?.mcp_servers;
    let found = all.into_iter().find(|row| row.name == server);
    found.ok_or_else(|| Failure::new(format!("{server} is not in the list")))
}

/// Waits until the CLI lists exactly these tools of the server.
async fn lists(control: &Control, server: &str, wanted: &[&str]) -> TestResult {
    loop {
        let row = row(control, server).await?;
        let mut names: Vec<_> = row.tools.iter().map(|tool| tool.name.as_str()).collect();
        names.sort_unstable();
        if names == wanted {
            return Ok(());
        }
    }
}

/// The tools of ours that the model is offered now, with their descriptions.
async fn offered(stage: &Stage, client: &mut Client) -> Result<Vec<(String, String)>, Failure> {
    client
        .query(prompt("Hello.", [turn().text("Hello.")]))
        .await?;
    client.receive_response().await?;
    let request: Request = stage.api.model_requests().pop().expect("a request");
    let text = |tool: &Value, key: &str| tool[key].as_str().unwrap_or_default().to_owned();
    let all = request.body["tools"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let mut own: Vec<_> = all
        .iter()
        .map(|tool| (text(tool, "name"), text(tool, "description")))
        .filter(|(name, _)| name.starts_with("mcp__own__"))
        .collect();
    own.sort();
    Ok(own)
}

/// The same in a conversation that begins now. One that goes on keeps the definitions it once sent, and the model is
/// told in words which of them are gone.
async fn offered_afresh(
    stage: &Stage,
    client: &mut Client,
) -> Result<Vec<(String, String)>, Failure> {
    client.query("/clear").await?;
    client.receive_response().await?;
    offered(stage, client).await
}

/// What a call of that tool comes to, seen by the model.
async fn called(client: &mut Client, tool: &str) -> Result<String, Failure> {
    let call = turn().tool(format!("mcp__own__{tool}"), json!({}));
    client
        .query(prompt("Call.", [call, turn().text("{{RESULT}}")]))
        .await?;
    Ok(client.receive_response().await?.text().to_owned())
}

fn named(name: &str, description: &str) -> (String, String) {
    (format!("mcp__own__{name}"), description.to_owned())
}

#[tokio::test]
async fn a_server_can_be_switched_off_and_on() -> TestResult {
    on_stage(async |stage| {
        let server = Server::new("own")?.tool(tool("a", "First"))?;
        let options = sdk::options(stage).server(server).allow("mcp__own__*")?;
        let mut client = sdk::connect(&options).await?;
        let control = client.control();
        assert_eq!(offered(stage, &mut client).await?, [named("a", "First")]);
        let connected = row(&control, "own").await?;
        assert_eq!(connected.status.as_deref(), Some("connected"));
        assert_eq!(connected.tools.len(), 1);

        control.mcp_toggle("own", false).await?;
        assert_eq!(
            row(&control, "own").await?.status.as_deref(),
            Some("disabled")
        );
        let refused = called(&mut client, "a").await?;
        assert!(
            refused.contains("No such tool available: mcp__own__a"),
            "{refused}"
        );
        assert_eq!(offered_afresh(stage, &mut client).await?, []);
        control.mcp_toggle("own", true).await?;
        assert_eq!(
            row(&control, "own").await?.status.as_deref(),
            Some("connected")
        );
        assert_eq!(offered(stage, &mut client).await?, [named("a", "First")]);

        for server in ["own", "nobody"] {
            // The CLI connects again only to servers it started itself.
            let error = control.mcp_reconnect(server).await.unwrap_err();
            let refused =
                matches!(&error, Error::Control { operation, .. } if operation == "mcp_reconnect");
            assert!(refused, "{error}");
        }
        assert_eq!(called(&mut client, "a").await?, "a ran");
        let state = sdk::finish(stage, client).await?;
        let known = state
            .facts
            .servers
            .iter()
            .find(|row| row.name == "own")
            .expect("the server");
        assert_eq!(known.status.as_deref(), Some("connected"));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn tools_added_changed_switched_off_and_removed_reach_the_model() -> TestResult {
    on_stage(async |stage| {
        let server = Server::new("own")?.tool(tool("a", "First"))?;
        let options = sdk::options(stage)
            .server(server.clone())
            .allow("mcp__own__*")?;
        let mut client = sdk::connect(&options).await?;
        let control = client.control();
        assert_eq!(offered(stage, &mut client).await?, [named("a", "First")]);

        server.add(tool("b", "Second"))?;
        lists(&control, "own", &["a", "b"]).await?;
        assert_eq!(
            offered(stage, &mut client).await?,
            [named("a", "First"), named("b", "Second")]
        );
        assert_eq!(called(&mut client, "b").await?, "b ran");

        server.disable("a")?;
        lists(&control, "own", &["b"]).await?;
        let refused = called(&mut client, "a").await?;
        assert!(
            refused.contains("No such tool available: mcp__own__a"),
            "{refused}"
        );
        assert_eq!(
            offered_afresh(stage, &mut client).await?,
            [named("b", "Second")]
        );
        server.enable("a")?;
        lists(&control, "own", &["a", "b"]).await?;
        assert_eq!(called(&mut client, "a").await?, "a ran");
        server.remove("a")?;
        lists(&control, "own", &["b"]).await?;
        server.update(tool("b", "Second, improved"))?;
        // The status has no descriptions, so the conversation is begun anew until the change has arrived.
        while offered_afresh(stage, &mut client).await? != [named("b", "Second, improved")] {}
        let refused = called(&mut client, "a").await?;
        assert!(
            refused.contains("No such tool available: mcp__own__a"),
            "{refused}"
        );
        sdk::finish(stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn one_server_serves_two_sessions_at_once() -> TestResult {
    on_stage(async |stage| {
        // Each call waits for the other, so neither ends unless both run at the same time.
        let meet = Arc::new(Barrier::new(2));
        let whose = Tool::new("whose", "Says whose call it is")
            .always_load()
            .schema(Schema::json(json!({"type": "object"})))
            .handler(move |_, cx| {
                let meet = Arc::clone(&meet);
                async move {
                    meet.wait().await;
                    Ok(cx.session_id().to_owned())
                }
            });
        let server = Server::new("own")?.tool(whose)?;
        let options = || {
            sdk::options(stage)
                .server(server.clone())
                .allow("mcp__own__*")
        };
        let (mut one, mut two) = (
            sdk::connect(&options()?).await?,
            sdk::connect(&options()?).await?,
        );
        let ask = || {
            prompt(
                "Whose?",
                [
                    turn().tool("mcp__own__whose", json!({})),
                    turn().text("{{RESULT}}"),
                ],
            )
        };
        one.query(ask()).await?;
        two.query(ask()).await?;
        let first = one.receive_response().await?;
        let second = two.receive_response().await?;
        assert_eq!(first.text(), first.session_id);
        assert_eq!(second.text(), second.session_id);
        assert_ne!(first.session_id, second.session_id);

        server.add(tool("b", "Second"))?;
        lists(&one.control(), "own", &["b", "whose"]).await?;
        lists(&two.control(), "own", &["b", "whose"]).await?;
        sdk::finish(stage, one).await?;
        sdk::finish(stage, two).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn resources_of_ours_can_be_listed_and_read_by_the_model() -> TestResult {
    on_stage(async |stage| {
        let note = Resource::new("notes://today", "today")
            .handler(|_, _| async { Ok("Water the quince.") });
        let server = Server::new("own")?
            .tool(tool("a", "First"))?
            .resource(note)?;
        let options = sdk::options(stage)
            .server(server)
            .allow("mcp__own__*")?
            .allow("ListMcpResourcesTool")?
            .allow("ReadMcpResourceTool")?
            .cli(|launch| launch.enable_tool_search(false));
        let mut client = sdk::connect(&options).await?;
        client
            .query(prompt(
                "Read.",
                [
                    turn().tool("ListMcpResourcesTool", json!({"server": "own"})),
                    turn().tool(
                        "ReadMcpResourceTool",
                        json!({"server": "own", "uri": "notes://today"}),
                    ),
                    turn().text("{{RESULT}}"),
                ],
            ))
            .await?;
        let mut results = Vec::new();
        until(
            client.session(),
            "the end of the turn",
            |event| match event {
                Event::ToolResult { outcome, .. } => {
                    results.push(outcome.content.plain_text());
                    None
                }
                Event::Complete(_) => Some(()),
                _ => None,
            },
        )
        .await?;
        assert!(results[0].contains("notes://today"), "{results:?}");
        assert!(results[1].contains("Water the quince."), "{results:?}");

        sdk::finish(stage, client).await?;
        Ok(())
    })
    .await
}
