//! What passes between the processes of a measurement. Owns: the roles, what a client is to do (job), what the stand-in
//! CLI is to do (script, sent as the prompt), and what both report. Does not own: doing any of it.

use serde::{Deserialize, Serialize};

/// Any reason why a measurement could not be made.
pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Names the role of a process.
pub(crate) const ROLE: &str = "CCA_BENCH_ROLE";
/// Carries the job of a client, as JSON.
pub(crate) const JOB: &str = "CCA_BENCH_JOB";

/// What this executable is when it is started by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The stand-in for the `claude` CLI.
    Cli,
    /// The client that does not even parse: the limit of the pipe.
    Raw,
    /// The smallest client that reads typed messages.
    Minimal,
    /// The library.
    Cca,
}

impl Role {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cli => "cli",
            Self::Raw => "raw",
            Self::Minimal => "minimal",
            Self::Cca => "cca",
        }
    }

    pub(crate) fn parse(name: &str) -> Option<Self> {
        [Self::Cli, Self::Raw, Self::Minimal, Self::Cca]
            .into_iter()
            .find(|role| role.name() == name)
    }
}

/// What a client is to do.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Job {
    /// How many sessions at the same time.
    pub(crate) sessions: usize,
    /// What the CLI of each session is told.
    pub(crate) script: Script,
    /// How long the consumer sleeps before it reads.
    pub(crate) sleep_ms: u64,
    /// Client and CLI share one core, so that the scheduler's placement is out of the figure.
    pub(crate) pin: bool,
}

impl Job {
    /// One session that does this.
    pub(crate) fn one(script: Script) -> Self {
        Self {
            sessions: 1,
            script,
            ..Self::default()
        }
    }

    /// The job this process was given.
    pub(crate) fn given() -> Result<Self, Failure> {
        Ok(serde_json::from_str(&std::env::var(JOB)?)?)
    }
}

/// What the stand-in CLI does with a prompt. All zero: only a result.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Script {
    /// Sequential calls of the tool `add`.
    pub(crate) calls: u64,
    /// Mixed frames, at least so many.
    pub(crate) frames: u64,
    /// Mixed frames until so many bytes are written.
    pub(crate) bytes: u64,
    /// One message with a text of so many bytes.
    pub(crate) long_text: usize,
    /// One message again and again, cut in two at each of its bytes.
    pub(crate) splits: bool,
}

/// What the stand-in CLI measured; the text of its result.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct Figures {
    /// The middle round trip of a call.
    pub(crate) p50_ns: u64,
    /// Calls that were answered with a wrong sum.
    pub(crate) wrong: u64,
    /// Messages before the result.
    pub(crate) messages: u64,
    /// Bytes of these messages, line ends not counted.
    pub(crate) bytes: u64,
    /// The pipe made sure that the reader saw each cut.
    pub(crate) cuts_enforced: bool,
}

/// What a client measured; the one line it prints.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct Report {
    /// When the last session was initialized, on the monotonic clock.
    pub(crate) initialized_ns: u64,
    /// When the last session had its result.
    pub(crate) finished_ns: u64,
    /// Messages seen before the results.
    pub(crate) messages: u64,
    /// Bytes of these messages.
    pub(crate) bytes: u64,
    /// Messages whose text was not the expected one.
    pub(crate) garbled: u64,
    /// Peak memory when a tenth of the bytes was read.
    pub(crate) early_kb: u64,
    /// Peak memory.
    pub(crate) peak_kb: u64,
    /// User and system time.
    pub(crate) cpu_us: u64,
    /// What the CLIs measured: sums, and the largest p50.
    pub(crate) cli: Figures,
    /// When the process was started; filled in by whoever started it.
    #[serde(default)]
    pub(crate) started_ns: u64,
}

impl Report {
    /// Takes in one session.
    pub(crate) fn add(&mut self, session: &Seen) {
        self.initialized_ns = self.initialized_ns.max(session.initialized_ns);
        self.finished_ns = self.finished_ns.max(session.finished_ns);
        self.messages += session.messages;
        self.bytes += session.bytes;
        self.garbled += session.garbled;
        self.early_kb = self.early_kb.max(session.early_kb);
        self.cli.p50_ns = self.cli.p50_ns.max(session.cli.p50_ns);
        self.cli.wrong += session.cli.wrong;
        self.cli.messages += session.cli.messages;
        self.cli.bytes += session.cli.bytes;
        self.cli.cuts_enforced |= session.cli.cuts_enforced;
    }

    /// Messages that were sent and not seen, or the other way round.
    pub(crate) fn lost(&self) -> u64 {
        self.cli.messages.abs_diff(self.messages)
    }

    /// Bytes that were sent and not seen, or the other way round.
    pub(crate) fn lost_bytes(&self) -> u64 {
        self.cli.bytes.abs_diff(self.bytes)
    }
}

/// What a client saw of one session.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Seen {
    pub(crate) initialized_ns: u64,
    pub(crate) finished_ns: u64,
    pub(crate) messages: u64,
    pub(crate) bytes: u64,
    pub(crate) garbled: u64,
    pub(crate) early_kb: u64,
    pub(crate) cli: Figures,
}
