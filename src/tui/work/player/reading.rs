//! EDGE. Lines of a recording in order, many at once. Owns: how much is read before the screen may have the lines again.

use super::places::is;
use crate::trace::filter::Subject as _;
use crate::trace::{Entry, Moment, TraceError, Traffic};
use crate::tui::model::Thing;
use crate::tui::panes::traffic::{Lines, Shelf};
use std::collections::VecDeque;
use std::sync::MutexGuard;

/// Bytes and lines that are read at once.
const BYTES: usize = 256 << 10;
const LINES: usize = 2048;

/// The lines of the shelf, after whoever waits for them: who takes them again and again would keep them otherwise.
pub(super) fn taken(shelf: &Shelf) -> MutexGuard<'_, Lines> {
    while shelf.is_wanted() {
        std::thread::yield_now();
    }
    shelf.lines()
}

/// A line that was read.
pub(super) struct Read {
    /// `None` if it is no traffic.
    pub(super) traffic: Option<Traffic>,
    pub(super) at: Moment,
    /// A turn begins or ends with it.
    pub(super) turn: bool,
    /// Something is wrong with it.
    pub(super) trouble: bool,
}

struct Raw {
    entry: Option<Entry>,
    at: Moment,
    turn: bool,
    trouble: bool,
}

/// Lines from one row up to another.
pub(super) struct Reading<'a> {
    shelf: &'a Shelf,
    next: u32,
    until: u32,
    ahead: VecDeque<Raw>,
}

impl<'a> Reading<'a> {
    pub(super) fn new(shelf: &'a Shelf, from: u32, until: u32) -> Self {
        Self {
            shelf,
            next: from,
            until,
            ahead: VecDeque::new(),
        }
    }

    /// Reads a piece; says whether there was one.
    pub(super) fn fill(&mut self) -> Result<bool, TraceError> {
        let mut lines = taken(self.shelf);
        let store = &mut lines.store;
        let from = self
            .next
            .saturating_add(u32::try_from(self.ahead.len()).unwrap_or(0));
        let mut bytes = 0;
        for row in from..self.until.min(store.len()) {
            let Some(line) = store.line(row) else { break };
            let (at, turn) = (line.at(), is(&line, Thing::Turn));
            let trouble = is(&line, Thing::Trouble);
            let entry = store.entry(row)?;
            bytes += entry.as_ref().map_or(0, |entry| entry.line.len());
            self.ahead.push_back(Raw {
                entry,
                at,
                turn,
                trouble,
            });
            if bytes >= BYTES || self.ahead.len() >= LINES {
                break;
            }
        }
        Ok(!self.ahead.is_empty())
    }

    /// The next line of those that were read.
    pub(super) fn next(&mut self) -> Option<Read> {
        let raw = self.ahead.pop_front()?;
        self.next += 1;
        let number = u64::from(self.next);
        let numbered = |mut entry: Entry| {
            // Lines are known by where they stand: so do the pane and everything that points at a line.
            entry.seq = number;
            Traffic::from_entry(entry)
        };
        Some(Read {
            traffic: raw.entry.map(numbered),
            at: raw.at,
            turn: raw.turn,
            trouble: raw.trouble,
        })
    }
}
