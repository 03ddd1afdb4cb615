//! `cca-tui lines`, as a program, and the findings of `inspect`.

use super::{fixture, json_of, program};
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

fn lines(name: &str, words: &[&str]) -> std::process::Output {
    program()
        .arg("lines")
        .arg(fixture(name))
        .args(words)
        .output()
        .unwrap()
}

#[test]
fn lines_that_fit_are_listed_and_none_is_told_by_the_code() {
    let found = lines("tool_turn.ndjson", &["~tool Bash ~latency > 1s"]);
    let text = String::from_utf8_lossy(&found.stdout);
    assert_eq!(text.lines().count(), 5, "{text}");
    assert!(found.status.success() && text.contains("can_use_tool"));
    let none = lines("tool_turn.ndjson", &["~tool Nothing"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(none.stderr.is_empty());
    let wrong = lines("tool_turn.ndjson", &["~tool"]);
    let said = String::from_utf8_lossy(&wrong.stderr);
    assert!(
        said.contains("column 6") && wrong.status.code() == Some(2),
        "{said}"
    );
}

#[test]
fn raw_lines_are_json_and_a_reader_may_leave() {
    let raw = lines("tool_turn.ndjson", &["~t result", "--json"]);
    let result: serde_json::Value = serde_json::from_slice(&raw.stdout).unwrap();
    assert_eq!(result.get("type").unwrap(), "result");
    let dir = tempfile::tempdir().unwrap();
    let long = dir.path().join("long.ndjson");
    std::fs::write(&long, "{\"type\":\"keep_alive\"}\n".repeat(200_000)).unwrap();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_cca-tui"))
        .args(["lines", "--json"])
        .arg(&long)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut first).unwrap();
    drop(out);
    let ended = child.wait_with_output().unwrap();
    assert!(
        ended.status.success() && ended.stderr.is_empty(),
        "{ended:?}"
    );
}

#[test]
fn a_healthy_recording_has_no_findings_and_a_bad_one_says_where() {
    let healthy = json_of(&fixture("tool_turn.ndjson"));
    assert_eq!(healthy.get("findings").unwrap(), &serde_json::json!([]));
    let bad = json_of(&fixture("interrupted_turn.ndjson"));
    let rules: Vec<&str> = bad
        .get("findings")
        .and_then(|found| found.as_array())
        .unwrap()
        .iter()
        .map(|finding| finding.get("rule").and_then(|rule| rule.as_str()).unwrap())
        .collect();
    assert_eq!(rules, ["no_message", "unknown"]);
}

#[test]
fn a_dash_is_standard_input() {
    let text = std::fs::read(fixture("tool_turn.ndjson")).unwrap();
    let from_file = lines("tool_turn.ndjson", &["~tool Bash"]);
    let run = |words: &[&str], input: &[u8]| {
        let mut command = program();
        command.args(words).write_stdin(input).output().unwrap()
    };
    let piped = run(&["lines", "-", "~tool Bash"], &text);
    assert_eq!(piped.stdout, from_file.stdout);
    let told = run(&["inspect", "-"], &text);
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.starts_with("file       standard input\n"), "{told}");
    let markdown = run(&["export", "-"], &text);
    assert!(
        markdown.status.success() && !markdown.stdout.is_empty(),
        "{markdown:?}"
    );
    for command in ["lines", "inspect", "export"] {
        let wrong = run(&[command, "-"], b"no recording\n");
        let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
        assert!(said.contains("standard input holds no recording"), "{said}");
        assert!(!said.contains("tmp"), "{said}");
    }
}

#[test]
fn absurd_times_keep_their_columns() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("absurd.ndjson");
    let times = [
        "0.5",
        "1e308",
        "-5",
        "\"NaN\"",
        "9999999999",
        "12345.678901",
        "3e9",
        "2",
    ];
    let line = |t| {
        format!("{{\"t\":{t},\"dir\":\"in\",\"msg\":{{\"type\":\"result\",\"subtype\":\"x\"}}}}\n")
    };
    std::fs::write(&path, times.map(line).concat()).unwrap();
    let out = program().arg("lines").arg(&path).output().unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    // Every row has its direction where the head says.
    let column = text.find(" dir ").unwrap();
    for row in text.lines().skip(1) {
        assert_eq!(row.get(column..=column), Some(" "), "{text}");
        let way = row.get(column + 1..column + 5).unwrap();
        assert!(["<-  ", "note"].contains(&way), "{text}");
    }
    assert_eq!(text.matches(" lint ").count(), 3, "{text}");
    let told = program().arg("inspect").arg(&path).output().unwrap();
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.contains("6 lines over 34722 days"), "{told}");
}
