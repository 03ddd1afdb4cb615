//! Control requests and their typed answers: each one that no other module asks, and what the CLI refuses.
//! Asked elsewhere: interrupts, prompts taken back, tasks, rewinds, model and mode, servers.

use crate::stand_in::{prompt, turn};
use crate::support::watch::{known, on_stage};
use crate::support::{Failure, Stage, TestResult, sdk};
use cca::session::{Phase, State};
use cca::tools::{Schema, Server, Tool};
use cca::transport::launch::SettingSource;
use cca::wire::requests::{ContextDetail, SetColor};
use cca::{Client, Error, Options, PermissionMode};
use serde_json::{Map, Value, json};

/// A client that has had a turn.
async fn warm(options: &Options) -> Result<Client, Failure> {
    let mut client = sdk::connect(options).await?;
    client
        .query(prompt("Hello.", [turn().text("Hello.")]))
        .await?;
    client.receive_response().await?;
    Ok(client)
}

/// The CLI's words and its code, if it refused.
fn refusal<T: std::fmt::Debug>(answer: Result<T, Error>) -> (String, Option<String>) {
    match answer {
        Err(Error::Control {
            message,
            error_code,
            ..
        }) => (message, error_code),
        other => panic!("not refused: {other:?}"),
    }
}

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

/// Ends it; nothing was left open and nothing was odd.
async fn clean(stage: &Stage, client: Client) -> Result<State, Failure> {
    let state = sdk::finish(stage, client).await?;
    assert!(state.pending.is_empty() && state.life.unanswered.is_empty());
    assert_eq!(state.counts.stray_answers, 0);
    Ok(state)
}

#[tokio::test]
async fn what_the_session_costs_and_holds() -> TestResult {
    on_stage(async |stage| {
        let client = warm(&sdk::options(stage)).await?;
        let control = client.control();
        let cost = control.get_session_cost().await?.text.expect("a text");
        assert!(cost.contains("Total cost"), "{cost}");
        let usage = control.get_usage().await?.session.expect("the session");
        assert!(
            usage.total_cost_usd.is_some_and(|cost| cost > 0.0),
            "{usage:?}"
        );
        assert_eq!(usage.model_usage.len(), 1);
        for detail in [
            None,
            Some(ContextDetail::Summary),
            Some(ContextDetail::Full),
        ] {
            let context = control.get_context_usage(detail).await?;
            assert!(context.max_tokens > context.total_tokens && context.total_tokens > Some(0));
            let named = |row: &cca::wire::requests::ContextCategory| {
                row.id.as_deref() == Some("system_prompt")
            };
            assert!(
                context.categories.iter().any(named),
                "{:?}",
                context.categories
            );
        }
        clean(stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn what_the_cli_is_and_is_set_to() -> TestResult {
    on_stage(async |stage| {
        let options = sdk::options(stage).cli(|launch| launch.allowed_tools(["Bash(ls *)"]));
        let client = warm(&options).await?;
        let control = client.control();
        let version = control
            .get_binary_version()
            .await?
            .version
            .expect("a version");
        let models = control.list_models().await?.models;
        assert!(
            models
                .iter()
                .any(|model| model.value == "default" && model.resolved_model.is_some())
        );
        let rules = control
            .list_permission_rules()
            .await?
            .state
            .expect("the rules")
            .rules;
        assert!(
            rules
                .iter()
                .any(|rule| rule.rule.as_deref() == Some("Bash(ls *)")),
            "{rules:?}"
        );
        let hooks = control
            .get_hooks_listing()
            .await?
            .event_catalog
            .expect("the events");
        assert!(hooks.to_string().contains("PreToolUse"));
        control
            .apply_flag_settings(object(&json!({"effortLevel": "high"})))
            .await?;
        let settings = control.get_settings().await?;
        assert_eq!(settings.effective["effortLevel"], "high");
        let applied = settings.applied.expect("what is applied");
        assert_eq!(applied.effort, Some(json!("high")));
        let state = clean(stage, client).await?;
        assert_eq!(state.facts.cli_version, Some(version));
        assert_eq!(state.facts.model, applied.model);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn settings_are_written_to_a_file_that_is_loaded_and_to_no_other() -> TestResult {
    on_stage(async |stage| {
        let options =
            sdk::options(stage).cli(|launch| launch.setting_sources([SettingSource::User]));
        let client = warm(&options).await?;
        let control = client.control();
        let high = object(&json!({"effortLevel": "high"}));
        control
            .update_settings("userSettings", high.clone())
            .await?;
        let file = std::fs::read_to_string(stage.sandbox.home().join(".claude/settings.json"))?;
        // The CLI keeps the effort for each model.
        let written: Value = serde_json::from_str(&file)?;
        let models = written["modelSettings"]
            .as_object()
            .expect("settings of models");
        assert!(
            models.values().all(|model| model["effortLevel"] == "high") && models.len() == 1,
            "{file}"
        );
        let other = object(&json!({"model": "haiku"}));
        let (words, _) = refusal(control.update_settings("userSettings", other).await);
        assert!(words.contains("keys not allowed: model"), "{words}");
        let (words, _) = refusal(control.update_settings("localSettings", high).await);
        assert!(words.contains("localSettings"), "{words}");
        clean(stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn files_are_read_found_and_fenced() -> TestResult {
    on_stage(async |stage| {
        let project = stage.sandbox.project();
        std::fs::write(project.join("quince.txt"), "a fruit")?;
        std::fs::create_dir(project.join("sub"))?;
        let client = warm(&sdk::options(stage)).await?;
        let control = client.control();
        let file = control.read_file("quince.txt", None).await?;
        assert_eq!(
            (file.contents.as_deref(), file.lossy),
            (Some("a fruit"), Some(false))
        );
        let outside = stage.sandbox.root().join("outside");
        std::fs::write(&outside, "secret")?;
        let (words, _) = refusal(
            control
                .read_file(&outside.display().to_string(), Some(10))
                .await,
        );
        assert!(words.contains("read denied"), "{words}");
        let found = control.file_suggestions("quince").await?;
        assert_eq!(
            found.cwd.as_deref(),
            Some(project.to_string_lossy().as_ref())
        );
        control.seed_read_state("quince.txt", 1).await?;
        let sub = control.register_repo_root("sub").await?.directory;
        assert_eq!(
            sub.as_deref(),
            Some(project.join("sub").to_string_lossy().as_ref())
        );
        let (words, _) = refusal(control.register_repo_root("/").await);
        assert!(words.contains("not a subdirectory"), "{words}");
        clean(stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_question_beside_the_conversation_a_title_and_an_audience() -> TestResult {
    on_stage(async |stage| {
        let client = warm(&sdk::options(stage)).await?;
        let control = client.control();
        let aside = control.side_question("Which fruit?").await?;
        assert_eq!(
            (aside.response.as_deref(), aside.synthetic),
            (Some("Echo: Which fruit?"), Some(false))
        );
        control.rename_session("About fruit").await?;
        // The stand-in's model finds no title; the answer is there all the same.
        assert_eq!(
            control.generate_session_title("fruit", false).await?.title,
            None
        );
        control.set_has_subscribers(Some(true)).await?;
        control.set_has_subscribers(None).await?;
        control.set_max_thinking_tokens(Some(2000)).await?;
        control.set_max_thinking_tokens(None).await?;
        let state = clean(stage, client).await?;
        assert_eq!(state.facts.title.as_deref(), Some("About fruit"));
        assert_eq!(state.turns.len(), 1, "a question aside is no turn");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn skills_plugins_and_styles_are_read_again() -> TestResult {
    on_stage(async |stage| {
        let client = warm(&sdk::options(stage)).await?;
        let control = client.control();
        assert!(!control.reload_skills().await?.skills.is_empty());
        assert!(!control.reload_plugins().await?.commands.is_empty());
        let styles = control
            .reload_output_styles()
            .await?
            .available_output_styles;
        assert!(styles.contains(&"default".to_owned()), "{styles:?}");
        clean(stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn what_the_cli_does_not_serve_is_refused_with_its_words_and_code() -> TestResult {
    on_stage(async |stage| {
        let tool = Tool::new("a", "First")
            .schema(Schema::json(json!({"type": "object"})))
            .handler(|_, _| async { Ok("a ran") });
        let client = warm(&sdk::options(stage).server(Server::new("own")?.tool(tool)?)).await?;
        let control = client.control();
        let unsupported = Some("unsupported_request".to_owned());
        let (words, code) = refusal(
            control
                .request_raw("water_the_plants", json!({"now": true}))
                .await,
        );
        assert!(words.contains("water_the_plants"), "{words}");
        assert_eq!(code, unsupported);
        assert_eq!(
            refusal(control.request(&SetColor::default()).await).1,
            unsupported
        );
        let bypass = control
            .set_permission_mode(PermissionMode::BypassPermissions)
            .await;
        assert_eq!(refusal(bypass).1.as_deref(), Some("bypass_not_launched"));
        let (words, _) = refusal(control.mcp_call("mcp__own__a", Map::new()).await);
        assert!(words.contains("SDK"), "{words}");
        let (words, _) = refusal(control.mcp_read_resource("own", "ui://x").await);
        assert!(words.contains("SDK"), "{words}");
        let (words, _) = refusal(control.get_task_output("nobody").await);
        assert!(words.contains("task_id"), "{words}");

        // These are accepted although there is nobody to do them for.
        let changed = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"});
        control.mcp_message("own", changed.clone()).await?;
        control.mcp_message("nobody", changed).await?;
        control.stop_task("nobody").await?;
        assert_eq!(control.background_tasks(None).await?.backgrounded, None);
        assert_eq!(
            control.cancel_prompt("nobody").await?.cancelled,
            Some(false)
        );
        sdk::finish(stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn the_cli_can_be_asked_to_end_by_itself() -> TestResult {
    on_stage(async |stage| {
        let mut client = warm(&sdk::options(stage)).await?;
        client.control().end_session().await?;
        known(client.session(), "the end", |state| state.life.exit).await?;
        let state = sdk::prove(stage, client.session()).await?;
        assert_eq!(state.life.exit.and_then(|exit| exit.code), Some(0));
        assert_eq!(state.phase(), Phase::Completed);
        Ok(())
    })
    .await
}
