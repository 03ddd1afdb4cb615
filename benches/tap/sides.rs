//! Client and CLI, with nothing in them but reading and writing. Owns: both, and counting what a recording holds.
//! Does not own: what is compared (`measure`).

use super::process::Process;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd as _;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

pub(crate) type Failure = Box<dyn std::error::Error>;

/// Says that this process is the CLI, and what it does: `calls N`, `spaced N` or `flood BYTES`.
pub(crate) const ROLE: &str = "CCA_BENCH_TAP_CLI";

const REQUEST: &[u8] = br#"{"type":"control_request","request_id":"5a5a5a5a-0000-4000-8000-000000000000","request":{"subtype":"mcp_message","server_name":"calc","message":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add","arguments":{"a":15,"b":27}}}}}
"#;
const ANSWER: &[u8] = br#"{"type":"control_response","response":{"subtype":"success","request_id":"5a5a5a5a-0000-4000-8000-000000000000","response":{"mcp_response":{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"42"}]}}}}}
"#;

/// Between two calls that are no quick ones, and for so long nothing is said at the end.
const APART: Duration = Duration::from_millis(2);
const SILENCE: Duration = Duration::from_millis(200);

/// What calls took.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Took {
    /// A call and its answer, p50, in microseconds.
    pub(crate) call: f64,
    /// The time that the pump ran while there were calls, and during the silence after them.
    pub(crate) pump: Duration,
    pub(crate) pump_idle: Duration,
}

/// How the CLI is started.
#[derive(Clone, Copy)]
pub(crate) enum Way<'a> {
    Bare,
    /// Through the tap, recorded here.
    Tapped(&'a Path),
}

/// A CLI and the client's ends of its pipes.
pub(crate) struct Session {
    child: Child,
    is_tapped: bool,
    input: ChildStdin,
    output: ChildStdout,
}

impl Session {
    pub(crate) fn start(way: Way<'_>, role: &str) -> Result<Self, Failure> {
        let cli = std::env::current_exe()?;
        let mut command = match way {
            Way::Bare => Command::new(cli),
            Way::Tapped(record) => {
                let mut command = Command::new(env!("CARGO_BIN_EXE_cca-tui"));
                command
                    .args(["tap", "--record"])
                    .arg(record)
                    .arg("--")
                    .arg(cli);
                command
            }
        };
        command
            .env(ROLE, role)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn()?;
        Ok(Self {
            input: child.stdin.take().ok_or("a pipe")?,
            output: child.stdout.take().ok_or("a pipe")?,
            child,
            is_tapped: matches!(way, Way::Tapped(_)),
        })
    }

    /// The process that is, or becomes, the CLI.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Answers each call, until the CLI says how long they took.
    pub(crate) fn answer_all(mut self) -> Result<Took, Failure> {
        let mut line = Vec::new();
        let mut pump = None;
        let mut before = Duration::ZERO;
        loop {
            read_line(&mut self.output, &mut line)?;
            match line.as_slice() {
                REQUEST => {
                    if pump.is_none() && self.is_tapped {
                        let found = Process::find("pump", self.pid().into());
                        pump = Some(found.ok_or("there is no pump")?);
                        before = ran(pump.as_ref())?;
                    }
                    self.input.write_all(ANSWER)?;
                }
                figure => {
                    let call = std::str::from_utf8(figure)?.trim().parse()?;
                    let after = ran(pump.as_ref())?;
                    std::thread::sleep(SILENCE);
                    let took = Took {
                        call,
                        pump: after.saturating_sub(before),
                        pump_idle: ran(pump.as_ref())?.saturating_sub(after),
                    };
                    // The CLI waits for that.
                    drop(self.input);
                    self.child.wait()?;
                    return Ok(took);
                }
            }
        }
    }

    /// Reads to the end: lines and bytes.
    pub(crate) fn count_all(mut self) -> Result<(u64, u64), Failure> {
        let mut buffer = vec![0; 64 * 1024];
        let (mut lines, mut bytes) = (0, 0);
        loop {
            let read = self.output.read(&mut buffer)?;
            if read == 0 {
                self.child.wait()?;
                return Ok((lines, bytes));
            }
            let part = buffer.get(..read).unwrap_or_default();
            lines += memchr::memchr_iter(b'\n', part).count() as u64;
            bytes += read as u64;
        }
    }
}

/// The time that a pump has run, where there is one.
fn ran(pump: Option<&Process>) -> Result<Duration, Failure> {
    let Some(pump) = pump else {
        return Ok(Duration::ZERO);
    };
    Ok(pump.cpu_time().ok_or("the pump has ended")?)
}

/// Reads until what was read ends in a line end; there is never more under way.
fn read_line(from: &mut impl Read, line: &mut Vec<u8>) -> Result<(), Failure> {
    let mut buffer = [0; 4096];
    line.clear();
    while !line.ends_with(b"\n") {
        match from.read(&mut buffer)? {
            0 => return Err("the other side ended in the middle".into()),
            read => line.extend_from_slice(buffer.get(..read).unwrap_or_default()),
        }
    }
    Ok(())
}

/// Is the CLI.
pub(crate) fn be_cli(role: &str) -> Result<(), Failure> {
    let mut input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    let (what, figure) = role.split_once(' ').ok_or("a role and a figure")?;
    let figure: u64 = figure.parse()?;
    if what != "flood" {
        let mut took = Vec::new();
        let mut line = Vec::new();
        for _ in 0..figure {
            if what == "spaced" {
                std::thread::sleep(APART);
            }
            let begin = Instant::now();
            output.write_all(REQUEST)?;
            read_line(&mut input, &mut line)?;
            took.push(begin.elapsed());
        }
        took.sort_unstable();
        let middle = took.get(took.len() / 2).copied().unwrap_or_default();
        let micros = middle.as_secs_f64() * 1e6;
        writeln!(output, "{micros:.3}")?;
        // The end is the client's to say: until then it looks at what this has cost.
        io::copy(&mut input, &mut io::sink())?;
        return Ok(());
    }
    let block = REQUEST.repeat(64 * 1024 / REQUEST.len());
    let mut written = 0;
    while written < figure {
        output.write_all(&block)?;
        written += block.len() as u64;
    }
    Ok(())
}

/// The lines in a recording that went over the pipes, once its writer has ended.
pub(crate) fn recorded_lines(path: &Path) -> Result<u64, Failure> {
    let begin = Instant::now();
    // The lock is there for as long as its writer is; the writer has it soon after the file is there.
    while !path.exists() && begin.elapsed() < Duration::from_secs(30) {
        std::thread::yield_now();
    }
    std::thread::sleep(Duration::from_millis(50));
    File::open(path)?.lock_shared()?;
    let mut lines = 0;
    for item in cca::trace::Recording::open(path)? {
        if let cca::trace::Item::Entry(entry) = item? {
            lines += u64::from(entry.direction != cca::trace::Direction::Note);
        }
    }
    Ok(lines)
}
