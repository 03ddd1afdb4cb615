//! Records the CLI's own transcripts for `tests/fixtures/stored`: what replay and `inspect` make of them is tested with these.
//!
//! A transcript holds the whole system prompt, the list of skills and much else that is only long: that is cut. Times are
//! kept as they are, in distance; what belongs to this machine is taken out.

use super::record;
use super::scrub::scrub;
use super::situations::{self, bash, plain};
use crate::stand_in::{prompt, turn};
use crate::support::{Failure, Sandbox, Stage, TestResult};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Those of the situations whose transcripts have something of their own.
const NAMES: [&str; 12] = [
    "plain_text",
    "compacted",
    "bash_allowed",
    "bash_denied",
    "interrupted_stream",
    "interrupted_permission",
    "agent_in_front",
    "agent_in_background",
    "max_turns",
    "retried",
    "api_error",
    "hook_commands",
];

/// Long lists that say nothing here.
const LISTS: [&str; 8] = [
    "addedLines",
    "addedNames",
    "addedTypes",
    "betas",
    "systemPrompt",
    "tail",
    "names",
    "tools",
];

#[tokio::test]
#[ignore = "writes tests/fixtures/stored; run it when the CLI changes"]
async fn record_stored() -> TestResult {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/stored");
    std::fs::create_dir_all(&folder)?;
    let Some(stage) = Stage::set().await? else {
        return Err(Failure::new("no CLI to record; set CCA_TEST_CLI"));
    };
    let situations = situations::all();
    for situation in situations.iter().filter(|one| NAMES.contains(&one.name)) {
        let sandbox = Sandbox::new(&stage.cli, &stage.api.base_url())?;
        record(&stage.cli, &sandbox, situation).await?;
        keep(&sandbox, situation.name, &folder)?;
    }
    let sandbox = Sandbox::new(&stage.cli, &stage.api.base_url())?;
    resumed(&stage, &sandbox).await?;
    keep(&sandbox, "resumed", &folder)
}

/// A tool is running when the CLI is killed; then the conversation goes on.
async fn resumed(stage: &Stage, sandbox: &Sandbox) -> TestResult {
    let flags = [
        "--setting-sources=",
        "--permission-prompt-tool",
        "stdio",
        "--allowedTools=Bash",
    ];
    let mut cli = crate::support::BareCli::start(&stage.cli, sandbox, &flags)?;
    cli.initialize().await?;
    let sleep = turn().tool("Bash", bash("touch began; sleep 60"));
    cli.prompt(&prompt("Wait.", [sleep])).await?;
    while !sandbox.project().join("began").exists() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    cli.kill().await?;
    let again = super::Situation {
        flags: &["--continue"],
        ..plain(
            "resumed",
            vec![prompt("Go on.", [turn().text("Going on.")])],
        )
    };
    record(&stage.cli, sandbox, &again).await?;
    Ok(())
}

/// Copies every transcript below a home.
fn keep(sandbox: &Sandbox, name: &str, folder: &Path) -> TestResult {
    for (number, path) in transcripts(&sandbox.home())?.iter().enumerate() {
        let of_agent = path.to_string_lossy().contains("/subagents/");
        let name = match (of_agent, number) {
            (true, _) => format!("{name}_sub"),
            (false, 0) => name.to_owned(),
            (false, _) => format!("{name}_{number}"),
        };
        let mut kept = String::new();
        for line in std::fs::read_to_string(path)?.lines() {
            let record: Value = serde_json::from_str(line)?;
            kept.push_str(&short(scrub(&record, sandbox)).to_string());
            kept.push('\n');
        }
        std::fs::write(folder.join(format!("{name}.jsonl")), kept)?;
    }
    Ok(())
}

/// The transcripts below a home, the conversation before its sub-agents.
pub(crate) fn transcripts(home: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    let mut folders = vec![home.join(".claude/projects")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "jsonl")
            {
                found.push(path);
            }
        }
    }
    let written = |path: &PathBuf| std::fs::metadata(path).and_then(|data| data.created()).ok();
    found.sort_by_key(|path| (path.components().count(), written(path)));
    Ok(found)
}

/// A record without what is only long.
fn short(mut record: Value) -> Value {
    cut(&mut record);
    record
}

fn cut(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|key, _| !matches!(key.as_str(), "rendered" | "osVersion"));
            for (key, value) in fields {
                if let Value::Array(list) = value
                    && LISTS.contains(&key.as_str())
                {
                    list.truncate(1);
                }
                cut(value);
            }
        }
        Value::Array(list) => list.iter_mut().for_each(cut),
        _ => {}
    }
}
