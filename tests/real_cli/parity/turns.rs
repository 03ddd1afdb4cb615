//! Plain turns: text, thinking, several prompts.

use super::stage::same;
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
        player.say("Hello.", [first]).await?;
        player.until_idle().await?;
        player.say("Again.", [turn().text("And again.")]).await?;
        player.until_idle().await
    })
    .await
}
