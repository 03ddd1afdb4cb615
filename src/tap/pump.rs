//! Passing bytes on. Owns: three streams, each with its own thread, and when each of them ends.
//! Does not own: what is written down about them (`journal`, `scribe`).
//!
//! EDGE. A stream ends like the pipe it replaces: when its writer has closed it, its reader sees the end; when its reader
//! has gone, its writer is told at once and not only at its next word.

use super::ending::{self, Seen};
use super::journal::{HEAD, Journal, Word};
use super::order::{Order, Part};
use super::start::DEBUG;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The most that is read at once.
const CHUNK: usize = 64 * 1024;

/// How long a CLI that has closed its output may take to end.
const MOMENT: Duration = Duration::from_millis(500);
const STEP: Duration = Duration::from_micros(500);

/// Where bytes come from, and where they go.
pub(super) type Stream = (File, File);

/// What is pumped.
#[derive(Debug)]
pub(super) struct Streams {
    pub(super) input: Option<Stream>,
    pub(super) output: Stream,
    pub(super) error: Stream,
}

/// How a stream ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// The writer closed it.
    Closed,
    /// The reader has gone.
    ReaderGone,
}

/// Pumps until all streams have ended.
pub(super) fn run(order: &Order, streams: Streams) {
    let Streams {
        input,
        output,
        error,
    } = streams;
    let journal = Journal::new(start_scribe(order, &error.1).ok());
    let watch = Watch {
        pid: order.pid,
        status: Mutex::new(None),
    };
    std::thread::scope(|scope| {
        if let Some(input) = input {
            let (journal, watch) = (&journal, &watch);
            scope.spawn(move || {
                let end = pump(input, Word::Out, journal, watch);
                if end == End::Closed {
                    journal.note_short(Word::InputClosed, &[]);
                }
            });
        }
        scope.spawn(|| pump(error, Word::Stderr, &journal, &watch));
        pump(output, Word::In, &journal, &watch);
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

/// Passes on until one end is closed, and then closes both.
fn pump((mut from, mut to): Stream, word: Word, journal: &Journal, watch: &Watch) -> End {
    let mut buffer = vec![0; HEAD + CHUNK];
    let end = loop {
        if reader_is_gone(&from, &to) {
            break End::ReaderGone;
        }
        let room = buffer.get_mut(HEAD..).unwrap_or_default();
        let read = match from.read(room) {
            Ok(0) => break End::Closed,
            Ok(read) => read,
            Err(error) if passing(&error) => continue,
            // A socket may be reset instead of closed.
            Err(_) => break End::Closed,
        };
        let piece = buffer.get_mut(..HEAD + read).unwrap_or_default();
        journal.note(word, piece);
        if pass_on(&mut to, piece.get(HEAD..).unwrap_or_default()).is_err() {
            break End::ReaderGone;
        }
    };
    // Before the SDK sees the end and asks for the code itself: from then on nobody else is told.
    watch.look();
    drop((from, to));
    if word == Word::In && end == End::Closed && watch.wait() == Seen::Alive {
        journal.note_short(Word::OutputLost, &[]);
    }
    end
}

fn passing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock
    )
}

/// Waits until there is something to read, or its reader has gone.
fn reader_is_gone(from: &File, to: &File) -> bool {
    let mut ends = [
        PollFd::new(from.as_fd(), PollFlags::POLLIN),
        PollFd::new(to.as_fd(), PollFlags::empty()),
    ];
    match poll(&mut ends, PollTimeout::NONE) {
        Ok(_) => {
            let [from, to] = ends;
            let gone = PollFlags::POLLERR | PollFlags::POLLHUP | PollFlags::POLLNVAL;
            let is_gone = to.revents().is_some_and(|seen| seen.intersects(gone));
            // What is there already is passed on as far as it goes: a reader that is gone refuses it.
            is_gone
                && !from
                    .revents()
                    .is_some_and(|seen| seen.contains(PollFlags::POLLIN))
        }
        Err(_) => false,
    }
}

/// Writes all of it, also where a write may not wait: others can have set that for the same pipe.
fn pass_on(to: &mut File, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match to.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = bytes.get(written..).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                let mut room = [PollFd::new(to.as_fd(), PollFlags::POLLOUT)];
                match poll(&mut room, PollTimeout::NONE) {
                    Ok(_) | Err(Errno::EINTR) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
