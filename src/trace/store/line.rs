//! What is known of one line without its text, for lists and filters.
//!
//! PURE. Owns answering for a line ([`Subject`]). Does not own finding out what it answers (`index`, `pair`).

use super::index::{Index, server_of};
use super::rows::{Flags, NONE, Packed};
use super::words::Shape;
use crate::trace::filter::{Mark, Subject};
use crate::trace::{Direction, Moment};
use std::time::Duration;

/// A line as the index knows it.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    pub(super) index: &'a Index,
    pub(super) number: u32,
    pub(super) row: Packed,
}

impl<'a> Line<'a> {
    fn shape(&self) -> Option<&'a Shape> {
        self.index.shapes.get(self.row.shape)
    }

    /// Its number in the index, from 0.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The answer to it, or what it answers: request and response, call and result, start and end of a hook.
    pub fn partner(&self) -> Option<u32> {
        (self.row.partner != NONE).then_some(self.row.partner)
    }

    /// That line itself.
    pub fn other(&self) -> Option<Line<'a>> {
        self.index.subject(self.partner()?)
    }

    /// Whether other lines are known to belong to it.
    pub fn has_others(&self) -> bool {
        self.row.partner != NONE || self.row.ring != NONE
    }

    /// Whether it is a piece of a message that comes whole later.
    pub fn is_piece(&self) -> bool {
        self.row.flags.has(Flags::PIECE)
    }

    /// A number for its sub-agent: the same for the same one, 0 for none.
    pub fn agent_number(&self) -> u16 {
        self.row.agent
    }

    /// Whether the line of the file is no entry at all.
    pub fn is_damaged(&self) -> bool {
        self.row.flags.has(Flags::DAMAGED)
    }
}

impl Subject for Line<'_> {
    fn direction(&self) -> Direction {
        self.row.flags.direction()
    }

    fn kind(&self) -> &str {
        self.shape().map_or("", |shape| &shape.kind)
    }

    fn subtype(&self) -> &str {
        self.shape().map_or("", |shape| &shape.subtype)
    }

    fn detail(&self) -> &str {
        self.shape().map_or("", |shape| &shape.detail)
    }

    fn tool(&self) -> &str {
        let name = self.index.names.get(self.row.name);
        if name.ends_with("__") { "" } else { name }
    }

    fn server(&self) -> &str {
        server_of(self.index.names.get(self.row.name))
    }

    fn agent(&self) -> &str {
        self.index.agents.get(self.row.agent)
    }

    fn size(&self) -> (u64, u64) {
        /// The most that stands around a line in a recording.
        const AROUND: u64 = 96;
        let (from, to) = self.index.rows.span(self.number);
        let whole = to - from;
        if self.row.flags.has(Flags::SPELLED) {
            (0, whole)
        } else {
            (whole.saturating_sub(AROUND), whole)
        }
    }

    fn latency(&self) -> Option<Duration> {
        if !self.row.flags.has(Flags::PAIRED) || !self.is_timed() {
            return None;
        }
        let (a, b) = (self.number, self.partner()?);
        let (first, then) = (a.min(b), a.max(b));
        let rows = &self.index.rows;
        Some(rows.at(then).since(rows.at(first)))
    }

    fn is_timed(&self) -> bool {
        self.index.clocked
    }

    fn at(&self) -> Moment {
        self.index.rows.at(self.number)
    }

    fn age(&self) -> Duration {
        self.index.last.since(self.at())
    }

    fn has(&self, mark: Mark) -> bool {
        let flags = self.row.flags;
        match mark {
            Mark::Pending => {
                flags.has(Flags::ASKS) && !flags.has(Flags::PAIRED) && !flags.has(Flags::WITHDRAWN)
            }
            Mark::Error => flags.has(Flags::ERROR),
            Mark::Unknown => flags.has(Flags::UNKNOWN),
            Mark::Malformed => flags.has(Flags::MALFORMED),
            Mark::Lint => flags.has(Flags::LINT),
            Mark::Late => flags.has(Flags::LATE),
            Mark::Withdrawn => flags.has(Flags::WITHDRAWN),
            Mark::Marked => flags.has(Flags::MARKED),
        }
    }
}
