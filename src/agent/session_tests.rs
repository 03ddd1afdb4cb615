//! Requests that wait for a person, over a link in memory: who is asked, and which answers count.

use super::super::{Agent, Event, Options};
use super::{Error, Session};
use crate::transport::{Link, Peer};
use crate::wire::permission::PermissionAnswer;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

async fn ask(peer: &mut Peer, id: &str, command: &str) {
    let request =
        json!({"subtype": "can_use_tool", "tool_name": "Bash", "input": {"command": command}});
    let line = json!({"type": "control_request", "request_id": id, "request": request});
    let line = format!("{line}\n");
    peer.stdout.write_all(line.as_bytes()).await.unwrap();
}

async fn line(peer: &mut Peer) -> Value {
    let mut line = String::new();
    BufReader::with_capacity(1, &mut peer.stdin)
        .read_line(&mut line)
        .await
        .unwrap();
    serde_json::from_str(&line).unwrap()
}

async fn answered(peer: &mut Peer) -> Value {
    line(peer).await["response"].clone()
}

async fn asked(session: &mut Session) -> String {
    loop {
        if let Event::PermissionAsked { id, .. } = session.next_event().await.unwrap() {
            return id;
        }
    }
}

#[tokio::test]
async fn only_what_no_rule_decides_is_asked_and_only_the_first_answer_counts() {
    let (link, mut peer) = Link::memory();
    let options = Options::new().attended().allow("Bash(ls *)").unwrap();
    let mut session = Agent::new(options).attach(link);
    ask(&mut peer, "ruled", "ls src").await;
    ask(&mut peer, "open", "rm x").await;
    assert_eq!(asked(&mut session).await, "open");
    assert_eq!(answered(&mut peer).await["request_id"], "ruled");
    session
        .answer("open", PermissionAnswer::allow())
        .await
        .unwrap();
    assert_eq!(answered(&mut peer).await["request_id"], "open");
    for (id, expected) in [
        ("open", "answered"),
        ("ruled", "answered"),
        ("other", "unknown"),
    ] {
        let late = session.answer(id, PermissionAnswer::deny("no")).await;
        assert!(
            matches!(&late, Err(Error::Late { request_id, why }) if request_id == id && why == expected),
            "{late:?}"
        );
    }
}

#[tokio::test]
async fn an_answer_to_a_withdrawn_request_is_late() {
    let (link, mut peer) = Link::memory();
    let mut session = Agent::new(Options::new().attended()).attach(link);
    ask(&mut peer, "gone", "rm x").await;
    asked(&mut session).await;
    let cancel = b"{\"type\":\"control_cancel_request\",\"request_id\":\"gone\"}\n";
    peer.stdout.write_all(cancel).await.unwrap();
    while !matches!(
        session.next_event().await,
        Some(Event::PermissionDecided(_))
    ) {}
    let late = session.answer("gone", PermissionAnswer::allow()).await;
    assert!(
        matches!(&late, Err(Error::Late { why, .. }) if why == "withdrawn"),
        "{late:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_limit_denies_what_no_person_decided_and_nothing_else() {
    let (link, mut peer) = Link::memory();
    let limit = Duration::from_mins(1);
    let options = Options::new().attended().permission_limit(limit);
    let mut session = Agent::new(options).attach(link);
    ask(&mut peer, "decided", "rm x").await;
    let id = asked(&mut session).await;
    session.answer(id, PermissionAnswer::allow()).await.unwrap();
    assert_eq!(answered(&mut peer).await["response"]["behavior"], "allow");
    ask(&mut peer, "left", "rm y").await;
    // Time passes by itself as soon as everybody waits: past both limits, when the answer to the second is here.
    let denied = answered(&mut peer).await;
    assert_eq!(
        (&denied["request_id"], &denied["response"]["behavior"]),
        (&json!("left"), &json!("deny"))
    );
    let late = session.inspect(|state, _| state.counts.late_answers).await;
    assert_eq!(late.unwrap(), 0);
}

#[tokio::test]
async fn a_form_waits_only_where_somebody_can_fill_it_in() {
    for (options, left) in [
        (Options::new().attended(), 0),
        (Options::new().attended().with_forms(), 1),
    ] {
        let (link, mut peer) = Link::memory();
        let session = Agent::new(options.allow("Bash(ls *)").unwrap()).attach(link);
        let form = br#"{"type":"control_request","request_id":"form","request":{"subtype":"elicitation","mcp_server_name":"crm","message":"Who?"}}"#;
        peer.stdout.write_all(form).await.unwrap();
        peer.stdout.write_all(b"\n").await.unwrap();
        ask(&mut peer, "ruled", "ls").await;
        let mut first = answered(&mut peer).await;
        if left == 0 {
            assert_eq!(first["response"]["action"], "decline");
            first = answered(&mut peer).await;
        }
        assert_eq!(first["request_id"], "ruled");
        let open = session.inspect(|state, _| state.pending.len()).await;
        assert_eq!(open.unwrap(), left);
    }
}

#[tokio::test]
async fn a_request_nobody_waits_for_any_more_is_withdrawn() {
    let (link, mut peer) = Link::memory();
    let session = Agent::new(Options::new()).attach(link);
    let control = session.control();
    let mut asking = Box::pin(control.request_raw("mcp_status", json!({})));
    let asked = tokio::select! {
        _ = &mut asking => panic!("nobody answered"),
        asked = line(&mut peer) => asked,
    };
    assert_eq!(asked["request"]["subtype"], "mcp_status");
    drop(asking);
    let withdrawn = line(&mut peer).await;
    let id = &asked["request_id"];
    assert_eq!(
        withdrawn,
        json!({"type": "control_cancel_request", "request_id": id})
    );
    let open = session.inspect(|state, _| state.pending.len()).await;
    assert_eq!(open.unwrap(), 0);
}
