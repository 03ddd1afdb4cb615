//! The lines of a file in order, in large pieces, without copying. Owns: the buffer, and passing over lines that are too
//! long to be looked at whole. Goes on where it stopped when the file grows.
//!
//! EDGE: blocking file I/O.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

/// What is read at once, at most.
const PIECE: usize = 1 << 20;
/// Lines over this are looked at only as far as their head.
const LONGEST: usize = 16 << 20;
/// What is kept of those.
const HEAD: usize = 64 * 1024;

/// A line and where it stands.
pub(super) struct Found<'a> {
    pub(super) from: u64,
    /// After its line break.
    pub(super) to: u64,
    /// Without its line break.
    pub(super) line: &'a [u8],
    /// Only its head.
    pub(super) cut: bool,
}

#[derive(Debug)]
pub(super) struct Feed {
    file: File,
    buffer: Vec<u8>,
    /// Where the buffer stands in the file.
    at: u64,
    /// What of it is used up.
    used: usize,
    /// What of it was searched for a line break.
    searched: usize,
    /// Bytes of a line that is too long, beyond its head, which is all the buffer holds.
    beyond: u64,
}

impl Feed {
    pub(super) fn new(file: File) -> Self {
        Self {
            file,
            buffer: Vec::new(),
            at: 0,
            used: 0,
            searched: 0,
            beyond: 0,
        }
    }

    /// How far lines were handed out.
    pub(super) fn position(&self) -> u64 {
        self.at + self.used as u64
    }

    /// How far the file was read.
    pub(super) fn end(&self) -> u64 {
        self.at + self.beyond + self.buffer.len() as u64
    }

    /// What stands after the last line break, so far.
    pub(super) fn tail(&self) -> &[u8] {
        self.buffer.get(self.used..).unwrap_or_default()
    }

    /// Whether what stands there is too long to be all in [`Self::tail`].
    pub(super) fn tail_is_cut(&self) -> bool {
        self.beyond > 0
    }

    /// The next whole line in the buffer.
    pub(super) fn next(&mut self) -> Option<Found<'_>> {
        let rest = self.buffer.get(self.searched..)?;
        let Some(end) = memchr::memchr(b'\n', rest) else {
            self.searched = self.buffer.len();
            return None;
        };
        let end = self.searched + end;
        let (from, start, cut) = (self.position(), self.used, self.beyond > 0);
        let head_end = if cut { HEAD } else { end };
        let to = self.at + self.beyond + end as u64 + 1;
        if cut {
            // The head and the end of the line stand side by side in the buffer.
            self.at += self.beyond;
            self.beyond = 0;
        }
        self.used = end + 1;
        self.searched = end + 1;
        Some(Found {
            from,
            to,
            line: self.buffer.get(start..head_end)?,
            cut,
        })
    }

    /// Reads so much more, or a piece of it; says how much that was.
    pub(super) fn fill(&mut self, wanted: u64) -> io::Result<usize> {
        self.buffer.drain(..self.used);
        self.at += self.used as u64;
        self.searched -= self.used;
        self.used = 0;
        if self.buffer.len() > LONGEST || (self.beyond > 0 && self.buffer.len() > HEAD) {
            self.beyond += (self.buffer.len() - HEAD) as u64;
            self.buffer.truncate(HEAD);
            self.buffer.shrink_to(HEAD + PIECE);
            self.searched = HEAD;
        }
        let piece = usize::try_from(wanted).map_or(PIECE, |wanted| wanted.min(PIECE));
        // Doubling it would touch twice the memory.
        self.buffer.reserve_exact(piece);
        self.file.seek(SeekFrom::Start(self.end()))?;
        let file = &mut self.file;
        file.take(piece as u64).read_to_end(&mut self.buffer)
    }
}
