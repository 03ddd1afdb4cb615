//! Options that have to reach the CLI, seen in what the model was sent and in what the CLI says of itself.

use crate::stand_in::{prompt, turn};
use crate::support::watch::on_stage;
use crate::support::{Failure, Stage, TestResult, sdk};
use cca::session::State;
use cca::transport::launch::{SettingSource, SystemPrompt};
use cca::wire::requests::AgentDefinition;
use cca::{Client, Options, PermissionMode};
use serde_json::json;

/// One turn with these options; the system prompt the model got, and the end state.
async fn one_turn(stage: &Stage, options: &Options) -> Result<(String, State), Failure> {
    let mut client = sdk::connect(options).await?;
    client
        .query(prompt("Hello.", [turn().text("Hello.")]))
        .await?;
    client.receive_response().await?;
    let state = sdk::finish(stage, client).await?;
    let request = stage.api.model_requests().pop().expect("a request");
    Ok((request.body["system"].to_string(), state))
}

#[tokio::test]
async fn the_system_prompt_is_appended_to_or_replaced() -> TestResult {
    on_stage(async |stage| {
        let (preset, _) = one_turn(stage, &sdk::options(stage)).await?;
        let more = SystemPrompt::Append("Speak like a gardener.".to_owned());
        let (longer, _) = one_turn(stage, &sdk::options(stage).system_prompt(more)).await?;
        assert!(longer.contains("Speak like a gardener.") && longer.len() > preset.len());
        let other = SystemPrompt::Replace("You are a gardener.".to_owned());
        let (replaced, _) = one_turn(stage, &sdk::options(stage).system_prompt(other)).await?;
        assert!(replaced.contains("You are a gardener."));
        assert!(
            replaced.len() < preset.len() / 2,
            "the preset is still there"
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_directory_that_is_added_can_be_read_without_asking() -> TestResult {
    on_stage(async |stage| {
        let other = stage.sandbox.root().join("other");
        std::fs::create_dir(&other)?;
        std::fs::write(other.join("note"), "from elsewhere")?;
        let read = || {
            prompt(
                "Read.",
                [
                    turn().tool("Read", json!({"file_path": other.join("note")})),
                    turn().text("{{RESULT}}"),
                ],
            )
        };
        let mut asking = sdk::connect(&sdk::options(stage)).await?;
        asking.query(read()).await?;
        asking.receive_response().await?;
        let state = sdk::finish(stage, asking).await?;
        assert_eq!(state.decisions.total(), 1, "without it, somebody is asked");

        let options = sdk::options(stage).cli(|launch| launch.add_dirs([other.clone()]));
        let mut client = sdk::connect(&options).await?;
        client.query(read()).await?;
        assert!(
            client
                .receive_response()
                .await?
                .text()
                .contains("from elsewhere")
        );
        let state = sdk::finish(stage, client).await?;
        assert_eq!(state.decisions.total(), 0);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_agent_of_ours_can_be_used_and_has_its_own_prompt_and_tools() -> TestResult {
    on_stage(async |stage| {
        let gardener = AgentDefinition {
            tools: Some(vec!["Read".to_owned()]),
            ..AgentDefinition::new("Knows plants", "You know every plant.")
        };
        let mut client = sdk::connect(&sdk::options(stage).agent("gardener", gardener)).await?;
        let input = json!({
            "description": "Ask",
            "prompt": prompt("Which plant?", [turn().text("A quince.")]),
            "subagent_type": "gardener",
            "run_in_background": false,
        });
        client
            .query(prompt(
                "Ask the gardener.",
                [turn().tool("Agent", input), turn().text("Asked.")],
            ))
            .await?;
        assert_eq!(client.receive_response().await?.text(), "Asked.");
        let state = sdk::finish(stage, client).await?;
        let known = state
            .facts
            .agents
            .iter()
            .any(|agent| agent.to_string().contains("gardener"));
        assert!(known, "{:?}", state.facts.agents);
        let requests = stage.api.model_requests();
        let own = requests
            .iter()
            .find(|request| {
                request.body["system"]
                    .to_string()
                    .contains("You know every plant.")
            })
            .expect("a request of the agent");
        assert_eq!(own.tools(), ["Read"]);
        let row = state.tasks.running.values().next().expect("its row");
        assert_eq!(row.subagent_type.as_deref(), Some("gardener"));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn project_settings_are_read_only_when_named() -> TestResult {
    on_stage(async |stage| {
        std::fs::write(
            stage.sandbox.project().join("CLAUDE.md"),
            "Plants need water.",
        )?;
        one_turn(stage, &sdk::options(stage)).await?;
        let without = stage.api.model_requests().pop().expect("a request");
        assert!(!without.text().contains("Plants need water."));
        let options =
            sdk::options(stage).cli(|launch| launch.setting_sources([SettingSource::Project]));
        one_turn(stage, &options).await?;
        let with = stage.api.model_requests().pop().expect("a request");
        assert!(with.text().contains("Plants need water."));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_disallowed_tool_is_gone_for_the_model_and_in_the_facts() -> TestResult {
    on_stage(async |stage| {
        let options = sdk::options(stage).cli(|launch| launch.disallowed_tools(["Bash", "Write"]));
        let (_, state) = one_turn(stage, &options).await?;
        let request = stage.api.model_requests().pop().expect("a request");
        for gone in ["Bash", "Write"] {
            assert!(!request.tools().contains(&gone), "{gone} is still offered");
            assert!(
                !state.facts.tools.iter().any(|tool| tool == gone),
                "{gone} is still known"
            );
        }
        assert!(request.tools().contains(&"Read"));
        Ok(())
    })
    .await
}

async fn model_asked(stage: &Stage, client: &mut Client) -> Result<String, Failure> {
    client
        .query(prompt("Hello.", [turn().text("Hello.")]))
        .await?;
    client.receive_response().await?;
    let request = stage.api.model_requests().pop().expect("a request");
    Ok(request.body["model"]
        .as_str()
        .unwrap_or_default()
        .to_owned())
}

#[tokio::test]
async fn a_change_of_model_and_of_mode_is_followed_by_the_state() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage)).await?;
        let before = model_asked(stage, &mut client).await?;
        let answer = client.control().set_model(Some("haiku")).await?;
        let chosen = answer.model.expect("the resolved model");
        assert_ne!(chosen, before);
        assert_eq!(model_asked(stage, &mut client).await?, chosen);
        let known = client
            .session()
            .inspect(|state, _| state.facts.model.clone())
            .await?;
        assert_eq!(known.as_deref(), Some(chosen.as_str()));
        client.control().set_model(None).await?;
        assert_eq!(model_asked(stage, &mut client).await?, before);

        let answer = client
            .control()
            .set_permission_mode(PermissionMode::AcceptEdits)
            .await?;
        assert_eq!(answer.mode, Some(PermissionMode::AcceptEdits));
        crate::support::watch::known(client.session(), "the mode", |state| {
            (state.facts.permission_mode.as_deref() == Some("acceptEdits")).then_some(())
        })
        .await?;
        let file = stage.sandbox.project().join("free");
        let write = turn().tool("Write", json!({"file_path": file, "content": "x"}));
        client
            .query(prompt("Write.", [write, turn().text("Written.")]))
            .await?;
        client.receive_response().await?;
        assert!(file.exists());
        let state = sdk::finish(stage, client).await?;
        assert_eq!(state.decisions.total(), 0);
        Ok(())
    })
    .await
}
