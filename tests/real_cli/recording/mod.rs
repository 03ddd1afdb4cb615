//! Records the real CLI for `tests/fixtures/real`: what the simulator's frames are compared with.
//!
//! Not part of a normal run. After a new CLI: `CCA_TEST_CLI=… cargo test --test real_cli recording -- --ignored`, then
//! look at what changed. `situations` says what is recorded, `scrub` takes out what belongs to this machine. `troubled`
//! and `troubles` do the same for sessions in which something is wrong, `stored` for the transcripts that the CLI keeps.

mod scrub;
mod situations;
pub(crate) mod stored;
mod troubled;
mod troubles;

use crate::support::{BareCli, Failure, Sandbox, TestResult, is};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::Write as _;
use std::path::Path;

/// One recording to make.
struct Situation {
    name: &'static str,
    flags: &'static [&'static str],
    env: &'static [(&'static str, &'static str)],
    initialize: Value,
    prompts: Vec<String>,
    /// How permission requests are answered: by tool and input.
    decide: fn(&Value) -> Value,
    /// Sent as soon as this frame has come.
    interrupt_at: Option<fn(&Value) -> bool>,
    /// Control requests after the last result.
    requests: Vec<Value>,
    /// How many results end it.
    results: usize,
}

#[tokio::test]
#[ignore = "writes tests/fixtures/real; run it when the CLI changes"]
async fn record_all() -> TestResult {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/real");
    let Some(stage) = crate::support::Stage::set().await? else {
        return Err(Failure::new("no CLI to record; set CCA_TEST_CLI"));
    };
    for situation in situations::all() {
        let mut sandbox = Sandbox::new(&stage.cli, &stage.api.base_url())?;
        for (name, value) in situation.env {
            sandbox = sandbox.with_env(name, *value);
        }
        std::fs::write(
            sandbox.project().join("f.txt"),
            "line one\nline two\nline three\n",
        )?;
        let lines = record(&stage.cli, &sandbox, &situation).await?;
        let mut file = std::fs::File::create(folder.join(format!("{}.ndjson", situation.name)))?;
        for (outgoing, frame) in lines {
            let frame = scrub::scrub(&frame, &sandbox);
            let dir = if outgoing { "out" } else { "in" };
            writeln!(file, "{}", json!({ "t": 0, "dir": dir, "msg": frame }))?;
        }
    }
    Ok(())
}

/// Lines in both directions; true is ours.
async fn record(
    cli: &crate::support::Cli,
    sandbox: &Sandbox,
    situation: &Situation,
) -> Result<Vec<(bool, Value)>, Failure> {
    let mut flags = vec!["--setting-sources=", "--permission-prompt-tool", "stdio"];
    flags.extend(situation.flags);
    let mut cli = BareCli::start(cli, sandbox, &flags)?;
    let mut lines = Vec::new();
    let mut initialize = json!({ "subtype": "initialize" });
    for (key, value) in situation.initialize.as_object().into_iter().flatten() {
        initialize[key] = value.clone();
    }
    let mut ours = VecDeque::from([request("req_1", &initialize)]);
    let mut prompts: VecDeque<Value> = (1..)
        .zip(&situation.prompts)
        .map(|(n, text)| prompt(n, text))
        .collect();
    ours.extend(prompts.pop_front());
    let (mut results, mut interrupted) = (0, false);
    let mut asked: VecDeque<&Value> = situation.requests.iter().collect();
    let mut open = 1;
    loop {
        while let Some(frame) = ours.pop_front() {
            cli.send(&frame).await?;
            lines.push((true, frame));
        }
        if results >= situation.results && open == 0 && asked.is_empty() {
            break;
        }
        let Some(frame) = cli.next().await? else {
            break;
        };
        if is(&frame, "result") {
            results += 1;
            ours.extend(prompts.pop_front());
        }
        open -= usize::from(is(&frame, "control_response"));
        if results >= situation.results
            && let Some(next) = asked.pop_front()
        {
            open += 1;
            ours.push_back(request(&format!("req_{}", 10 + asked.len()), next));
        }
        if !interrupted && situation.interrupt_at.is_some_and(|fits| fits(&frame)) {
            interrupted = true;
            open += 1;
            ours.push_back(request("req_2", &json!({ "subtype": "interrupt" })));
        } else if is(&frame, "control_request") {
            ours.push_back(situations::answer(&frame, situation.decide));
        }
        lines.push((false, frame));
    }
    let _ = cli.finish().await?;
    Ok(lines)
}

fn request(id: &str, body: &Value) -> Value {
    json!({ "type": "control_request", "request_id": id, "request": body })
}

fn prompt(number: u32, text: &str) -> Value {
    json!({
        "type": "user",
        "message": { "role": "user", "content": text },
        "parent_tool_use_id": null,
        "session_id": "",
        "uuid": format!("75b99e9a-41fd-4560-b95e-{number:012}"),
    })
}
