//! Plain turns: text, thinking, several prompts, one prompt alone, odd prompts.

use super::player::words;
use super::stage::{same, same_place};
use crate::stand_in::turn;
use crate::support::TestResult;

#[tokio::test]
async fn text_and_thinking() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ think = "A greeting." }, { say = "Hello there." }]
        [[turns]]
        steps = [{ say = "And again." }]
    "#;
    same(scenario, Ok, async |player| {
        let first = turn().thinking("A greeting.").text("Hello there.");
        player.turn("Hello.", [first]).await?;
        player.turn("Again.", [turn().text("And again.")]).await
    })
    .await
}

#[tokio::test]
async fn one_prompt_alone() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ say = "Hello there." }]
    "#;
    same_place(scenario, async |place| {
        let prompt = words(place.side, "Hello.", [turn().text("Hello there.")]);
        let mut player = place.start(place.options(), prompt).await?;
        player.until_complete().await?;
        player.end().await
    })
    .await
}

#[tokio::test]
async fn a_prompt_with_control_characters_and_a_long_one() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ say = "Read." }]
        [[turns]]
        steps = [{ say = "Long." }]
    "#;
    same(scenario, Ok, async |player| {
        let odd = "nul \0 escape \u{1b}[31m bell \u{7} line \u{2028} end";
        player.turn(odd, [turn().text("Read.")]).await?;
        let long = "word ".repeat(100_000);
        player.turn(&long, [turn().text("Long.")]).await
    })
    .await
}
