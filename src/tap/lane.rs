//! One direction of the traffic. Owns: its two ends, the piece that is under way, and how it is over.
//! Does not own: waiting for what comes (`carry`), what is written down about it (`journal`).
//!
//! EDGE. A stream ends like the pipe it replaces: when its writer has closed it, its reader sees the end; when its reader
//! has gone, its writer is told at once and not only at its next word.
//!
//! **Invariant:** of two lanes in one thread neither waits for its own reader, or both would: what a pipe has not room for
//! stays here until it has.

use super::journal::{HEAD, Journal, Word};
use nix::libc::PIPE_BUF;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::ops::Range;
use std::os::fd::AsFd as _;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};

/// The most that is read at once.
const CHUNK: usize = 64 * 1024;

const GONE: PollFlags = PollFlags::POLLERR
    .union(PollFlags::POLLHUP)
    .union(PollFlags::POLLNVAL);

/// Where bytes come from, and where they go.
pub(super) type Stream = (File, File);

/// How a stream ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The writer closed it.
    Closed,
    /// The reader has gone.
    ReaderGone,
}

/// What became of a lane when it was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Went {
    /// There was nothing to do.
    Nowhere,
    /// A piece was passed on.
    On,
    /// There is no room for what was read.
    Waits,
    Over(End),
}

/// A stream with what is under way in it.
#[derive(Debug)]
pub(super) struct Lane {
    word: Word,
    from: File,
    to: File,
    buffer: Vec<u8>,
    /// What was read and written down, and not passed on yet.
    left: Range<usize>,
    /// A write would wait, and must not: it is asked first whether there is room.
    asks_first: bool,
}

impl Lane {
    /// A lane that has a thread for itself.
    pub(super) fn alone(word: Word, (from, to): Stream) -> Self {
        Self {
            word,
            from,
            to,
            buffer: vec![0; HEAD + CHUNK],
            left: 0..0,
            asks_first: false,
        }
    }

    /// A lane that shares its thread.
    pub(super) fn shared(word: Word, (from, to): Stream) -> Self {
        match that_never_waits(&to) {
            Some(to) => Self::alone(word, (from, to)),
            None => Self {
                asks_first: true,
                ..Self::alone(word, (from, to))
            },
        }
    }

    pub(super) fn word(&self) -> Word {
        self.word
    }

    /// What has to be waited for. Before what is under way has arrived, the end of what follows is of no interest.
    pub(super) fn ends(&self) -> [PollFd<'_>; 2] {
        let first = if self.left.is_empty() {
            PollFd::new(self.from.as_fd(), PollFlags::POLLIN)
        } else {
            PollFd::new(self.to.as_fd(), PollFlags::POLLOUT)
        };
        [first, PollFd::new(self.to.as_fd(), PollFlags::empty())]
    }

    /// Does what can be done now, by what was seen of these two ends.
    pub(super) fn go_on(&mut self, seen: [PollFlags; 2], journal: &Journal) -> Went {
        let [first, to] = seen;
        if !self.left.is_empty() {
            return if first.is_empty() {
                Went::Waits
            } else {
                self.pass_on()
            };
        }
        // What is there already is passed on as far as it goes: a reader that is gone refuses it.
        if to.intersects(GONE) && !first.contains(PollFlags::POLLIN) {
            return Went::Over(End::ReaderGone);
        }
        if first.is_empty() {
            return Went::Nowhere;
        }
        let room = self.buffer.get_mut(HEAD..).unwrap_or_default();
        let read = match self.from.read(room) {
            Ok(0) => return Went::Over(End::Closed),
            Ok(read) => read,
            Err(error) if is_passing(&error) => return Went::Nowhere,
            // A socket may be reset instead of closed.
            Err(_) => return Went::Over(End::Closed),
        };
        self.left = HEAD..HEAD + read;
        let piece = self.buffer.get_mut(..self.left.end).unwrap_or_default();
        journal.note(self.word, piece);
        self.pass_on()
    }

    /// Writes what is left, as far as there is room for it. Others can have set that a write to the same pipe may not wait.
    fn pass_on(&mut self) -> Went {
        while !self.left.is_empty() {
            if self.asks_first && !has_room(&self.to) {
                return Went::Waits;
            }
            let mut now = self.left.clone();
            if self.asks_first {
                now.end = now.end.min(now.start + PIPE_BUF);
            }
            match self.to.write(self.buffer.get(now).unwrap_or_default()) {
                Ok(0) => return Went::Over(End::ReaderGone),
                Ok(written) => self.left.start += written,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Went::Waits,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Went::Over(End::ReaderGone),
            }
        }
        Went::On
    }
}

fn is_passing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock
    )
}

/// The same pipe, opened for us alone: that a write to it does not wait is nobody else's business. A pipe of another user
/// cannot be opened, nor can a socket.
#[cfg(target_os = "linux")]
fn that_never_waits(to: &File) -> Option<File> {
    use std::os::fd::AsRawFd as _;
    use std::os::unix::fs::OpenOptionsExt as _;
    let is_pipe = to.metadata().is_ok_and(|of| of.file_type().is_fifo());
    let mut options = File::options();
    options.write(true).custom_flags(nix::libc::O_NONBLOCK);
    let path = format!("/proc/self/fd/{}", to.as_raw_fd());
    is_pipe.then(|| options.open(path).ok()).flatten()
}

#[cfg(not(target_os = "linux"))]
fn that_never_waits(_: &File) -> Option<File> {
    None
}

/// Whether so much as [`PIPE_BUF`] can be written without waiting, or writing fails at once.
fn has_room(to: &File) -> bool {
    let mut room = [PollFd::new(to.as_fd(), PollFlags::POLLOUT)];
    poll(&mut room, PollTimeout::ZERO).is_ok_and(|ready| ready > 0)
}

/// Whether two streams can share a thread: what can be written without waiting must be known of both, which it is of pipes
/// and sockets that nobody else writes to.
pub(super) fn can_share(one: &Stream, other: &Stream, elsewhere: &Stream) -> bool {
    let tells = |file: &File| {
        let kind = file.metadata().map(|of| of.file_type());
        kind.is_ok_and(|kind| kind.is_fifo() || kind.is_socket())
    };
    let place = |file: &File| file.metadata().ok().map(|of| (of.dev(), of.ino()));
    let apart = |stream: &Stream| place(&stream.1) != place(&elsewhere.1);
    [one, other]
        .into_iter()
        .all(|stream| tells(&stream.1) && apart(stream))
}
