//! `cca-tui run`, as a program, with a small script as its CLI: what it prints, and how it ends.
//!
//! Nothing here sleeps: tests wait for what the program prints, and for its end.

#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests look into JSON they expect, and fail if it is not there"
)]

mod concurrent;
mod ending;
mod killed;
mod output;
mod prompts;
mod recorded;
mod simulated;
mod stopping;

use assert_cmd::Command;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Output;
use tempfile::TempDir;

/// A directory to work in, with a CLI that does what the script says; see `cli.sh` for its words.
struct Scene {
    folder: TempDir,
}

impl Scene {
    fn new(script: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("fake.sh"), script).unwrap();
        Self { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    fn arguments(&self) -> [String; 4] {
        let cli = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/run/cli.sh");
        let cwd = self.path().display().to_string();
        [
            "--cli".to_owned(),
            cli.display().to_string(),
            "--cwd".to_owned(),
            cwd,
        ]
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program();
        command.args(self.arguments()).args(arguments);
        command
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(&self.command(arguments).unwrap_or_output())
    }
}

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cca-tui"));
    // A prompt is never waited for: there is none to read.
    command
        .arg("run")
        .env_remove("CCA_CLI")
        .env("CCA_RECORD", "false")
        .timeout(std::time::Duration::from_mins(1));
    command
}

trait OutputOf {
    fn unwrap_or_output(&mut self) -> Output;
}

impl OutputOf for Command {
    /// The output, whatever the exit code.
    fn unwrap_or_output(&mut self) -> Output {
        self.output().unwrap()
    }
}

/// What a run came to.
#[derive(Debug)]
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    fn of(output: &Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout.clone()).unwrap(),
            err: String::from_utf8(output.stderr.clone()).unwrap(),
        }
    }

    /// Every line of standard output as an event.
    fn events(&self) -> Vec<Value> {
        self.out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    fn event(&self, kind: &str) -> Value {
        let found = self
            .events()
            .into_iter()
            .find(|event| event["type"] == kind);
        found.unwrap_or_else(|| panic!("no {kind} in {self:?}"))
    }
}
