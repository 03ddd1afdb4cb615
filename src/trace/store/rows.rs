//! The index itself: one fixed-size row a line, 24 bytes.
//!
//! PURE. Owns packing. Rows stand in chunks that know where and when they begin, so that a row needs only the
//! difference; what does not fit (a clock that goes back, a gap of more than an hour or four gigabytes) stands beside.

use crate::trace::{Direction, Moment};
use std::collections::BTreeMap;

/// Rows in a chunk.
const CHUNK: usize = 4096;
/// No row.
pub(super) const NONE: u32 = u32::MAX;
/// A difference that does not fit.
const WIDE: u32 = u32::MAX;

/// What is marked on a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Flags(pub(super) u16);

impl Flags {
    pub(super) const ERROR: u16 = 1 << 2;
    pub(super) const UNKNOWN: u16 = 1 << 3;
    pub(super) const MALFORMED: u16 = 1 << 4;
    pub(super) const LINT: u16 = 1 << 5;
    pub(super) const LATE: u16 = 1 << 6;
    pub(super) const WITHDRAWN: u16 = 1 << 7;
    /// A request that wants an answer.
    pub(super) const ASKS: u16 = 1 << 8;
    pub(super) const MARKED: u16 = 1 << 9;
    /// A piece of a message that is still being made.
    pub(super) const PIECE: u16 = 1 << 10;
    /// The line of the file is no entry.
    pub(super) const DAMAGED: u16 = 1 << 11;
    /// The file spells the line in another way than it was: its size there says little.
    pub(super) const SPELLED: u16 = 1 << 12;
    /// The partner is an answer or what is answered, so that a latency makes sense.
    pub(super) const PAIRED: u16 = 1 << 13;

    pub(super) fn of(direction: Direction) -> Self {
        Self(match direction {
            Direction::In => 0,
            Direction::Out => 1,
            Direction::Stderr => 2,
            Direction::Note => 3,
        })
    }

    pub(super) fn direction(self) -> Direction {
        match self.0 & 3 {
            0 => Direction::In,
            1 => Direction::Out,
            2 => Direction::Stderr,
            _ => Direction::Note,
        }
    }

    pub(super) fn has(self, flag: u16) -> bool {
        self.0 & flag != 0
    }

    pub(super) fn set(&mut self, flag: u16, on: bool) {
        if on {
            self.0 |= flag;
        } else {
            self.0 &= !flag;
        }
    }
}

/// A row as it is kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packed {
    offset: u32,
    time: u32,
    /// The answer, or what is answered.
    pub(super) partner: u32,
    /// The next row about the same message or call; the last one leads back to the first.
    pub(super) ring: u32,
    pub(super) flags: Flags,
    pub(super) shape: u16,
    pub(super) name: u16,
    pub(super) agent: u16,
}

impl Packed {
    pub(super) fn new(direction: Direction) -> Self {
        Self {
            offset: 0,
            time: 0,
            partner: NONE,
            ring: NONE,
            flags: Flags::of(direction),
            shape: 0,
            name: 0,
            agent: 0,
        }
    }
}

#[derive(Debug)]
struct Chunk {
    offset: u64,
    at: u64,
    rows: Vec<Packed>,
}

/// All rows.
#[derive(Debug, Default)]
pub(super) struct Rows {
    chunks: Vec<Chunk>,
    len: u32,
    wide: BTreeMap<u32, (u64, u64)>,
    /// Where a line ends, if the next one does not follow at once.
    ends: BTreeMap<u32, u64>,
    /// Where the last line ends.
    end: u64,
}

impl Rows {
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// Adds a row for the bytes from `offset` to `end` and says its number; `None` when no more fit.
    pub(super) fn push(&mut self, offset: u64, end: u64, at: Moment, row: Packed) -> Option<u32> {
        let number = self.len;
        if number == NONE - 1 {
            return None;
        }
        if number > 0 && self.end != offset {
            self.ends.insert(number - 1, self.end);
        }
        if self
            .chunks
            .last()
            .is_none_or(|last| last.rows.len() == CHUNK)
        {
            self.chunks.push(Chunk {
                offset,
                at: at.0,
                rows: Vec::with_capacity(CHUNK),
            });
        }
        let chunk = self.chunks.last_mut()?;
        let fit = |value: u64, base: u64| {
            let difference = value.checked_sub(base)?;
            u32::try_from(difference).ok().filter(|fits| *fits != WIDE)
        };
        let fits = fit(offset, chunk.offset).zip(fit(at.0, chunk.at));
        let (near, time) = fits.unwrap_or((WIDE, WIDE));
        if fits.is_none() {
            self.wide.insert(number, (offset, at.0));
        }
        chunk.rows.push(Packed {
            offset: near,
            time,
            ..row
        });
        self.len += 1;
        self.end = end;
        Some(number)
    }

    fn chunk(&self, number: u32) -> Option<(&Chunk, &Packed)> {
        let number = usize::try_from(number).ok()?;
        let chunk = self.chunks.get(number / CHUNK)?;
        Some((chunk, chunk.rows.get(number % CHUNK)?))
    }

    pub(super) fn get(&self, number: u32) -> Option<&Packed> {
        self.chunk(number).map(|(_, row)| row)
    }

    pub(super) fn get_mut(&mut self, number: u32) -> Option<&mut Packed> {
        let number = usize::try_from(number).ok()?;
        let chunk = self.chunks.get_mut(number / CHUNK)?;
        chunk.rows.get_mut(number % CHUNK)
    }

    pub(super) fn at(&self, number: u32) -> Moment {
        Moment(self.place(number).1)
    }

    fn place(&self, number: u32) -> (u64, u64) {
        match self.chunk(number) {
            Some((_, row)) if row.offset == WIDE => {
                self.wide.get(&number).copied().unwrap_or_default()
            }
            Some((chunk, row)) => (
                chunk.offset + u64::from(row.offset),
                chunk.at + u64::from(row.time),
            ),
            None => (self.end, 0),
        }
    }

    /// Where the line stands in the file: its first byte, and the one after its line break.
    pub(super) fn span(&self, number: u32) -> (u64, u64) {
        let from = self.place(number).0;
        let end = match self.ends.get(&number) {
            Some(end) => *end,
            None if number + 1 < self.len => self.place(number + 1).0,
            None => self.end,
        };
        (from, end)
    }

    /// The first row that is not before this time, as far as times go forward.
    pub(super) fn first_at(&self, at: Moment) -> u32 {
        let (mut low, mut high) = (0, self.len);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.at(middle) < at {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_24_bytes() {
        assert_eq!(size_of::<Packed>(), 24);
    }

    #[test]
    fn places_and_times_survive_gaps_and_clocks_that_go_back() {
        let mut rows = Rows::default();
        let placed = [
            (10, 20, 5_000_000),
            (20, 25, 5_000_001),
            (30, 31, 4),
            (31, 31 + (1 << 40), 1 << 50),
            (31 + (1 << 40), 40 + (1 << 40), 5_000_002),
        ];
        for (from, to, at) in placed {
            rows.push(from, to, Moment(at), Packed::new(Direction::Out));
        }
        for (number, (from, to, at)) in (0..).zip(placed) {
            assert_eq!(rows.span(number), (from, to));
            assert_eq!(rows.at(number), Moment(at));
            let row = rows.get(number).expect("it is there");
            assert_eq!(row.flags.direction(), Direction::Out);
        }
        assert!(rows.get(5).is_none());
    }

    #[test]
    fn many_chunks_are_found_by_number_and_time() {
        let mut rows = Rows::default();
        for number in 0..10_000_u64 {
            rows.push(
                number * 7,
                number * 7 + 7,
                Moment(number * 10),
                Packed::new(Direction::In),
            );
        }
        assert_eq!(rows.span(9_000), (63_000, 63_007));
        assert_eq!(rows.first_at(Moment(81_915)), 8_192);
        assert_eq!(rows.first_at(Moment(u64::MAX)), 10_000);
    }
}
