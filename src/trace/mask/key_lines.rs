//! PURE. A private key on standard error, which comes line by line. Owns: which lines are inside one.

use super::span::Span;
use crate::trace::Direction;

/// Lines of a key, at most: who never ends it does not hide everything that follows.
const LONGEST: u16 = 200;

const KIND: &str = "private key";

/// Whether a key is open.
#[derive(Debug, Default)]
pub(super) struct KeyLines {
    left: u16,
}

impl KeyLines {
    /// The secrets of a line, and all of it if it is inside a key. Lines are given in their order.
    pub(super) fn over(
        &mut self,
        direction: Direction,
        line: &[u8],
        mut spans: Vec<Span>,
    ) -> Vec<Span> {
        if direction != Direction::Stderr {
            return spans;
        }
        let end = memchr::memmem::find(line, b"-----END");
        if self.left > 0 {
            self.left = if end.is_some() { 0 } else { self.left - 1 };
            spans.push(Span::new(0, end.unwrap_or(line.len()), KIND));
        } else if end.is_none()
            && memchr::memmem::find(line, b"-----BEGIN").is_some()
            && memchr::memmem::find(line, b"PRIVATE KEY").is_some()
        {
            self.left = LONGEST;
        }
        spans
    }
}
