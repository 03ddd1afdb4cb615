//! The built program as the CLI.

use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

const PROTOCOL: [&str; 5] = [
    "--output-format=stream-json",
    "--verbose",
    "--input-format=stream-json",
    "--permission-prompt-tool=stdio",
    "--unknown-flag",
];

pub(super) fn program(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cca-tui"));
    command
        .env_clear()
        .env("HOME", home)
        .env("PATH", "/usr/bin:/bin");
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

pub(super) fn sim(home: &Path, scenario: &str, flags: &[&str]) -> Child {
    let file = home.join("scenario.toml");
    std::fs::write(&file, scenario).unwrap();
    let mut command = program(home);
    command
        .arg("sim")
        .arg("--scenario")
        .arg(file)
        .args(PROTOCOL)
        .args(flags);
    command.spawn().unwrap()
}

pub(super) fn prompt(text: &str) -> String {
    format!(
        "{}\n",
        json!({"type": "user", "message": {"role": "user", "content": text}})
    )
}

/// Says these lines, closes, and waits for the end.
pub(super) fn play(home: &Path, scenario: &str, flags: &[&str], lines: &str) -> Output {
    let mut child = sim(home, scenario, flags);
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap()
}

pub(super) fn results(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| line["type"] == "result").collect()
}

#[test]
fn exit_codes() {
    let home = tempfile::tempdir().unwrap();
    let output = play(home.path(), "", &[], &prompt("hi"));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(results(&output)[0]["result"], "hi");
    assert!(output.stderr.is_empty(), "{output:?}");
    let failing = "[[turns]]\nsteps = [{ fail = { kind = \"api\", status = 400 } }]";
    assert_eq!(
        play(home.path(), failing, &[], &prompt("hi")).status.code(),
        Some(1)
    );
    let output = play(home.path(), "", &[], "nonsense\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(!output.stderr.is_empty());
    let leaving = "[[turns]]\nsteps = [{ exit = 42 }]";
    assert_eq!(
        play(home.path(), leaving, &[], &prompt("hi")).status.code(),
        Some(42)
    );
}

#[test]
fn signals_end_it() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let home = tempfile::tempdir().unwrap();
    for (signal, code) in [
        (Signal::SIGTERM, 143),
        (Signal::SIGHUP, 129),
        (Signal::SIGINT, 0),
    ] {
        let mut child = sim(
            home.path(),
            "[[turns]]\nsteps = [{ say = \"x\" }, { hang = true }]",
            &[],
        );
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(prompt("go").as_bytes()).unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(
            lines
                .by_ref()
                .any(|line| line.unwrap().contains("\"assistant\""))
        );
        kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), signal).unwrap();
        for _ in lines {}
        assert_eq!(child.wait().unwrap().code(), Some(code), "{signal}");
    }
}

#[test]
fn a_signal_is_heard_while_nobody_reads() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let home = tempfile::tempdir().unwrap();
    let mut child = sim(
        home.path(),
        "[[turns]]\nsteps = [{ flood = { frames = 1000000 } }]",
        &[],
    );
    child
        .stdin
        .take()
        .unwrap()
        .write_all(prompt("go").as_bytes())
        .unwrap();
    let mut first = String::new();
    BufReader::with_capacity(16, child.stdout.as_mut().unwrap())
        .read_line(&mut first)
        .unwrap();
    kill(
        Pid::from_raw(i32::try_from(child.id()).unwrap()),
        Signal::SIGTERM,
    )
    .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143));
}

#[test]
fn closed_standard_output_ends_it_quietly() {
    let home = tempfile::tempdir().unwrap();
    let mut child = sim(
        home.path(),
        "[[turns]]\nsteps = [{ flood = { frames = 1000000 } }]",
        &[],
    );
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(prompt("go").as_bytes()).unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn sessions_are_resumed() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = tempfile::tempdir().unwrap();
    let id = "11111111-2222-4333-8444-555555555555";
    let scenario = "[[turns]]\nsteps = [{ say = \"one\" }]\n[[turns]]\nsteps = [{ say = \"two\" }]";
    let first = play(
        home.path(),
        scenario,
        &[&format!("--session-id={id}")],
        &prompt("x"),
    );
    assert_eq!(results(&first)[0]["session_id"], id);
    let file = home
        .path()
        .join(format!(".local/state/cca-tui/simulator/{id}.json"));
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&file), mode(file.parent().unwrap())), (0o600, 0o700));
    for flag in ["--continue".to_owned(), format!("--resume={id}")] {
        let forked = play(
            home.path(),
            scenario,
            &[&flag, "--fork-session"],
            &prompt("x"),
        );
        assert_eq!(results(&forked)[0]["result"], "two", "{flag}");
        assert_ne!(results(&forked)[0]["session_id"], id);
    }
    let again = play(home.path(), scenario, &[&format!("--session-id={id}")], "");
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("already in use"));
    let unknown = play(
        home.path(),
        scenario,
        &["--resume=99999999-2222-4333-8444-555555555555"],
        "",
    );
    assert_eq!(
        (unknown.status.code(), results(&unknown).len()),
        (Some(1), 1)
    );
    for nasty in ["../../x", "/etc/passwd", ""] {
        let output = play(home.path(), scenario, &[&format!("--resume={nasty}")], "");
        assert_eq!(output.status.code(), Some(1), "{nasty}");
    }
}

#[test]
fn a_shim_is_the_cli() {
    let home = tempfile::tempdir().unwrap();
    let scenario = home.path().join("it's a scenario.toml");
    std::fs::write(&scenario, "[[turns]]\nsteps = [{ say = \"shim\" }]").unwrap();
    let shim = home.path().join("my claude");
    let write = || {
        let mut command = program(home.path());
        command
            .args(["sim", "--scenario"])
            .arg(&scenario)
            .arg("--shim")
            .arg(&shim);
        command.output().unwrap()
    };
    assert!(write().status.success());
    assert!(write().status.success(), "its own script is replaced");
    let mut child = Command::new(&shim)
        .args(PROTOCOL)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(prompt("x").as_bytes())
        .unwrap();
    assert_eq!(
        results(&child.wait_with_output().unwrap())[0]["result"],
        "shim"
    );
    std::fs::write(&shim, "precious").unwrap();
    let refused = write();
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(&shim).unwrap(), "precious");
}

#[test]
fn versions_lists_and_checks() {
    let home = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| program(home.path()).args(arguments).output().unwrap();
    let output = run(&["sim", "--version"]);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "2.1.325 (Claude Code)\n"
    );
    let output = run(&["sim", "--list"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("playground"));
    let broken = home.path().join("broken.toml");
    std::fs::write(&broken, "[[turns]]\nsteps = [{ sya = \"x\" }]").unwrap();
    assert_eq!(
        run(&["sim", "--check", broken.to_str().unwrap()])
            .status
            .code(),
        Some(1)
    );
    assert_eq!(run(&["sim", "--scenario", "nobody"]).status.code(), Some(1));
    let claude = home.path().join("claude");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_cca-tui"), &claude).unwrap();
    let output = Command::new(&claude).arg("-v").output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "2.1.325 (Claude Code)\n"
    );
}
