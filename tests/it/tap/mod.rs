//! `cca-tui tap`, as a program between this one and a CLI: small scripts, and the simulator.
//!
//! What happens through the tap is compared with what happens without it.

#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests look into what they expect, and fail if it is not there"
)]

mod bytes;
mod ending;
mod install;
mod killing;
mod pace;
mod quick;
mod session;

use cca::trace::{Direction, Entry, Item, Note, Payload, Recording, Traffic};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Nothing takes so long, on any machine, unless it hangs.
const PATIENCE: Duration = Duration::from_mins(1);

/// A folder with a recording in it, or about to be.
struct Scene {
    folder: TempDir,
}

impl Scene {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("session.ndjson")
    }

    /// A command line, tapped.
    fn tap(&self, words: &[&str]) -> Command {
        let mut command = program(self.folder.path());
        command.arg("tap").arg("--record").arg(self.path());
        command.arg("--").args(words);
        piped(command)
    }

    fn tap_shell(&self, script: &str) -> Command {
        self.tap(&["sh", "-c", script])
    }

    /// The recording, once nobody writes it any more.
    fn recording(&self) -> Told {
        recorded(&self.path())
    }
}

fn program(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cca-tui"));
    command
        .env("XDG_STATE_HOME", home.join("state"))
        .env_remove("CCA_CLI")
        .env_remove("CCA_TAP_DEBUG");
    command
}

/// The same without the tap.
fn bare_shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    piped(command)
}

fn piped(mut command: Command) -> Command {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// What a client saw.
#[derive(Debug, PartialEq)]
struct Saw {
    status: ExitStatus,
    out: Vec<u8>,
    err: Vec<u8>,
}

/// Says all this, closes, reads to the end.
fn converse(mut command: Command, input: Vec<u8>) -> Saw {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // Who does not want to hear it closes.
        let _ = stdin.write_all(&input);
    });
    let saw = rest(child);
    writer.join().unwrap();
    saw
}

/// Reads to the end.
fn rest(mut child: Child) -> Saw {
    let mut stderr = child.stderr.take().unwrap();
    let errors = std::thread::spawn(move || {
        let mut err = Vec::new();
        stderr.read_to_end(&mut err).unwrap();
        err
    });
    let mut out = Vec::new();
    let mut stdout = child.stdout.take();
    if let Some(stdout) = stdout.as_mut() {
        stdout.read_to_end(&mut out).unwrap();
    }
    let status = child.wait().unwrap();
    let err = errors.join().unwrap();
    Saw { status, out, err }
}

/// A recording that is whole.
struct Told {
    entries: Vec<Entry>,
    notes: Vec<Note>,
}

impl Told {
    /// The lines that went this way.
    fn lines(&self, direction: Direction) -> Vec<&[u8]> {
        let there = self.entries.iter();
        let there = there.filter(|entry| entry.direction == direction);
        there.map(|entry| entry.line.as_ref()).collect()
    }
}

/// Waits until the writer of a recording has ended, and reads it.
fn recorded(path: &Path) -> Told {
    until("the recording ends", || {
        // The lock is there for as long as its writer is; it is asked for, but not waited for, since the writer may not
        // have it yet.
        let file = std::fs::File::open(path).ok()?;
        file.try_lock_shared().ok()?;
        let told = read(path)?;
        let over =
            |note: &Note| matches!(note, Note::Exited { .. } | Note::RecordingStopped { .. });
        told.notes.last().is_some_and(over).then_some(told)
    })
}

fn read(path: &Path) -> Option<Told> {
    let mut told = Told {
        entries: Vec::new(),
        notes: Vec::new(),
    };
    for item in Recording::open(path).ok()? {
        let Item::Entry(entry) = item.ok()? else {
            panic!("a damaged recording");
        };
        let traffic = Traffic::from_entry(entry.clone());
        if let Payload::Note(note) = traffic.payload {
            told.notes.push(note);
        }
        told.entries.push(entry);
    }
    Some(told)
}

/// Looks until there is something to see.
fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        assert!(begin.elapsed() < PATIENCE, "never: {what}");
        std::thread::yield_now();
    }
}

/// The processes of the tap whose CLI is this process.
fn part(name: &str, cli: u32) -> Option<Pid> {
    let processes = std::fs::read_dir("/proc").ok()?;
    processes.filter_map(Result::ok).find_map(|process| {
        let line = std::fs::read(process.path().join("cmdline")).ok()?;
        let words: Vec<_> = line.split(|byte| *byte == 0).collect();
        let fits = words.get(1) == Some(&&b"__tap"[..])
            && words.get(2) == Some(&name.as_bytes())
            && words.get(4) == Some(&cli.to_string().as_bytes());
        let pid = process.file_name().to_str()?.parse().ok()?;
        fits.then(|| Pid::from_raw(pid))
    })
}

fn pid_of(child: &Child) -> Pid {
    Pid::from_raw(i32::try_from(child.id()).unwrap())
}

fn send(signal: Signal, to: Pid) {
    kill(to, signal).unwrap();
}

/// Bytes that are no text, the same each time.
fn garbage(length: usize) -> Vec<u8> {
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..length).map(next).collect()
}
