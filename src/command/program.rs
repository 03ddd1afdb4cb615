//! What is to be run. Owns: the words, the surroundings and the limits of one run. Does not own: running it (`run`).

use super::{Environment, RunError};
use std::path::PathBuf;
use std::time::Duration;

/// How much of each output is kept unless said otherwise.
pub const DEFAULT_MAX_OUTPUT: usize = 100_000;

/// A program with its arguments, surroundings and limits.
#[derive(Debug, Clone)]
pub struct Program {
    pub(super) words: Vec<String>,
    pub(super) cwd: Option<PathBuf>,
    pub(super) environment: Environment,
    pub(super) stdin: Vec<u8>,
    pub(super) limit: Option<Duration>,
    pub(super) max_output: usize,
    pub(super) grace: Duration,
}

impl Program {
    /// The program and its arguments, each a word of its own. A NUL in a word is refused: no system can pass it on.
    pub fn new<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Result<Self, RunError> {
        let words: Vec<String> = words.into_iter().map(Into::into).collect();
        if words.first().is_none_or(String::is_empty) {
            return Err(RunError::Empty);
        }
        if let Some(position) = words.iter().position(|word| word.contains('\0')) {
            return Err(RunError::Nul { position });
        }
        Ok(Self {
            words,
            cwd: None,
            environment: Environment::default(),
            stdin: Vec::new(),
            limit: None,
            max_output: DEFAULT_MAX_OUTPUT,
            grace: Duration::from_secs(2),
        })
    }

    /// Where it runs; where we run, if absent.
    #[must_use]
    pub fn cwd(mut self, path: Option<PathBuf>) -> Self {
        self.cwd = path;
        self
    }

    /// What it sees of the environment.
    #[must_use]
    pub fn environment(mut self, environment: Environment) -> Self {
        self.environment = environment;
        self
    }

    /// What it can read; without it, the end of a file.
    #[must_use]
    pub fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.stdin = bytes.into();
        self
    }

    /// How long it may take; for ever, if absent.
    #[must_use]
    pub fn limit(mut self, limit: Option<Duration>) -> Self {
        self.limit = limit;
        self
    }

    /// How many bytes are kept of standard output, and as many of standard error.
    #[must_use]
    pub fn max_output(mut self, bytes: usize) -> Self {
        self.max_output = bytes;
        self
    }

    /// How long it has between SIGTERM and SIGKILL (2 s).
    #[must_use]
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }
}
