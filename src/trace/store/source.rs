//! Where the text of a line comes from. Owns: reading a part of a file, with one window kept, and the lines of a session
//! that is not recorded, within a bound.
//!
//! EDGE: blocking file I/O.

use super::older::Older;
use crate::trace::decode::{self, Held};
use crate::trace::{Direction, Format, Moment, TraceError, shape};
use bytes::Bytes;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::PathBuf;

/// What is read at once: little at first, since the first screen needs no more, and soon so much.
const FIRST: u64 = 32 * 1024;
const WINDOW: u64 = 256 * 1024;

/// What a line that is kept takes beside its bytes.
const BESIDE: usize = 64;

/// A file with a window on it.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) path: PathBuf,
    file: File,
    at: u64,
    window: Vec<u8>,
    /// How much is read next.
    next: u64,
}

impl Source {
    pub(super) fn new(path: PathBuf, file: File) -> Self {
        Self {
            path,
            file,
            at: 0,
            window: Vec::new(),
            next: FIRST,
        }
    }

    /// The bytes of a part of the file; fewer where the file has become shorter.
    pub(super) fn read(&mut self, from: u64, to: u64) -> Result<&[u8], TraceError> {
        if !self.holds(from, to) {
            self.fill(from, to)
                .map_err(|error| TraceError::reading(&self.path, error))?;
        }
        let start = usize::try_from(from.saturating_sub(self.at)).unwrap_or(usize::MAX);
        let end = usize::try_from(to.saturating_sub(self.at)).unwrap_or(usize::MAX);
        let end = end.min(self.window.len());
        Ok(self.window.get(start.min(end)..end).unwrap_or_default())
    }

    /// A part of the file with what follows it, as much as is read at once.
    pub(super) fn ahead(&mut self, from: u64, to: u64) -> Result<&[u8], TraceError> {
        self.read(from, to)?;
        let start = usize::try_from(from.saturating_sub(self.at)).unwrap_or(usize::MAX);
        Ok(self.window.get(start..).unwrap_or_default())
    }

    fn holds(&self, from: u64, to: u64) -> bool {
        from >= self.at && to <= self.at + self.window.len() as u64
    }

    fn fill(&mut self, from: u64, to: u64) -> std::io::Result<()> {
        // Going back, what stands before will be asked for next.
        let start = if from < self.at && self.at - from < self.next {
            to.saturating_sub(self.next).min(from)
        } else {
            from
        };
        let length = (to - start).max(self.next);
        self.next = (self.next * 2).min(WINDOW);
        self.window.clear();
        if self.window.capacity() as u64 > 4 * WINDOW {
            self.window.shrink_to(usize::try_from(length).unwrap_or(0));
        }
        self.at = start;
        self.file.seek(SeekFrom::Start(start))?;
        let file = &mut self.file;
        let usual = usize::try_from(length.min(WINDOW)).unwrap_or(0);
        self.window.reserve_exact(usual);
        file.take(length).read_to_end(&mut self.window)?;
        Ok(())
    }

    /// Nothing that was read holds any more.
    pub(super) fn forget(&mut self, file: File) {
        self.file = file;
        self.window = Vec::new();
        self.at = 0;
    }
}

/// The latest lines of a live session, and the way to those before.
#[derive(Debug)]
pub(super) struct Memory {
    lines: VecDeque<Bytes>,
    first: u32,
    held: usize,
    limit: usize,
    pub(super) older: Option<Older>,
    /// The file was looked through to its end without finding all that is in it.
    stuck: bool,
}

impl Memory {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            lines: VecDeque::new(),
            first: 0,
            held: 0,
            limit,
            older: None,
            stuck: false,
        }
    }

    pub(super) fn push(&mut self, line: Bytes) {
        self.held += line.len() + BESIDE;
        self.lines.push_back(line);
        while self.held > self.limit && self.lines.len() > 1 {
            if let Some(oldest) = self.lines.pop_front() {
                self.held -= oldest.len() + BESIDE;
                self.first += 1;
                self.stuck = false;
            }
        }
    }

    /// A line: of this number, time and direction.
    pub(super) fn get(&mut self, row: u32, at: Moment, direction: Direction) -> Option<Bytes> {
        let Some(kept) = row.checked_sub(self.first) else {
            return self.older.as_mut()?.read(row, at, direction);
        };
        self.lines.get(usize::try_from(kept).ok()?).cloned()
    }

    pub(super) fn catch_up(&mut self, budget: u64) -> bool {
        let Some(older) = &mut self.older else {
            return false;
        };
        if older.lines() < self.first && !self.stuck {
            self.stuck = !older.look(budget);
        }
        older.lines() < self.first && !self.stuck
    }

    pub(super) fn is_in_reach(&self, row: u32) -> bool {
        let older = self.older.as_ref().filter(|_| !self.stuck);
        row >= self.first || older.is_none_or(|older| row < older.lines())
    }
}

/// The recorded line inside a line of the file.
pub(super) fn body(format: Format, line: &[u8]) -> Cow<'_, [u8]> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if let Some(Held::Raw(raw)) = decode::envelope(line).map(|found| found.held) {
        return Cow::Borrowed(raw);
    }
    if format.is_bare() && !shape::begins_entry(line) {
        return Cow::Borrowed(line);
    }
    // What is no entry is shown as it stands.
    let parsed = decode::recorded(line, Bytes::copy_from_slice);
    parsed.map_or(Cow::Borrowed(line), |parts| Cow::Owned(parts.line.to_vec()))
}
