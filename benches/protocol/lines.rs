//! Lines from a pipe with as little work as possible. Owns: one growing buffer, one `read` at a time, where lines end.
//! Does not own: what a line means.

use std::io::{self, Read};
use std::ops::Range;

const FIRST: usize = 128 * 1024;

/// Cuts what it reads into lines.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    from: R,
    buffer: Vec<u8>,
    /// Where the line begins that is not handed out yet.
    start: usize,
    /// From where on no line end was looked for.
    scanned: usize,
    end: usize,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(from: R) -> Self {
        Self {
            from,
            buffer: vec![0; FIRST],
            start: 0,
            scanned: 0,
            end: 0,
        }
    }

    /// What is read from.
    pub(crate) fn source(&self) -> &R {
        &self.from
    }

    /// The next line without its end; none when the stream is over.
    pub(crate) fn next(&mut self) -> io::Result<Option<&[u8]>> {
        loop {
            if let Some(line) = self.find() {
                return Ok(self.buffer.get(line));
            }
            if !self.fill()? {
                return Ok(None);
            }
        }
    }

    /// The next line that was already read.
    pub(crate) fn ready(&mut self) -> Option<&[u8]> {
        let line = self.find()?;
        self.buffer.get(line)
    }

    /// Reads once; false when the stream is over.
    pub(crate) fn fill(&mut self) -> io::Result<bool> {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.scanned -= self.start;
            self.start = 0;
        }
        if self.end == self.buffer.len() {
            self.buffer.resize(self.end * 2, 0);
        }
        let read = self
            .from
            .read(self.buffer.get_mut(self.end..).unwrap_or_default())?;
        self.end += read;
        Ok(read > 0)
    }

    fn find(&mut self) -> Option<Range<usize>> {
        let fresh = self.buffer.get(self.scanned..self.end).unwrap_or_default();
        if let Some(at) = memchr::memchr(b'\n', fresh) {
            let line = self.start..self.scanned + at;
            self.start = line.end + 1;
            self.scanned = self.start;
            Some(line)
        } else {
            self.scanned = self.end;
            None
        }
    }
}
