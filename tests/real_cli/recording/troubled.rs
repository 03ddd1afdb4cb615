//! Records the real CLI in trouble, through the tap, for `tests/fixtures/troubled`: what `explain` is tested with.
//!
//! `troubles` says what goes wrong and how; here it is played and written down. A recording has everything that a tapped
//! session has: times, standard error, how it ended; only what belongs to this machine is taken out.

use super::scrub::{scrub_text, scrub_to};
use super::situations::answer;
use super::troubles::{self, Step, Trouble};
use super::{prompt, request};
use crate::support::{BareCli, Failure, Sandbox, Stage, TestResult, is};
use bytes::Bytes;
use cca::trace::{Direction, Entry, Header, Item, LineForm, Note, Recorder, Recording, Wrote};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Of the texts of results enough is kept to tell what they say.
const LONG_TEXT: usize = 400;
const KEPT_TEXT: usize = 320;
/// A line of standard error says it at its beginning.
const STDERR: usize = 100;

#[tokio::test]
#[ignore = "writes tests/fixtures/troubled; run it when the CLI changes"]
async fn record_troubles() -> TestResult {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/troubled");
    std::fs::create_dir_all(&folder)?;
    let Some(stage) = Stage::set().await? else {
        return Err(Failure::new("no CLI to record; set CCA_TEST_CLI"));
    };
    // To make one of them again: CCA_RECORD_ONLY=name.
    let only = std::env::var("CCA_RECORD_ONLY").ok();
    for trouble in troubles::all() {
        if only.as_deref().is_some_and(|only| only != trouble.name) {
            continue;
        }
        let sandbox = Sandbox::new(&stage.cli, &stage.api.base_url())?;
        let tapped = play(stage.cli.path(), &sandbox, &trouble).await;
        let tapped =
            tapped.map_err(|error| Failure::new(format!("{}: {error:?}", trouble.name)))?;
        let path = folder.join(format!("{}.ndjson", trouble.name));
        write(&tapped, &path, &sandbox, &trouble)?;
    }
    Ok(())
}

/// Plays it to its end; the path of the tap's recording.
async fn play(cli: &Path, sandbox: &Sandbox, trouble: &Trouble) -> Result<PathBuf, Failure> {
    let (wrapper, kept) = (
        sandbox.root().join("tapped"),
        sandbox.root().join("kept.ndjson"),
    );
    let installed = Command::new(env!("CARGO_BIN_EXE_cca-tui"))
        .args(["tap", "--install"])
        .arg(&wrapper)
        .arg("--cli")
        .arg(cli)
        .arg("--record")
        .arg(&kept)
        .status()?;
    if !installed.success() {
        return Err(Failure::new("no wrapper"));
    }
    let mut flags = vec!["--setting-sources="];
    flags.extend(trouble.flags);
    let mut cli = BareCli::start_as(&wrapper, sandbox, &flags)?;
    until(|| kept.exists()).await?;
    let mut kept_frame = Value::Null;
    for step in &trouble.steps {
        perform(&mut cli, step, &mut kept_frame).await?;
    }
    if trouble.open {
        // What was said is on its way to the file; what comes now is not part of it.
        tokio::time::sleep(Duration::from_millis(300)).await;
        cli.kill().await?;
    } else {
        cli.finish().await?;
    }
    until(|| !cca::library::is_live(&kept)).await?;
    Ok(kept)
}

async fn perform(cli: &mut BareCli, step: &Step, frame: &mut Value) -> Result<(), Failure> {
    match step {
        Step::Initialize(more) => {
            let mut body = json!({ "subtype": "initialize" });
            for (key, value) in more.as_object().into_iter().flatten() {
                body[key] = value.clone();
            }
            cli.send(&request("req_1", &body)).await?;
        }
        Step::Request(body) => cli.send(&request("req_2", body)).await?,
        Step::Prompt(text) => cli.send(&prompt(1, text)).await?,
        Step::Line(line) => cli.send_line(line).await?,
        Step::Until(fits) => loop {
            let Some(next) = cli.next_line().await? else {
                return Err(Failure::new("it ended before that"));
            };
            // A line with half a character in it is no JSON to most.
            let next: Value = serde_json::from_str(&next).unwrap_or_default();
            if fits(&next) {
                *frame = next;
                break;
            }
            if is(&next, "control_request") {
                cli.send(&answer(&next, |_| json!({ "behavior": "allow" })))
                    .await?;
            }
        },
        Step::AnswerIt => {
            cli.send(&answer(frame, |_| json!({ "behavior": "allow" })))
                .await?;
        }
        Step::FailIt(error) => {
            let response =
                json!({ "subtype": "error", "request_id": frame["request_id"], "error": error });
            cli.send(&json!({ "type": "control_response", "response": response }))
                .await?;
        }
        Step::AnswerWith(payload) => {
            let response = json!({ "subtype": "success", "request_id": frame["request_id"], "response": payload });
            cli.send(&json!({ "type": "control_response", "response": response }))
                .await?;
        }
        Step::AnswerNobody => {
            let response =
                json!({ "subtype": "success", "request_id": "no-such-request", "response": {} });
            cli.send(&json!({ "type": "control_response", "response": response }))
                .await?;
        }
        Step::Wait(time) => tokio::time::sleep(*time).await,
        Step::Close => cli.close(),
        Step::Signal(signal) => cli.signal(*signal)?,
        Step::ToTheEnd => while cli.next_line().await?.is_some() {},
    }
    Ok(())
}

async fn until(holds: impl Fn() -> bool) -> Result<(), Failure> {
    let begin = Instant::now();
    while !holds() {
        if begin.elapsed() > Duration::from_mins(1) {
            return Err(Failure::new("the recording did not come"));
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    Ok(())
}

/// Writes what the tap wrote, without what belongs to this machine; of a session that is still open, without its end.
fn write(from: &Path, to: &Path, sandbox: &Sandbox, trouble: &Trouble) -> TestResult {
    let flags = trouble.flags.iter().map(|flag| (*flag).to_owned());
    let header = Header {
        started: "2026-01-02T03:04:05Z".parse().ok(),
        argv: std::iter::once("claude".to_owned()).chain(flags).collect(),
        env: Vec::new(),
        cwd: Some("/home/dev/project".to_owned()),
        cli_version: None,
        redacted: false,
    };
    let mut recorder = Recorder::replace(to, &header)?;
    let mut seq = 0;
    for item in Recording::open(from)? {
        let Item::Entry(entry) = item? else {
            return Err(Failure::new("a damaged recording"));
        };
        let note = entry.direction == Direction::Note;
        if trouble.open && note && !is_spawned(&entry.line) {
            continue;
        }
        seq += 1;
        let line = clean(&entry, sandbox)?;
        let _ = recorder.write(seq, entry.at, entry.direction, &line, LineForm::of(&line));
    }
    if !matches!(recorder.flush(), Wrote::Kept) {
        return Err(Failure::new("the recording cannot be written"));
    }
    Ok(())
}

fn is_spawned(line: &[u8]) -> bool {
    matches!(serde_json::from_slice(line), Ok(Note::Spawned { .. }))
}

fn clean(entry: &Entry, sandbox: &Sandbox) -> Result<Bytes, Failure> {
    let text = std::str::from_utf8(&entry.line)?;
    let line = match serde_json::from_str::<Value>(text) {
        Ok(frame) if frame.is_object() => {
            scrub_to(&frame, sandbox, LONG_TEXT, KEPT_TEXT).to_string()
        }
        _ if entry.direction == Direction::Stderr => {
            // Behind the bar stands the CLI's own source.
            let said = text.split(" | ").next().unwrap_or_default();
            scrub_text(said, sandbox).chars().take(STDERR).collect()
        }
        _ => scrub_text(text, sandbox),
    };
    Ok(line.into())
}
