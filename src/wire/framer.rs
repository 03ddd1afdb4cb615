//! Bytes to lines. Owns: finding line ends in any chunking, the line cap, the tail without a newline.
//! Does not own: what a line means (`codec`), reading (`transport`).

use bytes::Bytes;

/// The longest line kept whole unless configured otherwise: 64 MiB.
pub const DEFAULT_LINE_CAP: usize = 64 * 1024 * 1024;

/// How much of an over-long line is kept.
pub const OVERSIZE_HEAD: usize = 4096;

/// A line longer than this that came in pieces keeps the buffer it was put together in.
const KEEP_BUFFER: usize = 16 * 1024;

/// One line without its line end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A line within the cap, byte for byte but for the line end.
    Whole(Bytes),
    /// A line over the cap: how it began, and how long it was in all.
    Oversize {
        /// The first [`OVERSIZE_HEAD`] bytes (or the cap, if that is smaller).
        head: Bytes,
        /// The length of the whole line in bytes.
        len: u64,
    },
}

/// Cuts a byte stream into lines. Chunks may end anywhere: inside a character, between CR and LF.
///
/// ```
/// use cca::wire::{Framer, Line};
/// let mut framer = Framer::default();
/// let mut lines = Vec::new();
/// framer.push(b"{\"a\":1}\r\n\n{\"b\"", &mut |line| lines.push(line));
/// framer.push(b":2}", &mut |line| lines.push(line));
/// framer.finish(&mut |line| lines.push(line));
/// assert_eq!(lines, [Line::Whole("{\"a\":1}".into()), Line::Whole("{\"b\":2}".into())]);
/// ```
#[derive(Debug)]
pub struct Framer {
    /// The beginning of a line whose end has not come yet.
    partial: Vec<u8>,
    /// Bytes of the current line that were dropped because it is over the cap.
    dropped: u64,
    cap: usize,
}

impl Default for Framer {
    fn default() -> Self {
        Self::with_cap(DEFAULT_LINE_CAP)
    }
}

impl Framer {
    /// A framer that keeps lines of at most `cap` bytes whole.
    pub fn with_cap(cap: usize) -> Self {
        Self {
            partial: Vec::new(),
            dropped: 0,
            cap: cap.max(1),
        }
    }

    /// Takes the next bytes and hands every line they complete to `each`. Blank lines are skipped.
    pub fn push(&mut self, mut chunk: &[u8], each: &mut impl FnMut(Line)) {
        while let Some(end) = memchr::memchr(b'\n', chunk) {
            let (head, rest) = chunk.split_at(end);
            chunk = rest.get(1..).unwrap_or_default();
            if self.partial.is_empty() && self.dropped == 0 && head.len() <= self.cap {
                // The common case: the whole line is in this chunk, so it is copied once.
                emit(head, each);
            } else {
                self.extend(head);
                self.complete(each);
            }
        }
        self.extend(chunk);
    }

    /// The stream ended: a last line without a newline still counts.
    pub fn finish(&mut self, each: &mut impl FnMut(Line)) {
        if !self.partial.is_empty() || self.dropped > 0 {
            self.complete(each);
        }
    }

    /// Bytes of an unfinished line that are waiting for its end.
    pub fn pending(&self) -> usize {
        self.partial.len()
    }

    fn extend(&mut self, bytes: &[u8]) {
        if self.dropped == 0 && self.partial.len() + bytes.len() <= self.cap {
            self.partial.extend_from_slice(bytes);
            return;
        }
        let keep = OVERSIZE_HEAD.min(self.cap);
        if self.dropped == 0 {
            // The moment the line crosses the cap: give the memory back, keep only its head.
            let room = keep.saturating_sub(self.partial.len()).min(bytes.len());
            let seen = self.partial.len() as u64 + bytes.len() as u64;
            self.partial
                .extend_from_slice(bytes.get(..room).unwrap_or_default());
            self.partial.truncate(keep);
            self.partial.shrink_to(keep);
            self.dropped = seen - self.partial.len() as u64;
        } else {
            self.dropped += bytes.len() as u64;
        }
    }

    fn complete(&mut self, each: &mut impl FnMut(Line)) {
        if self.dropped > 0 {
            let len = self.partial.len() as u64 + self.dropped;
            self.dropped = 0;
            each(Line::Oversize {
                head: Bytes::from(std::mem::take(&mut self.partial)),
                len,
            });
        } else if self.partial.len() > KEEP_BUFFER {
            // A big line keeps its buffer instead of being copied once more.
            let mut line = std::mem::take(&mut self.partial);
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            if !line.trim_ascii().is_empty() {
                each(Line::Whole(Bytes::from(line)));
            }
        } else {
            emit(&self.partial, each);
            self.partial.clear();
        }
    }
}

fn emit(line: &[u8], each: &mut impl FnMut(Line)) {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if !line.trim_ascii().is_empty() {
        each(Line::Whole(Bytes::copy_from_slice(line)));
    }
}

#[cfg(test)]
#[path = "framer_tests.rs"]
mod tests;
