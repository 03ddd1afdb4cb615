//! The program is killed in the middle of everything: what was answered, and what was printed, is in the recording.

use super::Scene;
use crate::support::asking_cli;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use std::io::{BufReader, Read as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A flood between what is asked.
const WORD: &str = r#"{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"word $i "}}}"#;

/// Nothing takes so long unless it hangs.
const PATIENCE: Duration = Duration::from_mins(1);

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < PATIENCE, "{what}");
        std::thread::yield_now();
    }
}

fn killed_after(bytes: u64, words: &[&str]) {
    let scene = Scene::new(&asking_cli::script(WORD));
    let file = scene.path().join("session.ndjson");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cca-tui"))
        .arg("run")
        .args(scene.arguments())
        .args(["--json", "--allow", "Bash", "--record"])
        .arg(&file)
        .args(words)
        .arg("go")
        .env_remove("CCA_CLI")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut printed = BufReader::new(child.stdout.take().unwrap());
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        printed.read_to_end(&mut text).unwrap();
        text
    });
    until("it answers", || asking_cli::answered(scene.path()) >= bytes);
    let pid = Pid::from_raw(i32::try_from(child.id()).unwrap());
    kill(pid, Signal::SIGKILL).unwrap();
    child.wait().unwrap();
    until("the CLI has seen it", || asking_cli::is_over(scene.path()));
    let printed = reader.join().unwrap();
    let lines = asking_cli::mended(&file);
    asking_cli::all_answered_are_in(&lines, scene.path());
    let all: String = lines.iter().map(Value::to_string).collect();
    for line in printed.split(|byte| *byte == b'\n') {
        // The last one may be half.
        let Ok(event) = serde_json::from_slice::<Value>(line) else {
            continue;
        };
        if let Some(id) = event["id"]
            .as_str()
            .filter(|_| event["type"] == "permission")
        {
            assert!(
                all.contains(&format!("\"{id}\"")),
                "{id} was shown and is not recorded"
            );
        }
    }
}

#[test]
fn what_was_answered_is_recorded_whenever_it_is_killed() {
    for bytes in [1, 200, 1_777, 5_003, 9_999, 20_011, 31_337, 50_021] {
        killed_after(bytes, &[]);
    }
}

#[test]
fn what_was_answered_is_recorded_when_secrets_are_taken_out_too() {
    for bytes in [333, 7_919, 25_013] {
        killed_after(bytes, &["--redact"]);
    }
}
