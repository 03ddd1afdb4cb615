//! Stopping a run: signals, time, a reader that goes away.

use super::Scene;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::io::{BufRead, BufReader, Read as _};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};

/// A turn that goes on until it is interrupted, and says so then.
const PATIENT: &str = r#"ready; hear; init; text 'Working.'
hear; say '{"type":"control_response","response":{"subtype":"success","request_id":"cca-2","response":{}}}'
ends '"subtype":"error_during_execution","is_error":true,"terminal_reason":"aborted_streaming","errors":["[ede_diagnostic] x"]'
hear"#;

/// A turn that nothing ends but a signal.
const DEAF: &str = "trap '' INT\nready; hear; init; text 'Working.'; forever";

struct Running {
    child: Child,
    out: BufReader<ChildStdout>,
    // Lives as long as the program.
    _scene: Scene,
}

impl Running {
    /// Starts a run and waits until the agent works.
    fn start(script: &str, arguments: &[&str]) -> Self {
        let scene = Scene::new(script);
        let mut child = Command::new(env!("CARGO_BIN_EXE_cca-tui"))
            .arg("run")
            .args(scene.arguments())
            .args(arguments)
            .env("CCA_RECORD", "false")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let mut running = Self {
            child,
            out,
            _scene: scene,
        };
        running.until("Working.");
        running
    }

    fn until(&mut self, wanted: &str) {
        let mut line = String::new();
        while !line.contains(wanted) {
            line.clear();
            assert!(
                self.out.read_line(&mut line).unwrap() > 0,
                "{wanted} never came"
            );
        }
    }

    fn signal(&self, signal: Signal) {
        kill(
            Pid::from_raw(i32::try_from(self.child.id()).unwrap()),
            signal,
        )
        .unwrap();
    }

    /// The first line on standard error.
    fn said(&mut self) -> String {
        let mut err = BufReader::new(self.child.stderr.as_mut().unwrap());
        let mut line = String::new();
        err.read_line(&mut line).unwrap();
        line
    }

    fn end(mut self) -> (ExitStatus, String) {
        let mut rest = String::new();
        self.out.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap(), rest)
    }
}

#[test]
fn ctrl_c_interrupts_and_waits_for_the_result() {
    let mut run = Running::start(PATIENT, &["x"]);
    run.signal(Signal::SIGINT);
    assert!(run.said().contains("interrupting"));
    let (status, rest) = run.end();
    assert_eq!(status.code(), Some(130));
    assert!(
        rest.contains("acknowledged the interrupt") && rest.contains("interrupted · "),
        "{rest}"
    );
    assert!(!rest.contains("ede_diagnostic"), "{rest}");
}

#[test]
fn ctrl_c_again_cancels_and_once_more_kills() {
    let mut run = Running::start(DEAF, &["x"]);
    run.signal(Signal::SIGINT);
    assert!(run.said().contains("interrupting"));
    run.signal(Signal::SIGINT);
    assert!(run.said().contains("cancelling"));
    run.signal(Signal::SIGINT);
    assert_eq!(run.end().0.code(), Some(130));
}

#[test]
fn sigterm_cancels() {
    let run = Running::start(PATIENT, &["--json", "x"]);
    run.signal(Signal::SIGTERM);
    let (status, rest) = run.end();
    assert_eq!(status.code(), Some(143));
    assert!(rest.contains(r#""reason":"terminated""#), "{rest}");
}

#[test]
fn a_timeout_interrupts_and_is_a_limit() {
    let mut run = Running::start(PATIENT, &["--timeout", "1s", "x"]);
    assert!(run.said().contains("--timeout"));
    assert_eq!(run.end().0.code(), Some(4));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let script = r"ready; hear; init; text 'Working.'
n=0; while [ $n -lt 2000 ]; do n=$((n + 1)); text 'More and more.'; done
hear; hear";
    let mut run = Running::start(script, &["x"]);
    let mut err = run.child.stderr.take().unwrap();
    drop(run.out);
    assert_eq!(run.child.wait().unwrap().code(), Some(0));
    let mut said = String::new();
    err.read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
}

#[test]
fn a_timeout_is_kept_even_if_the_cli_is_deaf() {
    let began = std::time::Instant::now();
    let run = Running::start(DEAF, &["--timeout", "1s", "x"]);
    assert_eq!(run.end().0.code(), Some(4));
    // The limit, a short grace, and the steps of ending a program; not the patience somebody at Ctrl-C would have.
    assert!(
        began.elapsed() < std::time::Duration::from_secs(13),
        "{:?}",
        began.elapsed()
    );
}
