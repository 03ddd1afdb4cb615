//! As much HTTP/1.1 as the CLI needs: requests with a length, responses with a length, and chunked streams.
//!
//! Knows bytes and headers only. Every read is bounded.

use std::fmt::Write as _;
use std::io::{Error, ErrorKind, Result};

use serde_json::Value;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};

const MAX_HEAD_BYTES: u64 = 64 * 1024;
const MAX_BODY_BYTES: u64 = 64 * 1024 * 1024;

/// A request as read from a socket.
#[derive(Debug)]
pub struct Incoming {
    /// `GET`, `POST` …
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body, unread.
    pub body: Vec<u8>,
}

impl Incoming {
    /// Whether the client wants the connection closed after the answer.
    pub fn is_the_last(&self) -> bool {
        self.headers
            .iter()
            .any(|(name, value)| name == "connection" && value.eq_ignore_ascii_case("close"))
    }
}

/// The next request of a connection, or `None` when the client closed it between two requests.
pub async fn read_request<R: AsyncBufRead + Unpin>(reader: &mut R) -> Result<Option<Incoming>> {
    let mut head = reader.take(MAX_HEAD_BYTES);
    let first = read_line(&mut head).await?;
    if first.is_empty() {
        return Ok(None);
    }
    let mut words = first.split_whitespace().map(str::to_owned);
    let (Some(method), Some(path)) = (words.next(), words.next()) else {
        return Err(Error::new(
            ErrorKind::InvalidData,
            format!("not a request line: {first:?}"),
        ));
    };
    let mut headers = Vec::new();
    loop {
        let line = read_line(&mut head).await?;
        if line.is_empty() {
            return Err(Error::new(
                ErrorKind::UnexpectedEof,
                "the headers end early or are too long",
            ));
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':') {
            headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
    let body = read_body(reader, &headers).await?;
    Ok(Some(Incoming {
        method,
        path,
        headers,
        body,
    }))
}

async fn read_line<R: AsyncBufRead + Unpin>(reader: &mut R) -> Result<String> {
    let mut line = String::new();
    reader.read_line(&mut line).await?;
    Ok(line)
}

async fn read_body<R: AsyncBufRead + Unpin>(
    reader: &mut R,
    headers: &[(String, String)],
) -> Result<Vec<u8>> {
    let header = |wanted: &str| {
        headers
            .iter()
            .find(|(name, _)| name == wanted)
            .map(|(_, value)| value.as_str())
    };
    if header("transfer-encoding").is_some() {
        return Err(Error::new(
            ErrorKind::Unsupported,
            "a chunked request body: read_body has to learn it first",
        ));
    }
    let length: u64 = header("content-length")
        .unwrap_or("0")
        .parse()
        .map_err(Error::other)?;
    if length > MAX_BODY_BYTES {
        return Err(Error::new(
            ErrorKind::InvalidData,
            format!("a body of {length} bytes is too long"),
        ));
    }
    let mut body = Vec::new();
    reader.take(length).read_to_end(&mut body).await?;
    if u64::try_from(body.len()) != Ok(length) {
        return Err(Error::new(ErrorKind::UnexpectedEof, "the body ends early"));
    }
    Ok(body)
}

/// Sends a whole JSON response.
pub async fn respond<W: AsyncWrite + Unpin>(
    writer: &mut W,
    status: u16,
    headers: &[(&str, String)],
    body: &Value,
) -> Result<()> {
    let body = body.to_string();
    let mut head = format!("HTTP/1.1 {status} Scripted\r\n");
    let own = [
        ("content-type", "application/json".to_owned()),
        ("content-length", body.len().to_string()),
    ];
    for (name, value) in own.iter().chain(headers) {
        head.extend([name, ": ", value.as_str(), "\r\n"]);
    }
    writer
        .write_all(format!("{head}\r\n{body}").as_bytes())
        .await?;
    writer.flush().await
}

/// Answers a `HEAD`.
pub async fn respond_head<W: AsyncWrite + Unpin>(writer: &mut W) -> Result<()> {
    writer
        .write_all(b"HTTP/1.1 200 Scripted\r\ncontent-length: 0\r\n\r\n")
        .await?;
    writer.flush().await
}

/// Opens a stream of server-sent events. It is chunked, so that a cut one is seen as cut.
pub async fn start_stream<W: AsyncWrite + Unpin>(writer: &mut W) -> Result<()> {
    let head = "HTTP/1.1 200 Scripted\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
    writer.write_all(head.as_bytes()).await?;
    writer.flush().await
}

/// Sends events in one write, each named by the `type` of its data.
pub async fn send_events<W: AsyncWrite + Unpin>(writer: &mut W, events: &[Value]) -> Result<()> {
    let mut chunks = String::new();
    for data in events {
        let name = data
            .get("type")
            .and_then(Value::as_str)
            .unwrap_or("message");
        let event = format!("event: {name}\ndata: {data}\n\n");
        let _ = write!(chunks, "{:x}\r\n{event}\r\n", event.len());
    }
    writer.write_all(chunks.as_bytes()).await?;
    writer.flush().await
}

/// Ends a stream in good order.
pub async fn end_stream<W: AsyncWrite + Unpin>(writer: &mut W) -> Result<()> {
    writer.write_all(b"0\r\n\r\n").await?;
    writer.flush().await
}
