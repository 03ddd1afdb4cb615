//! Permission requests decided by callbacks, rules and limits.

use super::stage::same;
use crate::stand_in::{Turn, turn};
use crate::support::TestResult;
use crate::support::scene::fields;
use cca::transport::launch::SettingSource;
use cca::wire::permission::{Destination, PermissionUpdate};
use cca::{Options, PermissionAnswer};
use serde_json::json;
use std::time::Duration;

/// One call the CLI asks about.
const ONE: &str = r#"
    [[turns]]
    steps = [
        { tool = { name = "Bash", input = { command = "touch made.txt", description = "Make a file" } } },
        { say = "Done." },
    ]
    [[turns]]
    steps = [{ say = "Still here." }]
"#;

fn touch() -> [Turn; 2] {
    let call = json!({"command": "touch made.txt", "description": "Make a file"});
    [turn().tool("Bash", call), turn().text("Done.")]
}

async fn once(options: impl Fn(Options) -> Result<Options, cca::Error>) -> TestResult {
    same(ONE, options, async |player| {
        player.turn("Make it.", touch()).await?;
        player.turn("And?", [turn().text("Still here.")]).await
    })
    .await
}

#[tokio::test]
async fn allowed() -> TestResult {
    once(|options| Ok(options.on_permission(|_, _| async { Ok(PermissionAnswer::allow()) }))).await
}

#[tokio::test]
async fn denied() -> TestResult {
    once(|options| Ok(options.on_permission(|_, _| async { Ok(PermissionAnswer::deny("no")) })))
        .await
}

#[tokio::test]
async fn allowed_with_another_input() -> TestResult {
    once(|options| {
        Ok(options.on_permission(|request, _| async move {
            let mut input = fields(request.input);
            input.insert("command".to_owned(), "touch edited.txt".into());
            Ok(PermissionAnswer::allow_with(input))
        }))
    })
    .await
}

#[tokio::test]
async fn denied_with_an_interrupt() -> TestResult {
    once(|options| {
        Ok(options
            .on_permission(|_, _| async { Ok(PermissionAnswer::deny_and_interrupt("stop it")) }))
    })
    .await
}

#[tokio::test]
async fn a_callback_that_fails() -> TestResult {
    once(|options| Ok(options.on_permission(|_, _| async { Err("no network".into()) }))).await
}

#[tokio::test]
async fn a_rule_allows() -> TestResult {
    once(|options| options.allow("Bash(touch *)")).await
}

#[tokio::test]
async fn a_rule_denies() -> TestResult {
    once(|options| options.deny("Bash(touch *)")).await
}

#[tokio::test]
async fn nobody_decides_in_time() -> TestResult {
    once(|options| {
        Ok(options
            .permission_limit(Duration::from_millis(100))
            .on_permission(|_, _| std::future::pending()))
    })
    .await
}

#[tokio::test]
async fn there_is_nobody_to_ask() -> TestResult {
    once(Ok).await
}

#[tokio::test]
async fn the_cli_is_told_to_ask_nobody() -> TestResult {
    once(|options| Ok(options.permission_mode(cca::transport::launch::StartMode::DontAsk))).await
}

#[tokio::test]
async fn three_commands_are_asked_about_one_after_another() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { parallel = { tools = [
                { name = "Bash", input = { command = "touch a" } },
                { name = "Bash", input = { command = "touch b" } },
                { name = "Bash", input = { command = "touch c" } },
            ] } },
            { say = "Done." },
        ]
    "#;
    let options = |options: Options| {
        Ok(options.on_permission(|request, _| async move {
            Ok(if request.input["command"] == "touch b" {
                PermissionAnswer::deny("not b")
            } else {
                PermissionAnswer::allow()
            })
        }))
    };
    same(scenario, options, async |player| {
        let all = ["touch a", "touch b", "touch c"]
            .into_iter()
            .fold(turn(), |all, command| {
                all.tool("Bash", json!({"command": command}))
            });
        player.turn("Make.", [all, turn().text("Done.")]).await
    })
    .await
}

#[tokio::test]
async fn what_is_always_allowed_is_asked_once() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ tool = { name = "Bash", input = { command = "touch once.txt" } } }, { say = "Done." }]
        [[turns]]
        steps = [{ tool = { name = "Bash", input = { command = "touch once.txt" } } }, { say = "Done." }]
        [[turns]]
        steps = [{ tool = { name = "Write", input = { file_path = "written.txt", content = "x" } } }, { say = "Done." }]
    "#;
    let options = |options: Options| {
        Ok(options
            .cli(|launch| launch.setting_sources([SettingSource::Local]))
            .on_permission(|request, _| async move {
                let kept = |update: &PermissionUpdate| {
                    matches!(
                        update,
                        PermissionUpdate::Rules {
                            destination: Some(Destination::LocalSettings),
                            ..
                        }
                    )
                };
                let offered = request.permission_suggestions.into_iter();
                Ok(PermissionAnswer::allow_always(
                    offered.filter(kept).collect(),
                ))
            }))
    };
    same(scenario, options, async |player| {
        let touch = || turn().tool("Bash", json!({"command": "touch once.txt"}));
        player.turn("One.", [touch(), turn().text("Done.")]).await?;
        player.turn("Two.", [touch(), turn().text("Done.")]).await?;
        let file = player.place.file("written.txt");
        let write = turn().tool("Write", json!({"file_path": file, "content": "x"}));
        player.turn("Three.", [write, turn().text("Done.")]).await
    })
    .await
}
