//! All that a live session may ask for.

use crate::trace::Note;
use crate::wire::Outgoing;
use crate::wire::control::{ControlRequest, ResponseBody};
use std::time::Duration;

/// Something to be done by whoever has hands.
#[derive(Debug, PartialEq)]
pub enum Output {
    /// Write this line. Once written it comes back as traffic.
    Send(Outgoing),
    /// Stamp and record this, and hand it back as traffic at once.
    Note(Note),
    /// The CLI wants an answer: find somebody who gives one.
    Serve(Box<ControlRequest>),
    /// Nobody waits for the answer to this request of the CLI any more: stop working on it.
    Drop {
        /// The request.
        id: String,
    },
    /// The reply to a command.
    Reply {
        /// Who asked.
        ticket: u64,
        /// What came of it.
        reply: Reply,
    },
    /// Close the child's standard input.
    CloseInput,
    /// Send a signal to the child's process group.
    Signal(Signal),
}

/// What came of a command.
#[derive(Debug, PartialEq)]
pub enum Reply {
    /// The prompt is on its way (or held, while paused).
    Accepted,
    /// The CLI answered.
    Answered(Box<ResponseBody>),
    /// The CLI answered that it cannot or will not.
    Refused {
        /// Which request.
        operation: String,
        /// Its words.
        error: String,
        /// Its code, if it gave one.
        code: Option<String>,
    },
    /// No answer in time.
    TimedOut {
        /// Which request.
        operation: String,
        /// How long we waited.
        after: Duration,
        /// What else was waiting then, on either side.
        pending: Vec<String>,
    },
    /// The process is gone, or is being closed: there is nobody to answer.
    Gone {
        /// Which request.
        operation: String,
    },
    /// It cannot be written.
    Unwritable {
        /// Why.
        error: String,
    },
}

/// A signal for the child's process group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Please end.
    Terminate,
    /// End.
    Kill,
}

impl Signal {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Terminate => "SIGTERM",
            Self::Kill => "SIGKILL",
        }
    }
}
