//! The examples, run as anybody would run them who has no `claude` CLI: a scripted one plays the other side, and what the
//! examples do themselves (tools, rules, hooks, schemas) is real.

use crate::example::{in_order, program};
use assert_cmd::Command;
use std::path::Path;

/// What `claude` is looked for in: nothing. A system-wide CLI would still be found.
fn command(name: &str, home: &Path) -> Command {
    let mut command = Command::new(program(name).unwrap());
    command
        .env_clear()
        .env("HOME", home)
        .env("PATH", home)
        .current_dir(home)
        .timeout(std::time::Duration::from_mins(1));
    command
}

/// What a successful example printed after the line that says that it is simulated; `None` if a CLI was found all the same.
fn printed(name: &str, arguments: &[&str]) -> Option<String> {
    let home = tempfile::tempdir().unwrap();
    let output = command(name, home.path()).args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let Some(rest) = text.strip_prefix("(no `claude` CLI was found: simulated)\n") else {
        let system = ["/usr/local/bin", "/opt/homebrew/bin", "/usr/bin"];
        let found = system
            .iter()
            .any(|place| Path::new(place).join("claude").exists());
        assert!(found, "{name}: {output:?}");
        return None;
    };
    assert!(output.status.success(), "{name}: {output:?}");
    assert!(output.stderr.is_empty(), "{name}: {output:?}");
    Some(rest.to_owned())
}

fn tells(name: &str, arguments: &[&str], wanted: &[&str]) {
    if let Some(text) = printed(name, arguments) {
        in_order(&text, wanted);
    }
}

#[test]
fn calculator_adds() {
    let story = [
        "-> running",
        "hook: PostToolUse is done",
        "tool: mcp__calc__add took Some(",
        "15 + 27 = 42",
        "Success",
    ];
    tells("calculator", &[], &story);
    tells("calculator", &["And 1.5 + 2?"], &["1.5 + 2 = 3.5"]);
}

#[test]
fn database_is_asked_and_not_changed() {
    let story = [
        "answer: I will look at the tables first.",
        "sql: SELECT name, sql FROM sqlite_schema",
        "CREATE TABLE sales",
        "sql: SELECT product, pieces FROM sales",
        "coffee",
        "310",
        "answer: coffee sold best, with 310 pieces.",
        "sales in the file afterwards: 3",
    ];
    tells("database", &[], &story);
}

#[test]
fn files_are_summarised_with_progress() {
    let story = [
        "-> running",
        "-> waiting_tool_call",
        "progress: 0/2 reading people.csv",
        "progress: 2/2 done",
        "people.csv: c248fde0",
        "prices.csv: 09dfb6b7",
        "-> completed",
        "mcp__demo__summarise_csv     well ",
        "mcp__demo__hash              well ",
        "mcp__demo__hash              well ",
    ];
    tells("files", &[], &story);
}

#[test]
fn guard_blocks_the_destructive_command_only() {
    let story = [
        "wants: Bash {\"command\":\"ls build\"",
        "got: precious.txt",
        "blocked by the guard (Bash(rm *))",
        "blocked: cd build && rm -rf .",
        "still there: true",
    ];
    tells("guard", &[], &story);
    let text = printed("guard", &[]);
    assert!(!text.is_some_and(|text| text.contains("blocked: ls")));
}

#[test]
fn chat_remembers() {
    let story = [
        "> My name is Ada, and I like tea.",
        "Nice to meet you, Ada.",
        "idle so far",
        "Your name is Ada.",
        "You like tea.",
    ];
    tells("chat", &[], &story);
}

#[test]
fn structured_is_the_typed_value() {
    if let Some(text) = printed("structured", &[]) {
        let recipe = "Pancakes (20 minutes)\n- flour: 250 g\n- milk: 500 ml\n- eggs: 3\n";
        assert_eq!(text, recipe);
    }
}

/// A CLI that was named is meant: nothing else takes its place.
#[test]
fn a_named_cli_that_is_missing_is_an_error() {
    let home = tempfile::tempdir().unwrap();
    for named in ["/nowhere/claude", "no-such-claude"] {
        let output = command("structured", home.path())
            .env("CCA_CLI", named)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(named), "{said}");
    }
}
