//! Arguments that try to be more than arguments, against a real program that prints what it was given.

use super::{ARGV, call, refused, script, text};
use cca::config::Document;
use cca::tools::declared::ToolFile;
use proptest::prelude::{Strategy as _, any};
use serde_json::json;

/// A file whose tool passes `a` on, the way `template` says, to a program that prints its arguments.
fn printer(folder: &std::path::Path, template: &str) -> ToolFile {
    let text = format!(
        "[tools.t]\ndescription = 'x'\ninput = {{ a = 'string?', list = 'array?' }}\n\
         command.run = ['./argv', {template}]"
    );
    ToolFile::read(&Document::new(folder.join("box.toml"), text)).unwrap()
}

const HOSTILE: [&str; 22] = [
    "",
    " ",
    "two words",
    "  padded  ",
    "\"",
    "'",
    "`id`",
    "$(id)",
    "${HOME}",
    "$HOME",
    "; id",
    "&& id",
    "| id",
    "> file",
    "line\nbreak\r\n",
    "tab\there",
    "*",
    "~",
    "\\",
    "%s%n",
    "{a}",
    "\u{1b}]0;x\u{7}\u{202e}é",
];

#[tokio::test]
async fn every_value_is_one_argument() {
    let dir = tempfile::tempdir().unwrap();
    script(dir.path(), "argv", ARGV);
    let alone = printer(dir.path(), "'before', '{a}', 'after'");
    let joined = printer(dir.path(), "'--a={a}'");
    let list = printer(dir.path(), "'{list...}'");
    for value in HOSTILE {
        let result = call(&alone, "t", &json!({"a": value})).await;
        assert_eq!(
            text(&result),
            (format!("before\0{value}\0after\0").as_str(), false)
        );
        let result = call(&joined, "t", &json!({"a": value})).await;
        assert_eq!(text(&result), (format!("--a={value}\0").as_str(), false));
    }
    let all: String = HOSTILE.iter().flat_map(|value| [*value, "\0"]).collect();
    let result = call(&list, "t", &json!({"list": HOSTILE})).await;
    assert_eq!(text(&result), (all.as_str(), false));
}

#[test]
fn any_text_is_one_argument_or_refused() {
    let dir = tempfile::tempdir().unwrap();
    script(dir.path(), "argv", ARGV);
    let file = printer(dir.path(), "'{a}'");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let config = proptest::test_runner::Config::with_cases(60);
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let values = proptest::collection::vec(any::<char>(), 0..12)
        .prop_map(|chars| chars.into_iter().collect::<String>());
    runner
        .run(&values, |value| {
            let result = runtime.block_on(call(&file, "t", &json!({"a": value})));
            let (said, error) = text(&result);
            if value.contains('\0') || value.starts_with('-') {
                proptest::prop_assert!(error && said.starts_with("Invalid input"), "{}", said);
            } else {
                proptest::prop_assert_eq!(said, format!("{value}\0"));
            }
            Ok(())
        })
        .unwrap();
}

#[tokio::test]
async fn a_nul_is_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    script(dir.path(), "argv", ARGV);
    let expected = "Invalid input: `a` has a NUL character, which a program cannot be given";
    for template in ["'{a}'", "'--a={a}'", "'--', '{a}'", "'{a!}'"] {
        let result = call(&printer(dir.path(), template), "t", &json!({"a": "x\0y"})).await;
        assert_eq!(text(&result), (expected, true), "{template}");
    }
    let list = printer(dir.path(), "'{list...}'");
    let result = call(&list, "t", &json!({"list": ["ok", "\0"]})).await;
    assert!(text(&result).1);
}

#[tokio::test]
async fn a_value_never_becomes_an_option() {
    let dir = tempfile::tempdir().unwrap();
    script(dir.path(), "argv", ARGV);
    let expected = "Invalid input: `a` must not start with `-`, because the program could take it for an option";
    for value in ["-rf", "--force", "-", "--", "-5"] {
        let arguments = json!({"a": value, "list": ["ok", value]});
        for template in ["'{a}'", "'{a}/x'", "['--limit', '{a}']", "'{a}', '--', 'x'"] {
            let result = call(&printer(dir.path(), template), "t", &arguments).await;
            assert_eq!(text(&result), (expected, true), "{template} {value}");
        }
        let result = call(&printer(dir.path(), "'{list...}'"), "t", &arguments).await;
        assert!(text(&result).1, "{value}");
        let marked = [
            ("'--', '{a}'", format!("--\0{value}\0")),
            ("'--a={a}'", format!("--a={value}\0")),
            ("'./{a}'", format!("./{value}\0")),
            ("'{a!}'", format!("{value}\0")),
            ("'{list...!}'", format!("ok\0{value}\0")),
        ];
        for (template, words) in marked {
            let result = call(&printer(dir.path(), template), "t", &arguments).await;
            assert_eq!(text(&result), (words.as_str(), false), "{template} {value}");
        }
    }
    // A value cannot end the options by itself.
    let forged = printer(dir.path(), "'-{a}', '{list...}'");
    let result = call(&forged, "t", &json!({"a": "-", "list": ["-x"]})).await;
    assert!(text(&result).1);
}

#[test]
fn a_value_never_becomes_source_code() {
    let file = |run: &str| {
        format!("[tools.t]\ndescription = 'x'\ninput = {{ a = 'string' }}\ncommand.run = {run}")
    };
    for run in [
        "['sh', '-c', 'echo {a}']",
        "['/bin/bash', '-ec', '{a}']",
        "['env', 'X=1', 'sh', '-c', 'echo {a}']",
        "['python3', '-c', 'print({a})']",
        "['perl', '-e', '{a}']",
        "['perl', '-E', '{a}']",
        "['perl', '-le{a}']",
        "['sh', '-c', '--', '{a}']",
        "['bash', '-c', '-e', '{a}']",
        "['bash', '-ce', '{a}']",
        "['bash', '-o', 'pipefail', '-c', '{a}']",
        "['python3.12', '-c', '{a}']",
        "['/usr/bin/python3', '-B', '-c{a}']",
        "['python3', '-{a}']",
        "['node', '--eval', '{a}']",
        "['node', '--eval={a}']",
        "['node', '-p', '{a}']",
        "['pwsh', '-NoProfile', '-Command', '{a}']",
        "['su', 'nobody', '-c', '{a}']",
        "['php', '-r', '{a}']",
        "['awk', '{a}']",
        "['awk', '-F', ',', '{a}', 'file']",
        "['gawk', '-e', '{a}']",
        "['sed', '-n', 's/x/{a}/']",
        "['sed', '-e', '{a}']",
        "['env', '-S', '{a}']",
        "['env', '--split-string={a}']",
        "['env', 'awk', '{a}']",
        "['ssh', 'host', 'ls', '{a}']",
        "['ssh', '-p', '22', 'host', '{a}']",
        "['ssh', 'host', 'sh', 'script', '{a}']",
        "['ssh', '-o', 'ProxyCommand={a}', 'host']",
        "['watch', 'ls', '{a}']",
        "['timeout', '5', 'sh', '-c', '{a}']",
    ] {
        let said = refused(&file(run));
        assert!(said.contains("source code"), "{run}: {said}");
    }
    for run in [
        "['sh', '-c', 'echo \"$1\"', 'sh', '{a}']",
        "['grep', '-e', '{a!}']",
        "['sh', './script', '{a}']",
        "['awk', '-v', 'x={a}', '{{ print x }}']",
        "['awk', '{{ print $1 }}', '{a}']",
        "['awk', '-f', 'prog.awk', '{a}']",
        "['sed', '-n', '1p', '--', '{a}']",
        "['ssh', '{a}', 'uptime']",
        "['systemctl', 'status', 'ssh', '{a}']",
        "['env', 'X=1', 'ls', '{a}']",
        "['python3', 'script.py', '--name={a}']",
        "['node', 'script.js', '{a}']",
    ] {
        super::tools(&file(run));
    }
}

#[test]
fn a_value_is_no_source_on_standard_input_either() {
    let file = |run: &str, stdin: &str| {
        format!(
            "[tools.t]\ndescription = 'x'\ninput = {{ a = 'string' }}\ncommand.run = {run}\ncommand.stdin = '{stdin}'"
        )
    };
    for run in [
        "['sh']",
        "['bash', '-e', '-']",
        "['bash', '-s', '--', 'x']",
        "['bash', '-o', 'pipefail']",
        "['env', 'X=1', 'python3.11', '-u', '-']",
        "['ssh', 'host']",
    ] {
        for stdin in ["{a}", "json"] {
            let said = refused(&file(run, stdin));
            assert!(
                said.contains("command.stdin") && said.contains("source code"),
                "{run}: {said}"
            );
        }
        super::tools(&file(run, "none"));
    }
    for run in [
        "['cat']",
        "['sh', '-c', 'wc -c']",
        "['python3', './count.py']",
        "['awk', '{{ print $1 }}']",
        "['ssh', 'host', 'wc']",
    ] {
        super::tools(&file(run, "{a}"));
    }
}
