//! The program is killed in the middle of everything: what was answered, and what was printed, is in the recording.

use super::Scene;
use cca::trace::{Item, Recording, Repaired, repair};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use std::collections::HashSet;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Asks and asks, three at a time, with a flood between, and writes down what it was answered.
const ASKING: &str = r#"
echo $$ > pid
ready; hear; init
i=0
while [ $i -lt 30000 ]; do
  i=$((i+1))
  say '{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"word '$i' "}}}'
  asks a$i ca$i Bash '{"command":"true"}'
  asks b$i cb$i Bash '{"command":"true"}'
  asks c$i cc$i Bash '{"command":"true"}'
  for n in 1 2 3; do
    IFS= read -r answer || exit 0
    printf '%s\n' "$answer" >> answered
  done
done
"#;

/// Nothing takes so long unless it hangs.
const PATIENCE: Duration = Duration::from_mins(1);

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < PATIENCE, "{what}");
        std::thread::yield_now();
    }
}

fn size(path: &Path) -> u64 {
    path.metadata().map_or(0, |found| found.len())
}

/// Whether the CLI is gone; who would reap it may take its time.
fn is_over(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    stat.map_or(true, |stat| stat.contains(") Z "))
}

/// The ids of requests in the recording, and of the answers.
fn recorded(path: &Path) -> (HashSet<String>, String) {
    let mut requests = HashSet::new();
    let mut all = String::new();
    for item in Recording::open(path).unwrap() {
        if let Item::Entry(entry) = item.unwrap() {
            let line = String::from_utf8_lossy(&entry.line);
            all.extend([&line, "\n"]);
            let value: Value = serde_json::from_str(&line).unwrap_or_default();
            if value["type"] == "control_request" {
                requests.extend(value["request_id"].as_str().map(str::to_owned));
            }
        }
    }
    (requests, all)
}

fn killed_after(bytes: u64, words: &[&str]) {
    let scene = Scene::new(ASKING);
    let file = scene.path().join("session.ndjson");
    let answered = scene.path().join("answered");
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
    until("it answers", || size(&answered) >= bytes);
    let pid = Pid::from_raw(i32::try_from(child.id()).unwrap());
    kill(pid, Signal::SIGKILL).unwrap();
    child.wait().unwrap();
    let cli = std::fs::read_to_string(scene.path().join("pid")).unwrap();
    until("the CLI has seen it", || is_over(cli.trim()));
    let printed = reader.join().unwrap();
    // Half a line at the end is no loss, and can be mended.
    let mended = repair(&file).unwrap();
    assert!(matches!(
        mended,
        Repaired::Whole | Repaired::Ended | Repaired::Cut(_)
    ));
    let (requests, all) = recorded(&file);
    let answers = std::fs::read(&answered).unwrap();
    let mut count = 0;
    for answer in answers.lines() {
        let answer: Value = serde_json::from_str(&answer.unwrap()).unwrap();
        let id = answer["response"]["request_id"].as_str().unwrap();
        assert!(
            requests.contains(id),
            "{id} was answered and is not recorded"
        );
        count += 1;
    }
    assert!(count > 0);
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
