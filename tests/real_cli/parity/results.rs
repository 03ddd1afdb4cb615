//! How turns end: structured output, limits, and an API that fails.

use super::player::words;
use super::stage::{same, same_place};
use crate::stand_in::turn;
use crate::support::TestResult;
use cca::Options;
use serde_json::{Value, json};

fn schema() -> Value {
    json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]})
}

#[expect(clippy::unnecessary_wraps, reason = "what `same` asks for")]
fn structured(options: Options) -> Result<Options, cca::Error> {
    Ok(options.json_schema(schema()))
}

#[tokio::test]
async fn structured_output() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ structured = { n = 7 } }]
    "#;
    same(scenario, structured, async |player| {
        let output = turn().tool("StructuredOutput", json!({"n": 7}));
        player.turn("A number.", [output]).await
    })
    .await
}

#[tokio::test]
async fn structured_output_on_the_second_try() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ structured = { n = "seven" } }, { structured = { n = 7 } }]
    "#;
    same(scenario, structured, async |player| {
        let wrong = turn().tool("StructuredOutput", json!({"n": "seven"}));
        let right = turn().tool("StructuredOutput", json!({"n": 7}));
        player.turn("A number.", [wrong, right]).await
    })
    .await
}

#[tokio::test]
async fn structured_output_that_never_fits() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ repeat = { times = 8, steps = [{ structured = { n = "seven" } }] } }]
    "#;
    same(scenario, structured, async |player| {
        let wrong = || turn().tool("StructuredOutput", json!({"n": "seven"}));
        player
            .turn("A number.", std::iter::repeat_with(wrong).take(8))
            .await
    })
    .await
}

#[tokio::test]
async fn no_structured_output() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ say = "Seven." }]
    "#;
    same(scenario, structured, async |player| {
        let said = [turn().text("Seven."), turn().text("Seven.")];
        player.turn("A number.", said).await
    })
    .await
}

#[tokio::test]
async fn too_many_turns() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { tool = { name = "Bash", input = { command = "echo again" }, output = "again" } },
            { tool = { name = "Bash", input = { command = "echo again" }, output = "again" } },
        ]
        [[turns]]
        steps = [{ say = "Fine." }]
    "#;
    let options = |options: Options| Ok(options.max_turns(1));
    same(scenario, options, async |player| {
        let look = || turn().tool("Bash", json!({"command": "echo again"}));
        player.turn("Look.", [look(), look()]).await?;
        player.turn("And now?", [turn().text("Fine.")]).await
    })
    .await
}

#[tokio::test]
async fn a_spent_budget() -> TestResult {
    let scenario = r#"
        [session]
        price = [3.0, 15.0]
        [[turns]]
        steps = [
            { usage = { input_tokens = 100000 } },
            { tool = { name = "Bash", input = { command = "echo again" }, output = "again" } },
            { say = "Seen." },
        ]
        [[turns]]
        steps = [{ say = "Never." }]
    "#;
    let options = |options: Options| Ok(options.max_budget_usd(0.000_01));
    same(scenario, options, async |player| {
        let look = turn()
            .tool("Bash", json!({"command": "echo again"}))
            .usage("input_tokens", 100_000);
        player.turn("Look.", [look, turn().text("Seen.")]).await?;
        player.turn("And now?", [turn().text("Never.")]).await
    })
    .await
}

#[tokio::test]
async fn an_overloaded_api_that_recovers() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ retry = { times = 2, status = 529, delay_ms = 100 } }, { say = "Made it." }]
    "#;
    same(scenario, Ok, async |player| {
        let answer = turn().http_error(529).times(2).text("Made it.");
        player.turn("Try.", [answer]).await
    })
    .await
}

#[tokio::test]
async fn an_overloaded_api_that_does_not() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { retry = { times = 2, status = 529, delay_ms = 100 } },
            { fail = { kind = "api", status = 529, text = "Overloaded" } },
        ]
    "#;
    same_place(scenario, async |place| {
        let prompt = words(place.side, "Try.", [turn().http_error(529)]);
        let mut player = place.start(place.options(), prompt).await?;
        player.until_complete().await?;
        player.end().await
    })
    .await
}

#[tokio::test]
async fn a_bad_request() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [{ fail = { kind = "api", status = 400 } }]
        [[turns]]
        steps = [{ say = "Fine." }]
    "#;
    same(scenario, Ok, async |player| {
        player.turn("Try.", [turn().http_error(400)]).await?;
        player.turn("And now?", [turn().text("Fine.")]).await
    })
    .await
}

#[tokio::test]
async fn a_failure_after_a_tool() -> TestResult {
    let scenario = r#"
        [[turns]]
        steps = [
            { tool = { name = "Bash", input = { command = "echo hi" }, output = "hi" } },
            { fail = { kind = "api", status = 400 } },
        ]
    "#;
    same(scenario, Ok, async |player| {
        let look = turn().tool("Bash", json!({"command": "echo hi"}));
        player.turn("Try.", [look, turn().http_error(400)]).await
    })
    .await
}
