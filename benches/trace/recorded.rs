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

/// How a session is recorded.
#[derive(Clone, Copy, PartialEq)]
enum Recorded {
    Not,
    Plainly,
    Redacted,
}

pub(crate) fn measure(asked: &Asked, dir: &Path, messages: usize) {
    println!("recording, {messages} messages");
    let [mut without, mut with, mut redacted] = [(); 3].map(|()| Figures::default());
    let [mut small, mut large] = [(); 2].map(|()| Figures::default());
    let mut bytes = 0;
    for round in 0..asked.rounds * 2 {
        let path = dir.join(format!("recorded-{round}.ndjson"));
        without.add(here(|| session(messages, &path, Recorded::Not)).0);
        with.add(here(|| session(messages, &path, Recorded::Plainly)).0);
        bytes = std::fs::metadata(&path).map_or(0, |meta| meta.len());
        let _ = std::fs::remove_file(&path);
        small.add(here(|| write(&path, bytes, PIPE, false)).0);
        let _ = std::fs::remove_file(&path);
        large.add(here(|| write(&path, bytes, BATCH, true)).0);
        let _ = std::fs::remove_file(&path);
        if round == 0 {
            // It takes long.
            redacted.add(here(|| session(messages, &path, Recorded::Redacted)).0);
            let _ = std::fs::remove_file(&path);
        }
    }
    without.print(
        "ingest without",
        &format!("{} MB in the end", bytes / crate::MEGABYTE),
    );
    let share = |figures: &Figures| figures.ratio(&without) * 100.0;
    let least = format!("{:+.1} %: the system alone", share(&small));
    small.print("writing as much, 60 kB at a time", &least);
    let least = format!(
        "{:+.1} %: the system alone, the least it can cost",
        share(&large)
    );
    large.print("225 kB at a time, with room ahead", &least);
    let own = with.ratio(&without) * 100.0 - 100.0;
    let beside = own - share(&large);
    with.print(
        "ingest with a recording",
        &format!("got {own:+.1} % (goal 10), {beside:+.1} % of it beside the system"),
    );
    let more = format!("got {:+.1} %", share(&redacted) - 100.0);
    redacted.print("ingest with a redacted recording", &more);
}

/// What comes of a pipe that is read as soon as there is something in it.
const PIPE: usize = 60_000;
/// What a session hands on at once in a flood, and so writes at once: messages of this benchmark.
const BATCH: usize = 225_000;
/// How much room is asked for at once.
const ROOM: u64 = 16 << 20;

/// Writes so many bytes in pieces, which begin and end anywhere as lines do.
fn write(path: &Path, bytes: u64, piece: usize, ahead: bool) {
    let piece = vec![b'x'; piece];
    let mut file = std::fs::File::create(path).expect("a file");
    let (mut written, mut room) = (0, 0);
    while written < bytes {
        let now = usize::try_from(bytes - written).expect("it fits");
        let now = piece.get(..now.min(piece.len())).unwrap_or_default();
        if ahead && written + now.len() as u64 > room {
            make_room(&file, room);
            room += ROOM;
        }
        file.write_all(now).expect("there is room");
        written += now.len() as u64;
    }
}

/// Asks for more of it, where that can be done.
fn make_room(file: &std::fs::File, from: u64) {
    #[cfg(target_os = "linux")]
    {
        use nix::fcntl::{FallocateFlags, fallocate};
        let (from, room) = (from.cast_signed(), ROOM.cast_signed());
        let _ = fallocate(file, FallocateFlags::FALLOC_FL_KEEP_SIZE, from, room);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (file, from);
}

/// A session that hands on so many messages.
fn session(messages: usize, path: &Path, recorded: Recorded) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(async {
        let program = std::env::current_exe().expect("this program");
        let mut options = Options::new()
            .cli_path(program)
            .cli(move |launch| launch.set_env(ROLE, messages.to_string()));
        if recorded != Recorded::Not {
            options = options.record(path);
        }
        if recorded == Recorded::Redacted {
            options = options.redact();
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
