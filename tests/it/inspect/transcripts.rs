//! The CLI's own transcripts, as `inspect`, `lines` and `export` show them: what they carry, and nothing that they do not.

use super::{json_of, program};
use serde_json::json;
use std::path::{Path, PathBuf};

fn stored(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/stored");
    folder.join(format!("{name}.jsonl"))
}

fn all() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(stored("").parent().unwrap()).unwrap();
    folder.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_transcript_is_told_as_one_and_nothing_in_it_is_unknown() {
    for path in all() {
        let told = json_of(&path);
        assert_eq!(told["format"], "transcript", "{path:?}");
        assert_eq!(told["unknown_total"], 0, "{path:?}");
        assert_eq!(told["malformed_total"], 0, "{path:?}");
        assert_eq!(told["oddities_total"], 0, "{path:?}");
        assert_eq!(told["pending"], json!([]), "{path:?}");
        assert_eq!(told["cli_version"], "2.1.325", "{path:?}");
        assert_eq!(told["end"]["state"], "idle", "{path:?}");
        assert!(told["duration_s"].is_number(), "{path:?}");
    }
}

#[test]
fn only_what_is_wrong_is_found_in_it() {
    let found = |path: &Path| -> Vec<String> {
        let told = json_of(path);
        let rules = told["findings"].as_array().unwrap().iter();
        rules
            .map(|one| one["rule"].as_str().unwrap().to_owned())
            .collect()
    };
    for path in all() {
        let expected: &[&str] = match path.file_stem().unwrap().to_str().unwrap() {
            "api_error" => &["api"],
            "hook_commands" => &["hook"],
            _ => &[],
        };
        assert_eq!(found(&path), expected, "{path:?}");
    }
}

#[test]
fn records_are_listed_with_their_kind_and_what_they_say() {
    let lines = |words: &[&str]| {
        let path = stored("hook_commands");
        let out = program()
            .arg("lines")
            .arg(path)
            .args(words)
            .output()
            .unwrap();
        (out.status.code(), String::from_utf8(out.stdout).unwrap())
    };
    let (code, text) = lines(&[]);
    assert_eq!(code, Some(0));
    for part in [
        "queue-operation/enqueue",
        "attachment/environment",
        "/home/dev/project",
        "attachment/hook_success/PreToolUse",
        "tools-used",
        "cost-state",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(lines(&["~unknown"]).0, Some(1));
    assert_eq!(lines(&["~pending"]).0, Some(1));
    let (_, hooks) = lines(&["~t attachment ~s hook_*", "--json"]);
    assert_eq!(hooks.lines().count(), 2, "{hooks}");
    let (_, wrong) = lines(&["~error"]);
    assert!(wrong.contains("hook_non_blocking_error"), "{wrong}");
    let (_, slow) = lines(&["~tool Bash ~latency > 1s"]);
    assert_eq!(slow.lines().count(), 3, "{slow}");
    let (_, sent) = lines(&["~d out", "--json"]);
    assert_eq!(sent.lines().count(), 1, "{sent}");
}

#[test]
fn it_is_exported_as_a_conversation() {
    let run = program()
        .arg("export")
        .arg(stored("bash_allowed"))
        .assert()
        .success();
    let page = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    for part in [
        "Make a file.",
        "touch made.txt",
        "Made.",
        "claude-opus-5-5",
        "2026-",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let dir = tempfile::tempdir().unwrap();
    let part = dir.path().join("part.ndjson");
    let filter = ["--format", "ndjson", "--filter", "~t user,assistant"];
    program()
        .arg("export")
        .arg(stored("bash_allowed"))
        .args(filter)
        .arg("-o")
        .arg(&part)
        .assert()
        .success();
    let told = json_of(&part);
    assert_eq!(told["format"], "recording");
    assert_eq!(told["end"]["state"], "idle");
    assert_eq!(told["lines"], 4);
}
