//! What the pump tells the scribe. Owns: the pieces and their bytes, writing them without ever waiting for long, and
//! putting them together again. Does not own: what becomes of them (`scribe`).
//!
//! A piece is a word of one byte, the time in microseconds, the length, and so many bytes. The journal is a pipe of which
//! this end never blocks.

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The bytes before those that are passed on.
pub(super) const HEAD: usize = 13;

/// For how long the traffic waits for the recording, once: then there is no recording any more.
const PATIENCE: Duration = Duration::from_secs(1);

/// As much as the system lets anybody have.
#[cfg(target_os = "linux")]
const ROOM: i32 = 1024 * 1024;

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// Bytes to the CLI.
    Out,
    /// Bytes from the CLI.
    In,
    /// Bytes of its standard error.
    Stderr,
    /// The SDK closed the CLI's standard input.
    InputClosed,
    /// The CLI closed its standard output and lives on.
    OutputLost,
    /// The CLI ended; four bytes of status, or none if nobody knows it.
    Exited,
    /// All is over, and nothing is missing.
    Done,
}

impl Word {
    const ALL: [Self; 7] = [
        Self::Out,
        Self::In,
        Self::Stderr,
        Self::InputClosed,
        Self::OutputLost,
        Self::Exited,
        Self::Done,
    ];

    fn byte(self) -> u8 {
        let place = Self::ALL.iter().position(|word| *word == self);
        place
            .and_then(|place| u8::try_from(place).ok())
            .unwrap_or(0)
    }

    fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.get(usize::from(byte)).copied()
    }
}

/// The end of the journal that is written to, shared by all directions.
#[derive(Debug)]
pub(super) struct Journal {
    /// `None` once the scribe is gone or has fallen too far behind.
    pipe: Mutex<Option<File>>,
    began: Instant,
}

impl Journal {
    /// A journal into this pipe, or one that nobody reads.
    pub(super) fn new(pipe: Option<OwnedFd>) -> Self {
        let pipe = pipe.and_then(|pipe| {
            #[cfg(target_os = "linux")]
            let _ = fcntl(&pipe, FcntlArg::F_SETPIPE_SZ(ROOM));
            fcntl(&pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).ok()?;
            Some(File::from(pipe))
        });
        Self {
            pipe: Mutex::new(pipe),
            began: Instant::now(),
        }
    }

    /// Writes a piece down. The first [`HEAD`] bytes are ours, the others are what was read.
    pub(super) fn note(&self, word: Word, piece: &mut [u8]) {
        let Ok(mut pipe) = self.pipe.lock() else {
            return;
        };
        let Some(file) = pipe.as_mut() else {
            return;
        };
        let at = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX);
        if head(piece, word, at).is_none() || write_soon(file, piece).is_err() {
            *pipe = None;
        }
    }

    /// Writes down something that has few bytes of its own or none.
    pub(super) fn note_short(&self, word: Word, bytes: &[u8]) {
        let mut piece = vec![0; HEAD];
        piece.extend_from_slice(bytes);
        self.note(word, &mut piece);
    }
}

fn head(piece: &mut [u8], word: Word, at: u64) -> Option<()> {
    let (head, bytes) = piece.split_first_chunk_mut::<HEAD>()?;
    let length = u32::try_from(bytes.len()).ok()?;
    let fields = [word.byte()]
        .into_iter()
        .chain(at.to_le_bytes())
        .chain(length.to_le_bytes());
    for (place, byte) in head.iter_mut().zip(fields) {
        *place = byte;
    }
    Some(())
}

/// Writes all of it, or fails when there was no room for too long.
fn write_soon(file: &mut File, mut bytes: &[u8]) -> io::Result<()> {
    let mut since = None;
    while !bytes.is_empty() {
        match file.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = bytes.get(written..).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                let waited = since.get_or_insert_with(Instant::now).elapsed();
                let left = PATIENCE
                    .checked_sub(waited)
                    .ok_or(io::ErrorKind::TimedOut)?;
                let left = PollTimeout::try_from(left).unwrap_or(PollTimeout::ZERO);
                let mut room = [PollFd::new(file.as_fd(), PollFlags::POLLOUT)];
                match poll(&mut room, left) {
                    Ok(_) | Err(nix::errno::Errno::EINTR) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// A piece as it was written down.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    pub(super) word: Word,
    /// Microseconds since the start.
    pub(super) at: u64,
    pub(super) bytes: &'a [u8],
}

/// The first whole piece in these bytes and what follows it; `None` if it is not all there yet.
pub(super) fn first_piece(bytes: &[u8]) -> Option<(Piece<'_>, &[u8])> {
    let (word, rest) = bytes.split_first()?;
    let (at, rest) = rest.split_first_chunk::<8>()?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let (bytes, rest) = rest.split_at_checked(length)?;
    let word = Word::from_byte(*word)?;
    let at = u64::from_le_bytes(*at);
    Some((Piece { word, at, bytes }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn pieces_are_put_together_from_any_cuts() {
        let (mut read, write) = io::pipe().unwrap();
        let journal = Journal::new(Some(write.into()));
        let mut piece = [vec![0; HEAD], b"a line\n".to_vec()].concat();
        journal.note(Word::In, &mut piece);
        journal.note_short(Word::Exited, &3_i32.to_le_bytes());
        journal.note_short(Word::Done, &[]);
        drop(journal);
        let mut bytes = Vec::new();
        read.read_to_end(&mut bytes).unwrap();
        let whole = HEAD + 7;
        for cut in 0..whole {
            assert_eq!(first_piece(&bytes[..cut]), None, "{cut}");
        }
        let (first, rest) = first_piece(&bytes).unwrap();
        assert_eq!((first.word, first.bytes), (Word::In, &b"a line\n"[..]));
        let (second, rest) = first_piece(rest).unwrap();
        assert_eq!(second.bytes, 3_i32.to_le_bytes());
        let (last, rest) = first_piece(rest).unwrap();
        assert_eq!(
            (last.word, last.bytes, rest),
            (Word::Done, &[][..], &[][..])
        );
    }

    #[test]
    fn nobody_reads_and_nothing_waits_for_ever() {
        let (read, write) = io::pipe().unwrap();
        let journal = Journal::new(Some(write.into()));
        let mut piece = vec![b'x'; HEAD + 64 * 1024];
        let begin = Instant::now();
        for _ in 0..100 {
            journal.note(Word::In, &mut piece);
        }
        let took = begin.elapsed();
        assert!(took >= PATIENCE && took < PATIENCE * 3, "{took:?}");
        assert!(journal.pipe.lock().unwrap().is_none());
        drop(read);
    }

    #[test]
    fn a_reader_that_left_is_left() {
        let (read, write) = io::pipe().unwrap();
        let journal = Journal::new(Some(write.into()));
        drop(read);
        journal.note_short(Word::Done, &[]);
        assert!(journal.pipe.lock().unwrap().is_none());
    }
}
