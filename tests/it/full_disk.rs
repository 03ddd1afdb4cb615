//! Standard output that takes nothing: every command that prints says so in one line, and ends with a failure.

use assert_cmd::Command;
use std::fs::OpenOptions;

#[test]
fn what_cannot_be_printed_is_told_in_one_line() {
    let home = tempfile::tempdir().unwrap();
    let recording = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixtures/recordings/tool_turn.ndjson"
    );
    let commands: &[&[&str]] = &[
        &["--help"],
        &["--version"],
        &["help", "sim"],
        &["run", "--help"],
        &["sim", "--list"],
        &["sim", "--check", "faults"],
        &["watch"],
        &["watch", "--list"],
        &["watch", "--prune"],
        &["config"],
        &["config", "--init"],
        &["config", "--keys"],
        &["config", "--themes"],
        &["completions", "bash"],
        &["man"],
        &["man", "run"],
        &["inspect", recording],
        &["inspect", recording, "--json"],
        &["lines", recording],
        &["lines", recording, "--json"],
        &["export", recording],
        &["export", recording, "--format", "html"],
        &["export", recording, "--format", "ndjson"],
        &["tools", "list", "demo"],
        &["run", "--sim", "hello"],
        &["run", "--sim", "hello", "--quiet"],
        &["run", "--sim", "hello", "--json"],
    ];
    for words in commands {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_cca-tui"));
        program
            .args(*words)
            .env_clear()
            .env("HOME", home.path())
            .current_dir(home.path())
            .stdin(std::process::Stdio::null())
            .stdout(full)
            .stderr(std::process::Stdio::piped());
        let ended = program.spawn().unwrap().wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_ne!(ended.status.code(), Some(0), "{words:?}: {said}");
        let told: Vec<&str> = said
            .lines()
            .filter(|line| line.contains("No space left on device"))
            .collect();
        let [line] = told.as_slice() else {
            panic!("{words:?}: {said}");
        };
        assert!(
            line.starts_with("cca-tui: ") && line.contains("cannot"),
            "{words:?}: {line}"
        );
    }
}

#[test]
fn who_reads_no_further_is_no_failure() {
    let mut program = Command::new("sh");
    let script = format!(
        "{} --help | true; {0} sim --list | true",
        env!("CARGO_BIN_EXE_cca-tui")
    );
    program.args(["-c", &script]).assert().success().stderr("");
}
