//! What is said about input that is no recording, and that size does not matter.

use super::{fixture, json_of, program};
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, starts_with};
use serde_json::Value;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs on a file with this content and expects one line of error with exit code 1.
fn refused(content: &[u8], says: &str) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(content).unwrap();
    let run = program()
        .arg("inspect")
        .arg(file.path())
        .assert()
        .code(1)
        .stdout("");
    let run = run.stderr(starts_with("cca-tui: ")).stderr(contains(says));
    assert_eq!(
        String::from_utf8_lossy(&run.get_output().stderr)
            .lines()
            .count(),
        1
    );
}

#[test]
fn files_that_are_no_recordings() {
    refused(b"{\n  \"a\": 1,\n  \"b\": 2\n}\n", "jq -c");
    refused(b"", "is empty");
    refused(b"\n \n", "is empty");
    refused(b"\x7fELF\x02\x01\0\0\0", "is a binary file");
    refused(b"\x1f\x8b\x08\0", "unpack it first");
    refused(b"dear diary\n", "holds no recording");
    refused(br#"{"cca_recording":99}"#, "recording format 99");
}

#[test]
fn paths_that_are_no_files() {
    let dir = tempfile::tempdir().unwrap();
    program()
        .arg("inspect")
        .arg(dir.path())
        .assert()
        .code(1)
        .stderr(contains("is a directory"));
    let missing = dir.path().join("nothing\u{1b}[2J");
    program()
        .arg("inspect")
        .arg(missing)
        .assert()
        .code(1)
        .stderr(contains("there is no file").and(contains("\\e[2J")));
}

#[test]
fn usage_errors_have_their_own_exit_code() {
    program()
        .arg("--no-such-flag")
        .assert()
        .code(2)
        .stderr(contains("Usage:"));
    program()
        .arg("inspect")
        .assert()
        .code(2)
        .stderr(contains("<FILE>"));
    program()
        .args(["inspect", "--no-such-flag", "x"])
        .assert()
        .code(2);
    program()
        .arg("--version")
        .assert()
        .success()
        .stdout(contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for flags in [&["--json"][..], &[]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cca-tui"))
            .arg("inspect")
            .args(flags)
            .arg(fixture("tool_turn.ndjson"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Closed before anything can be read from it.
        drop(child.stdout.take());
        let out = child.wait_with_output().unwrap();
        assert_eq!(
            (out.status.code(), out.stderr.as_slice()),
            (Some(0), &b""[..]),
            "{flags:?}"
        );
    }
}

#[test]
fn damage_in_the_middle_is_listed_and_passed() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let good = std::fs::read_to_string(fixture("tool_turn.ndjson")).unwrap();
    for (number, line) in good.lines().enumerate() {
        writeln!(file, "{line}").unwrap();
        if number == 3 {
            file.write_all(b"{\"seq\":77,\"t\":oops}\n\xff\xfe\n")
                .unwrap();
        }
    }
    let json = json_of(file.path());
    assert_eq!(json["malformed_total"], 2);
    assert_eq!(
        (&json["malformed"][0]["kind"], &json["malformed"][0]["line"]),
        (&"damaged_entry".into(), &5.into())
    );
    assert_eq!(json["end"]["state"], "completed");
}

#[test]
fn one_line_of_a_gigabyte_is_passed_over() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    writeln!(
        file,
        "{}",
        std::fs::read_to_string(fixture("capture.ndjson")).unwrap()
    )
    .unwrap();
    // The rest is a hole: it takes no room on disk.
    file.as_file().set_len(1 << 30).unwrap();
    // Up to the cap on a line it has to be kept.
    let json = bounded(file.path(), 600_000);
    assert_eq!(
        (&json["malformed"][0]["kind"], &json["lines"]),
        (&"oversize_entry".into(), &4.into())
    );
}

#[test]
fn memory_does_not_grow_with_the_file() {
    let mut file = std::io::BufWriter::new(tempfile::NamedTempFile::new().unwrap());
    let good = std::fs::read_to_string(fixture("capture.ndjson")).unwrap();
    let text = "bark ".repeat(20_000);
    let long = good.replace("Birch.", &text);
    for _ in 0..600 {
        file.write_all(long.as_bytes()).unwrap();
    }
    let file = file.into_inner().unwrap();
    assert!(file.as_file().metadata().unwrap().len() > 100 << 20);
    let json = bounded(file.path(), 90_000);
    assert_eq!(
        (&json["lines"], &json["turns_total"]),
        (&2400.into(), &600.into())
    );
}

/// The same as `json_of`, with less memory (in KiB, the program itself aside) than the file is long.
fn bounded(path: &Path, limit: u32) -> Value {
    let run = Command::new("sh")
        .args([
            "-c",
            "ulimit -d \"$2\" && exec \"$0\" inspect --json \"$1\"",
        ])
        .arg(env!("CARGO_BIN_EXE_cca-tui"))
        .arg(path)
        .arg(limit.to_string())
        .output()
        .unwrap();
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    serde_json::from_slice(&run.stdout).unwrap()
}
