//! Children that misbehave: start, wait, close and cancel all return within their bounds, with a typed error.

use super::{child, within};
use cca::session::Phase;
use cca::{Agent, Client, Error, Options, Session};
use nix::errno::Errno;
use nix::sys::signal::kill;
use nix::unistd::Pid;
use std::time::Duration;

fn short(script: &str) -> Options {
    child(script).start_limit(Duration::from_millis(300))
}

async fn start_error(options: &Options) -> Error {
    within(Client::connect(options)).await.unwrap_err()
}

async fn pid(session: &Session) -> i32 {
    let pid = session.inspect(|state, _| state.life.pid).await.unwrap();
    i32::try_from(pid.unwrap()).unwrap()
}

/// Waits until nobody of the process group is left; a zombie that nobody reaps counts as gone.
fn wait_until_gone(pid: i32) {
    let began = std::time::Instant::now();
    let stat = format!("/proc/{pid}/stat");
    while kill(Pid::from_raw(-pid), None) != Err(Errno::ESRCH) {
        let zombie = std::fs::read_to_string(&stat).is_ok_and(|text| text.contains(") Z "));
        if zombie {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(30), "still alive");
        std::thread::yield_now();
    }
}

#[tokio::test]
async fn a_child_that_exits_at_once_says_how() {
    let error = start_error(&child("echo 'no license' >&2; exit 7")).await;
    assert_eq!(error.code(), "CLI_CONNECTION");
    let text = error.to_string();
    assert!(
        text.contains("exit code 7") && text.contains("no license"),
        "{text}"
    );
}

#[tokio::test]
async fn a_child_that_says_nothing_is_given_up() {
    for script in ["forever", "trap '' TERM; forever", "exec <&-; forever"] {
        let error = start_error(&short(script)).await;
        assert_eq!(error.code(), "TIMEOUT", "{script}: {error}");
    }
}

#[tokio::test]
async fn a_child_that_closes_its_output_and_lives_is_ended() {
    let error = start_error(&child("exec >&-; forever")).await;
    assert_eq!(error.code(), "CLI_CONNECTION");
    assert!(error.to_string().contains("standard output"), "{error}");

    let session = Agent::new(child("ready; hear; exec >&-; forever"))
        .start_session("x")
        .await
        .unwrap();
    assert_eq!(
        within(session.wait_for(Phase::is_final)).await,
        Phase::Failed
    );
    let error = within(session.wait()).await.unwrap_err();
    assert_eq!(error.code(), "CLI_CONNECTION");
    assert!(error.to_string().contains("standard output"), "{error}");
}

#[tokio::test]
async fn a_child_that_closes_its_input_and_lives_is_ended() {
    let script = "read -r _; exec <&-; say \"$ANSWER\"; forever"
        .replace("\"$ANSWER\"", &format!("'{READY}'"));
    let session = Agent::new(child(&script)).start_session("x").await.unwrap();
    let error = within(session.wait()).await.unwrap_err();
    assert_eq!(error.code(), "CLI_CONNECTION");
    assert!(error.to_string().contains("standard input"), "{error}");
}

const READY: &str = r#"{"type":"control_response","response":{"subtype":"success","request_id":"cca-1","response":{}}}"#;

#[tokio::test]
async fn a_child_that_floods_its_stderr_still_works_and_can_be_ended() {
    let script = "ready; (while :; do echo noise >&2; done) & hear; result; hear; forever";
    let mut client = Client::connect(&child(script)).await.unwrap();
    client.query("x").await.unwrap();
    within(client.receive_response()).await.unwrap();
    let pid = pid(client.session()).await;
    within(client.disconnect()).await.unwrap();
    wait_until_gone(pid);
}

#[tokio::test]
async fn a_child_that_ignores_sigterm_is_killed_within_the_bounds() {
    let script = "trap '' TERM INT HUP; ready; hear; while :; do sleep 1000; done";
    for cancel in [true, false] {
        let session = Agent::new(child(script)).start_session("x").await.unwrap();
        let began = std::time::Instant::now();
        if cancel {
            within(session.cancel()).await.unwrap();
            within(session.cancel()).await.unwrap();
        } else {
            within(session.close()).await.unwrap();
        }
        assert!(began.elapsed() < Duration::from_secs(10));
        let life = session
            .inspect(|state, _| state.life.clone())
            .await
            .unwrap();
        assert_eq!(life.exit.unwrap().signal, Some(9));
        assert_eq!(session.state(), Phase::Cancelled);
    }
}

/// The grandchild keeps the pipe open after the child is gone; one is silent, the other never stops.
#[tokio::test]
async fn a_grandchild_that_holds_the_pipe_does_not_hold_the_session() {
    for grandchild in [
        "sleep 20",
        "while :; do say '{}'; done",
        "while :; do echo x >&2; done",
    ] {
        let script = format!("ready; hear; ( trap '' TERM; {grandchild} ) & exit 4");
        let session = Agent::new(child(&script)).start_session("x").await.unwrap();
        let group = pid(&session).await;
        let error = within(session.wait()).await.unwrap_err();
        assert!(error.to_string().contains("exit code 4"), "{error}");
        let _ = nix::sys::signal::killpg(Pid::from_raw(group), nix::sys::signal::Signal::SIGKILL);
    }
}

#[tokio::test]
async fn dropping_a_session_kills_its_group() {
    let script = "trap '' TERM; ready; hear; sleep 1000 & sleep 1000";
    let session = Agent::new(child(script)).start_session("x").await.unwrap();
    let pid = pid(&session).await;
    drop(session);
    let gone = tokio::task::spawn_blocking(move || wait_until_gone(pid));
    within(gone).await.unwrap();
}

#[test]
fn dropping_the_runtime_kills_the_group() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let (session, pid) = runtime.block_on(async {
        let script = "trap '' TERM; ready; hear; sleep 1000 & sleep 1000";
        let session = Agent::new(child(script)).start_session("x").await.unwrap();
        let pid = pid(&session).await;
        (session, pid)
    });
    drop(runtime);
    wait_until_gone(pid);
    // The handle outlives the runtime and says that it is over.
    let again = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let error = again.block_on(session.control().prompt("x")).unwrap_err();
    assert!(matches!(error, Error::Closed { .. }));
}
