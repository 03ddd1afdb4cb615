//! PURE. Rules about the end: what an exit code or a signal means, and a standard input that was closed too early.

use super::evidence::Evidence;
use super::finding::{Finding, Severity};
use crate::session::{Exit, Outcome, State};
use crate::trace::{Moment, Pipe};

/// Standard input was closed while the CLI still needed it.
pub(super) fn input_closed_early(evidence: &Evidence, _: &State, _: Moment) -> Vec<Finding> {
    let found = evidence.closed_early.as_ref().map(|(seq, open)| {
        let what = if open.is_empty() {
            "standard input was closed while a turn was running".to_owned()
        } else {
            format!("standard input was closed while the CLI waited for our answer ({open}), so it fails")
        };
        Finding::new(Severity::Error, "input_closed", what)
            .remedy("keep it open until the result: without it no permission, hook or tool of ours can be answered")
            .lines([*seq])
    });
    found.into_iter().collect()
}

/// What is wrong, and what to do.
type Told = (Severity, String, &'static str);

/// How the process ended, if that is worth a word.
pub(super) fn exit(evidence: &Evidence, state: &State, _: Moment) -> Vec<Finding> {
    let told = state.life.exit.and_then(|exit| end(state, exit));
    let found = told.map(|(severity, what, remedy)| {
        Finding::new(severity, "exit", what)
            .remedy(remedy)
            .lines(evidence.exit_line)
    });
    found.into_iter().collect()
}

fn end(state: &State, exit: Exit) -> Option<Told> {
    if let Some(pipe) = state.life.lost_pipe {
        return Some(pipe_lost(pipe));
    }
    let ours = state.life.closing || state.life.cancelled || state.life.signalled.is_some();
    if let Some(number) = exit.signal.or_else(|| exit.code.and_then(signal_in)) {
        return signal(number, exit, ours, state);
    }
    let repeats = state.last_outcome().is_some_and(Outcome::is_failure);
    let told = match exit.code {
        Some(0) | None if state.turn_open() && !ours => (
            Severity::Error,
            match exit.code {
                Some(_) => "the CLI ended with code 0 in the middle of a turn".to_owned(),
                None => "the CLI ended in the middle of a turn; how is not known".to_owned(),
            },
            "look at its last lines and at standard error, and for a wrapper that hides how the CLI ended",
        ),
        Some(0) | None => return None,
        Some(127) => (
            Severity::Error,
            "the command was not found (code 127)".to_owned(),
            "check the path of the CLI",
        ),
        Some(126) => (
            Severity::Error,
            "the command could not be run (code 126)".to_owned(),
            "check that the CLI is executable",
        ),
        Some(code) if repeats => (
            Severity::Info,
            format!("exit code {code} only repeats that the last result was an error"),
            "look at that result",
        ),
        Some(code) => (
            Severity::Error,
            match state.life.stderr.last() {
                Some(line) => format!("the CLI ended with code {code}; its last words: {line}"),
                None => {
                    format!("the CLI ended with code {code} and said nothing on standard error")
                }
            },
            "it refuses wrong flags, a line that is no message, and a session id in use this way: see standard error and the last line sent",
        ),
    };
    Some(told)
}

fn pipe_lost(pipe: Pipe) -> Told {
    (
        Severity::Error,
        format!(
            "the CLI closed its {} and went on, so it was ended",
            pipe.as_str()
        ),
        "nothing more can be heard from it or said to it then: look at standard error, and for a wrapper that does not pass its pipes on",
    )
}

/// A shell, and the CLI itself, tell signals as 128 and their number.
fn signal_in(code: i32) -> Option<i32> {
    (code > 128)
        .then(|| code - 128)
        .filter(|number| name(*number).is_some())
}

fn signal(number: i32, exit: Exit, ours: bool, state: &State) -> Option<Told> {
    let name = name(number).map_or_else(
        || format!("signal {number}"),
        |name| format!("signal {number}, {name}"),
    );
    let how = match exit.code {
        Some(code) => format!("with code {code} ({name})"),
        None => format!("by {name}"),
    };
    Some(match number {
        4 | 6 | 7 | 8 | 11 => (
            Severity::Error,
            format!("the CLI crashed: it ended {how}"),
            "try another version of it; if it happens again, report it with what `cca-tui export --format bundle` makes of the recording",
        ),
        _ if ours => return None,
        13 => (
            Severity::Error,
            format!("the CLI ended {how}: it wrote where nobody reads any more"),
            "read its standard output and error until they end, also after the last result",
        ),
        _ if !state.busy() && state.last_outcome().is_some() => {
            // Clients end it so when they are done, and what is tapped is ended by its client.
            if state.life.input_closed {
                return None;
            }
            (
                Severity::Info,
                format!("the CLI was ended {how}, between two turns"),
                "if its client did that, it is fine: closing standard input is how it ends by itself",
            )
        }
        _ => (
            Severity::Error,
            format!("the CLI was ended {how}, which cca-tui did not send"),
            "if its client did not either, look for whoever kills processes here: a time limit, the memory limit of a container, a terminal that closed, a service that stops",
        ),
    })
}

/// The signals that end programs.
fn name(number: i32) -> Option<&'static str> {
    Some(match number {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        _ => return None,
    })
}
