//! Every key of `command` does what it says, and how the end of a program reads.

use super::{ARGV, call, script, text, tools};
use cca::config::Document;
use cca::tools::declared::ToolFile;
use serde_json::{Value, json};

/// What a command makes of these arguments.
async fn run(command: &str, arguments: Value) -> (String, bool) {
    let file = tools(&format!(
        "[tools.t]\ndescription = 'x'\ninput = {{ a = 'any?', b = 'any?', list = 'array?' }}\n[tools.t.command]\n{command}"
    ));
    let result = call(&file, "t", &arguments).await;
    let (text, error) = text(&result);
    (text.to_owned(), error)
}

fn ok(text: &str) -> (String, bool) {
    (text.to_owned(), false)
}

/// The words a template comes to.
async fn words(template: &str, arguments: Value) -> String {
    let command = format!(
        "run = ['/bin/sh', '-c', 'for w; do printf \"[%s]\" \"$w\"; done', 'sh', {template}]"
    );
    let (said, error) = run(&command, arguments).await;
    assert!(!error, "{said}");
    said
}

#[tokio::test]
async fn run_fills_words_by_name() {
    let all = json!({"a": "x y", "b": 2.5, "list": ["p", 1, true, null]});
    assert_eq!(words("'{a}', '{b}'", all.clone()).await, "[x y][2.5]");
    assert_eq!(words("'--a={a}/{b}'", all.clone()).await, "[--a=x y/2.5]");
    assert_eq!(words("'{list...}'", all.clone()).await, "[p][1][true]");
    assert_eq!(
        words("'{list}'", all.clone()).await,
        "[[\"p\",1,true,null]]"
    );
    assert_eq!(words("'{{a}}'", all).await, "[{a}]");
    let object = json!({"a": {"k": [1]}, "b": false});
    assert_eq!(words("'{a}', '{b}'", object).await, "[{\"k\":[1]}][false]");
}

#[tokio::test]
async fn what_is_absent_is_left_out_with_what_belongs_to_it() {
    for none in [json!({}), json!({"a": null, "list": []})] {
        assert_eq!(
            words("'first', '{a}', 'last'", none.clone()).await,
            "[first][last]"
        );
        assert_eq!(
            words("['--a', '{a}'], 'last'", none.clone()).await,
            "[last]"
        );
        assert_eq!(words("['--l', '{list...}'], 'last'", none).await, "[last]");
    }
    let some = json!({"a": "", "list": ["x"]});
    assert_eq!(
        words("['--a', '{a}'], ['--l', '{list...}']", some).await,
        "[--a][][--l][x]"
    );
    let half = json!({"a": "here"});
    assert_eq!(words("['{a}', '{b}'], '{a}'", half).await, "[here]");
}

#[tokio::test]
async fn run_is_found_beside_the_file() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("bin")).unwrap();
    script(&dir.path().join("bin"), "argv", ARGV);
    let text_of = "[tools.t]\ndescription = 'x'\ncommand.run = ['./bin/argv', 'here']";
    let file = ToolFile::read(&Document::new(dir.path().join("box.toml"), text_of)).unwrap();
    assert_eq!(text(&call(&file, "t", &json!({})).await).0, "here\0");
}

#[tokio::test]
async fn stdin_is_nothing_all_arguments_or_a_text() {
    let arguments = json!({"a": "x\0\n$(id)"});
    assert_eq!(run("run = ['cat']", arguments.clone()).await, ok(""));
    assert_eq!(
        run("run = ['cat']\nstdin = 'none'", arguments.clone()).await,
        ok("")
    );
    assert_eq!(
        run("run = ['cat']\nstdin = 'json'", arguments.clone()).await,
        ok(r#"{"a":"x\u0000\n$(id)"}"#)
    );
    assert_eq!(
        run("run = ['cat']\nstdin = '<{a}{b}>'", arguments).await,
        ok("<x\0\n$(id)>")
    );
}

#[tokio::test]
async fn cwd_is_where_it_runs() {
    assert_eq!(run("run = ['pwd']\ncwd = '/'", json!({})).await, ok("/"));
}

#[tokio::test]
async fn env_and_inherit_are_all_it_sees() {
    let command = "run = ['/usr/bin/env']\ninherit = []\nenv = { ONE = '1 $HOME' }";
    assert_eq!(run(command, json!({})).await, ok("ONE=1 $HOME"));
    let (seen, _) = run(
        "run = ['/usr/bin/env']\ninherit = ['CARGO_MANIFEST_*']",
        json!({}),
    )
    .await;
    let all_fit = seen.lines().all(|line| line.starts_with("CARGO_MANIFEST_"));
    assert!(all_fit && seen.contains("CARGO_MANIFEST_DIR="), "{seen}");
    let (seen, _) = run("run = ['/usr/bin/env']", json!({})).await;
    assert!(
        seen.contains("PATH=") && !seen.contains("CARGO_MANIFEST"),
        "{seen}"
    );
}

#[tokio::test]
async fn max_output_cuts_and_says_so() {
    let command = "run = ['printf', '%s', '{a}']\nmax_output = 4";
    assert_eq!(
        run(command, json!({"a": "123456789"})).await,
        ok("1234\n[5 more bytes were cut off]")
    );
    assert_eq!(run(command, json!({"a": "1234"})).await, ok("1234"));
}

#[tokio::test]
async fn ok_exit_codes_are_no_errors() {
    let command =
        |codes: &str| format!("run = ['/bin/sh', '-c', 'echo out; echo why >&2; exit 3']\n{codes}");
    assert_eq!(
        run(&command(""), json!({})).await,
        (
            "`/bin/sh` failed: exit code 3\nstderr:\nwhy\nstdout:\nout".to_owned(),
            true
        )
    );
    assert_eq!(
        run(&command("ok_exit_codes = [0, 3]"), json!({})).await,
        ok("out")
    );
    let (said, error) = run("run = ['true']\nok_exit_codes = [7]", json!({})).await;
    assert!(error && said.contains("exit code 0"), "{said}");
}

#[tokio::test]
async fn output_json_is_structured_content() {
    let json = "run = ['printf', '%s', '{a}']\noutput = 'json'";
    let file = tools(&format!(
        "[tools.t]\ndescription = 'x'\ninput = {{ a = 'string' }}\n[tools.t.command]\n{json}"
    ));
    let result = call(&file, "t", &json!({"a": "{\"n\": 1}"})).await;
    assert_eq!(result["structuredContent"], json!({"n": 1}));
    assert_eq!(run(json, json!({"a": "[1]"})).await, ok("[1]"));
    let (said, error) = run(json, json!({"a": "oops"})).await;
    assert!(
        error
            && said.starts_with("`printf` did not write JSON (")
            && said.ends_with("stdout:\noops"),
        "{said}"
    );
    let (said, error) = run(&format!("{json}\nmax_output = 2"), json!({"a": "[1]"})).await;
    assert!(error && said.contains("not whole"), "{said}");
    assert_eq!(
        run(
            "run = ['printf', '{a}']\noutput = 'text'",
            json!({"a": "[1]"})
        )
        .await,
        ok("[1]")
    );
}

#[tokio::test]
async fn a_program_that_is_missing_or_killed_is_told() {
    let (said, error) = run("run = ['no-such-program-here']", json!({})).await;
    assert!(error && said.starts_with("there is no program"), "{said}");
    let (said, error) = run("run = ['/bin/sh', '-c', 'kill -9 $$']", json!({})).await;
    assert_eq!(
        (said.as_str(), error),
        ("`/bin/sh` failed: killed by signal 9", true)
    );
}

#[tokio::test]
async fn a_program_that_takes_too_long_is_ended_and_its_words_are_kept() {
    let file = tools(
        "[tools.t]\ndescription = 'x'\ntimeout_ms = 300\n\
         command.run = ['/bin/sh', '-c', 'echo begun; echo hm >&2; sleep 60']",
    );
    let result = call(&file, "t", &json!({})).await;
    assert_eq!(
        text(&result),
        (
            "`/bin/sh` was not done after 300 ms and was ended\nstderr:\nhm\nstdout:\nbegun",
            true
        )
    );
}
