//! What is known of every line without its text: rows, words and pairs.
//!
//! PURE. Owns classifying a line and answering for it ([`Subject`]). Does not own reading files (`feed`, `source`).

use super::pair::Pairing;
use super::rows::{Flags, NONE, Packed, Rows};
use super::scan::{Scanned, scan};
use super::words::{Names, Shape, Shapes};
use crate::trace::filter::{Filter, Mark, Subject, Vocabulary};
use crate::trace::{Direction, Moment, brief};
use crate::wire::decode_bytes;
use bytes::Bytes;
use std::time::Duration;

/// Lines from this size on are marked: the CLI and clients have caps, and this is near them.
const HUGE: u64 = 8 << 20;
/// Microseconds that a time may be before one that came earlier: clocks are read by several at once.
const BACK: u64 = 1_000_000;
/// Rows about one thing that are listed.
const RELATED: usize = 10_000;

/// A line as it comes in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Incoming<'a> {
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) at: Moment,
    pub(super) direction: Direction,
    pub(super) body: &'a [u8],
    /// The file spells the body in another way.
    pub(super) spelled: bool,
    /// The body does not stand in the file as it is.
    pub(super) quoted: bool,
    /// Only its beginning is here.
    pub(super) cut: bool,
    /// It stands in the file by itself: nothing there says when it passed, or which way.
    pub(super) bare: bool,
}

/// The index of a recording.
#[derive(Debug, Default)]
pub(super) struct Index {
    pub(super) rows: Rows,
    shapes: Shapes,
    names: Names,
    agents: Names,
    pub(super) pairing: Pairing,
    scratch: Vec<u8>,
    pub(super) last: Moment,
    /// Bytes of the longest line that went over the wire.
    pub(super) largest: u64,
    /// The first time stamp of a file that has no other times.
    epoch: Option<i64>,
    /// The file has other times.
    pub(super) timed: bool,
}

impl Index {
    /// Takes in a line.
    pub(super) fn add(&mut self, line: Incoming<'_>) {
        let mut row = Packed::new(line.direction);
        row.flags.set(Flags::SPELLED, line.spelled);
        row.flags.set(Flags::QUOTED, line.quoted);
        row.flags.set(Flags::LINT, line.to - line.from >= HUGE);
        let found = match line.direction {
            Direction::Stderr => {
                row.shape = self.shapes.number([b"stderr", b"", b""], || false);
                Scanned::default()
            }
            _ => self.message(&mut row, &line),
        };
        if matches!(line.direction, Direction::In | Direction::Out) {
            self.largest = self.largest.max(line.body.len() as u64);
        }
        self.timed |= !line.bare;
        let mut at = line.at.if_near_or(self.last);
        let back = at.0.saturating_add(BACK) < self.last.0;
        if line.at > Moment::FAR || (back && !line.bare) {
            row.flags.set(Flags::LINT, true);
        }
        if line.bare {
            // The times of entries begin elsewhere than those that a transcript has.
            let stamped = if self.timed {
                None
            } else {
                self.stamped(found.timestamp)
            };
            at = stamped.unwrap_or(self.last);
            if found.transcript
                && found.kind == b"user"
                && found.results.iter().all(|id| id.is_empty())
            {
                row.flags.0 |= Flags::of(Direction::Out).0;
            }
        }
        self.last = self.last.max(at);
        if let Some(number) = self.rows.push(line.from, line.to, at, row)
            && line.direction != Direction::Stderr
        {
            self.pairing
                .link(&mut self.rows, number, &found, line.direction);
            self.inherit(number);
        }
    }

    /// A line of the file that is no entry.
    pub(super) fn damaged(&mut self, from: u64, to: u64) {
        let mut row = Packed::new(Direction::Note);
        row.flags
            .set(Flags::MALFORMED | Flags::DAMAGED | Flags::SPELLED, true);
        row.shape = self.shapes.number([b"damaged", b"", b""], || false);
        self.rows.push(from, to, self.last, row);
    }

    fn message<'a>(&mut self, row: &mut Packed, line: &Incoming<'a>) -> Scanned<'a> {
        let body = line.body;
        let note = line.direction == Direction::Note;
        let bad = if !line.cut && std::str::from_utf8(body).is_err() {
            Some("not_utf8")
        } else if !body.trim_ascii_start().starts_with(b"{") {
            Some("noise")
        } else {
            None
        };
        if let Some(bad) = bad {
            row.flags.set(Flags::MALFORMED, !note);
            row.shape = self.shapes.number([bad.as_bytes(), b"", b""], || false);
            return Scanned::default();
        }
        let found = scan(body);
        if !found.whole && !line.cut {
            row.flags.set(Flags::MALFORMED, true);
            row.shape = self.shapes.number([b"malformed", b"", b""], || false);
            return Scanned::default();
        }
        let parts = if note {
            [b"note".as_slice(), found.note, b""]
        } else {
            [found.kind, found.subtype, found.detail]
        };
        row.shape = self.shapes.number(parts, || {
            !note && !line.cut && decode_bytes(&Bytes::copy_from_slice(body)).is_unknown()
        });
        let unknown = self
            .shapes
            .get(row.shape)
            .is_some_and(|shape| shape.unknown);
        row.flags.set(Flags::UNKNOWN, unknown);
        let failed = found.error || matches!(found.note, b"timed_out" | b"handler_failed");
        row.flags.set(Flags::ERROR, failed);
        row.flags.set(Flags::LATE, found.note == b"late_answer");
        if found.surrogate {
            row.flags.set(Flags::LINT, true);
        }
        row.agent = self.agents.number(found.parent);
        row.name = self.name(&found);
        found
    }

    fn name(&mut self, found: &Scanned<'_>) -> u16 {
        let tool = match found.calls.first() {
            Some((_, name)) if !name.is_empty() => name,
            _ => found.tool,
        };
        if found.server.is_empty() {
            return self.names.number(tool);
        }
        let tool = if found.detail == b"tools/call" {
            tool
        } else {
            b""
        };
        self.scratch.clear();
        for part in [b"mcp__".as_slice(), found.server, b"__", tool] {
            self.scratch.extend_from_slice(part);
        }
        self.names.number(&self.scratch)
    }

    /// An answer is about what its request is about.
    fn inherit(&mut self, number: u32) {
        let Some(row) = self.rows.get(number) else {
            return;
        };
        if row.partner >= number {
            return;
        }
        let Some(partner) = self.rows.get(row.partner) else {
            return;
        };
        self.rows.change(number, |row| {
            if row.name == 0 {
                row.name = partner.name;
            }
            if row.agent == 0 {
                row.agent = partner.agent;
            }
        });
    }

    fn stamped(&mut self, timestamp: &[u8]) -> Option<Moment> {
        if timestamp.is_empty() {
            return None;
        }
        let text = std::str::from_utf8(timestamp).ok()?;
        let micros = chrono::DateTime::parse_from_rfc3339(text)
            .ok()?
            .timestamp_micros();
        let epoch = *self.epoch.get_or_insert(micros);
        u64::try_from(micros - epoch).ok().map(Moment)
    }

    /// A line for a filter to ask.
    pub(super) fn subject(&self, number: u32) -> Option<Line<'_>> {
        let row = self.rows.get(number)?;
        Some(Line {
            index: self,
            number,
            row,
        })
    }

    /// Whether a line may fit because of what a list calls it, whatever is in it.
    pub(super) fn may_be_called(&self, filter: &Filter) -> bool {
        let called = |shape: &Shape| brief::joined(&shape.kind, &shape.subtype, &shape.detail);
        let mut shapes = self.shapes.iter();
        shapes.any(|shape| filter.finds_kind(&called(shape)))
    }

    /// All rows of the ring, from this one on.
    pub(super) fn ring(&self, number: u32) -> Vec<u32> {
        let mut found = Vec::new();
        let mut next = number;
        while let Some(row) = self.rows.get(next) {
            found.push(next);
            next = row.ring;
            if next == number || next == NONE || found.len() == RELATED {
                break;
            }
        }
        found
    }

    pub(super) fn vocabulary(&self) -> Vocabulary {
        let mut words = Vocabulary::default();
        let add = |list: &mut Vec<String>, word: &str| {
            if !word.is_empty() && !list.iter().any(|known| known == word) {
                list.push(word.to_owned());
            }
        };
        for shape in self.shapes.iter() {
            add(&mut words.kinds, &shape.kind);
            add(&mut words.subtypes, &shape.subtype);
            add(&mut words.subtypes, &shape.detail);
        }
        for name in self.names.iter() {
            add(&mut words.servers, server_of(name));
            if !name.ends_with("__") {
                add(&mut words.tools, name);
            }
        }
        words.agents = self.agents.iter().map(str::to_owned).collect();
        words
    }
}

/// The server in the full name of a tool.
fn server_of(name: &str) -> &str {
    let below = name.strip_prefix("mcp__").unwrap_or_default();
    below.split_once("__").map_or("", |(server, _)| server)
}

/// A line as the index knows it.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    index: &'a Index,
    number: u32,
    row: Packed,
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
        if !self.row.flags.has(Flags::PAIRED) {
            return None;
        }
        let (a, b) = (self.number, self.partner()?);
        let (first, then) = (a.min(b), a.max(b));
        let rows = &self.index.rows;
        Some(rows.at(then).since(rows.at(first)))
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
