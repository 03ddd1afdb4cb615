//! What recording costs: the CPU of a session with a recording against the same without. Owns: both ends of it; this
//! program starts itself again as the CLI.

use crate::Asked;
use crate::gauge::{Figures, here};
use cca::{Agent, Options};
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufWriter, Write as _};
use std::path::Path;

/// Set for the process that plays the CLI: how many messages it sends.
pub(crate) const ROLE: &str = "CCA_BENCH_RECORDED_MESSAGES";

pub(crate) fn measure(asked: &Asked, dir: &Path, messages: usize) {
    println!("recording, {messages} messages");
    let [mut without, mut with, mut floor] = [(); 3].map(|()| Figures::default());
    for round in 0..asked.rounds * 2 {
        let path = dir.join(format!("recorded-{round}.ndjson"));
        without.add(here(|| session(messages, None)).0);
        with.add(here(|| session(messages, Some(&path))).0);
        let bytes = std::fs::metadata(&path).map_or(0, |meta| meta.len());
        let _ = std::fs::remove_file(&path);
        floor.add(here(|| write(&path, bytes)).0);
        let _ = std::fs::remove_file(&path);
    }
    without.print("ingest without", "");
    let share = format!(
        "{:+.1} %: the least it can cost",
        floor.ratio(&without) * 100.0
    );
    floor.print("writing as many bytes to a file", &share);
    let ratio = with.ratio(&without);
    let more = format!("{:+.1} % (goal 10)", (ratio - 1.0) * 100.0);
    with.print("ingest with a recording", &more);
}

fn write(path: &Path, bytes: u64) {
    let piece = vec![b'x'; 64 * 1024];
    let mut file = std::fs::File::create(path).expect("a file");
    let mut left = usize::try_from(bytes).expect("it fits");
    while left > 0 {
        let now = left.min(piece.len());
        file.write_all(piece.get(..now).unwrap_or_default())
            .expect("there is room");
        left -= now;
    }
}

/// A session that hands on so many messages.
fn session(messages: usize, record: Option<&Path>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(async {
        let program = std::env::current_exe().expect("this program");
        let mut options = Options::new()
            .cli_path(program)
            .cli(move |launch| launch.set_env(ROLE, messages.to_string()));
        if let Some(path) = record {
            options = options.record(path);
        }
        let mut client = Agent::new(options).connect().await.expect("it starts");
        client.query("go").await.expect("it is sent");
        let mut seen = 0;
        let mut all = client.session().messages();
        while let Some(message) = all.next().await {
            if message.result().is_some() {
                break;
            }
            seen += 1;
        }
        assert_eq!(seen, messages, "every message arrives");
        client.disconnect().await.expect("it ends");
    });
}

/// Is the CLI: nineteen of twenty messages are pieces of an answer, the others are larger; some are tool results.
pub(crate) fn play_cli() {
    let count = std::env::var(ROLE)
        .ok()
        .and_then(|count| count.parse().ok());
    let count: usize = count.unwrap_or(0);
    let out = BufWriter::with_capacity(64 * 1024, std::io::stdout().lock());
    let out = std::cell::RefCell::new(out);
    let say = |line: &str| {
        let mut out = out.borrow_mut();
        out.write_all(line.as_bytes())
            .and_then(|()| out.write_all(b"\n"))
            .expect("somebody reads");
    };
    for line in std::io::stdin().lock().lines() {
        let Ok(message) = serde_json::from_str::<Value>(&line.expect("it is text")) else {
            return;
        };
        let is = |kind: &str| message.get("type").and_then(Value::as_str) == Some(kind);
        if is("control_request") {
            let id = message.get("request_id");
            let response = json!({"subtype": "success", "request_id": id, "response": {}});
            say(&json!({"type": "control_response", "response": response}).to_string());
        } else if is("user") {
            let delta = json!({"type": "stream_event", "event": {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "some words of the answer \"quoted\"\n"}}, "session_id": "5e551000-0000-4000-8000-000000000001", "parent_tool_use_id": null, "uuid": "0b3fd8a2-6f5e-4a51-9f0e-2f1f7f3a9c11"}).to_string();
            let text = "The answer goes on for a while, as answers do. ".repeat(40);
            let whole = json!({"type": "assistant", "message": {"id": "m", "type": "message", "role": "assistant", "content": [{"type": "text", "text": text}]}, "session_id": "5e551000-0000-4000-8000-000000000001"}).to_string();
            let output = "some output of the tool; ".repeat(2_000);
            let result = json!({"type": "user", "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": output}]}, "session_id": "5e551000-0000-4000-8000-000000000001"}).to_string();
            for number in 0..count {
                say(match number % 100 {
                    99 => &result,
                    19 | 39 | 59 | 79 | 89 => &whole,
                    _ => &delta,
                });
            }
            say(
                r#"{"type":"result","subtype":"success","is_error":false,"num_turns":1,"session_id":"5e551000-0000-4000-8000-000000000001","result":"done"}"#,
            );
        }
        out.borrow_mut().flush().expect("somebody reads");
    }
}
