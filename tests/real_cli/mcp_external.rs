//! MCP servers that are processes of their own: variables, slow starts, replacing them in a running session.

use crate::stand_in::{prompt, turn};
use crate::support::watch::{known, on_stage};
use crate::support::{Failure, TestResult, sdk, stdio_server};
use cca::wire::requests::McpSetServers;
use cca::{Client, Control, Error};
use serde_json::json;

/// What the server says about one of its variables.
async fn shown(client: &mut Client, server: &str, variable: &str) -> Result<String, Failure> {
    let call = turn().tool(format!("mcp__{server}__show"), json!({"name": variable}));
    client
        .query(prompt("Show.", [call, turn().text("{{RESULT}}")]))
        .await?;
    Ok(client.receive_response().await?.text().to_owned())
}

async fn status(control: &Control, server: &str) -> Result<Option<String>, Failure> {
    let all = control.mcp_status().await?.mcp_servers;
    Ok(all
        .into_iter()
        .find(|row| row.name == server)
        .and_then(|row| row.status))
}

#[tokio::test]
async fn a_server_gets_variables_of_the_host_and_defaults() -> TestResult {
    on_stage(async |stage| {
        let host = std::env::var("CCA_TEST_CLI")?;
        let entry = stdio_server::entry([
            ("CCA_TEST_STDIO_HOST", "<${CCA_TEST_CLI}>".to_owned()),
            (
                "CCA_TEST_STDIO_DEFAULT",
                "${CCA_TEST_NEVER_SET:-a default}".to_owned(),
            ),
        ])?;
        let options = sdk::options(stage)
            .mcp_server("outside", entry)
            .allow("mcp__outside__*")?;
        let mut client = sdk::connect(&options).await?;
        assert_eq!(
            shown(&mut client, "outside", "CCA_TEST_STDIO_HOST").await?,
            format!("<{host}>")
        );
        assert_eq!(
            shown(&mut client, "outside", "CCA_TEST_STDIO_DEFAULT").await?,
            "a default"
        );
        let state = sdk::finish(stage, client).await?;
        let row = state
            .facts
            .servers
            .iter()
            .find(|row| row.name == "outside")
            .expect("the server");
        assert_eq!(row.status.as_deref(), Some("connected"));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_variable_that_is_not_set_is_named_before_anything_starts() -> TestResult {
    on_stage(async |stage| {
        let entry = stdio_server::entry([("SECRET", "${CCA_TEST_NEVER_SET}".to_owned())])?;
        let error = Client::connect(&sdk::options(stage).mcp_server("outside", entry))
            .await
            .unwrap_err();
        assert!(matches!(error, Error::Launch(_)), "{error:?}");
        let text = error.to_string();
        assert!(
            text.contains("CCA_TEST_NEVER_SET") && text.contains("outside"),
            "{text}"
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn the_first_turn_waits_for_a_server_that_is_slow_to_start_and_the_start_does_not()
-> TestResult {
    on_stage(async |stage| {
        let gate = stage.sandbox.root().join("gate");
        let entry = stdio_server::entry([(stdio_server::GATE, gate.display().to_string())])?;
        let options = sdk::options(stage)
            .mcp_server("outside", entry)
            .allow("mcp__outside__*")?;
        let mut client = sdk::connect(&options).await?;
        assert_eq!(
            status(&client.control(), "outside").await?.as_deref(),
            Some("pending")
        );
        let call = turn().tool("mcp__outside__show", json!({"name": "CCA_TEST_STDIO"}));
        client
            .query(prompt("Show.", [call, turn().text("{{RESULT}}")]))
            .await?;
        known(client.session(), "the prompt", |state| {
            (state.prompts.len() == 1).then_some(())
        })
        .await?;
        assert_eq!(
            status(&client.control(), "outside").await?.as_deref(),
            Some("pending")
        );
        assert!(
            stage.api.model_requests().is_empty(),
            "the model was asked without the server"
        );
        std::fs::write(&gate, "")?;
        assert_eq!(client.receive_response().await?.text(), "1");
        let first = stage.api.model_requests().remove(0);
        assert!(first.tools().contains(&"mcp__outside__show"));
        sdk::finish(stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn servers_can_be_replaced_while_the_session_runs() -> TestResult {
    on_stage(async |stage| {
        let options = sdk::options(stage).allow("mcp__late__*")?;
        let mut client = sdk::connect(&options).await?;
        let control = client.control();
        assert_eq!(status(&control, "late").await?, None);
        let entry = stdio_server::entry([("CCA_TEST_STDIO_WHO", "the late one".to_owned())])?;
        let set = McpSetServers::default().with("late", entry.to_json()).with(
            "broken",
            json!({"type": "stdio", "command": "/nowhere/at/all"}),
        );
        let answer = control.mcp_set_servers(set).await?;
        let mut added = answer.added.clone();
        added.sort();
        assert!(added.contains(&"late".to_owned()), "{answer:?}");
        assert!(answer.errors.contains_key("broken"), "{answer:?}");
        assert_eq!(
            shown(&mut client, "late", "CCA_TEST_STDIO_WHO").await?,
            "the late one"
        );
        control.mcp_reconnect("late").await?;
        assert_eq!(
            status(&control, "late").await?.as_deref(),
            Some("connected")
        );
        assert_eq!(
            shown(&mut client, "late", "CCA_TEST_STDIO_WHO").await?,
            "the late one"
        );

        let answer = control.mcp_set_servers(McpSetServers::default()).await?;
        assert!(answer.removed.contains(&"late".to_owned()), "{answer:?}");
        assert_eq!(status(&control, "late").await?, None);
        sdk::finish(stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_prompt_of_a_server_is_a_slash_command() -> TestResult {
    on_stage(async |stage| {
        let entry = stdio_server::entry([])?;
        let mut client = sdk::connect(&sdk::options(stage).mcp_server("outside", entry)).await?;
        // The first turn waits for the server; after it the command is there.
        client
            .query(prompt("Hello.", [turn().text("Hello.")]))
            .await?;
        client.receive_response().await?;
        client.query("/mcp__outside__greet Ann").await?;
        client.receive_response().await?;
        let request = stage.api.model_requests().pop().expect("a request");
        assert!(request.text().contains("Please greet Ann."));
        let state = sdk::finish(stage, client).await?;
        // The catalogue has it under a label for people, not under the word that is typed.
        let known = state
            .facts
            .commands
            .iter()
            .any(|command| command["name"] == "outside:greet (MCP)");
        assert!(known, "the command was not announced");
        Ok(())
    })
    .await
}
