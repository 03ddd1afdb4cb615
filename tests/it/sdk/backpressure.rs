//! A consumer that does not read: nothing is lost, the CLI waits, memory is bounded, nothing deadlocks.

use super::{answered_id, link, payload, within};
use crate::support::frames;
use cca::session::Phase;
use cca::tools::{Server, Tool};
use cca::transport::child::ExitReport;
use cca::{Agent, Event, HookOutput, Options, PermissionAnswer, wire::hook::HookEvent};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const BURST: usize = 50_000;

fn numbered(number: usize) -> Value {
    json!({"type": "keep_alive", "number": number})
}

fn number(event: &Event) -> Option<usize> {
    let Event::Message(message) = event else {
        return None;
    };
    let line: Value = serde_json::from_slice(&message.traffic().line).unwrap();
    line["number"].as_u64().map(|n| usize::try_from(n).unwrap())
}

#[tokio::test(start_paused = true)]
async fn a_burst_that_nobody_reads_slows_the_cli_and_loses_nothing() {
    let (link, mut cli) = link();
    let mut session = Agent::new(Options::new()).attach(link);
    let written = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&written);
    let peer = tokio::spawn(async move {
        for n in 0..BURST {
            cli.say(&numbered(n)).await;
            count.store(n + 1, Ordering::SeqCst);
        }
        let asked = cli.hear().await;
        let answer = frames::success(asked["request_id"].as_str().unwrap(), &json!({"n": 1}));
        cli.say(&answer).await;
        cli
    });
    // Time moves only when every task is idle: the peer is stuck in a write.
    tokio::time::timeout(Duration::from_hours(1), std::future::pending::<()>())
        .await
        .unwrap_err();
    let kept = written.load(Ordering::SeqCst);
    assert!((1000..6000).contains(&kept), "{kept} lines were taken");

    // The answer is behind all of them, and the task that asks reads nothing.
    let answer = within(session.control().request_raw("mcp_status", json!({}))).await;
    assert_eq!(answer.unwrap(), json!({"n": 1}));
    assert_eq!(written.load(Ordering::SeqCst), BURST);

    let mut next = 0;
    while next < BURST {
        let event = within(session.next_event()).await.unwrap();
        if let Some(n) = number(&event) {
            assert_eq!(n, next);
            next += 1;
        }
    }
    let cli = peer.await.unwrap();
    let closed = tokio::spawn(cli.end());
    within(session.close()).await.unwrap();
    closed.await.unwrap();
}

/// Requests of the CLI keep their place behind messages: they are served once those are read, not before.
#[tokio::test(start_paused = true)]
async fn requests_behind_unread_messages_are_served_once_those_are_read() {
    let calls = Arc::new(AtomicUsize::new(0));
    let (in_tool, in_hook, in_permission) =
        (Arc::clone(&calls), Arc::clone(&calls), Arc::clone(&calls));
    let tool = Tool::new("count", "Counts").handler(move |_, _| {
        in_tool.fetch_add(1, Ordering::SeqCst);
        async { Ok("counted") }
    });
    let options = Options::new()
        .server(Server::new("calc").unwrap().tool(tool).unwrap())
        .hook(HookEvent::PreToolUse, "", move |_, _| {
            in_hook.fetch_add(1, Ordering::SeqCst);
            async { Ok(HookOutput::none()) }
        })
        .on_permission(move |_, _| {
            in_permission.fetch_add(1, Ordering::SeqCst);
            async { Ok(PermissionAnswer::allow()) }
        });
    let (link, mut cli) = link();
    let mut session = Agent::new(options).attach(link);
    let peer = tokio::spawn(async move {
        for n in 0..10_000 {
            cli.say(&numbered(n)).await;
        }
        cli.say(&frames::tools_call("r1", "calc", "count")).await;
        cli.say(&frames::hook("r2", "cca_hook_0", "Bash")).await;
        cli.say(&frames::can_use_tool("r3", "Bash")).await;
        let mut answers = [cli.hear().await, cli.hear().await, cli.hear().await];
        answers.sort_by_key(|answer| answered_id(answer).to_owned());
        answers
    });
    tokio::time::timeout(Duration::from_hours(1), std::future::pending::<()>())
        .await
        .unwrap_err();
    assert_eq!(calls.load(Ordering::SeqCst), 0);

    let reading = tokio::spawn(async move { while session.next_event().await.is_some() {} });
    let answers = within(peer).await.unwrap();
    assert_eq!(calls.load(Ordering::SeqCst), 3);
    let [tool, hook, permission] = &answers;
    assert_eq!(
        payload(tool)["mcp_response"]["result"]["content"][0]["text"],
        "counted"
    );
    assert_eq!(hook["response"]["subtype"], "success");
    assert_eq!(payload(permission)["behavior"], "allow");
    within(reading).await.unwrap();
}

/// A child that died with a full pipe behind it: all of it is handed on, and its end is known without reading.
#[tokio::test(start_paused = true)]
async fn what_a_dead_child_left_in_its_pipe_is_not_lost() {
    let (link, mut cli) = link();
    let mut session = Agent::new(Options::new()).attach(link);
    let mut said = 0;
    loop {
        let message = numbered(said);
        tokio::select! {
            biased;
            () = cli.say(&message) => said += 1,
            // Nobody takes any more, and the pipe is full.
            () = tokio::time::sleep(Duration::from_hours(1)) => break,
        }
    }
    drop(cli.stdout);
    let exit = ExitReport {
        code: Some(0),
        signal: None,
    };
    cli.ended.send(exit).unwrap();
    let phase = within(session.wait_for(Phase::is_final)).await;
    assert_eq!(phase, Phase::Completed);
    let mut next = 0;
    while let Some(event) = within(session.next_event()).await {
        if let Some(n) = number(&event) {
            assert_eq!(n, next);
            next += 1;
        }
    }
    assert_eq!(next, said);
}
