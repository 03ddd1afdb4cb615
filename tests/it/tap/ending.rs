//! However the CLI, its input or its output ends, it is as if nobody stood between.

use super::*;
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};

#[test]
fn exit_codes() {
    for code in [0, 1, 3, 143, 255] {
        let scene = Scene::new();
        let saw = converse(
            scene.tap_shell(&format!("echo last; exit {code}")),
            Vec::new(),
        );
        assert_eq!(
            (saw.status.code(), &saw.out[..]),
            (Some(code), &b"last\n"[..])
        );
        let notes = scene.recording().notes;
        let exited = Note::Exited {
            code: Some(code),
            signal: None,
        };
        assert_eq!(notes.last(), Some(&exited));
    }
}

/// Lets SIGINT end the programs this one starts, also where it is ignored: a job that a script runs in the background
/// inherits that, and so would they. A signal that is caught here is an ordinary one for them.
#[cfg(target_os = "linux")]
fn hear_interrupts() {
    use tokio::signal::unix::{SignalKind, signal};
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = u64::from_str_radix(ignored.unwrap().trim(), 16).unwrap();
    if ignored & (1 << (Signal::SIGINT as u32 - 1)) != 0 {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let _heard = runtime.block_on(async { signal(SignalKind::interrupt()).unwrap() });
    }
}

#[cfg(not(target_os = "linux"))]
fn hear_interrupts() {}

#[test]
fn signals_are_the_clis_own() {
    hear_interrupts();
    for signal in [
        Signal::SIGTERM,
        Signal::SIGINT,
        Signal::SIGHUP,
        Signal::SIGKILL,
    ] {
        let scene = Scene::new();
        let mut child = scene
            .tap_shell("echo ready; while :; do read line || :; done")
            .spawn()
            .unwrap();
        let _stdin = child.stdin.take();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "ready");
        send(signal, pid_of(&child));
        assert!(lines.next().is_none());
        let status = child.wait().unwrap();
        assert_eq!(status.signal(), Some(signal as i32));
        let notes = scene.recording().notes;
        let killed = Note::Exited {
            code: None,
            signal: Some(signal as i32),
        };
        assert_eq!(notes.last(), Some(&killed));
    }
}

#[test]
fn a_signal_to_the_group_reaches_the_cli_alone() {
    hear_interrupts();
    let scene = Scene::new();
    let mut child = scene
        .tap_shell(
            "trap 'echo bye; exit 143' INT TERM; echo ready; while :; do read line || :; done",
        )
        .process_group(0)
        .spawn()
        .unwrap();
    let _stdin = child.stdin.take();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "ready");
    // The signals that stop a whole service reach the pump by its number.
    let pump = part("pump", child.id()).unwrap();
    for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP] {
        send(signal, pump);
    }
    send(Signal::SIGINT, Pid::from_raw(-pid_of(&child).as_raw()));
    assert_eq!(lines.next().unwrap().unwrap(), "bye");
    assert_eq!(child.wait().unwrap().code(), Some(143));
}

#[test]
fn the_end_of_input_is_seen() {
    let scene = Scene::new();
    let saw = converse(scene.tap_shell("cat >/dev/null; echo over"), b"x".to_vec());
    assert_eq!(saw.out, b"over\n");
    let told = scene.recording();
    assert!(told.notes.contains(&Note::InputClosed));
    assert_eq!(told.lines(Direction::Out), [b"x"]);
}

#[test]
fn a_cli_that_does_not_listen() {
    for command in [
        Scene::new().tap_shell("exec 0<&-; echo deaf; read line <&1"),
        bare_shell("exec 0<&-; echo deaf; read line <&1"),
    ] {
        let mut command = command;
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "deaf");
        let mut error = None;
        until("writing fails", || {
            error = stdin.write_all(b"anybody?\n").err();
            error.is_some().then_some(())
        });
        assert_eq!(error.unwrap().kind(), std::io::ErrorKind::BrokenPipe);
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn a_client_that_stops_reading() {
    let script = "while echo x; do :; done 2>/dev/null; exit 9";
    let scene = Scene::new();
    for mut command in [scene.tap_shell(script), bare_shell(script)] {
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "x");
        drop(lines);
        assert_eq!(rest(child).status.signal(), Some(Signal::SIGPIPE as i32));
    }
    // Whoever waits for a process before its output ends may be told its signal before anybody else can ask.
    let notes = scene.recording().notes;
    let signal = |signal: Option<i32>| signal.is_none_or(|signal| signal == 13);
    assert!(
        matches!(notes.last(), Some(Note::Exited { code: None, signal: seen }) if signal(*seen))
    );
}

/// A writer that waits for its reader to go, without writing, is told at once.
#[test]
fn a_silent_cli_is_told_that_its_reader_has_gone() {
    let scene = Scene::new();
    let mut child = scene
        .tap(&[
            "python3",
            "-c",
            "import select, sys\n\
             print('ready', flush=True)\n\
             p = select.poll(); p.register(1, 0)\n\
             p.poll()\n\
             sys.exit(7)",
        ])
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "ready");
    drop(lines);
    assert_eq!(rest(child).status.code(), Some(7));
}

#[test]
fn a_cli_that_closes_its_output_and_goes_on() {
    let scene = Scene::new();
    let mut child = scene
        .tap_shell("echo out; exec 1>&-; read line; exit 4")
        .spawn()
        .unwrap();
    let mut out = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut out)
        .unwrap();
    assert_eq!(out, "out\n");
    until("it is noted", || {
        let lost = |note: &Note| matches!(note, Note::PipeLost { .. });
        read(&scene.path())?.notes.iter().any(lost).then_some(())
    });
    drop(child.stdin.take());
    assert_eq!(rest(child).status.code(), Some(4));
    assert!(matches!(
        scene.recording().notes.last(),
        Some(Note::Exited { .. })
    ));
}

#[test]
fn nothing_is_left_in_the_clis_family() {
    let scene = Scene::new();
    let mut child = scene.tap(&["cat"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"x\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "x");
    let pid = child.id();
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap();
    assert_eq!(children, "");
    let pump = part("pump", pid).unwrap();
    drop(stdin);
    assert!(rest(child).status.success());
    scene.recording();
    let gone = |pid: Pid| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.is_empty() || stat.contains(") Z ")
    };
    until("the pump is gone", || gone(pump).then_some(()));
}

#[test]
fn a_cli_that_is_not_there() {
    let scene = Scene::new();
    let saw = converse(scene.tap(&["/nowhere/claude"]), Vec::new());
    assert_eq!(saw.status.code(), Some(127));
    let err = String::from_utf8(saw.err).unwrap();
    assert!(
        err.starts_with("cca-tui tap: there is no program /nowhere/claude"),
        "{err}"
    );
    assert!(!scene.path().exists());
    let nothing = converse(scene.tap(&[]), Vec::new());
    assert_eq!(nothing.status.code(), Some(2));
}
