//! `cca-tui tools`, as a program.

use assert_cmd::Command;
use predicates::str::{contains, starts_with};
use serde_json::{Value, json};
use std::path::Path;

const FILE: &str = "[tools.add]\ndescription = \"Add\\nmore\"\ninput = { a = 'number', b = 'number?' }\n\
    command = { run = ['expr', '{a}', '+', '{b}'] }\n\
    [tools.greet]\ndescription = \"Greet \\u001b[31m\"\nanswer = { hello = \"\\u001b[2J\" }\n\
    [tools.who]\ndescription = 'Ask'\nmanual = 'Who?'\n\
    [tools.no]\ndescription = 'Refuse'\nschema.properties.x = {}\ncases = [{ error = 'no.' }]\n";

struct Here(tempfile::TempDir);

impl Here {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("box.toml"), FILE).unwrap();
        std::fs::write(dir.path().join("bad.toml"), "[tools.x]\nanswer = 1\n").unwrap();
        std::fs::write(
            dir.path().join("hooks.toml"),
            "[[hooks]]\nevent = 'Stop'\nlog = '-'\n",
        )
        .unwrap();
        Self(dir)
    }

    fn run(&self, arguments: &[&str]) -> assert_cmd::assert::Assert {
        Command::new(env!("CARGO_BIN_EXE_cca-tui"))
            .arg("tools")
            .args(arguments)
            .current_dir(self.0.path())
            .assert()
    }
}

fn printed(run: &assert_cmd::assert::Assert) -> String {
    String::from_utf8_lossy(&run.get_output().stdout).into_owned()
}

#[test]
fn list_is_a_table() {
    let here = Here::new();
    insta::assert_snapshot!(printed(&here.run(&["list", "box.toml"]).success()));
    here.run(&["list", "box.toml", "bad.toml"])
        .code(1)
        .stderr("cca-tui: bad.toml:1:1: tools.x: missing field `description`\n")
        .stdout(contains("greet"));
    here.run(&["list", "hooks.toml"])
        .code(1)
        .stderr(contains("has hooks and no tools"));
}

#[test]
fn check_says_of_each_file_whether_it_is_right() {
    let here = Here::new();
    let run = here
        .run(&["check", "box.toml", "bad.toml", "hooks.toml", "none.toml"])
        .code(1);
    insta::assert_snapshot!(printed(&run));
    here.run(&["check", "box.toml", "hooks.toml"]).success();
}

#[test]
fn call_prints_the_result() {
    let here = Here::new();
    here.run(&["call", "add", r#"{"a": 2, "b": 40}"#, "box.toml"])
        .success()
        .stdout("42\n")
        .stderr("");
    here.run(&["call", "mcp__box__add", r#"{"a": 2, "b": 40}"#, "box.toml"])
        .success()
        .stdout("42\n");
}

#[test]
fn call_prints_all_of_it_as_json() {
    let here = Here::new();
    let run = here
        .run(&["call", "--json", "greet", "{}", "box.toml"])
        .success();
    let text = printed(&run);
    assert!(!text.contains('\u{1b}'), "{text}");
    let result: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(result["structuredContent"], json!({"hello": "\u{1b}[2J"}));
    let run = here
        .run(&["call", "--json", "no", "{}", "box.toml"])
        .code(1);
    let result: Value = serde_json::from_str(&printed(&run)).unwrap();
    assert_eq!(result["isError"], true);
}

#[test]
fn an_error_result_has_exit_code_1() {
    let here = Here::new();
    here.run(&["call", "no", "{}", "box.toml"])
        .code(1)
        .stdout("")
        .stderr("no.\n");
    here.run(&["call", "add", r#"{"a": "two"}"#, "box.toml"])
        .code(1)
        .stderr(starts_with("Invalid input for tool `add`"));
    here.run(&["call", "add", r#"{"a": 1}"#, "box.toml"])
        .code(1)
        .stderr(contains("`expr` failed: exit code 2"));
}

#[test]
fn without_a_terminal_nobody_answers() {
    let here = Here::new();
    here.run(&["call", "who", "{}", "box.toml"])
        .code(1)
        .stderr(contains("nobody is there to answer"));
}

#[test]
fn what_cannot_be_called_has_exit_code_2() {
    let here = Here::new();
    let mut said = String::new();
    for arguments in [
        ["call", "sub", "{}", "box.toml"],
        ["call", "add", "{a: 1}", "box.toml"],
        ["call", "add", "[1]", "box.toml"],
        ["call", "x", "{}", "bad.toml"],
        ["call", "x", "{}", "none.toml"],
        ["call", "x", "{}", "hooks.toml"],
    ] {
        let run = here.run(&arguments).code(2).stdout("");
        said.push_str(&String::from_utf8_lossy(&run.get_output().stderr));
    }
    insta::assert_snapshot!(said);
    for arguments in [&["list"][..], &["check"], &["call", "add"], &[]] {
        here.run(arguments).code(2).stderr(contains("Usage:"));
    }
}

#[test]
fn the_example_of_the_file_itself_works() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/tools.toml");
    let file = file.to_str().unwrap();
    Here::new()
        .run(&["call", "word_count", r#"{"text": "one two three"}"#, file])
        .success()
        .stdout(contains("3"));
}

#[test]
fn demo_stands_for_the_built_in_tools() {
    let here = Here::new();
    let list = printed(&here.run(&["list", "demo", "box.toml"]).success());
    for (tool, arguments) in [
        ("add", "a: number, b: number"),
        ("uuid", "count: integer?"),
        ("now", "zone: string?"),
        ("greet", ""),
    ] {
        let row = list.lines().find(|line| line.trim().starts_with(tool));
        assert!(row.is_some_and(|row| row.contains(arguments)), "{list}");
    }
    assert!(list.contains("demo (server demo)"), "{list}");
    here.run(&["check", "demo"])
        .success()
        .stdout("demo: ok, 9 tools (server demo)\n");
    for name in ["add", "mcp__demo__add"] {
        here.run(&["call", name, r#"{"a": 1, "b": 2}"#, "demo"])
            .success()
            .stdout("3\n");
    }
    here.run(&["call", "divide", r#"{"a": 1, "b": 0}"#, "demo"])
        .code(1);
    here.run(&["call", "nonesuch", "{}", "demo"])
        .code(2)
        .stderr(contains("demo has no tool \"nonesuch\"; it has: add"));
    // A file of that name can still be named.
    std::fs::write(here.0.path().join("demo"), FILE).unwrap();
    here.run(&["list", "./demo"])
        .success()
        .stdout(contains("greet"));
}
