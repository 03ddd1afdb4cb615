//! Lines on their way to the CLI. Owns: their order, partial writes, closing after the last one.
//! Does not own: what they say. A line is reported only when all of it, newline included, is in the pipe.

use crate::transport::Writer;
use crate::wire::{Frame, Outgoing};
use std::collections::VecDeque;
use std::io::IoSlice;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::AsyncWrite;

/// Bytes that may wait. A process that leaves more than this unread will not read it any more.
const MAX_BYTES: usize = 64 << 20;

/// A line up to this long counts as short.
const SMALL: usize = 4096;

/// Lines that wait to be written.
pub(super) struct Outbox {
    writer: Option<Writer>,
    lines: VecDeque<Outgoing>,
    /// Bytes in all of them.
    bytes: usize,
    /// How much of the first line (and its newline) is written.
    written: usize,
    /// A short line with its newline, used again and again.
    small: Vec<u8>,
    closing: bool,
    /// The other side closed the pipe.
    broken: bool,
}

impl Outbox {
    pub(super) fn new(writer: Option<Writer>) -> Self {
        Self {
            writer,
            lines: VecDeque::new(),
            bytes: 0,
            written: 0,
            small: Vec::new(),
            closing: false,
            broken: false,
        }
    }

    /// Adds a line; dropped if the pipe is closed, since nobody will ever read it. A pipe that is full for good counts
    /// as broken; one line is taken whatever its size.
    pub(super) fn push(&mut self, outgoing: Outgoing) {
        if self.writer.is_none() || self.closing {
            return;
        }
        let bytes = self.bytes + outgoing.line.len();
        if bytes > MAX_BYTES && !self.lines.is_empty() {
            self.broken = true;
            return self.give_up();
        }
        self.bytes = bytes;
        self.lines.push_back(outgoing);
    }

    /// How many wait.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Nobody waits for our answer to that request any more: it is not written, unless that has begun.
    pub(super) fn withdraw(&mut self, id: &str) {
        let begun = usize::from(self.written > 0);
        let answers = |outgoing: &Outgoing| match &outgoing.frame {
            Frame::ControlResponse(response) => response.response.request_id.as_deref() == Some(id),
            _ => false,
        };
        let mut lines = self.lines.iter().skip(begun);
        if let Some(at) = lines.position(answers)
            && let Some(outgoing) = self.lines.remove(begun + at)
        {
            self.bytes = self.bytes.saturating_sub(outgoing.line.len());
        }
    }

    /// Closes the pipe once everything is written.
    pub(super) fn close(&mut self) {
        self.closing = true;
        if self.lines.is_empty() {
            self.writer = None;
        }
    }

    /// Whether the other side closed the pipe, found out by writing to it.
    pub(super) fn is_broken(&self) -> bool {
        self.broken
    }

    /// Whether anything waits to be written.
    pub(super) fn is_waiting(&self) -> bool {
        !self.lines.is_empty()
    }

    /// The reader is gone.
    pub(super) fn give_up(&mut self) {
        self.lines.clear();
        self.bytes = 0;
        self.written = 0;
        self.writer = None;
    }

    /// Writes what fits; the next line that is out, if one is.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<Outgoing>> {
        loop {
            let Some(first) = self.lines.front() else {
                if self.closing {
                    self.writer = None;
                }
                return Poll::Ready(None);
            };
            let Some(writer) = &mut self.writer else {
                return Poll::Ready(None);
            };
            let rest = first.line.get(self.written..).unwrap_or_default();
            let wrote = if rest.len() <= SMALL {
                // Copying a short line is cheaper than a write from two places.
                self.small.clear();
                self.small.extend_from_slice(rest);
                self.small.push(b'\n');
                Pin::new(writer).poll_write(cx, &self.small)
            } else {
                let parts = [IoSlice::new(rest), IoSlice::new(b"\n")];
                Pin::new(writer).poll_write_vectored(cx, &parts)
            };
            match wrote {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Ok(n)) if n > 0 => {
                    self.written += n;
                    if self.written > first.line.len() {
                        self.written = 0;
                        self.bytes = self.bytes.saturating_sub(first.line.len());
                        return Poll::Ready(self.lines.pop_front());
                    }
                }
                // A broken pipe: the process is gone or going, and if it is not, the session has to know.
                Poll::Ready(_) => {
                    self.broken = true;
                    self.give_up();
                    return Poll::Ready(None);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Prompt;

    /// Two megabytes that nobody reads.
    fn line() -> Outgoing {
        Outgoing::user(Prompt::text("x".repeat(2 << 20), "u")).unwrap()
    }

    #[test]
    fn an_answer_nobody_waits_for_is_not_written() {
        let (ours, _theirs) = tokio::io::duplex(1024);
        let mut outbox = Outbox::new(Some(Box::new(ours)));
        for id in ["a", "b", "c"] {
            outbox.push(Outgoing::success(id, None).unwrap());
        }
        let bytes = outbox.bytes;
        outbox.withdraw("b");
        outbox.withdraw("x");
        let left: Vec<_> = outbox.lines.iter().map(|out| out.line.len()).collect();
        assert_eq!((left.len(), outbox.bytes), (2, bytes - left[0]));
        // The first one is on its way already: half a line must not be left in the pipe.
        outbox.written = 1;
        outbox.withdraw("a");
        assert_eq!(outbox.lines.len(), 2);
        outbox.withdraw("c");
        assert_eq!(outbox.lines.len(), 1);
    }

    #[test]
    fn what_is_never_read_does_not_pile_up() {
        let (ours, _theirs) = tokio::io::duplex(1024);
        let mut outbox = Outbox::new(Some(Box::new(ours)));
        for _ in 0..30 {
            outbox.push(line());
        }
        assert!(!outbox.is_broken());
        for _ in 0..10 {
            outbox.push(line());
        }
        assert!(outbox.is_broken() && outbox.lines.is_empty());
    }
}
