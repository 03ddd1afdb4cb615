//! EDGE. What is written down while the program runs. Owns: the log under the state directory, how long it gets, and what
//! a panic leaves behind. Does not own: what is said in it.
//!
//! Nothing of it ever reaches the screen, and nothing waits for it: a thread of its own writes, and lines are dropped
//! rather than kept waiting.

mod panics;
mod rotate;

pub use panics::Panics;

use rotate::Rotating;
use std::path::{Path, PathBuf};
use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Lines that may wait for the disk. Their places are made at the start, so many of them would hold up the first frame.
const WAITING: usize = 4096;

/// The log while it is written. Dropping it writes what is left.
#[derive(Debug)]
pub struct Logs {
    _writer: WorkerGuard,
    /// The file.
    pub file: PathBuf,
}

/// What is logged: a level, or parts with a level each.
pub fn filter(level: &str) -> Result<Targets, String> {
    level.parse().map_err(|error| {
        format!("{level:?} is no level: {error}; write off, error, warn, info, debug or trace")
    })
}

/// Where the log is, below the folder of what is remembered.
pub fn file(state: &Path) -> PathBuf {
    state.join("log").join("cca-tui.log")
}

/// Writes a log from now on. The file is made with the first line.
pub fn start(state: &Path, filter: Targets) -> Logs {
    let file = file(state);
    let rotating = Rotating::new(file.clone());
    let (writer, guard) = NonBlockingBuilder::default()
        .buffered_lines_limit(WAITING)
        .finish(rotating);
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(false)
        .with_writer(writer);
    // Another subscriber can only be there already in a program that embeds this one: then it has the say.
    let _ = tracing_subscriber::registry()
        .with(filter)
        .with(lines)
        .try_init();
    Logs {
        _writer: guard,
        file,
    }
}
