//! Each process is killed in the middle of the traffic: the others end as they would, and the recording holds what was
//! passed on.

use super::*;
use std::io::{BufRead as _, BufReader};

const COUNT: &str = "i=0; while echo line $i; do i=$((i+1)); done 2>/dev/null";

/// The lines that a client reads, and at which of them something happens.
fn read_lines(child: &mut Child, at: usize, happens: impl FnOnce()) -> Vec<Vec<u8>> {
    let mut happens = Some(happens);
    let mut lines = Vec::new();
    for line in BufReader::new(child.stdout.take().unwrap()).split(b'\n') {
        lines.push(line.unwrap());
        if lines.len() == at
            && let Some(happens) = happens.take()
        {
            happens();
        }
    }
    lines
}

#[test]
fn the_pump() {
    for at in [1, 50, 5_000] {
        let scene = Scene::new();
        let mut child = scene.tap_shell(COUNT).spawn().unwrap();
        let pump = until("there is a pump", || part("pump", child.id()));
        let seen = read_lines(&mut child, at, || send(Signal::SIGKILL, pump));
        assert!(seen.len() >= at);
        // What it writes into is closed.
        assert!(!rest(child).status.success());
        let told = scene.recording();
        let recorded = told.lines(Direction::In);
        assert!(
            recorded.len() + 1 >= seen.len(),
            "{} of {}",
            recorded.len(),
            seen.len()
        );
        for (line, seen) in recorded.iter().zip(&seen) {
            // Only the last line that was seen may be cut.
            assert!(line.starts_with(seen));
        }
        let stopped = |note: &Note| matches!(note, Note::RecordingStopped { reason } if reason.contains("killed"));
        assert!(told.notes.last().is_some_and(stopped), "{:?}", told.notes);
    }
}

#[test]
fn the_scribe() {
    let scene = Scene::new();
    let mut child = scene
        .tap_shell("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done; exit 5")
        .spawn()
        .unwrap();
    let scribe = until("there is a scribe", || part("scribe", child.id()));
    let seen = read_lines(&mut child, 10, || {
        until("it has begun", || read(&scene.path()));
        send(Signal::SIGKILL, scribe);
    });
    assert_eq!(seen.len(), 20_000);
    assert_eq!(seen.last().unwrap(), b"line 19999");
    assert_eq!(rest(child).status.code(), Some(5));
    // What was written until then can be read.
    assert!(read(&scene.path()).is_some());
}

#[test]
fn the_cli() {
    let scene = Scene::new();
    let mut child = scene.tap_shell(COUNT).spawn().unwrap();
    let cli = pid_of(&child);
    let seen = read_lines(&mut child, 1_000, || send(Signal::SIGKILL, cli));
    assert_eq!(
        std::os::unix::process::ExitStatusExt::signal(&rest(child).status),
        Some(9)
    );
    let told = scene.recording();
    assert_eq!(told.lines(Direction::In).len(), seen.len());
    let killed = Note::Exited {
        code: None,
        signal: Some(9),
    };
    assert_eq!(told.notes.last(), Some(&killed));
}

#[test]
fn the_client() {
    // The client is a shell that holds both ends of the CLI's pipes, in itself and nobody else.
    let scene = Scene::new();
    let tap = env!("CARGO_BIN_EXE_cca-tui");
    let record = scene.path();
    let cli =
        "trap '' PIPE; echo $$; read first; while read line; do :; done; echo over >&2; exit 6";
    let client = format!(
        "coproc {{ exec '{tap}' tap --record '{}' -- sh -c \"$CLI\"; }}; read pid <&${{COPROC[0]}}; \
         echo go >&${{COPROC[1]}}; echo $pid; read never",
        record.display()
    );
    let mut command = Command::new("bash");
    command.args(["-c", &client]).env("CLI", cli);
    let mut child = piped(command).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let cli: u32 = lines.next().unwrap().unwrap().parse().unwrap();
    assert!(part("pump", cli).is_some());
    child.kill().unwrap();
    child.wait().unwrap();
    until("the CLI has seen the end", || {
        let stat = std::fs::read_to_string(format!("/proc/{cli}/stat")).unwrap_or_default();
        (stat.is_empty() || stat.contains(") Z ")).then_some(())
    });
    until("the pump is gone", || {
        part("pump", cli).is_none().then_some(())
    });
    until("the scribe is gone", || {
        part("scribe", cli).is_none().then_some(())
    });
    let told = read(&scene.path()).unwrap();
    assert_eq!(told.lines(Direction::Out), [b"go"]);
    assert_eq!(told.lines(Direction::Stderr), [b"over"]);
    assert!(told.notes.contains(&Note::InputClosed));
}

/// The client is killed while the CLI talks: the CLI is told by the same signal as without the tap.
#[test]
fn the_client_while_the_cli_talks() {
    let scene = Scene::new();
    let fates = ["tapped", "bare"].map(|how| {
        let fate = scene.folder.path().join(how);
        let cli = format!(
            "(i=0; while echo line $i; do i=$((i+1)); done) 2>/dev/null; echo $? >'{0}.part'; mv '{0}.part' '{0}'",
            fate.display()
        );
        let command = if how == "tapped" {
            let tap = env!("CARGO_BIN_EXE_cca-tui");
            format!("'{tap}' tap --record '{}' -- sh -c \"$CLI\"", scene.path().display())
        } else {
            "sh -c \"$CLI\"".to_owned()
        };
        let client = format!("coproc {{ exec {command}; }}; read line <&${{COPROC[0]}}; echo $line; read never");
        let mut command = Command::new("bash");
        command.args(["-c", &client]).env("CLI", cli);
        let mut child = piped(command).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "line 0");
        child.kill().unwrap();
        child.wait().unwrap();
        until("the CLI has ended", || std::fs::read_to_string(&fate).ok())
    });
    assert_eq!(fates[0], fates[1]);
    assert_eq!(fates[0], "141\n", "the signal for a pipe that nobody reads");
    let told = scene.recording();
    assert_eq!(told.lines(Direction::In)[0], b"line 0");
}

/// With the process that passes bytes on gone, both sides see the other one gone.
#[test]
fn the_pump_while_both_wait() {
    let scene = Scene::new();
    let mut child = scene
        .tap_shell("echo ready; cat >/dev/null; exit 7")
        .spawn()
        .unwrap();
    let stdin = child.stdin.take().unwrap();
    let pump = until("there is a pump", || part("pump", child.id()));
    let mut happened = 0;
    let seen = read_lines(&mut child, 1, || {
        send(Signal::SIGKILL, pump);
        happened += 1;
    });
    assert_eq!((seen, happened), (vec![b"ready".to_vec()], 1));
    // The CLI has seen the end of its input, and ends as it does then.
    assert_eq!(rest(child).status.code(), Some(7));
    drop(stdin);
    assert_eq!(scene.recording().lines(Direction::In), [b"ready"]);
}
