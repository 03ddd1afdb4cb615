//! `cca-tui inspect`, as a program: what it prints of our own recordings, and what it says about bad input.

mod bad_input;
mod lines;
mod output;
mod transcripts;

use assert_cmd::Command;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A recording of our own.
fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/recordings")
        .join(name)
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_cca-tui"))
}

/// What `--json` prints about a file.
fn json_of(path: &Path) -> Value {
    let run = program()
        .arg("inspect")
        .arg("--json")
        .arg(path)
        .assert()
        .success();
    let out = run.get_output();
    assert!(
        out.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    serde_json::from_slice(&out.stdout).unwrap()
}
