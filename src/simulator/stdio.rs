//! EDGE. A simulated CLI on standard input and output. Owns: reading, writing with backpressure, sleeping, signals, the end.
//!
//! Two threads do what may block: one reads, one writes. Between them a loop feeds the actor. A reader that is slow makes
//! the loop wait; a signal is heard nevertheless. Standard output that is closed ends it quietly.

use super::SimulatorError;
use super::actor::{Actor, Caught, Input, Output, Torrent};
use super::flags::OutputFormat;
use super::json::Look as _;
use super::pattern::Pattern;
use super::scenario::{Compiled, Signal};
use super::setup::{Launch, Setup, Started};
use super::store::Store;
use crate::wire::{DEFAULT_LINE_CAP, OVERSIZE_HEAD};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, BufRead as _, Read as _, Write as _};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// Batches that may wait to be written.
const BATCHES: usize = 4;
/// Lines that may wait to be handled.
const LINES: usize = 64;
/// Longer lines are refused.
const MAX_LINE: u64 = DEFAULT_LINE_CAP as u64;

/// How a simulated CLI ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// With this code.
    Exit(i32),
    /// It is to die of this signal.
    Die(Signal),
}

/// Plays a scenario on standard input and output until it ends.
///
/// `complain` writes a line to standard error: only the caller knows what may be shown there.
pub fn play(
    script: Arc<Compiled>,
    argv: Vec<OsString>,
    complain: fn(&str),
) -> Result<Ended, SimulatorError> {
    let env: BTreeMap<OsString, OsString> = std::env::vars_os().collect();
    let launch = Launch {
        argv,
        env,
        cwd: None,
        pid: std::process::id(),
    };
    match launch.start(script, Store::of)? {
        Started::Run(setup, store, _reservation) => Ok(run(*setup, &store, complain)),
        Started::Stop(stop) => {
            // Whoever does not listen does not want to know.
            if !stop.stdout.is_empty() {
                let _ = writeln!(io::stdout(), "{}", stop.stdout);
            }
            if !stop.stderr.is_empty() {
                complain(&stop.stderr);
            }
            Ok(Ended::Exit(stop.code))
        }
    }
}

/// Something to write.
enum Piece {
    Line(Vec<u8>),
    Flood(Torrent),
}

fn run(setup: Setup, store: &Store, complain: fn(&str)) -> Ended {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => {
            complain(&format!("the simulator cannot run: {error}"));
            return Ended::Exit(1);
        }
    };
    let format = setup.flags.output;
    let (lines, inbox) = mpsc::channel(LINES);
    let prompt = (!setup.flags.stream_input).then(|| setup.flags.prompt.clone());
    std::thread::spawn(move || match prompt {
        None => read(&lines),
        Some(prompt) => ask_once(&lines, prompt),
    });
    let (pieces, outbox) = mpsc::channel(BATCHES);
    let (written, all_written) = oneshot::channel();
    std::thread::spawn(move || {
        write(outbox, format);
        // Nobody waits any more if this fails.
        let _ = written.send(());
    });
    runtime.block_on(async {
        let mut signals = Signals::new();
        let edge = Edge { store, complain };
        let actor = Actor::new(setup);
        let (ended, patience) = serve(actor, &edge, inbox, pieces, &mut signals).await;
        // What was said is written before the end; but a signal, and a reader that does not read, cut that short.
        tokio::select! {
            _ = all_written => ended,
            signal = signals.next() => cut_short(signal, ended),
            () = tokio::time::sleep(patience) => ended,
        }
    })
}

/// How it ends if a signal comes while its last words are written: as it would have before them.
fn cut_short(signal: Caught, ended: Ended) -> Ended {
    match signal {
        Caught::Terminate => Ended::Exit(143),
        Caught::Hangup => Ended::Exit(129),
        Caught::Interrupt => ended,
    }
}

/// How long what was said may take to be written, at the end.
const PATIENCE: Duration = Duration::from_hours(24);
/// The same after a signal.
const HASTE: Duration = Duration::from_millis(300);

async fn serve(
    mut actor: Actor,
    edge: &Edge<'_>,
    mut inbox: mpsc::Receiver<Input>,
    pieces: mpsc::Sender<Vec<Piece>>,
    signals: &mut Signals,
) -> (Ended, Duration) {
    let started = Instant::now();
    let mut patience = PATIENCE;
    let mut input = Input::Tick;
    let mut open = true;
    loop {
        let mut outputs = Vec::new();
        open &= input != Input::Closed;
        if matches!(input, Input::Signal(_)) {
            patience = HASTE;
        }
        actor.handle(started.elapsed(), input, &mut outputs);
        let (batch, ended) = edge.perform(outputs);
        if !batch.is_empty() {
            tokio::select! {
                sent = pieces.send(batch) => if sent.is_err() {
                    return (ended.unwrap_or(Ended::Exit(0)), HASTE);
                },
                signal = signals.next() => {
                    // Nobody reads what is said: what the signal makes it say is not waited for either.
                    let mut outputs = Vec::new();
                    actor.handle(started.elapsed(), Input::Signal(signal), &mut outputs);
                    let (_, told) = edge.perform(outputs);
                    if let Some(ended) = told.or(ended) {
                        return (ended, HASTE);
                    }
                }
            }
        }
        if let Some(ended) = ended {
            return (ended, patience);
        }
        let deadline = actor.next_deadline().map(|after| started + after);
        let deadline = deadline.map(tokio::time::Instant::from_std);
        input = tokio::select! {
            biased;
            signal = signals.next() => Input::Signal(signal),
            line = inbox.recv(), if open => line.unwrap_or(Input::Closed),
            () = until(deadline) => Input::Tick,
            () = pieces.closed() => return (Ended::Exit(0), HASTE),
        };
    }
}

async fn until(deadline: Option<tokio::time::Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

/// Where what is not a line goes.
struct Edge<'a> {
    store: &'a Store,
    complain: fn(&str),
}

impl Edge<'_> {
    /// Does what can be done at once; what is to be written, and whether it was the end.
    fn perform(&self, outputs: Vec<Output>) -> (Vec<Piece>, Option<Ended>) {
        let mut batch = Vec::new();
        let mut ended = None;
        for output in outputs {
            match output {
                Output::Line(line) => batch.push(Piece::Line(line)),
                Output::Flood(torrent) => batch.push(Piece::Flood(torrent)),
                Output::Stderr(line) => (self.complain)(&line),
                Output::Save(past) => {
                    if let Err(error) = self.store.save(&past) {
                        (self.complain)(&format!("the session could not be kept: {error}"));
                    }
                }
                Output::Exit(code) => ended = Some(Ended::Exit(code)),
                Output::Die(signal) => ended = Some(Ended::Die(signal)),
            }
        }
        (batch, ended)
    }
}

/// Reads lines until the end.
fn read(lines: &mpsc::Sender<Input>) {
    let mut stdin = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let most = MAX_LINE.saturating_add(1);
        let input = match stdin.by_ref().take(most).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => Input::Closed,
            Ok(_) => {
                if line.len() > DEFAULT_LINE_CAP && !line.ends_with(b"\n") {
                    // The beginning alone makes no sense, and is refused for it.
                    line.truncate(OVERSIZE_HEAD);
                }
                Input::Line(line)
            }
        };
        let last = input == Input::Closed;
        if lines.blocking_send(input).is_err() || last {
            return;
        }
    }
}

/// Without the protocol, standard input is the prompt, or it is an argument.
fn ask_once(lines: &mpsc::Sender<Input>, prompt: Option<String>) {
    let prompt = prompt.unwrap_or_else(|| {
        let mut text = Vec::new();
        let _ = io::stdin().lock().take(MAX_LINE).read_to_end(&mut text);
        String::from_utf8_lossy(&text).trim().to_owned()
    });
    let message = json!({"type": "user", "message": {"role": "user", "content": prompt}});
    let _ = lines.blocking_send(Input::Line(message.to_string().into_bytes()));
    let _ = lines.blocking_send(Input::Closed);
}

/// Writes until nothing more comes, or nobody reads.
fn write(mut outbox: mpsc::Receiver<Vec<Piece>>, format: OutputFormat) {
    let mut stdout = io::stdout().lock();
    let mut pattern = None;
    let mut buffer: Vec<u8> = Vec::new();
    while let Some(batch) = outbox.blocking_recv() {
        let mut result = Ok(());
        for piece in batch {
            result = match piece {
                Piece::Line(line) => {
                    buffer.extend(shown(line, format));
                    Ok(())
                }
                Piece::Flood(torrent) => flush(&mut stdout, &mut buffer).and_then(|()| {
                    Pattern::pour(&mut pattern, &torrent, |bytes| stdout.write_all(bytes))
                }),
            };
            if result.is_err() {
                return;
            }
        }
        if result
            .and_then(|()| flush(&mut stdout, &mut buffer))
            .is_err()
        {
            return;
        }
    }
}

fn flush(stdout: &mut io::StdoutLock<'_>, buffer: &mut Vec<u8>) -> io::Result<()> {
    stdout.write_all(buffer)?;
    buffer.clear();
    stdout.flush()
}

/// A line as the output format has it: all of them, the result alone, or its text alone.
fn shown(line: Vec<u8>, format: OutputFormat) -> Vec<u8> {
    if format == OutputFormat::StreamJson {
        return line;
    }
    let Ok(frame) = serde_json::from_slice::<Value>(&line) else {
        return Vec::new();
    };
    match (format, frame.at("type") == "result") {
        (_, false) => Vec::new(),
        (OutputFormat::Json, true) => line,
        (_, true) => {
            let text = frame
                .at("result")
                .as_str()
                .or(frame.at("errors")[0].as_str());
            format!("{}\n", text.unwrap_or_default()).into_bytes()
        }
    }
}

/// The signals the CLI catches.
struct Signals {
    #[cfg(unix)]
    streams: Option<[tokio::signal::unix::Signal; 3]>,
}

impl Signals {
    #[cfg(unix)]
    fn new() -> Self {
        use tokio::signal::unix::{SignalKind, signal};
        let streams = || -> io::Result<_> {
            Ok([
                signal(SignalKind::terminate())?,
                signal(SignalKind::interrupt())?,
                signal(SignalKind::hangup())?,
            ])
        };
        Self {
            streams: streams().ok(),
        }
    }

    #[cfg(unix)]
    async fn next(&mut self) -> Caught {
        let Some([terminate, interrupt, hangup]) = &mut self.streams else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = terminate.recv() => Caught::Terminate,
            _ = interrupt.recv() => Caught::Interrupt,
            _ = hangup.recv() => Caught::Hangup,
        }
    }

    #[cfg(not(unix))]
    fn new() -> Self {
        Self {}
    }

    #[cfg(not(unix))]
    async fn next(&mut self) -> Caught {
        match tokio::signal::ctrl_c().await {
            Ok(()) => Caught::Interrupt,
            Err(_) => std::future::pending().await,
        }
    }
}
