//! The end: killed, terminated, its input closed.

use super::player::Player;
use super::stage::{same, same_place};
use crate::stand_in::turn;
use crate::support::TestResult;
use crate::support::watch::{pid, signal};
use cca::{Options, PermissionAnswer};
use nix::sys::signal::Signal;
use serde_json::json;

const TALK: &str = r#"
    [[turns]]
    steps = [{ stream = { text = "one two three four five six", words_per_second = 0.5 } }]
"#;

async fn struck(player: &mut Player<'_>, with: Signal) -> TestResult {
    let talk = turn().text("one two three four five six").hang_after(1);
    player.say("Talk.", [talk]).await?;
    player.until_streaming().await?;
    let cli = pid(player.session()).await?;
    signal(cli, with)?;
    player.until_ended().await;
    Ok(())
}

#[tokio::test]
async fn killed_in_a_turn() -> TestResult {
    same_place(TALK, async |place| {
        let mut player = place.connect(&place.options()).await?;
        struck(&mut player, Signal::SIGKILL).await
    })
    .await
}

#[tokio::test]
async fn terminated_in_a_turn() -> TestResult {
    same_place(TALK, async |place| {
        let mut player = place.connect(&place.options()).await?;
        struck(&mut player, Signal::SIGTERM).await
    })
    .await
}

#[tokio::test]
async fn terminated_while_idle() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ say = "Hello." }]
    "#;
    same_place(scenario, async |place| {
        let mut player = place.connect(&place.options()).await?;
        player.turn("Hello.", [turn().text("Hello.")]).await?;
        let cli = pid(player.session()).await?;
        signal(cli, Signal::SIGTERM)?;
        player.until_ended().await;
        Ok(())
    })
    .await
}

const TOUCH: &str = r#"
    [[turns]]
    steps = [{ tool = { name = "Bash", input = { command = "touch made" } } }, { say = "Done." }]
"#;

#[tokio::test]
async fn terminated_while_it_asks() -> TestResult {
    same_place(TOUCH, async |place| {
        let mut player = place.connect(&place.options().attended()).await?;
        let touch = turn().tool("Bash", json!({"command": "touch made"}));
        player.say("Make it.", [touch]).await?;
        player.until_asked().await?;
        let cli = pid(player.session()).await?;
        signal(cli, Signal::SIGTERM)?;
        player.until_ended().await;
        Ok(())
    })
    .await
}

/// The input is closed while the model writes: the turn goes on to its end.
#[tokio::test]
async fn closed_in_a_turn() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ stream = { text = "one two three", words_per_second = 2 } }]
    "#;
    let talk = || {
        turn()
            .text("one two three")
            .gap(std::time::Duration::from_millis(300))
    };
    same(scenario, Ok, async |player| {
        player.say("Talk.", [talk()]).await?;
        player.until_streaming().await
    })
    .await
}

#[tokio::test]
async fn closed_before_anything() -> TestResult {
    same("", Ok, async |_| Ok(())).await
}

#[tokio::test]
async fn cancelled_in_a_tool() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ tool = { name = "Bash", input = { command = "tail -f /dev/null" }, takes_ms = 60000 } }, { say = "Never." }]
    "#;
    let options =
        |options: Options| options.on_permission(|_, _| async { Ok(PermissionAnswer::allow()) });
    same_place(scenario, async |place| {
        let mut player = place.connect(&options(place.options())).await?;
        let command = json!({"command": "tail -f /dev/null"});
        player.say("Run.", [turn().tool("Bash", command)]).await?;
        player
            .until("the decision", |event| {
                matches!(event, cca::Event::PermissionDecided(_))
            })
            .await?;
        player.session().cancel().await?;
        player.until_ended().await;
        Ok(())
    })
    .await
}
