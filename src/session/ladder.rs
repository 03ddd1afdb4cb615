//! Ending a session in bounded steps. Owns: which step is next and when. Does not own: doing it.
//!
//! interrupt (if busy) -> close input -> SIGTERM -> SIGKILL, each with a limit.

use super::output::{Output, Signal};
use crate::trace::{Moment, Note};
use std::time::Duration;

/// How long each step may take before the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ladder {
    /// For the turn to end after the interrupt.
    pub interrupt: Duration,
    /// For the process to end after its input is closed.
    pub input: Duration,
    /// For the process to end after SIGTERM.
    pub terminate: Duration,
}

impl Default for Ladder {
    fn default() -> Self {
        Self {
            interrupt: Duration::from_secs(3),
            input: Duration::from_secs(5),
            terminate: Duration::from_secs(5),
        }
    }
}

/// Where on the ladder a session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Interrupting { until: Moment },
    InputClosed { until: Moment },
    Terminated { until: Moment },
    Killed,
}

impl Step {
    pub(super) fn deadline(self) -> Option<Moment> {
        match self {
            Self::Interrupting { until }
            | Self::InputClosed { until }
            | Self::Terminated { until } => Some(until),
            Self::Killed => None,
        }
    }
}

pub(super) fn after(now: Moment, wait: Duration) -> Moment {
    Moment(
        now.0
            .saturating_add(u64::try_from(wait.as_micros()).unwrap_or(u64::MAX)),
    )
}

impl Ladder {
    pub(super) fn close_input(&self, now: Moment, out: &mut Vec<Output>) -> Step {
        out.push(Output::CloseInput);
        out.push(Output::Note(Note::InputClosed));
        Step::InputClosed {
            until: after(now, self.input),
        }
    }

    /// The limit of a step is over, or (while interrupting) the turn is: the next step.
    pub(super) fn advance(
        &self,
        step: Step,
        now: Moment,
        busy: bool,
        out: &mut Vec<Output>,
    ) -> Step {
        let over = step.deadline().is_some_and(|deadline| now >= deadline);
        match step {
            Step::Interrupting { .. } if over || !busy => self.close_input(now, out),
            Step::InputClosed { .. } if over => {
                signal(Signal::Terminate, out);
                Step::Terminated {
                    until: after(now, self.terminate),
                }
            }
            Step::Terminated { .. } if over => {
                signal(Signal::Kill, out);
                Step::Killed
            }
            unchanged => unchanged,
        }
    }
}

fn signal(signal: Signal, out: &mut Vec<Output>) {
    out.push(Output::Note(Note::Signalled {
        signal: signal.as_str().to_owned(),
    }));
    out.push(Output::Signal(signal));
}
