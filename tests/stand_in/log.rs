//! What was asked of the stand-in and how each request ended: the evidence tests look at and wait on.
//!
//! Holds a bounded number of requests; knows nothing about sockets or scripts.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;

use super::conversation;
use super::http::Incoming;

/// Requests kept; older ones are dropped. A request of the CLI is about 100 KB.
const KEPT: usize = 256;
/// How long a wait lasts before it fails. Generous: it only matters when something is wrong.
const PATIENCE: Duration = Duration::from_mins(1);

/// How far the answer to a request has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Being answered.
    Open,
    /// Silent by script, waiting for a release.
    Hanging,
    /// Answered in full.
    Complete,
    /// Answered with this HTTP error.
    Failed(u16),
    /// Ended early by script.
    Cut,
    /// The client went away before the end.
    Abandoned,
}

/// One logged request.
#[derive(Debug, Clone)]
pub struct Request {
    /// Counts from 1 over all requests.
    pub number: u64,
    /// `GET`, `POST` …
    pub method: String,
    /// The path without its query.
    pub path: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body; `null` when it is no JSON.
    pub body: Arc<Value>,
    /// How far the answer has come.
    pub outcome: Outcome,
}

impl Request {
    /// Whether the model was asked for an answer.
    pub fn is_for_the_model(&self) -> bool {
        self.method == "POST" && self.path.ends_with("/v1/messages")
    }

    /// The prompt this request goes back to.
    pub fn prompt(&self) -> Option<&str> {
        conversation::governing(&self.body)?.prompt
    }

    /// The text of the latest tool results.
    pub fn tool_results(&self) -> String {
        conversation::latest_results(&self.body)
    }

    /// Everything the model could read.
    pub fn text(&self) -> String {
        conversation::everything(&self.body).join("\n")
    }

    /// Names of the tools on offer.
    pub fn tools(&self) -> Vec<&str> {
        let tools = self
            .body
            .get("tools")
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice);
        tools
            .iter()
            .filter_map(|tool| tool.get("name").and_then(Value::as_str))
            .collect()
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, value)| value.as_str())
    }
}

/// No logged request fitted within the time a wait may last.
#[derive(Debug, thiserror::Error)]
#[error(
    "no request to the stand-in fitted within {waited:?}; check the condition against what came: {seen}"
)]
pub struct NotSeen {
    waited: Duration,
    seen: String,
}

/// The log.
#[derive(Debug)]
pub struct Log {
    kept: Mutex<Kept>,
    changed: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Kept {
    requests: VecDeque<Request>,
    total: u64,
}

impl Log {
    /// An empty log.
    pub fn new() -> Self {
        Self {
            kept: Mutex::default(),
            changed: watch::Sender::new(0),
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Logs a request; its number is the key to `set`.
    pub fn push(&self, incoming: &Incoming, body: &Arc<Value>) -> u64 {
        let mut kept = self.kept();
        kept.total += 1;
        let number = kept.total;
        if kept.requests.len() == KEPT {
            kept.requests.pop_front();
        }
        kept.requests.push_back(Request {
            number,
            method: incoming.method.clone(),
            path: incoming
                .path
                .split('?')
                .next()
                .unwrap_or_default()
                .to_owned(),
            headers: incoming.headers.clone(),
            body: Arc::clone(body),
            outcome: Outcome::Open,
        });
        drop(kept);
        self.changed.send_modify(|changes| *changes += 1);
        number
    }

    /// Notes how far the answer to a request has come.
    pub fn set(&self, number: u64, outcome: Outcome) {
        if let Some(request) = self
            .kept()
            .requests
            .iter_mut()
            .find(|request| request.number == number)
        {
            request.outcome = outcome;
        }
        self.changed.send_modify(|changes| *changes += 1);
    }

    /// The requests kept, oldest first.
    pub fn requests(&self) -> Vec<Request> {
        self.kept().requests.iter().cloned().collect()
    }

    /// The first request that fits, as soon as there is one.
    pub async fn wait_for(&self, fits: impl Fn(&Request) -> bool) -> Result<Request, NotSeen> {
        self.wait_within(PATIENCE, fits).await
    }

    async fn wait_within(
        &self,
        waited: Duration,
        fits: impl Fn(&Request) -> bool,
    ) -> Result<Request, NotSeen> {
        // Subscribed before the first look: what comes in between wakes the wait.
        let mut changes = self.changed.subscribe();
        let found = async {
            loop {
                let found = self
                    .kept()
                    .requests
                    .iter()
                    .find(|request| fits(request))
                    .cloned();
                if found.is_some() || changes.changed().await.is_err() {
                    return found;
                }
            }
        };
        let found = tokio::time::timeout(waited, found).await.ok().flatten();
        found.ok_or_else(|| NotSeen {
            waited,
            seen: self.summary(),
        })
    }

    fn summary(&self) -> String {
        let line = |request: &Request| {
            format!(
                "{} {} ({:?})",
                request.method, request.path, request.outcome
            )
        };
        let lines: Vec<String> = self.kept().requests.iter().map(line).collect();
        if lines.is_empty() {
            "nothing".to_owned()
        } else {
            lines.join(", ")
        }
    }
}

#[cfg(test)]
#[path = "log_tests.rs"]
mod tests;
