//! Conversations that go on: resume, continue, fork, and ids that cannot be used.

use crate::stand_in::{prompt, turn};
use crate::support::watch::{bounded, on_stage};
use crate::support::{Failure, Stage, TestResult, sdk};
use cca::session::{ItemKind, Phase};
use cca::transport::launch::{Fork, SessionChoice};
use cca::{Client, Error, Options};
use std::time::Duration;

const SECRET: &str = "the word is quince";

/// A conversation in which a word was said; its id.
async fn earlier(stage: &Stage) -> Result<String, Failure> {
    let mut client = sdk::connect(&sdk::options(stage)).await?;
    client
        .query(prompt(SECRET, [turn().text("I will remember.")]))
        .await?;
    let id = client.receive_response().await?.session_id;
    sdk::finish(stage, client).await?;
    Ok(id)
}

/// Goes on with it; the id it has then. The model must have been sent the earlier words.
async fn go_on(stage: &Stage, options: &Options) -> Result<String, Failure> {
    let mut client = sdk::connect(options).await?;
    client
        .query(prompt("Which word?", [turn().text("Quince.")]))
        .await?;
    let result = client.receive_response().await?;
    assert_eq!(result.text(), "Quince.");
    let request = stage.api.model_requests().pop().expect("a request");
    assert!(request.text().contains(SECRET) && request.text().contains("I will remember."));
    let state = sdk::finish(stage, client).await?;
    assert_eq!(state.facts.session_id(), Some(result.session_id.as_str()));
    Ok(result.session_id)
}

async fn refused(options: &Options) -> Result<Error, Failure> {
    match bounded(
        Duration::from_secs(20),
        "the end of the start",
        Client::connect(options),
    )
    .await?
    {
        Ok(_) => Err(Failure::new("it started")),
        Err(error) => Ok(error),
    }
}

#[tokio::test]
async fn a_resumed_session_keeps_its_id_and_its_history() -> TestResult {
    on_stage(async |stage| {
        let id = earlier(stage).await?;
        assert_eq!(go_on(stage, &sdk::options(stage).resume(&id)).await?, id);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn continue_takes_the_latest_session_of_the_directory() -> TestResult {
    on_stage(async |stage| {
        let id = earlier(stage).await?;
        let options = sdk::options(stage).session(SessionChoice::Continue);
        assert_eq!(go_on(stage, &options).await?, id);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_fork_has_the_history_and_an_id_of_its_own() -> TestResult {
    on_stage(async |stage| {
        let id = earlier(stage).await?;
        let fresh = sdk::options(stage)
            .resume(&id)
            .cli(|launch| launch.fork(Fork::FreshId));
        assert_ne!(go_on(stage, &fresh).await?, id);
        let own = uuid::Uuid::new_v4();
        let named = sdk::options(stage)
            .resume(&id)
            .cli(|launch| launch.fork(Fork::Id(own)));
        assert_eq!(go_on(stage, &named).await?, own.to_string());
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_unknown_session_cannot_be_resumed_and_the_error_says_so() -> TestResult {
    on_stage(async |stage| {
        let unknown = uuid::Uuid::new_v4().to_string();
        let error = refused(&sdk::options(stage).resume(&unknown)).await?;
        let text = error.to_string();
        assert!(
            text.contains("No conversation found") && text.contains(&unknown),
            "{text}"
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_id_that_is_in_use_cannot_be_taken_and_the_error_says_so() -> TestResult {
    on_stage(async |stage| {
        let id = earlier(stage).await?;
        let options = sdk::options(stage).session(SessionChoice::Id(id.parse()?));
        let error = refused(&options).await?;
        assert_eq!(error.code(), "CLI_CONNECTION");
        assert!(error.to_string().contains("already in use"), "{error}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_id_of_our_choice_is_the_id_of_the_session() -> TestResult {
    on_stage(async |stage| {
        let id = uuid::Uuid::new_v4();
        let mut client = sdk::connect(&sdk::options(stage).session(SessionChoice::Id(id))).await?;
        client.query("Hello?").await?;
        assert_eq!(client.receive_response().await?.session_id, id.to_string());
        assert_eq!(client.session().id(), id.to_string());
        sdk::finish(stage, client).await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn clear_changes_the_id_and_forgets_the_conversation() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage)).await?;
        client
            .query(prompt(SECRET, [turn().text("I will remember.")]))
            .await?;
        let before = client.receive_response().await?.session_id;
        client.query("/clear").await?;
        client.receive_response().await?;
        client
            .query(prompt("Which word?", [turn().text("Which?")]))
            .await?;
        let after = client.receive_response().await?.session_id;
        assert_ne!(after, before);
        assert_eq!(client.session().id(), after);
        let state = sdk::finish(stage, client).await?;
        assert_eq!(state.facts.session_ids, [before, after]);
        assert!(
            state
                .transcript
                .iter()
                .any(|item| item.kind == ItemKind::Reset)
        );
        let request = stage.api.model_requests().pop().expect("a request");
        assert!(!request.text().contains(SECRET));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn compact_shortens_the_conversation_and_the_session_goes_on() -> TestResult {
    on_stage(async |stage| {
        let mut client = sdk::connect(&sdk::options(stage)).await?;
        client.query(prompt(SECRET, [turn().text("I will remember.")])).await?;
        client.receive_response().await?;
        client.query("/compact keep the word").await?;
        client.receive_response().await?;
        client.query(prompt("Which word?", [turn().text("Quince.")])).await?;
        assert_eq!(client.receive_response().await?.text(), "Quince.");
        let state = sdk::finish(stage, client).await?;
        let compactions: Vec<_> = state.usage.compactions.iter().map(|done| done.trigger.as_str()).collect();
        assert_eq!(compactions, ["manual"]);
        let marked = |kind: &ItemKind| matches!(kind, ItemKind::Compacted { trigger } if trigger == "manual");
        assert!(state.transcript.iter().any(|item| marked(&item.kind)));
        let request = stage.api.model_requests().pop().expect("a request");
        assert!(!request.text().contains("I will remember."), "the conversation was not shortened");
        assert_eq!(state.phase(), Phase::Completed);
        Ok(())
    })
    .await
}
