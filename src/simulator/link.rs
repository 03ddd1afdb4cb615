//! EDGE. A simulated CLI in the same program. Owns: playing an actor over a link in memory. Does not own: the actor.

use super::SimulatorError;
use super::actor::{Actor, Caught, Input, Output};
use super::pattern::Pattern;
use super::scenario::{Compiled, Signal as Deadly};
use super::setup::{Launch, Started, script};
use super::store::{Memory, Store};
use crate::transport::child::{ExitReport, Signal};
use crate::transport::launch::LaunchPlan;
use crate::transport::{Link, Peer};
use crate::wire::{Framer, Line};
use bytes::{Buf as _, BytesMut};
use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};
use tokio::time::Instant;

/// With this much unwritten, nothing more is read and no time passes for the actor.
const MUCH: usize = 1024 * 1024;

/// Starts simulated CLIs in this program, all with one scenario. Sessions of one can be resumed by the next.
#[derive(Debug, Clone)]
pub struct Connector {
    script: Arc<Compiled>,
    memory: Memory,
}

/// A connector for a scenario, by name or path, as `Options::connect_with` takes it.
///
/// ```
/// use cca::{Options, query, simulator};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let options = Options::new().connect_with(simulator::connector("playground")?);
/// let answer = query("hello", options).await?;
/// assert!(!answer.text().is_empty());
/// # Ok(())
/// # }
/// ```
pub fn connector(
    name_or_path: &str,
) -> Result<
    impl Fn(&LaunchPlan) -> Result<Link, SimulatorError> + Clone + Send + Sync + 'static,
    SimulatorError,
> {
    let connector = Connector {
        script: script(name_or_path)?,
        memory: Memory::default(),
    };
    Ok(move |plan: &LaunchPlan| connector.connect(plan))
}

/// Starts one simulated CLI. Must be called inside a tokio runtime.
pub fn connect(
    script: Arc<Compiled>,
    argv: Vec<OsString>,
    env: BTreeMap<OsString, OsString>,
) -> Result<Link, SimulatorError> {
    let launch = Launch {
        argv,
        env,
        cwd: None,
        pid: std::process::id(),
    };
    begin(launch, script, &Memory::default())
}

impl Connector {
    /// A connector for a scenario made in code or read elsewhere.
    pub fn new(script: Compiled) -> Self {
        Self {
            script: Arc::new(script),
            memory: Memory::default(),
        }
    }

    /// Starts what a plan says, but simulated. Must be called inside a tokio runtime.
    pub fn connect(&self, plan: &LaunchPlan) -> Result<Link, SimulatorError> {
        let launch = Launch {
            argv: plan.argv.iter().skip(1).cloned().collect(),
            env: plan.env.clone(),
            cwd: plan.cwd.clone(),
            pid: std::process::id(),
        };
        begin(launch, Arc::clone(&self.script), &self.memory)
    }
}

fn begin(launch: Launch, script: Arc<Compiled>, memory: &Memory) -> Result<Link, SimulatorError> {
    let started = launch.start(script, |_| Store::Memory(memory.clone()))?;
    let (mut link, peer) = Link::memory();
    let (stderr, stderr_reader) = tokio::io::duplex(64 * 1024);
    link.stderr = Some(Box::new(stderr_reader));
    tokio::spawn(async move {
        match started {
            Started::Run(setup, store, _reservation) => {
                let player = Player::new(Actor::new(*setup), store, stderr);
                player.play(peer).await;
            }
            Started::Stop(stop) => {
                let mut peer = peer;
                let mut stderr = stderr;
                // Whoever does not listen does not want to know.
                let _ = peer.stdout.write_all(stop.stdout.as_bytes()).await;
                let _ = stderr.write_all(stop.stderr.as_bytes()).await;
                drop((peer.stdout, stderr));
                let _ = peer.ended.send(code(stop.code));
            }
        }
    });
    Ok(link)
}

fn code(code: i32) -> ExitReport {
    ExitReport {
        code: Some(code),
        signal: None,
    }
}

/// An actor and what it has said but not written.
struct Player {
    actor: Actor,
    store: Store,
    stderr: DuplexStream,
    started: Instant,
    unwritten: BytesMut,
    pattern: Option<Pattern>,
    inputs: VecDeque<Input>,
    last: Option<ExitReport>,
}

/// What happened next.
enum Next {
    Input(Input),
    Read(usize),
    Written(bool),
    Killed,
}

impl Player {
    fn new(actor: Actor, store: Store, stderr: DuplexStream) -> Self {
        Self {
            actor,
            store,
            stderr,
            started: Instant::now(),
            unwritten: BytesMut::new(),
            pattern: None,
            inputs: VecDeque::new(),
            last: None,
        }
    }

    async fn play(mut self, mut peer: Peer) {
        let mut framer = Framer::default();
        let mut buffer = vec![0; 64 * 1024];
        let mut open = true;
        self.handle(Input::Tick).await;
        loop {
            while let Some(input) = self.inputs.pop_front() {
                self.handle(input).await;
            }
            if let (Some(last), true) = (self.last, self.unwritten.is_empty()) {
                drop((peer.stdout, self.stderr));
                let _ = peer.ended.send(last);
                return;
            }
            match self.next(&mut peer, &mut buffer, open).await {
                Next::Input(input) => self.inputs.push_back(input),
                Next::Read(length) => {
                    let mut lines = Vec::new();
                    let bytes = buffer.get(..length).unwrap_or_default();
                    if bytes.is_empty() {
                        framer.finish(&mut |line| lines.push(line));
                        open = false;
                    } else {
                        framer.push(bytes, &mut |line| lines.push(line));
                    }
                    let lines = lines.into_iter().map(|line| match line {
                        Line::Whole(bytes) => Input::Line(bytes.to_vec()),
                        // The beginning alone makes no sense, and is refused for it.
                        Line::Oversize { head, .. } => Input::Line(head.to_vec()),
                    });
                    self.inputs.extend(lines);
                    if !open {
                        self.inputs.push_back(Input::Closed);
                    }
                }
                Next::Written(true) => {}
                // Nobody reads any more: as with a closed pipe, that is the end.
                Next::Written(false) => {
                    let _ = peer.ended.send(self.last.unwrap_or(code(0)));
                    return;
                }
                Next::Killed => {
                    let killed = ExitReport {
                        code: None,
                        signal: Some(9),
                    };
                    let _ = peer.ended.send(killed);
                    return;
                }
            }
        }
    }

    async fn next(&mut self, peer: &mut Peer, buffer: &mut [u8], open: bool) -> Next {
        let calm = self.unwritten.len() < MUCH && self.last.is_none();
        let deadline = self.actor.next_deadline().filter(|_| calm);
        let deadline = deadline.map(|after| self.started + after);
        tokio::select! {
            biased;
            signal = peer.signals.recv() => match signal {
                Some(Signal::Terminate) => Next::Input(Input::Signal(Caught::Terminate)),
                Some(Signal::Hangup) => Next::Input(Input::Signal(Caught::Hangup)),
                Some(Signal::Interrupt) => Next::Input(Input::Signal(Caught::Interrupt)),
                Some(Signal::Kill) | None => Next::Killed,
            },
            written = peer.stdout.write(&self.unwritten), if !self.unwritten.is_empty() => {
                match written {
                    Ok(length) if length > 0 => {
                        self.unwritten.advance(length.min(self.unwritten.len()));
                        Next::Written(true)
                    }
                    _ => Next::Written(false),
                }
            }
            read = peer.stdin.read(buffer), if open && calm => Next::Read(read.unwrap_or(0)),
            () = until(deadline), if deadline.is_some() => Next::Input(Input::Tick),
        }
    }

    async fn handle(&mut self, input: Input) {
        let mut outputs = Vec::new();
        let at: Duration = self.started.elapsed();
        self.actor.handle(at, input, &mut outputs);
        for output in outputs {
            match output {
                Output::Line(line) => self.unwritten.extend_from_slice(&line),
                Output::Flood(torrent) => {
                    let unwritten = &mut self.unwritten;
                    let poured: Result<(), std::convert::Infallible> =
                        Pattern::pour(&mut self.pattern, &torrent, |bytes| {
                            unwritten.extend_from_slice(bytes);
                            Ok(())
                        });
                    match poured {
                        Ok(()) => {}
                        Err(never) => match never {},
                    }
                }
                Output::Stderr(line) => {
                    // A tail is kept on the other side; whoever does not read it loses it, as with a pipe.
                    let line = format!("{line}\n");
                    let limit = Duration::from_secs(1);
                    let _ =
                        tokio::time::timeout(limit, self.stderr.write_all(line.as_bytes())).await;
                }
                Output::Save(past) => {
                    if let Err(error) = self.store.save(&past) {
                        tracing::warn!(%error, "the simulated session could not be kept");
                    }
                }
                Output::Exit(exit) => self.last = Some(code(exit)),
                Output::Die(signal) => {
                    self.last = Some(ExitReport {
                        code: None,
                        signal: Some(number(signal)),
                    });
                }
            }
        }
    }
}

async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

/// The number of a signal.
fn number(signal: Deadly) -> i32 {
    match signal {
        Deadly::Abrt => 6,
        Deadly::Kill => 9,
        Deadly::Segv => 11,
        Deadly::Term => 15,
    }
}
