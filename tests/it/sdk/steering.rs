//! Steering at odd moments: commands that have nothing to do, twice the same, and after the end.

use super::{child, link, within};
use crate::support::frames;
use cca::session::Phase;
use cca::transport::child::Signal;
use cca::{Agent, Client, Error, Options, PermissionAnswer};
use serde_json::json;

#[tokio::test]
async fn pausing_and_resuming_with_nothing_to_hold() {
    let (link, mut cli) = link();
    let session = Agent::new(Options::new()).attach(link);
    session.resume().await.unwrap();
    session.pause().await.unwrap();
    session.pause().await.unwrap();
    assert_eq!(session.state(), Phase::Paused);
    session.control().prompt("held").await.unwrap();
    assert_eq!(session.inspect(|s, _| s.life.held.len()).await.unwrap(), 1);
    session.resume().await.unwrap();
    session.resume().await.unwrap();
    assert_eq!(cli.hear().await["type"], "user");
}

#[tokio::test]
async fn an_interrupt_while_idle_is_only_a_request() {
    let (link, mut cli) = link();
    let session = Agent::new(Options::new()).attach(link);
    let peer = tokio::spawn(async move {
        let asked = cli.hear().await;
        let id = asked["request_id"].as_str().unwrap().to_owned();
        cli.say(&frames::success(&id, &json!({"still_queued": []})))
            .await;
        cli
    });
    within(session.interrupt()).await.unwrap();
    drop(peer.await.unwrap());
}

#[tokio::test]
async fn after_the_end_everything_that_needs_the_cli_is_closed() {
    let mut client = Client::connect(&child("ready; hear; exit 0"))
        .await
        .unwrap();
    let control = client.control();
    let session = client.session();
    within(session.close()).await.unwrap();
    let closed = |error: Error| {
        assert!(matches!(error, Error::Closed { .. }), "{error}");
        assert_eq!(error.code(), "CLI_CONNECTION");
    };
    closed(control.prompt("x").await.unwrap_err());
    closed(control.mcp_status().await.unwrap_err());
    closed(control.request_raw("x", json!({})).await.unwrap_err());
    closed(session.interrupt().await.unwrap_err());
    closed(session.pause().await.unwrap_err());
    closed(session.resume().await.unwrap_err());
    let answer = session.answer("p", PermissionAnswer::allow()).await;
    closed(answer.unwrap_err());
    // Ending it again is no error, and what is known can be looked at.
    within(session.close()).await.unwrap();
    within(session.cancel()).await.unwrap();
    assert_eq!(session.snapshot().await.unwrap().phase(), Phase::Completed);
    while within(session.next_event()).await.is_some() {}
    assert!(within(client.next_message()).await.is_none());
}

/// A request that is never answered ends with its limit, and names what else was waiting.
#[tokio::test(start_paused = true)]
async fn a_request_nobody_answers_times_out() {
    let (link, mut cli) = link();
    let session = Agent::new(Options::new().attended()).attach(link);
    cli.say(&frames::can_use_tool("p", "Bash")).await;
    let error = within(async {
        session
            .control()
            .within(std::time::Duration::from_secs(5))
            .mcp_status()
            .await
    })
    .await
    .unwrap_err();
    assert_eq!(error.code(), "TIMEOUT");
    assert!(error.to_string().contains("Bash"), "{error}");
    drop(cli);
}

/// Somebody keeps a handle for an interrupt button; the session itself is gone.
#[tokio::test(start_paused = true)]
async fn a_forgotten_control_keeps_no_process_alive() {
    let (link, mut cli) = link();
    let session = Agent::new(Options::new()).attach(link);
    let control = session.control();
    drop(session);
    assert_eq!(within(cli.signals.recv()).await, Some(Signal::Terminate));
    let error = within(control.prompt("x")).await.unwrap_err();
    assert_eq!(error.code(), "CLI_CONNECTION");
}
