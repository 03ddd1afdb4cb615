//! EDGE. What is written down while the program runs. Owns: the log under the state directory, how long it gets, and what
//! a panic leaves behind. Does not own: what is said in it.
//!
//! Nothing of it ever reaches the screen, and nothing waits for it: a thread of its own writes, and lines are dropped
//! rather than kept waiting.

mod panics;
mod rotate;

pub use panics::Panics;
pub use tracing_subscriber::filter::Targets as Filter;

use crate::config::nearest;
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
    // A lone word that is no level would be taken for a part of the program, and nothing be logged.
    let is_level = |part: &str| part.parse::<tracing::level_filters::LevelFilter>().is_ok();
    let is_part = |part: &str| part.contains(['=', ':']) || part.starts_with("cca");
    let mut parts = level.split(',').map(str::trim);
    if let Some(odd) = parts.find(|part| !is_level(part) && !is_part(part)) {
        let meant = match nearest(odd, LEVELS) {
            Some(near) => format!("did you mean {near}? There are: "),
            None => "there are: ".to_owned(),
        };
        return Err(format!("{odd:?} is no level; {meant}{}", LEVELS.join(", ")));
    }
    level.parse().map_err(|error| {
        let levels = LEVELS.join(", ");
        format!("{level:?} is no level: {error}; there are: {levels}; parts are written cca::driver=debug")
    })
}

/// How much is logged, the least first.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

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

#[cfg(test)]
mod tests {
    use super::filter;

    #[test]
    fn a_word_that_is_no_level_is_told() {
        for right in [
            "info",
            "OFF",
            "warn,cca::driver=debug",
            "cca=trace",
            "error, cca",
        ] {
            assert!(filter(right).is_ok(), "{right}");
        }
        assert_eq!(
            filter("debgu").unwrap_err(),
            "\"debgu\" is no level; did you mean debug? There are: off, error, warn, info, debug, trace"
        );
        assert!(
            filter("warn,loud")
                .unwrap_err()
                .starts_with("\"loud\" is no level; there are: off")
        );
        assert!(filter("cca=loud").is_err());
    }
}
