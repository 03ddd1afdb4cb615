//! Passing bytes on. Owns: three streams, which of them share a thread, and what is told of their ends.
//! Does not own: a piece's way (`carry`, `lane`), what is written down about it (`journal`, `scribe`).
//!
//! EDGE.

use super::carry::carry;
use super::ending::{self, Seen};
use super::journal::{Journal, Word};
use super::lane::{self, End, Lane, Stream};
use super::near::Near;
use super::order::{Order, Part};
use super::start::DEBUG;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How long a CLI that has closed its output may take to end.
const MOMENT: Duration = Duration::from_millis(500);
const STEP: Duration = Duration::from_micros(500);

/// What is pumped.
#[derive(Debug)]
pub(super) struct Streams {
    pub(super) input: Option<Stream>,
    pub(super) output: Stream,
    pub(super) error: Stream,
}

/// Pumps until all streams have ended.
pub(super) fn run(order: &Order, streams: Streams) {
    let Streams {
        input,
        output,
        error,
    } = streams;
    let journal = &Journal::new(start_scribe(order, &error.1).ok());
    let watch = &Watch {
        pid: order.pid,
        status: Mutex::new(None),
    };
    std::thread::scope(|scope| {
        let is_over = |lane: Lane, end| {
            let word = lane.word();
            // Before the SDK sees the end and asks for the code itself: from then on nobody else is told.
            watch.look();
            drop(lane);
            match (word, end) {
                (Word::Out, End::Closed) => journal.note_short(Word::InputClosed, &[]),
                (Word::In, End::Closed) => {
                    // The CLI may go on to read what it is told.
                    scope.spawn(|| {
                        if watch.wait() == Seen::Alive {
                            journal.note_short(Word::OutputLost, &[]);
                        }
                    });
                }
                _ => {}
            }
        };
        let alone = |lane| move || carry(vec![lane], None, journal, is_over);
        let output = match input {
            Some(input) if lane::can_share(&input, &output, &error) => {
                let lanes = vec![
                    Lane::shared(Word::Out, input),
                    Lane::shared(Word::In, output),
                ];
                scope.spawn(alone(Lane::alone(Word::Stderr, error)));
                return carry(lanes, Some(Near::new(order.pid)), journal, is_over);
            }
            Some(input) => {
                scope.spawn(alone(Lane::alone(Word::Out, input)));
                output
            }
            None => output,
        };
        scope.spawn(alone(Lane::alone(Word::Stderr, error)));
        carry(vec![Lane::alone(Word::In, output)], None, journal, is_over);
    });
    match watch.wait() {
        Seen::Over(status) => journal.note_short(Word::Exited, &status.to_le_bytes()),
        Seen::Unknown => journal.note_short(Word::Exited, &[]),
        Seen::Alive => {}
    }
    journal.note_short(Word::Done, &[]);
}

fn start_scribe(order: &Order, sdk_error: &File) -> io::Result<OwnedFd> {
    let mut command = Command::new(std::env::current_exe()?);
    let mut order = order.for_part(Part::Scribe);
    order.pump = std::process::id();
    command
        .args(order.words())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if std::env::var_os(DEBUG).is_some() {
        command.stderr(sdk_error.try_clone()?);
    }
    let mut scribe = command.spawn()?;
    let journal = scribe.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
    Ok(journal.into())
}

/// What is known about how the CLI ended.
#[derive(Debug)]
struct Watch {
    pid: u32,
    status: Mutex<Option<i32>>,
}

impl Watch {
    /// What can be seen of the CLI now, or was seen when it ended.
    fn look(&self) -> Seen {
        let Ok(mut status) = self.status.lock() else {
            return Seen::Unknown;
        };
        if let Some(status) = *status {
            return Seen::Over(status);
        }
        let seen = ending::look(self.pid);
        if let Seen::Over(seen) = seen {
            *status = Some(seen);
        }
        seen
    }

    /// Many programs close their output just before they end: that is the end. So is it given a moment. Nobody waits for
    /// us meanwhile, since the streams are closed.
    fn wait(&self) -> Seen {
        let begin = Instant::now();
        loop {
            let seen = self.look();
            if seen != Seen::Alive || begin.elapsed() > MOMENT {
                return seen;
            }
            std::thread::sleep(STEP);
        }
    }
}
