//! How a session ends for whoever asked: results, errors, structured output.

use super::{child, within};
use crate::support::frames;
use cca::session::Outcome;
use cca::{Agent, Client, Error, Options, query};
use futures_util::StreamExt as _;
use serde_json::{Value, json};

/// A child that gives this result to its first prompt.
fn gives(result: &Value) -> Options {
    child(&format!("ready; hear; say '{result}'; hear"))
}

fn schema() -> Value {
    json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]})
}

#[tokio::test]
async fn one_prompt_one_answer() {
    let answer = within(query("x", gives(&frames::done()))).await.unwrap();
    assert_eq!(answer.text(), "done");
    assert_eq!(answer.session_id, "s1");
    let error = within(query("", gives(&frames::done()))).await.unwrap_err();
    assert_eq!(error.code(), "CONFIG");
}

/// Reading messages to the result and then waiting for it.
#[tokio::test]
async fn wait_after_the_messages_were_read() {
    let mut session = Agent::new(gives(&frames::done()))
        .start_session("x")
        .await
        .unwrap();
    {
        let mut messages = session.messages();
        while let Some(message) = within(messages.next()).await {
            if message.result().is_some() {
                break;
            }
        }
    }
    assert_eq!(within(session.wait()).await.unwrap().text(), "done");
}

#[tokio::test]
async fn two_turns_of_one_client() {
    let mut client = Client::connect(&child("ready; hear; result; hear; result; hear"))
        .await
        .unwrap();
    for _ in 0..2 {
        client.query("x").await.unwrap();
        let answer = within(client.receive_response()).await.unwrap();
        assert_eq!(answer.turn.outcome, Some(Outcome::Success));
    }
    within(client.disconnect()).await.unwrap();
}

#[tokio::test]
async fn error_results_are_errors() {
    let max_turns = frames::result(&json!({"subtype": "error_max_turns", "is_error": true}));
    let cases = [
        (max_turns, Outcome::MaxTurns),
        (frames::interrupted(), Outcome::Interrupted),
        (
            frames::api_failure(),
            Outcome::ApiError {
                status: Some(529),
                kind: None,
            },
        ),
    ];
    for (result, expected) in cases {
        let error = within(query("x", gives(&result))).await.unwrap_err();
        assert_eq!(error.code(), "AGENT");
        let Error::Agent { outcome, .. } = error else {
            panic!("{error}");
        };
        assert_eq!(outcome, expected);
    }
}

#[tokio::test]
async fn a_process_that_ends_without_a_result_is_a_connection_error() {
    let error = within(query("x", child("ready; hear; exit 3")))
        .await
        .unwrap_err();
    assert_eq!(error.code(), "CLI_CONNECTION");
    assert!(error.to_string().contains("exit code 3"), "{error}");
}

#[tokio::test]
async fn structured_output_missing_wrong_and_right() {
    let with = |output: Value| frames::with(frames::done(), &json!({"structured_output": output}));
    let missing = within(query("x", gives(&frames::done()).json_schema(schema()))).await;
    assert!(matches!(missing, Err(Error::NoStructuredOutput)));
    let wrong = gives(&with(json!({"n": "x"}))).json_schema(schema());
    let wrong = within(query("x", wrong)).await.unwrap_err();
    assert!(matches!(wrong, Error::StructuredOutput(_)), "{wrong}");
    assert_eq!(wrong.code(), "STRUCTURED_OUTPUT");
    let right = gives(&with(json!({"n": 3}))).json_schema(schema());
    let right = within(query("x", right)).await.unwrap();
    let typed: std::collections::HashMap<String, u32> = right.structured().unwrap();
    assert_eq!(typed["n"], 3);
    assert!(right.structured::<Vec<u8>>().is_err());
}

#[tokio::test]
async fn a_schema_that_is_none_is_refused_before_anything_starts() {
    for schema in [json!("x"), json!({"type": 7})] {
        let options = child("exit 9").json_schema(schema);
        let error = within(query("x", options)).await.unwrap_err();
        assert_eq!(error.code(), "CONFIG", "{error}");
    }
}
