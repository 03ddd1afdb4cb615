//! PURE. How a run ended, as an exit code. Owns: which of several things that went wrong counts.
//! Does not own: noticing them.

use crate::error::Error;
use crate::session::Outcome;
use crate::transport::launch::LaunchError;

/// The exit code of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: the agent did what it was asked.
    Success,
    /// 1: the agent failed: the API, a crash, no structured output.
    Failed,
    /// 2: what was typed cannot be followed.
    Usage,
    /// 3: the CLI could not be started.
    NotStarted,
    /// 4: a call was denied since nobody may decide, or a limit was hit (turns, budget, time).
    Refused,
    /// 130: Ctrl-C.
    Interrupted,
    /// 143: SIGTERM.
    Terminated,
}

impl Exit {
    /// The code.
    pub fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::NotStarted => 3,
            Self::Refused => 4,
            Self::Interrupted => 130,
            Self::Terminated => 143,
        }
    }

    /// A word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Failed => "failed",
            Self::Usage => "usage",
            Self::NotStarted => "not_started",
            Self::Refused => "refused",
            Self::Interrupted => "interrupted",
            Self::Terminated => "terminated",
        }
    }

    /// The exit for a session that could not be started.
    pub(super) fn of_start(error: &Error) -> Self {
        match error {
            Error::Launch(LaunchError::LauncherNotFound { .. }) => Self::NotStarted,
            error => match error.code() {
                "CONFIG" | "RECORDING" => Self::Usage,
                _ => Self::NotStarted,
            },
        }
    }
}

/// Who ended a run before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stopped {
    /// Ctrl-C.
    Interrupt,
    /// SIGTERM.
    Terminate,
    /// `--timeout`.
    Timeout,
    /// Nobody reads our output any more.
    ClosedOutput,
}

/// Everything that counts for the exit code.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// Who ended it, if somebody did.
    pub(super) stopped: Option<Stopped>,
    /// Something failed that is no result of a turn: the process died, the structured output does not fit.
    pub(super) broken: bool,
    /// How the turns ended.
    pub(super) outcomes: Vec<Outcome>,
    /// Calls denied because nobody may decide.
    pub(super) denied: u64,
}

impl Tally {
    /// What came first from outside wins; then failures, then limits and denials.
    pub(super) fn exit(&self) -> Exit {
        match self.stopped {
            Some(Stopped::Terminate) => return Exit::Terminated,
            Some(Stopped::Interrupt) => return Exit::Interrupted,
            Some(Stopped::Timeout) => return Exit::Refused,
            // As with any program in a pipe: the reader has all it wants.
            Some(Stopped::ClosedOutput) => return Exit::Success,
            None => {}
        }
        let limit = |outcome: &Outcome| matches!(outcome, Outcome::MaxTurns | Outcome::MaxBudget);
        if self.outcomes.contains(&Outcome::StartFailed) {
            return Exit::NotStarted;
        }
        let failed = |outcome: &Outcome| outcome.is_failure() && !limit(outcome);
        if self.broken || self.outcomes.iter().any(failed) {
            return Exit::Failed;
        }
        if self.denied > 0 || self.outcomes.iter().any(limit) {
            return Exit::Refused;
        }
        Exit::Success
    }
}

#[cfg(test)]
#[path = "exit_tests.rs"]
mod tests;
