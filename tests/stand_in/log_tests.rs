//! Keeping requests and waiting for them.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::super::http::Incoming;
use super::{KEPT, Log, Outcome};

fn push(log: &Log, path: &str, body: Value) -> u64 {
    let incoming = Incoming {
        method: "POST".into(),
        path: path.into(),
        headers: vec![("a".into(), "b".into())],
        body: vec![],
    };
    log.push(&incoming, &Arc::new(body))
}

#[tokio::test]
async fn a_wait_sees_what_came_before_and_what_comes_later() {
    let log = Log::new();
    push(
        &log,
        "/v1/messages?beta=true",
        json!({"tools": [{"name": "Bash"}]}),
    );
    let before = log
        .wait_for(super::Request::is_for_the_model)
        .await
        .unwrap();
    assert_eq!(
        (before.tools(), before.header("a")),
        (vec!["Bash"], Some("b"))
    );
    let (later, ()) = tokio::join!(log.wait_for(|request| request.path == "/late"), async {
        push(&log, "/late", Value::Null);
    });
    assert_eq!(later.unwrap().number, 2);
}

#[tokio::test]
async fn a_wait_sees_a_change_of_outcome() {
    let log = Log::new();
    let number = push(&log, "/x", Value::Null);
    let (seen, ()) = tokio::join!(
        log.wait_for(|request| request.outcome == Outcome::Cut),
        async {
            log.set(number, Outcome::Cut);
        }
    );
    assert_eq!(seen.unwrap().number, number);
}

#[tokio::test(start_paused = true)]
async fn a_wait_ends_and_says_what_came() {
    let log = Log::new();
    push(&log, "/seen", Value::Null);
    let missed = log
        .wait_within(Duration::from_secs(5), |_| false)
        .await
        .unwrap_err()
        .to_string();
    assert!(
        missed.contains("5s") && missed.contains("POST /seen (Open)"),
        "{missed}"
    );
}

#[test]
fn only_the_latest_requests_are_kept() {
    let log = Log::new();
    for _ in 0..=KEPT {
        push(&log, "/x", Value::Null);
    }
    let kept = log.requests();
    assert_eq!((kept.len(), kept[0].number), (KEPT, 2));
}
