//! What is known of every line without its text: rows, words and pairs.
//!
//! PURE. Owns classifying a line. Does not own answering for it (`line`), nor reading files (`feed`, `source`).

use super::line::Line;
use super::pair::Pairing;
use super::rows::{Flags, NONE, Packed, Rows};
use super::scan::{Scanned, scan};
use super::words::{Names, Shape, Shapes};
use crate::trace::filter::{Filter, Vocabulary};
use crate::trace::stamp::{self, Stamps};
use crate::trace::{Direction, Moment, brief};
use crate::wire::{Frame, decode_bytes};
use bytes::Bytes;

/// Lines from this size on are marked: the CLI and clients have caps, and this is near them.
const HUGE: u64 = 8 << 20;
/// Microseconds that a time may be before one that came earlier: clocks are read by several at once.
const BACK: u64 = 1_000_000;
/// Rows about one thing that are listed.
const RELATED: usize = 10_000;

/// Whether messages of this kind are known, and have an object in them without which they are none.
fn has_parts(kind: &[u8]) -> bool {
    const KINDS: [&[u8]; 5] = [
        b"assistant",
        b"user",
        b"stream_event",
        b"control_request",
        b"control_response",
    ];
    KINDS.contains(&kind)
}

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
    pub(super) shapes: Shapes,
    pub(super) names: Names,
    pub(super) agents: Names,
    pub(super) pairing: Pairing,
    scratch: Vec<u8>,
    pub(super) last: Moment,
    /// Bytes of the longest line that went over the wire.
    pub(super) largest: u64,
    /// The clock of a file that has no other times.
    pub(super) stamps: Stamps,
    /// The file has other times.
    pub(super) timed: bool,
    /// Its times mean something.
    pub(super) clocked: bool,
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
            let stamped = if self.timed || !self.clocked {
                None
            } else {
                self.stamps.at(&found)
            };
            at = stamped.unwrap_or(self.last);
            row.flags.0 |= Flags::of(stamp::direction(&found)).0;
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
        let looked_at = found.doubtful && !note && !line.cut;
        let decoded = looked_at.then(|| decode_bytes(&Bytes::copy_from_slice(body)));
        if decoded.as_ref().is_some_and(Frame::is_malformed) {
            row.flags.set(Flags::MALFORMED, true);
            row.shape = self.shapes.number([b"malformed", b"", b""], || false);
            return Scanned::default();
        }
        // What is odd about one line says nothing of others like it.
        let odd = decoded.is_some_and(|frame| frame.is_unknown()) && has_parts(found.kind);
        let parts = if note {
            [b"note".as_slice(), found.note, b""]
        } else {
            [found.kind, found.subtype, found.detail]
        };
        row.shape = self.shapes.number(parts, || {
            !note && !line.cut && !odd && decode_bytes(&Bytes::copy_from_slice(body)).is_unknown()
        });
        let unknown = self
            .shapes
            .get(row.shape)
            .is_some_and(|shape| shape.unknown);
        row.flags.set(Flags::UNKNOWN, unknown || odd);
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
pub(super) fn server_of(name: &str) -> &str {
    let below = name.strip_prefix("mcp__").unwrap_or_default();
    below.split_once("__").map_or("", |(server, _)| server)
}
