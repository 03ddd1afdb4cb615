//! What a hook's answer does: refuse, rewrite, ask, tell, stop, defer, block; hooks that fail or are late.

use super::stage::same;
use crate::stand_in::{Turn, turn};
use crate::support::TestResult;
use crate::support::scene::fields;
use cca::{HookEvent, HookOptions, HookOutput, Options, PermissionAnswer};
use serde_json::json;
use std::time::Duration;

/// One call the CLI asks about, unless a hook decides; then one it would just do.
const CALLS: &str = r#"
    [[turns]]
    steps = [
        { tool = { name = "Bash", input = { command = "touch made.txt", description = "Make a file" } } },
        { say = "Done." },
    ]
    [[turns]]
    steps = [
        { tool = { name = "Bash", input = { command = "echo hi", description = "Say hi" }, output = "hi" } },
        { say = "Done." },
    ]
"#;

fn bash(command: &str, description: &str) -> [Turn; 2] {
    let call = json!({"command": command, "description": description});
    [turn().tool("Bash", call), turn().text("Done.")]
}

async fn with(options: impl Fn(Options) -> Result<Options, cca::Error>) -> TestResult {
    same(CALLS, options, async |player| {
        player
            .turn("One.", bash("touch made.txt", "Make a file"))
            .await?;
        player.turn("Two.", bash("echo hi", "Say hi")).await
    })
    .await
}

/// The same with one hook, and everything allowed that is asked about.
async fn with_hook(event: HookEvent, output: HookOutput) -> TestResult {
    with(move |options| {
        let (event, output) = (event.clone(), output.clone());
        let matcher = match event {
            HookEvent::PreToolUse | HookEvent::PostToolUse => "Bash",
            _ => "",
        };
        Ok(options
            .on_permission(|_, _| async { Ok(PermissionAnswer::allow()) })
            .hook(event, matcher, move |_, _| {
                let output = output.clone();
                async move { Ok(output) }
            }))
    })
    .await
}

#[tokio::test]
async fn denies() -> TestResult {
    with_hook(HookEvent::PreToolUse, HookOutput::deny("not on Fridays")).await
}

#[tokio::test]
async fn rewrites() -> TestResult {
    let input = fields(json!({"command": "touch rewritten.txt"}));
    with_hook(HookEvent::PreToolUse, HookOutput::rewrite(input)).await
}

#[tokio::test]
async fn makes_the_cli_ask() -> TestResult {
    with_hook(HookEvent::PreToolUse, HookOutput::ask("look at it")).await
}

#[tokio::test]
async fn adds_to_the_prompt() -> TestResult {
    with_hook(HookEvent::UserPromptSubmit, HookOutput::context("heron")).await
}

#[tokio::test]
async fn adds_to_the_result() -> TestResult {
    with_hook(HookEvent::PostToolUse, HookOutput::context("77")).await
}

#[tokio::test]
async fn stops_after_a_tool() -> TestResult {
    with_hook(HookEvent::PostToolUse, HookOutput::stop("enough")).await
}

#[tokio::test]
async fn stops_before_a_tool() -> TestResult {
    with_hook(HookEvent::PreToolUse, HookOutput::stop("enough")).await
}

#[tokio::test]
async fn defers() -> TestResult {
    with_hook(HookEvent::PreToolUse, HookOutput::defer()).await
}

#[tokio::test]
async fn blocks_a_prompt() -> TestResult {
    with_hook(HookEvent::UserPromptSubmit, HookOutput::block("say please")).await
}

#[tokio::test]
async fn means_nothing_for_the_event() -> TestResult {
    with_hook(HookEvent::PostToolUse, HookOutput::defer()).await
}

async fn failing(block_on_failure: bool) -> TestResult {
    with(move |options| {
        let hook = HookOptions {
            matcher: Some("Bash".to_owned()),
            block_on_failure,
            ..HookOptions::default()
        };
        Ok(options
            .allow("Bash")?
            .hook_with(HookEvent::PreToolUse, hook, |_, _| async {
                Err("out of order".into())
            }))
    })
    .await
}

#[tokio::test]
async fn fails_and_has_no_opinion() -> TestResult {
    failing(false).await
}

#[tokio::test]
async fn fails_and_blocks() -> TestResult {
    failing(true).await
}

#[tokio::test]
async fn is_late() -> TestResult {
    with(|options| {
        let hook = HookOptions {
            matcher: Some("Bash".to_owned()),
            timeout: Some(Duration::from_secs(1)),
            ..HookOptions::default()
        };
        Ok(options
            .allow("Bash")?
            .hook_with(HookEvent::PreToolUse, hook, |_, _| std::future::pending()))
    })
    .await
}

#[tokio::test]
async fn of_two_the_stricter_wins() -> TestResult {
    with(|options| {
        Ok(options
            .hook(HookEvent::PreToolUse, "Bash", |_, _| async {
                Ok(HookOutput::allow())
            })
            .hook(HookEvent::PreToolUse, "B.*", |_, _| async {
                Ok(HookOutput::deny("no"))
            })
            .hook(HookEvent::PreToolUse, "Write", |_, _| async {
                Ok(HookOutput::deny("not asked"))
            }))
    })
    .await
}

/// A stop that is blocked once: the model goes on.
#[tokio::test]
async fn keeps_the_model_going() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ say = "Done." }]
        [[turns]]
        steps = [{ say = "Really done." }]
    "#;
    let options = |options: Options| {
        Ok(options.hook(HookEvent::Stop, "", |input, _| async move {
            let active = matches!(
                &input.detail,
                cca::wire::hook::HookDetail::Stop { stop_hook_active, .. } if *stop_hook_active
            );
            Ok(if active {
                HookOutput::none()
            } else {
                HookOutput::block("go on")
            })
        }))
    };
    same(scenario, options, async |player| {
        player
            .turn("Go.", [turn().text("Done."), turn().text("Really done.")])
            .await
    })
    .await
}
