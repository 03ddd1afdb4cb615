//! The process that the SDK started, until it becomes the CLI. Owns: what is recorded at all, the pipes, starting the
//! pump, and `exec`. Does not own: passing bytes on (`pump`).
//!
//! EDGE. Whatever goes wrong with the pump, the CLI is started: then on the SDK's own pipes, unrecorded.

use super::order::{Ends, Order, Part, Record};
use chrono::Utc;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal as _, PipeReader, PipeWriter, Read as _, Write as _};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Set to anything, a session that cannot be recorded says why on standard error, which is otherwise left alone.
pub(super) const DEBUG: &str = "CCA_TAP_DEBUG";

/// A CLI with something to listen to.
#[derive(Debug, Clone)]
pub struct Tap {
    /// Where to record.
    pub record: Record,
    /// Mask secrets in what is recorded.
    pub redact: bool,
    /// The CLI's command line, program first.
    pub argv: Vec<OsString>,
}

/// The CLI could not be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// No command line.
    #[error("what is to be run? Name it after `--`, for example: cca-tui tap -- claude -p hello")]
    Nothing,
    /// There is no such program.
    #[error("there is no program {}: give its path, or put it on PATH", .0.display())]
    NotFound(PathBuf),
    /// There is one, but it cannot be run.
    #[error("{} cannot be run: {}", .0.display(), .1)]
    NotRun(PathBuf, io::Error),
}

impl StartError {
    /// The exit code that shells have for this.
    pub fn code(&self) -> u8 {
        match self {
            Self::Nothing => 2,
            Self::NotFound(_) => 127,
            Self::NotRun(..) => 126,
        }
    }
}

/// Becomes the CLI, with a pump between it and whoever started us; comes back only if it cannot.
pub fn become_cli(tap: &Tap) -> StartError {
    let Some((program, arguments)) = tap.argv.split_first() else {
        return StartError::Nothing;
    };
    // Afterwards the pipes of this process are no longer where a message would be read.
    if which::which(program).is_err() {
        return StartError::NotFound(program.into());
    }
    let mut cli = Command::new(program);
    cli.args(arguments);
    if is_recorded(&tap.record, arguments) {
        match start_pump(tap) {
            Ok(pipes) => {
                if let Some(input) = pipes.input {
                    cli.stdin(input);
                }
                cli.stdout(pipes.output).stderr(pipes.error);
            }
            Err(error) => debug(&error),
        }
    }
    StartError::NotRun(program.into(), cli.exec())
}

fn debug(error: &io::Error) {
    if std::env::var_os(DEBUG).is_some() {
        let _ = writeln!(
            io::stderr(),
            "cca-tui tap: this session is not recorded: {error}"
        );
    }
}

/// SDKs also ask the CLI for its version, and people run it in a terminal: there is no protocol in that. Where a place for
/// the recording is named, it is wanted whatever the CLI says.
fn is_recorded(record: &Record, arguments: &[OsString]) -> bool {
    let question = |word: &OsString| {
        ["-v", "--version", "-h", "--help"]
            .iter()
            .any(|flag| word == flag)
    };
    match record {
        Record::No => false,
        _ if arguments.len() == 1 && arguments.iter().any(question) => false,
        Record::At(_) => true,
        Record::Usual => arguments.iter().any(|word| speaks_protocol(word)),
    }
}

fn speaks_protocol(word: &OsStr) -> bool {
    let word = word.as_encoded_bytes();
    word == b"stream-json" || word.ends_with(b"=stream-json")
}

/// The CLI's ends of the pipes.
struct Pipes {
    /// `None`: a terminal stays what it is.
    input: Option<PipeReader>,
    output: PipeWriter,
    error: PipeWriter,
}

fn start_pump(tap: &Tap) -> io::Result<Pipes> {
    // A person types nothing that the pump could read: a CLI that asks for a terminal must find it.
    let (input, to_cli) = if io::stdin().is_terminal() {
        (None, None)
    } else {
        let (read, write) = io::pipe()?;
        (Some(read), Some(write))
    };
    let (from_output, output) = io::pipe()?;
    let (from_error, error) = io::pipe()?;
    let (mut is_ready, ready) = io::pipe()?;
    if let Some(end) = &to_cli {
        hand_down(end)?;
    }
    hand_down(&from_output)?;
    hand_down(&from_error)?;
    hand_down(&ready)?;
    let order = Order {
        part: Part::Starter,
        ends: Ends {
            input: to_cli.as_ref().map(AsRawFd::as_raw_fd),
            output: from_output.as_raw_fd(),
            error: from_error.as_raw_fd(),
            ready: ready.as_raw_fd(),
        },
        pid: std::process::id(),
        pump: 0,
        started_ms: Utc::now().timestamp_millis(),
        record: tap.record.clone(),
        redact: tap.redact,
        argv: tap.argv.clone(),
    };
    let mut command = Command::new(std::env::current_exe()?);
    command.args(order.words());
    if to_cli.is_none() {
        command.stdin(Stdio::null());
    }
    let mut starter = command.spawn()?;
    // These are the pump's now: a copy here would be a copy in the CLI, and no end would ever be seen.
    drop((to_cli, from_output, from_error, ready));
    starter.wait()?;
    let mut word = [0];
    is_ready.read_exact(&mut word).map_err(|_ended| {
        // It ended without a word, and has read nothing.
        io::Error::other("the process that passes bytes on could not be started")
    })?;
    Ok(Pipes {
        input,
        output,
        error,
    })
}

/// Lets a process started from here have this end, under the same number.
fn hand_down(end: &impl AsFd) -> io::Result<()> {
    fcntl(end.as_fd(), FcntlArg::F_SETFD(FdFlag::empty()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded(record: &Record, words: &str) -> bool {
        let words: Vec<OsString> = words.split_whitespace().map(OsString::from).collect();
        is_recorded(record, &words)
    }

    #[test]
    fn only_the_protocol_is_recorded_unless_a_place_is_named() {
        let named = Record::At("x".into());
        for (words, usual, at) in [
            ("-v", false, false),
            ("--help", false, false),
            ("", false, true),
            ("mcp list", false, true),
            ("-p --output-format stream-json", true, true),
            ("--input-format=stream-json --verbose", true, true),
            ("-p about-stream-json", false, true),
        ] {
            assert_eq!(recorded(&Record::Usual, words), usual, "{words}");
            assert_eq!(recorded(&named, words), at, "{words}");
            assert!(!recorded(&Record::No, words), "{words}");
        }
    }
}
