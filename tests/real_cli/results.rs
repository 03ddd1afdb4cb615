//! How turns end: structured output, limits, and an API that fails.

use crate::stand_in::{prompt, turn};
use crate::support::watch::{completed, known, on_stage, until};
use crate::support::{TestResult, sdk};
use cca::session::{Activity, ItemKind, Outcome, Phase};
use cca::{Agent, Error, Event};
use serde_json::{Value, json};

fn schema() -> Value {
    json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]})
}

#[derive(Debug, PartialEq, serde::Deserialize)]
struct Number {
    n: u32,
}

#[tokio::test]
async fn structured_output_comes_typed() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage).json_schema(schema())).await?;
        client
            .query(prompt(
                "A number.",
                [turn().tool("StructuredOutput", json!({"n": 7}))],
            ))
            .await?;
        let result = client.receive_response().await?;
        assert_eq!(result.structured::<Number>()?, Number { n: 7 });
        let other = result.structured::<Vec<String>>().unwrap_err();
        assert!(matches!(other, Error::StructuredOutput(_)), "{other}");
        sdk::finish(stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn no_structured_output_is_an_error_of_its_own() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage).json_schema(schema())).await?;
        client
            .query(prompt(
                "A number.",
                [turn().text("Seven."), turn().text("I said seven.")],
            ))
            .await?;
        let error = client.receive_response().await.unwrap_err();
        assert!(matches!(error, Error::NoStructuredOutput), "{error}");
        assert_eq!(error.code(), "STRUCTURED_OUTPUT");
        let state = sdk::finish(stage, client).await?;
        assert_eq!(state.last_outcome(), Some(&Outcome::Success));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn structured_output_that_never_fits_ends_in_its_own_outcome() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage).json_schema(schema())).await?;
        let wrong = || turn().tool("StructuredOutput", json!({"n": "seven"}));
        client
            .query(prompt("A number.", std::iter::repeat_with(wrong).take(8)))
            .await?;
        let error = client.receive_response().await.unwrap_err();
        assert!(
            matches!(
                &error,
                Error::Agent {
                    outcome: Outcome::StructuredOutputFailed,
                    ..
                }
            ),
            "{error}"
        );
        sdk::finish(stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn the_limit_of_turns_ends_the_turn_and_not_the_session() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage).max_turns(1)).await?;
        let look = || turn().tool("Bash", json!({"command": "echo again"}));
        client.query(prompt("Look.", [look(), look()])).await?;
        let error = client.receive_response().await.unwrap_err();
        assert!(
            matches!(
                &error,
                Error::Agent {
                    outcome: Outcome::MaxTurns,
                    ..
                }
            ),
            "{error}"
        );
        assert!(error.to_string().contains("max_turns"), "{error}");
        client
            .query(prompt("And now?", [turn().text("Fine.")]))
            .await?;
        assert_eq!(client.receive_response().await?.text(), "Fine.");
        sdk::finish(stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_spent_budget_ends_the_turn_and_every_one_after_it() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage).max_budget_usd(0.000_01)).await?;
        let look = turn()
            .tool("Bash", json!({"command": "echo again"}))
            .usage("input_tokens", 100_000);
        client
            .query(prompt("Look.", [look, turn().text("Seen.")]))
            .await?;
        let error = client.receive_response().await.unwrap_err();
        assert!(
            matches!(
                &error,
                Error::Agent {
                    outcome: Outcome::MaxBudget,
                    ..
                }
            ),
            "{error}"
        );
        assert!(error.to_string().contains("max_budget_usd"), "{error}");
        client.query("And now?").await?;
        let error = client.receive_response().await.unwrap_err();
        assert!(
            matches!(
                &error,
                Error::Agent {
                    outcome: Outcome::MaxBudget,
                    ..
                }
            ),
            "{error}"
        );
        let state = sdk::finish(stage, client).await?;
        assert!(
            state.open_tools.is_empty(),
            "a call without a result stays open"
        );
        assert!(state.usage.cost_usd.is_some_and(|cost| cost > 0.000_01));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_overloaded_api_is_retried_and_the_state_says_so() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage)).await?;
        client
            .query(prompt(
                "Try.",
                [turn().http_error(529).times(2).text("Made it.")],
            ))
            .await?;
        let retrying = known(client.session(), "a retry", |state| {
            let activity = state.activity(state.last_received);
            matches!(activity, Activity::Retrying { .. }).then_some((activity, state.phase()))
        })
        .await?;
        let (Activity::Retrying { attempt, of, error }, phase) = retrying else {
            panic!("{retrying:?}")
        };
        assert!((1..=of).contains(&attempt), "{attempt} of {of}");
        assert_eq!((error.as_str(), phase), ("overloaded", Phase::Running));
        assert_eq!(client.receive_response().await?.text(), "Made it.");
        let state = sdk::finish(stage, client).await?;
        assert_eq!(state.usage.retries.len(), 2);
        assert_eq!(state.usage.retry, None);
        assert!(
            state
                .usage
                .retries
                .iter()
                .all(|retry| retry.status == Some(529))
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_api_that_stays_overloaded_fails_a_one_shot_session() -> TestResult {
    on_stage(async |stage| {
        let agent = Agent::new(sdk::options(stage));
        let mut session = agent
            .start_session(prompt("Try.", [turn().http_error(529)]))
            .await?;
        let result = completed(&mut session).await?;
        let Some(Outcome::ApiError { status, .. }) = &result.turn.outcome else {
            panic!("{:?}", result.turn)
        };
        assert_eq!(*status, Some(529));
        assert_eq!(session.state(), Phase::Failed);
        session.close().await?;
        let state = sdk::prove(stage, &session).await?;
        assert_eq!(state.phase(), Phase::Failed);
        assert_eq!(state.life.exit.and_then(|exit| exit.code), Some(1));
        let error = session.wait().await.unwrap_err();
        assert!(
            matches!(
                &error,
                Error::Agent {
                    outcome: Outcome::ApiError { .. },
                    ..
                }
            ),
            "{error}"
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_bad_request_is_an_api_error_without_a_retry() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage)).await?;
        client
            .query(prompt("Try.", [turn().http_error(400)]))
            .await?;
        let result = completed(client.session()).await?;
        assert!(
            matches!(
                &result.turn.outcome,
                Some(Outcome::ApiError {
                    status: Some(400),
                    ..
                })
            ),
            "{:?}",
            result.turn
        );
        // The CLI may ask again with fewer optional features, but it tells nobody and waits for nothing.
        let asked = stage.api.model_requests();
        assert!(
            asked
                .iter()
                .all(|request| request.outcome == crate::stand_in::Outcome::Failed(400))
        );
        client
            .query(prompt("And now?", [turn().text("Fine.")]))
            .await?;
        assert_eq!(client.receive_response().await?.text(), "Fine.");
        let state = sdk::finish(stage, client).await?;
        let told = |kind: &ItemKind| {
            matches!(
                kind,
                ItemKind::ApiError {
                    status: Some(400),
                    ..
                }
            )
        };
        assert!(state.transcript.iter().any(|item| told(&item.kind)));
        assert!(state.usage.retries.is_empty());
        Ok(())
    })
    .await
}

#[tokio::test]
async fn without_a_key_the_first_turn_says_so() -> TestResult {
    on_stage(async |stage| {
        let options = sdk::options(stage).cli(|launch| launch.remove_env("ANTHROPIC_API_KEY"));
        let mut client = sdk::connect(&options).await?;
        client.query("Hello?").await?;
        let word = until(client.session(), "the error", |event| match event {
            Event::Message(message) => match message.frame() {
                cca::wire::Frame::Assistant(message) => message.error.clone(),
                _ => None,
            },
            _ => None,
        })
        .await?;
        assert_eq!(word, "authentication_failed");
        let error = client.receive_response().await.unwrap_err();
        assert!(
            matches!(
                &error,
                Error::Agent {
                    outcome: Outcome::ApiError { .. },
                    ..
                }
            ),
            "{error}"
        );
        assert!(stage.api.model_requests().is_empty());
        sdk::finish(stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn cost_and_usage_are_the_latest_figures_and_not_a_sum() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage)).await?;
        let mut costs = Vec::new();
        for text in ["One.", "Two."] {
            let answer = turn()
                .text(text)
                .usage("input_tokens", 1000)
                .usage("output_tokens", 10);
            client.query(prompt("Go on.", [answer])).await?;
            let result = client.receive_response().await?;
            costs.push(result.cost_usd.expect("a cost"));
        }
        let state = sdk::finish(stage, client).await?;
        assert!(
            costs[1] > costs[0] && costs[1] < 3.0 * costs[0],
            "{costs:?}"
        );
        assert_eq!(state.usage.cost_usd, Some(costs[1]));
        let last = state
            .usage
            .last_turn
            .as_ref()
            .expect("tokens of the last turn");
        assert_eq!(last.output_tokens, Some(10));
        let all: u64 = state
            .usage
            .by_model
            .values()
            .filter_map(|model| model["outputTokens"].as_u64())
            .sum();
        assert_eq!(all, 20, "{:?}", state.usage.by_model);
        Ok(())
    })
    .await
}
