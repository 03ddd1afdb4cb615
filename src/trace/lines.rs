//! Lines of a file in bounded memory, found in one pass.
//!
//! Owns the cap on a line and what is kept of a longer one. Knows nothing of what a line means. Wire framing is
//! elsewhere: here a file may grow while it is read, and an unfinished last line must not get lost.

use std::io::{self, BufRead, BufReader, Read};

/// How much of a line over the cap, or of a damaged one, is kept to be shown.
pub(super) const HEAD: usize = 1024;

/// Read at once: enough to be quick, and little for whoever only wants to know what a file is.
const CHUNK: usize = 64 * 1024;

/// What `advance` came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// A whole line is current.
    Line,
    /// The head of a line over the cap is current.
    Oversize,
    /// The input has ended for now; what stands after the last line break is current.
    End,
}

pub(super) struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    /// Bytes of the current line in the file, also those not kept.
    length: u64,
    number: u64,
    cap: usize,
    unfinished: bool,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(reader: R, cap: usize) -> Self {
        Self {
            reader: BufReader::with_capacity(CHUNK, reader),
            line: Vec::new(),
            length: 0,
            number: 0,
            cap,
            unfinished: false,
        }
    }

    /// Goes to the next line. After `End` it goes on with the same line, should the file have grown.
    pub(super) fn advance(&mut self) -> io::Result<Step> {
        if !self.unfinished {
            self.line.clear();
            self.length = 0;
            self.number += 1;
            self.unfinished = true;
        }
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok([]) => return Ok(Step::End),
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let (part, ends) = memchr::memchr(b'\n', chunk)
                .and_then(|end| chunk.split_at_checked(end))
                .map_or((chunk, false), |(part, _)| (part, true));
            let used = part.len() + usize::from(ends);
            self.length += part.len() as u64;
            if self.length <= self.cap as u64 {
                self.line.extend_from_slice(part);
            } else {
                let room = HEAD.saturating_sub(self.line.len());
                self.line.extend(part.iter().take(room));
                self.line.truncate(HEAD);
                self.line.shrink_to(HEAD);
            }
            self.reader.consume(used);
            if ends {
                self.unfinished = false;
                return Ok(if self.is_over_cap() {
                    Step::Oversize
                } else {
                    Step::Line
                });
            }
        }
    }

    /// The bytes that come next, as far as they are at hand; empty only at the end.
    pub(super) fn ahead(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    /// Leaves out that many of the bytes [`Self::ahead`] showed.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.reader.consume(bytes);
    }

    pub(super) fn current(&self) -> &[u8] {
        &self.line
    }

    /// The current line, leaving none; for lines that are too big to copy.
    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.line)
    }

    /// Memory held for the current line.
    #[cfg(test)]
    pub(super) fn held(&self) -> usize {
        self.line.capacity()
    }

    pub(super) fn is_over_cap(&self) -> bool {
        self.length > self.cap as u64
    }

    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// The number of the current line, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unfinished_line_goes_on_when_the_file_grows() -> io::Result<()> {
        let file = tempfile::NamedTempFile::new()?;
        std::fs::write(file.path(), "one\ntw")?;
        let mut lines = Lines::new(file.reopen()?, 100);
        assert_eq!(
            (lines.advance()?, lines.current()),
            (Step::Line, &b"one"[..])
        );
        assert_eq!((lines.advance()?, lines.current()), (Step::End, &b"tw"[..]));
        std::fs::write(file.path(), "one\ntwo\n")?;
        assert_eq!(
            (lines.advance()?, lines.current()),
            (Step::Line, &b"two"[..])
        );
        assert_eq!(lines.number(), 2);
        Ok(())
    }

    #[test]
    fn a_line_over_the_cap_leaves_its_head_and_length() -> io::Result<()> {
        let long = "x".repeat(3 * CHUNK);
        let text = format!("{long}\nnext\n");
        let mut lines = Lines::new(text.as_bytes(), 2 * CHUNK);
        assert_eq!(lines.advance()?, Step::Oversize);
        assert_eq!(
            (lines.current().len(), lines.length()),
            (HEAD, 3 * CHUNK as u64)
        );
        assert!(lines.line.capacity() < 2 * HEAD);
        assert_eq!(
            (lines.advance()?, lines.current()),
            (Step::Line, &b"next"[..])
        );
        Ok(())
    }
}
