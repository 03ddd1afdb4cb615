//! Tools and hooks from TOML, with the real CLI: the model calls the one, and the other keeps it from something.

use crate::stand_in::turn;
use crate::support::scene::{connect, on_stage, play};
use crate::support::{TestResult, sdk};
use cca::config::Document;
use cca::hooks::HookFile;
use cca::tools::declared::ToolFile;
use cca::{HookOptions, Options};
use serde_json::json;

const TOOLS: &str = r#"
server = "box"
[tools.shout]
description = "Say it loudly"
input = { text = "string" }
always_load = true
command = { run = ["tr", "a-z", "A-Z"], stdin = "{text}" }
"#;

const HOOKS: &str = r#"
[[hooks]]
name = "no-making"
event = "PreToolUse"
matcher = "Bash"
deny = { rules = ["Bash(touch *)"], reason = "nothing is made here" }

[[hooks]]
name = "broken-guard"
event = "PreToolUse"
matcher = "Write"
command = { run = ["/bin/sh", "-c", "exit 1"] }
"#;

fn with_hooks(options: Options, file: &HookFile) -> Options {
    file.hooks().iter().fold(options, |options, hook| {
        let how = HookOptions {
            matcher: hook.matcher().map(str::to_owned),
            timeout: Some(hook.timeout()),
            block_on_failure: hook.block_on_failure(),
        };
        let hook = hook.clone();
        options.hook_with(hook.event().clone(), how, move |input, _| {
            let hook = hook.clone();
            async move { hook.run(input).await.map_err(Into::into) }
        })
    })
}

#[tokio::test]
async fn the_model_calls_a_tool_from_a_file() -> TestResult {
    on_stage(|stage| async move {
        let file = ToolFile::read(&Document::new("box.toml", TOOLS))?;
        let options = sdk::options(&stage)
            .server(file.server(None)?)
            .allow("mcp__box__*")?;
        let mut client = connect(options).await?;
        let call = turn().tool("mcp__box__shout", json!({"text": "hear; $(id)"}));
        let seen = play(&mut client, [call, turn().text("Done.")]).await?;
        let (name, is_error, text) = &seen.results()[0];
        assert_eq!((name.as_str(), *is_error), ("mcp__box__shout", false));
        assert!(text.contains("HEAR; $(ID)"), "{text}");
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_hook_from_a_file_denies_and_a_broken_one_fails_closed() -> TestResult {
    on_stage(|stage| async move {
        let file = HookFile::read(&Document::new("hooks.toml", HOOKS))?;
        let options = sdk::options(&stage).allow("Bash")?.allow("Write")?;
        let mut client = connect(with_hooks(options, &file)).await?;
        let touch = json!({"command": "true && touch made.txt", "description": "Make a file"});
        play(
            &mut client,
            [turn().tool("Bash", touch), turn().text("Done.")],
        )
        .await?;
        assert!(!stage.has("made.txt"));
        let told = stage.tool_results();
        assert!(told.contains("nothing is made here"), "{told}");

        let path = stage.sandbox.project().join("written.txt");
        let write = json!({"file_path": path, "content": "x"});
        play(
            &mut client,
            [turn().tool("Write", write), turn().text("Done.")],
        )
        .await?;
        assert!(!stage.has("written.txt"));
        let told = stage.tool_results();
        assert!(told.contains("hook broken-guard failed"), "{told}");
        sdk::finish(&stage, client).await?;
        Ok(())
    })
    .await
}
