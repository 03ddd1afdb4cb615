//! Every message about a file of tools that is wrong, in one place.

use super::refused;
use std::fmt::Write as _;

/// A tool with these lines.
fn tool(lines: &str) -> String {
    format!("[tools.t]\ndescription = 'x'\n{lines}")
}

/// A tool with this command.
fn command(lines: &str) -> String {
    tool(&format!(
        "input = {{ a = 'string', b = 'array?' }}\n[tools.t.command]\n{lines}"
    ))
}

fn said(files: &[String]) -> String {
    let mut all = String::new();
    for file in files {
        let _ = writeln!(all, "{}", refused(file));
    }
    all
}

#[test]
fn about_the_file() {
    insta::assert_snapshot!(said(&[
        String::new(),
        "[tools]".to_owned(),
        "[tools.t".to_owned(),
        "sever = 'x'".to_owned(),
        "server = 'a__b'\n[tools.t]\ndescription = 'x'\nanswer = 1".to_owned(),
        "server = 'a b'\n[tools.t]\ndescription = 'x'\nanswer = 1".to_owned(),
        "[tools.t]\ndescription = 'x'\nanswer = 1\n[tools.t]\ndescription = 'y'\nanswer = 1"
            .to_owned(),
        "[tools.Bash]\ndescription = 'x'\nanswer = 1".to_owned(),
        "[tools.'a b']\ndescription = 'x'\nanswer = 1".to_owned(),
    ]));
}

#[test]
fn about_a_tool() {
    insta::assert_snapshot!(said(&[
        "[tools.t]\nanswer = 1".to_owned(),
        "[tools.t]\ndescription = ' '\nanswer = 1".to_owned(),
        tool(""),
        tool("answer = 1\nmanual = 'x'"),
        tool("cases = []\ncases_file = 'x'"),
        tool("anser = 1"),
        tool("timeout_ms = 0\nanswer = 1"),
        tool("timeout_ms = '5s'\nanswer = 1"),
        tool("read_only = 'yes'\nanswer = 1"),
    ]));
}

#[test]
fn about_schemas() {
    insta::assert_snapshot!(said(&[
        tool("input = { a = 'text' }\nanswer = 1"),
        tool("input = { a = 1 }\nanswer = 1"),
        tool("input = {}\nschema = {}\nanswer = 1"),
        tool("schema = { type = 'array' }\nanswer = 1"),
        tool("schema = { properties.a.type = 'text' }\nanswer = 1"),
        tool("schema = 'x'\nanswer = 1"),
        tool("schema_file = 'no-such.json'\nanswer = 1"),
        tool("schema_file = 'Cargo.lock'\nanswer = 1"),
        tool("output_schema = { type = 'string' }\nanswer = {}"),
        tool("output_schema = {}\nanswer = 'x'"),
        tool("output_schema = { required = ['n'] }\nanswer = { m = 1 }"),
        tool("output_schema = {}\ncommand.run = ['true']"),
    ]));
}

#[test]
fn about_commands() {
    insta::assert_snapshot!(said(&[
        command(""),
        command("run = 'ls -l'"),
        command("run = []"),
        command("run = ['']"),
        command("run = ['{a}']"),
        command("run = [['ls', '{a}']]"),
        command("run = ['ls', ['-l']]"),
        command("run = ['ls', 7]"),
        command("run = ['ls', '{c}']"),
        command("run = ['ls', '{a']"),
        command("run = ['ls', ['-x', '{a b}']]"),
        command("run = ['ls', 'x{b...}']"),
        command("run = ['sh', '-c', 'ls {a}']"),
        command("run = ['ls']\nshell = true"),
        command("run = ['ls']\nstdin = 'yaml'"),
        command("run = ['ls']\nstdin = '{c}'"),
        command("run = ['ls']\nstdin = '{'"),
        command("run = ['ls']\noutput = 'yaml'"),
        command("run = ['ls']\nmax_output = 0"),
        command("run = ['ls']\nmax_output = 99999999999"),
        command("run = ['ls']\nok_exit_codes = []"),
        command("run = ['ls']\nenv = { 'A=B' = 'x' }"),
        command("run = ['ls']\nenv = { '' = 'x' }"),
        command("run = ['ls']\nenv = { A = \"\\u0000\" }"),
        command("run = ['ls']\nenv = { A = 1 }"),
        command("run = ['ls']\ninherit = 'PATH'"),
        tool("command.run = ['ls', '{a}']"),
    ]));
}

#[test]
fn about_cases_and_people() {
    insta::assert_snapshot!(said(&[
        tool("cases = []"),
        tool("cases = [{}]"),
        tool("cases = [{ answer = 1, error = 'x' }]"),
        tool("cases = [{ when = { a = 1 }, answer = 1 }]"),
        tool("input = { a = 'any' }\ncases = [{ when = { a = { matches = '(' } }, answer = 1 }]"),
        tool("cases = [{ anwer = 1 }]"),
        tool("cases = [{ answer = 1, delay_ms = -1 }]"),
        tool("cases_file = 'no-such.toml'"),
        tool("cases_file = 'Cargo.toml'"),
        tool("manual = true"),
        tool("manual = 'Who is {who}?'"),
    ]));
}
