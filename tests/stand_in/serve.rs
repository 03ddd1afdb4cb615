//! The sockets of the stand-in: reads requests, performs what `choose` and `reply` say, keeps the log.
//!
//! The only file that waits. Every wait also ends when the client goes away.

use std::collections::HashMap;
use std::io::{Error, Result};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::choose::choose;
use super::http::{self, Incoming};
use super::log::{Log, Outcome};
use super::reply::{self, Step};
use super::script::{Fault, Turn};

/// Connections served at once; more wait in the accept queue.
const MAX_CONNECTIONS: usize = 64;

/// What all connections of one stand-in share.
#[derive(Debug)]
pub struct Shared {
    /// The requests so far.
    pub log: Log,
    /// One permit lets one hanging answer go on.
    pub releases: Semaphore,
    attempts: Mutex<HashMap<String, u32>>,
}

impl Shared {
    /// Nothing asked, nothing released.
    pub fn new() -> Self {
        Self {
            log: Log::new(),
            releases: Semaphore::new(0),
            attempts: Mutex::default(),
        }
    }

    /// Counts an attempt at a turn and says whether its fault still applies.
    fn spoiled(&self, key: String, turn: &Turn) -> bool {
        if turn.fault.is_none() {
            return false;
        }
        let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        let made = attempts.entry(key).or_default();
        *made += 1;
        turn.times.is_none_or(|times| *made <= times)
    }
}

/// Accepts connections until dropped.
pub async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    let mut open = JoinSet::new();
    loop {
        while open.len() >= MAX_CONNECTIONS {
            open.join_next().await;
        }
        while open.try_join_next().is_some() {}
        if let Ok((stream, _)) = listener.accept().await {
            open.spawn(Connection::serve(stream, Arc::clone(&shared)));
        }
    }
}

/// Whether a connection can carry another request.
#[derive(Debug, PartialEq)]
enum After {
    KeepOpen,
    Close,
}

struct Connection {
    reader: BufReader<OwnedReadHalf>,
    writer: OwnedWriteHalf,
    shared: Arc<Shared>,
}

impl Connection {
    async fn serve(stream: TcpStream, shared: Arc<Shared>) {
        // Deltas must arrive one by one; without it they would come in batches, late.
        let _ = stream.set_nodelay(true);
        let (reader, writer) = stream.into_split();
        let mut connection = Self {
            reader: BufReader::new(reader),
            writer,
            shared,
        };
        loop {
            let incoming = match http::read_request(&mut connection.reader).await {
                Ok(Some(incoming)) => incoming,
                Ok(None) => return,
                Err(error) => return connection.refuse(&error).await,
            };
            let body: Arc<Value> =
                Arc::new(serde_json::from_slice(&incoming.body).unwrap_or_default());
            let number = connection.shared.log.push(&incoming, &body);
            match connection.answer(&incoming, &body, number).await {
                Ok(After::KeepOpen) if !incoming.is_the_last() => {}
                Ok(_) => return,
                Err(_) => return connection.shared.log.set(number, Outcome::Abandoned),
            }
        }
    }

    /// Says why a request cannot be read, where the client's user sees it, and hangs up.
    async fn refuse(&mut self, error: &Error) {
        let body = json!({"type": "error", "error": {
            "type": "invalid_request_error", "message": format!("the stand-in cannot read this: {error}"),
        }});
        let _ = http::respond(&mut self.writer, 400, &[], &body).await;
    }

    async fn answer(&mut self, incoming: &Incoming, body: &Value, number: u64) -> Result<After> {
        let path = incoming.path.split('?').next().unwrap_or_default();
        let answer = match incoming.method.as_str() {
            "POST" if path.ends_with("/v1/messages") => {
                return self.answer_as_model(body, number).await;
            }
            "POST" if path.ends_with("/count_tokens") => {
                json!({"input_tokens": incoming.body.len().div_ceil(4)})
            }
            "GET" if path.ends_with("/v1/models") => models(),
            "HEAD" => {
                http::respond_head(&mut self.writer).await?;
                return Ok(self.ended(number, Outcome::Complete));
            }
            _ => json!({}),
        };
        http::respond(&mut self.writer, 200, &[], &answer).await?;
        Ok(self.ended(number, Outcome::Complete))
    }

    fn ended(&self, number: u64, outcome: Outcome) -> After {
        self.shared.log.set(number, outcome);
        match outcome {
            Outcome::Complete | Outcome::Failed(_) => After::KeepOpen,
            _ => After::Close,
        }
    }

    async fn answer_as_model(&mut self, body: &Value, number: u64) -> Result<After> {
        let chosen = choose(body);
        let mut turn = chosen.turn;
        if !self.shared.spoiled(chosen.attempt_key, &turn) {
            turn.fault = None;
        }
        if turn.delay_ms > 0 && !self.pause(Duration::from_millis(turn.delay_ms)).await {
            return Ok(self.ended(number, Outcome::Abandoned));
        }
        if let Some(Fault::Http {
            status,
            retry_after,
        }) = turn.fault
        {
            return self.fail(status, retry_after, number).await;
        }
        if body.get("stream").and_then(Value::as_bool).unwrap_or(false) {
            self.stream(reply::stream(&turn, body, number), number)
                .await
        } else {
            self.send_whole(&turn, body, number).await
        }
    }

    async fn fail(&mut self, status: u16, retry_after: Option<u32>, number: u64) -> Result<After> {
        let headers: Vec<_> = retry_after
            .iter()
            .map(|seconds| ("retry-after", seconds.to_string()))
            .collect();
        http::respond(
            &mut self.writer,
            status,
            &headers,
            &reply::error(reply::error_kind(status)),
        )
        .await?;
        Ok(self.ended(number, Outcome::Failed(status)))
    }

    async fn stream(&mut self, steps: Vec<Step>, number: u64) -> Result<After> {
        http::start_stream(&mut self.writer).await?;
        let mut held = Vec::new();
        for step in steps {
            if !matches!(step, Step::Event(_)) {
                http::send_events(&mut self.writer, &std::mem::take(&mut held)).await?;
            }
            match step {
                Step::Event(data) => {
                    let closing = is_closing(&data);
                    held.push(data);
                    if !closing {
                        http::send_events(&mut self.writer, &std::mem::take(&mut held)).await?;
                    }
                }
                Step::Pause(time) => {
                    if !self.pause(time).await {
                        return Ok(self.ended(number, Outcome::Abandoned));
                    }
                }
                Step::Hang => {
                    if !self.hang(number).await {
                        return Ok(self.ended(number, Outcome::Abandoned));
                    }
                }
                Step::Cut => return Ok(self.ended(number, Outcome::Cut)),
                Step::End => break,
            }
        }
        http::end_stream(&mut self.writer).await?;
        Ok(self.ended(number, Outcome::Complete))
    }

    /// The answer to a request that does not stream; a fault strikes before any of it is sent.
    async fn send_whole(&mut self, turn: &Turn, body: &Value, number: u64) -> Result<After> {
        match &turn.fault {
            Some(Fault::Cut { .. }) => return Ok(self.ended(number, Outcome::Cut)),
            Some(Fault::StreamError { .. }) => return self.fail(500, None, number).await,
            Some(Fault::Hang { .. }) if !self.hang(number).await => {
                return Ok(self.ended(number, Outcome::Abandoned));
            }
            _ => {}
        }
        http::respond(
            &mut self.writer,
            200,
            &[],
            &reply::message(turn, body, number),
        )
        .await?;
        Ok(self.ended(number, Outcome::Complete))
    }

    /// Waits; false when the client went away meanwhile.
    async fn pause(&mut self, time: Duration) -> bool {
        tokio::select! {
            () = tokio::time::sleep(time) => true,
            () = gone(&mut self.reader) => false,
        }
    }

    /// Waits for a release; false when the client went away meanwhile.
    async fn hang(&mut self, number: u64) -> bool {
        self.shared.log.set(number, Outcome::Hanging);
        let released = tokio::select! {
            permit = self.shared.releases.acquire() => permit.map(tokio::sync::SemaphorePermit::forget).is_ok(),
            () = gone(&mut self.reader) => false,
        };
        if released {
            self.shared.log.set(number, Outcome::Open);
        }
        released
    }
}

/// Whether an event leaves together with the one after it. The CLI runs a tool as soon as its block ends: were the end of
/// the message a write of its own, a tool that needs no time might be done before it, or not, as the machine likes.
fn is_closing(event: &Value) -> bool {
    matches!(
        event["type"].as_str(),
        Some("content_block_stop" | "message_delta")
    )
}

/// Resolves when the client closes its side. More bytes of a client are a next request, not a good-bye.
async fn gone(reader: &mut BufReader<OwnedReadHalf>) {
    if reader.fill_buf().await.is_ok_and(|bytes| !bytes.is_empty()) {
        std::future::pending::<()>().await;
    }
}

fn models() -> Value {
    let ids = ["claude-opus-4-8", "claude-sonnet-5", "claude-haiku-4-5"];
    let model = |id| json!({"type": "model", "id": id, "display_name": id, "created_at": "2025-01-01T00:00:00Z"});
    json!({"data": ids.map(model), "has_more": false, "first_id": ids.first(), "last_id": ids.last()})
}
