//! The way in: a tool of ours, a turn, a result.

use crate::stand_in::{prompt, turn};
use crate::support::{Stage, TestResult, sdk};
use cca::session::{Outcome, Phase};
use cca::tools::{Schema, Server, Tool};
use serde_json::json;

fn calculator() -> Server {
    let add = Tool::new("add", "Adds two numbers")
        .schema(Schema::simple([("a", "number"), ("b", "number")]))
        .handler(|args, _| async move {
            Ok((args["a"].as_f64().unwrap() + args["b"].as_f64().unwrap()).to_string())
        });
    Server::new("calc").unwrap().tool(add).unwrap()
}

#[tokio::test]
async fn a_tool_of_ours_is_called_and_its_answer_reaches_the_model() -> TestResult {
    let Some(stage) = Stage::set().await? else {
        return Ok(());
    };
    let options = sdk::options(&stage)
        .server(calculator())
        .allow("mcp__calc__*")?;
    let mut client = sdk::connect(&options).await?;
    assert_eq!(client.state(), Phase::Idle);
    client
        .query(prompt(
            "What is 15 + 27?",
            [
                turn().tool("mcp__calc__add", json!({"a": 15, "b": 27})),
                turn().text("It is {{RESULT}}."),
            ],
        ))
        .await?;
    let result = client.receive_response().await?;
    assert_eq!(result.text(), "It is 42.");
    assert_eq!(result.turn.outcome, Some(Outcome::Success));
    let state = sdk::finish(&stage, client).await?;
    assert_eq!(state.phase(), Phase::Completed);
    let call = state
        .transcript
        .iter()
        .find_map(|item| item.tool())
        .expect("the call is in the transcript");
    assert_eq!(
        (call.name.as_str(), call.ended.is_some()),
        ("mcp__calc__add", true)
    );
    assert_eq!(state.counts.unknown, 0, "{:?}", state.oddities);
    Ok(())
}
