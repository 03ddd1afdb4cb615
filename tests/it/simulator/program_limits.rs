//! The built program where it meets limits: signals, closed pipes, long lines, names and ids that are taken.

use super::program::{play, program, prompt, results, sim};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

const ID: &str = "11111111-2222-4333-8444-555555555555";

fn signal(child: &Child, signal: Signal) {
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), signal).unwrap();
}

fn folder(home: &Path) -> PathBuf {
    home.join(".local/state/cca-tui/simulator")
}

fn sessions(home: &Path) -> usize {
    let entries = std::fs::read_dir(folder(home)).into_iter().flatten();
    let names = entries.map(|entry| entry.unwrap().path());
    names
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .count()
}

#[test]
fn a_deadly_step_is_the_signal_itself() {
    let home = tempfile::tempdir().unwrap();
    for (name, number) in [("KILL", 9), ("TERM", 15), ("SEGV", 11), ("ABRT", 6)] {
        let scenario = format!("[[turns]]\nsteps = [{{ say = \"x\" }}, {{ die = \"{name}\" }}]");
        let output = play(home.path(), &scenario, &[], &prompt("go"));
        assert_eq!(output.status.signal(), Some(number), "{name}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("\"assistant\""));
        assert!(output.stderr.is_empty(), "{name}: {output:?}");
    }
}

#[test]
fn a_signal_is_heard_while_the_last_words_are_not_read() {
    for (sent, code) in [
        (Signal::SIGTERM, 143),
        (Signal::SIGHUP, 129),
        (Signal::SIGINT, 0),
    ] {
        let home = tempfile::tempdir().unwrap();
        let scenario = "[[turns]]\nsteps = [{ huge = { bytes = 3000000 } }]";
        let mut child = sim(home.path(), scenario, &[]);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(prompt("go").as_bytes()).unwrap();
        drop(stdin);
        // The turn is over and kept, but what it said is not read.
        let start = Instant::now();
        while sessions(home.path()) == 0 && start.elapsed() < Duration::from_secs(30) {
            std::thread::yield_now();
        }
        signal(&child, sent);
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > Duration::from_secs(30) {
                child.kill().unwrap();
                panic!("{sent} was not heard");
            }
            std::thread::yield_now();
        };
        assert_eq!(status.code(), Some(code), "{sent}");
    }
}

#[test]
fn a_check_nobody_reads_still_has_its_exit_code() {
    let home = tempfile::tempdir().unwrap();
    for (name, code) in [("tour", 0), ("nosuch", 1)] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = program(home.path());
        command.args(["sim", "--check", name]).stdout(writer);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{name}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{name}");
    }
}

#[test]
fn a_shim_is_written_for_a_good_scenario_only() {
    let home = tempfile::tempdir().unwrap();
    let shim = home.path().join("shim");
    let write = |scenario: &str| {
        let mut command = program(home.path());
        command.current_dir(home.path());
        command
            .args(["sim", "--scenario", scenario, "--shim"])
            .arg(&shim);
        command.output().unwrap()
    };
    std::fs::write(
        home.path().join("bad.toml"),
        "[[turns]]\nsteps = [{ sya = 1 }]",
    )
    .unwrap();
    for bad in ["nosuch", "bad.toml"] {
        let output = write(bad);
        assert_eq!(output.status.code(), Some(1), "{bad}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(bad));
        assert!(!shim.exists(), "{bad}");
    }
    // The same name means the same as everywhere else, whatever lies around.
    std::fs::write(home.path().join("tour"), "").unwrap();
    assert!(write("tour").status.success());
    let text = std::fs::read_to_string(&shim).unwrap();
    assert!(text.contains("--scenario 'tour' "), "{text}");
}

#[test]
fn help_has_the_flags_of_the_program_too() {
    let home = tempfile::tempdir().unwrap();
    let output = program(home.path())
        .args(["sim", "--help"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    for flag in ["--scenario", "--list", "--check", "--shim", "--session-id"] {
        assert!(text.contains(flag), "{flag}: {text}");
    }
}

#[test]
fn the_oldest_sessions_go() {
    let home = tempfile::tempdir().unwrap();
    let kept = folder(home.path());
    std::fs::create_dir_all(&kept).unwrap();
    for number in 0..250 {
        std::fs::write(kept.join(format!("old-{number}.json")), "{}").unwrap();
    }
    std::fs::write(kept.join("left.lock"), "").unwrap();
    std::fs::write(kept.join("not ours.json"), "").unwrap();
    let flag = format!("--session-id={ID}");
    let output = play(home.path(), "", &[&flag], &prompt("hi"));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        sessions(home.path()),
        200 + 1,
        "200 of ours, and what is not ours"
    );
    assert!(kept.join(format!("{ID}.json")).exists());
    assert!(!kept.join("left.lock").exists());
}

#[test]
fn an_id_is_taken_from_the_start_to_the_end() {
    let home = tempfile::tempdir().unwrap();
    let flag = format!("--session-id={ID}");
    let scenario = "[[turns]]\nsteps = [{ say = \"x\" }, { hang = true }]";
    let mut first = sim(home.path(), scenario, &[&flag]);
    let mut stdin = first.stdin.take().unwrap();
    stdin.write_all(prompt("go").as_bytes()).unwrap();
    let mut lines = BufReader::new(first.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("\"assistant\"")));
    assert_eq!(sessions(home.path()), 0, "nothing is kept yet");
    let second = play(home.path(), "", &[&flag], &prompt("hi"));
    assert_eq!(second.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&second.stderr).contains("already in use"));
    // Killed, it kept nothing: the id is free.
    signal(&first, Signal::SIGKILL);
    first.wait().unwrap();
    let third = play(home.path(), "", &[&flag], &prompt("hi"));
    assert_eq!(results(&third)[0]["session_id"], ID);
    assert!(!folder(home.path()).join(format!("{ID}.lock")).exists());
}

#[test]
fn a_line_without_an_end_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let mut child = sim(home.path(), "", &[]);
    let mut stdin = child.stdin.take().unwrap();
    let mut line = prompt(&"x".repeat(65 << 20));
    line.truncate(line.trim_end().len());
    // It may end while it is told.
    let _ = stdin.write_all(line.as_bytes());
    let _ = stdin.write_all(b"\n");
    drop(stdin);
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(
        stderr.contains("Error parsing streaming input line"),
        "{stderr}"
    );
    assert!(stderr.len() < 1000, "{}", stderr.len());
}
