//! The stand-in over real sockets, without a CLI: what a client of the Messages API sees.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::stand_in::{Outcome, Request, StandIn, Turn, prompt, turn};
use crate::support::{Failure, TestResult};

const PATIENCE: Duration = Duration::from_mins(1);

async fn connect(api: &StandIn) -> Result<TcpStream, Failure> {
    let url = api.base_url();
    let address = url.strip_prefix("http://").unwrap_or(&url);
    Ok(TcpStream::connect(address).await?)
}

async fn send(api: &StandIn, head: &str, body: &str) -> Result<TcpStream, Failure> {
    let mut socket = connect(api).await?;
    let length = body.len();
    let request =
        format!("{head} HTTP/1.1\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}");
    socket.write_all(request.as_bytes()).await?;
    Ok(socket)
}

/// Sends a request and reads all the server answers.
async fn exchange(api: &StandIn, head: &str, body: &str) -> Result<String, Failure> {
    let mut socket = send(api, head, body).await?;
    let mut answer = Vec::new();
    timeout(PATIENCE, socket.read_to_end(&mut answer)).await??;
    Ok(String::from_utf8(answer)?)
}

fn request(streaming: bool, turns: impl IntoIterator<Item = Turn>) -> String {
    let messages = json!([{"role": "user", "content": prompt("Go.", turns)}]);
    json!({"model": "m", "stream": streaming, "messages": messages}).to_string()
}

async fn ask(
    api: &StandIn,
    streaming: bool,
    turns: impl IntoIterator<Item = Turn>,
) -> Result<String, Failure> {
    exchange(
        api,
        "POST /v1/messages?beta=true",
        &request(streaming, turns),
    )
    .await
}

fn events(answer: &str) -> Result<Vec<Value>, Failure> {
    let data = answer
        .lines()
        .filter_map(|line| line.strip_prefix("data: "));
    data.map(|data| Ok(serde_json::from_str(data)?)).collect()
}

fn body(answer: &str) -> Result<Value, Failure> {
    let (_, body) = answer
        .split_once("\r\n\r\n")
        .ok_or_else(|| Failure::new("no body"))?;
    Ok(serde_json::from_str(body)?)
}

/// The end of a chunked body; a stream without it was cut.
fn ended_well(answer: &str) -> bool {
    answer.ends_with("0\r\n\r\n")
}

#[tokio::test]
async fn a_streamed_turn_is_a_whole_message() -> TestResult {
    let api = StandIn::start().await?;
    let answer = ask(&api, true, [turn().text("One two.")]).await?;
    let kinds: Vec<Value> = events(&answer)?
        .into_iter()
        .map(|event| event["type"].clone())
        .collect();
    let delta = "content_block_delta";
    let all = [
        "message_start",
        "content_block_start",
        delta,
        delta,
        "content_block_stop",
        "message_delta",
        "message_stop",
    ];
    assert_eq!(kinds, all);
    assert!(ended_well(&answer), "{answer}");
    assert_eq!(api.model_requests()[0].outcome, Outcome::Complete);
    Ok(())
}

#[tokio::test]
async fn a_turn_without_streaming_is_one_json_message() -> TestResult {
    let api = StandIn::start().await?;
    let answer = body(&ask(&api, false, [turn().text("One two.")]).await?)?;
    assert_eq!(
        answer["content"],
        json!([{"type": "text", "text": "One two."}])
    );
    assert_eq!(answer["stop_reason"], "end_turn");
    Ok(())
}

#[tokio::test]
async fn an_http_error_lasts_as_many_attempts_as_scripted() -> TestResult {
    let api = StandIn::start().await?;
    let script = || [turn().http_error_retry_after(529, 7).times(2).text("Fine.")];
    for _ in 0..2 {
        let answer = ask(&api, true, script()).await?;
        assert!(answer.starts_with("HTTP/1.1 529 "), "{answer}");
        assert!(answer.contains("retry-after: 7\r\n"), "{answer}");
        assert_eq!(body(&answer)?["error"]["type"], "overloaded_error");
    }
    assert!(
        ask(&api, true, script())
            .await?
            .starts_with("HTTP/1.1 200 ")
    );
    let outcomes: Vec<Outcome> = api
        .model_requests()
        .iter()
        .map(|request| request.outcome)
        .collect();
    assert_eq!(
        outcomes,
        [
            Outcome::Failed(529),
            Outcome::Failed(529),
            Outcome::Complete
        ]
    );
    Ok(())
}

#[tokio::test]
async fn a_cut_stream_ends_without_its_end() -> TestResult {
    let api = StandIn::start().await?;
    let answer = ask(&api, true, [turn().text("a b c d").cut_after(2)]).await?;
    assert!(!ended_well(&answer), "{answer}");
    let deltas = events(&answer)?
        .iter()
        .filter(|event| event["type"] == "content_block_delta")
        .count();
    assert_eq!(deltas, 2);
    assert_eq!(api.model_requests()[0].outcome, Outcome::Cut);
    Ok(())
}

#[tokio::test]
async fn a_stream_error_is_the_last_event() -> TestResult {
    let api = StandIn::start().await?;
    let answer = ask(
        &api,
        true,
        [turn()
            .text("a b c")
            .stream_error_after("overloaded_error", 1)],
    )
    .await?;
    let last = events(&answer)?.pop().unwrap_or_default();
    assert_eq!(last["error"]["type"], "overloaded_error");
    assert!(ended_well(&answer), "{answer}");
    Ok(())
}

#[tokio::test]
async fn a_hang_lasts_until_released_and_then_the_rest_comes() -> TestResult {
    let api = StandIn::start().await?;
    let script = [turn().text("a hang b").hang_after(1)];
    let (answer, released) = tokio::join!(ask(&api, true, script), async {
        let hanging = api
            .wait_for_request(|request| request.outcome == Outcome::Hanging)
            .await;
        api.release();
        hanging
    });
    released?;
    let answer = answer?;
    assert!(ended_well(&answer), "{answer}");
    assert_eq!(
        events(&answer)?
            .iter()
            .filter(|event| event["type"] == "content_block_delta")
            .count(),
        3
    );
    Ok(())
}

#[tokio::test]
async fn a_client_that_leaves_a_hang_is_noticed() -> TestResult {
    let api = StandIn::start().await?;
    let socket = send(
        &api,
        "POST /v1/messages",
        &request(true, [turn().text("a").hang_after(1)]),
    )
    .await?;
    api.wait_for_request(|request| request.outcome == Outcome::Hanging)
        .await?;
    drop(socket);
    api.wait_for_request(|request| request.outcome == Outcome::Abandoned)
        .await?;
    Ok(())
}

#[tokio::test]
async fn a_client_that_leaves_before_the_headers_is_noticed() -> TestResult {
    let api = StandIn::start().await?;
    let script = [turn().text("a").delay(Duration::from_hours(1))];
    let socket = send(&api, "POST /v1/messages", &request(true, script)).await?;
    api.wait_for_request(Request::is_for_the_model).await?;
    drop(socket);
    api.wait_for_request(|request| request.outcome == Outcome::Abandoned)
        .await?;
    Ok(())
}

#[tokio::test]
async fn the_other_endpoints_answer() -> TestResult {
    let api = StandIn::start().await?;
    let counted = body(&exchange(&api, "POST /v1/messages/count_tokens", &"x".repeat(40)).await?)?;
    assert_eq!(counted["input_tokens"], 10);
    let models = body(&exchange(&api, "GET /v1/models?limit=9", "").await?)?;
    assert_eq!(models["data"].as_array().map(Vec::len), Some(3));
    assert!(
        exchange(&api, "GET /anything", "")
            .await?
            .starts_with("HTTP/1.1 200 ")
    );
    let head = exchange(&api, "HEAD /", "").await?;
    assert!(
        head.starts_with("HTTP/1.1 200 ") && head.ends_with("\r\n\r\n"),
        "{head}"
    );
    Ok(())
}

#[tokio::test]
async fn what_is_no_request_is_refused_with_a_reason() -> TestResult {
    let api = StandIn::start().await?;
    let mut socket = connect(&api).await?;
    socket
        .write_all(b"POST /v1/messages HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n")
        .await?;
    let mut answer = String::new();
    timeout(PATIENCE, socket.read_to_string(&mut answer)).await??;
    assert!(
        answer.starts_with("HTTP/1.1 400 ") && answer.contains("chunked"),
        "{answer}"
    );
    Ok(())
}

#[tokio::test]
async fn dropping_the_stand_in_ends_its_hangs_and_closes_its_port() -> TestResult {
    let api = StandIn::start().await?;
    let mut socket = send(
        &api,
        "POST /v1/messages",
        &request(true, [turn().text("a").hang_after(1)]),
    )
    .await?;
    api.wait_for_request(|request| request.outcome == Outcome::Hanging)
        .await?;
    let url = api.base_url();
    drop(api);
    let mut answer = Vec::new();
    timeout(PATIENCE, socket.read_to_end(&mut answer)).await??;
    assert!(!ended_well(&String::from_utf8(answer)?));
    let address = url.strip_prefix("http://").unwrap_or(&url).to_owned();
    assert!(TcpStream::connect(address).await.is_err());
    Ok(())
}
