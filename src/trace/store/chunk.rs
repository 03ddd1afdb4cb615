//! Rows that stand together. Owns: packing them, and their form in a file.
//!
//! PURE. A chunk knows where and when it begins, so that a row needs only the difference; what does not fit (a clock that
//! goes back, a gap of more than an hour or four gigabytes) stands beside, in the same chunk.

use super::rows::{Flags, Packed};
use crate::trace::Moment;

/// Rows in a chunk.
pub(super) const ROWS: usize = 1024;
/// A difference that does not fit.
const WIDE: u32 = u32::MAX;
/// Bytes of a row in a file.
const ROW: usize = 24;

/// A part of the index.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Chunk {
    offset: u64,
    pub(super) at: u64,
    /// Where the last line ends.
    end: u64,
    rows: Vec<Packed>,
    /// Row, place and time of what does not fit.
    wide: Vec<(u32, u64, u64)>,
    /// Where a line ends, if the next one does not follow at once.
    ends: Vec<(u32, u64)>,
}

impl Chunk {
    pub(super) fn new(offset: u64, at: Moment) -> Self {
        Self {
            offset,
            at: at.0,
            end: offset,
            rows: Vec::with_capacity(ROWS),
            wide: Vec::new(),
            ends: Vec::new(),
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.rows.len() >= ROWS
    }

    /// Adds a row for the bytes from `offset` to `end`.
    pub(super) fn push(&mut self, offset: u64, end: u64, at: Moment, row: Packed) {
        let number = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        if self.end != offset {
            self.ends.push((number.saturating_sub(1), self.end));
        }
        let fit = |value: u64, base: u64| {
            let difference = value.checked_sub(base)?;
            u32::try_from(difference).ok().filter(|fits| *fits != WIDE)
        };
        let fits = fit(offset, self.offset).zip(fit(at.0, self.at));
        let (near, time) = fits.unwrap_or((WIDE, WIDE));
        if fits.is_none() {
            self.wide.push((number, offset, at.0));
        }
        self.rows.push(Packed {
            offset: near,
            time,
            ..row
        });
        self.end = end;
    }

    pub(super) fn get(&self, index: usize) -> Option<&Packed> {
        self.rows.get(index)
    }

    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut Packed> {
        self.rows.get_mut(index)
    }

    /// Where a line begins, and when it was.
    pub(super) fn place(&self, index: usize) -> Option<(u64, Moment)> {
        let row = self.rows.get(index)?;
        if row.offset != WIDE {
            let at = self.at + u64::from(row.time);
            return Some((self.offset + u64::from(row.offset), Moment(at)));
        }
        let found = search(&self.wide, index, |wide| wide.0)?;
        Some((found.1, Moment(found.2)))
    }

    /// Where a line stands in the file: its first byte, and the one after its line break.
    pub(super) fn span(&self, index: usize) -> Option<(u64, u64)> {
        let from = self.place(index)?.0;
        if let Some((_, end)) = search(&self.ends, index, |end| end.0) {
            return Some((from, end));
        }
        Some((from, self.place(index + 1).map_or(self.end, |next| next.0)))
    }

    /// The first row that is not before this time, as far as times go forward; one past the last if there is none.
    pub(super) fn first_at(&self, at: Moment) -> usize {
        let (mut low, mut high) = (0, self.rows.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.place(middle).is_some_and(|place| place.1 < at) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The first row from there on that ends after that place of the file, or is not there as it is; one past the last if
    /// there is none.
    pub(super) fn pass_over(&self, index: usize, until: u64) -> usize {
        let rows = self.rows.iter().enumerate().skip(index);
        let mut found = rows.filter(|(index, row)| {
            row.flags.has(Flags::QUOTED) || self.span(*index).is_none_or(|span| span.1 > until)
        });
        found.next().map_or(self.rows.len(), |(index, _)| index)
    }

    /// As it stands in a file. A full chunk always takes the same room, whatever changes in its rows.
    pub(super) fn write(&self, into: &mut Vec<u8>) {
        into.clear();
        for number in [self.offset, self.at, self.end] {
            into.extend_from_slice(&number.to_le_bytes());
        }
        for length in [self.rows.len(), self.wide.len(), self.ends.len()] {
            into.extend_from_slice(&(length as u64).to_le_bytes());
        }
        for row in &self.rows {
            into.extend_from_slice(&written(row));
        }
        for (number, offset, at) in &self.wide {
            into.extend_from_slice(&number.to_le_bytes());
            into.extend_from_slice(&offset.to_le_bytes());
            into.extend_from_slice(&at.to_le_bytes());
        }
        for (number, end) in &self.ends {
            into.extend_from_slice(&number.to_le_bytes());
            into.extend_from_slice(&end.to_le_bytes());
        }
    }

    /// What [`Self::write`] wrote; `None` if it is anything else.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let [offset, at, end, rows, wide, ends] = [(); 6].map(|()| long(&mut rest));
        let count = |length: Option<u64>| usize::try_from(length?).ok().filter(|few| *few <= ROWS);
        let (rows, wide, ends) = (count(rows)?, count(wide)?, count(ends)?);
        let (packed, mut rest) = rest.split_at_checked(rows * ROW)?;
        let mut chunk = Self {
            offset: offset?,
            at: at?,
            end: end?,
            rows: Vec::with_capacity(ROWS),
            wide: Vec::with_capacity(wide),
            ends: Vec::with_capacity(ends),
        };
        chunk.rows.extend(packed.as_chunks().0.iter().map(read_row));
        for _ in 0..wide {
            let wide = (short(&mut rest)?, long(&mut rest)?, long(&mut rest)?);
            chunk.wide.push(wide);
        }
        for _ in 0..ends {
            chunk.ends.push((short(&mut rest)?, long(&mut rest)?));
        }
        Some(chunk)
    }
}

fn search<T: Copy>(sorted: &[T], index: usize, number: impl Fn(&T) -> u32) -> Option<T> {
    if sorted.is_empty() {
        return None;
    }
    let index = u32::try_from(index).ok()?;
    let found = sorted.binary_search_by_key(&index, number).ok()?;
    sorted.get(found).copied()
}

fn long(rest: &mut &[u8]) -> Option<u64> {
    let (number, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u64::from_le_bytes(*number))
}

fn short(rest: &mut &[u8]) -> Option<u32> {
    let (number, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u32::from_le_bytes(*number))
}

fn written(row: &Packed) -> [u8; ROW] {
    let mut bytes = [0; ROW];
    let longs = [row.offset, row.time, row.partner, row.ring].map(u32::to_le_bytes);
    let shorts = [row.flags.0, row.shape, row.name, row.agent].map(u16::to_le_bytes);
    let all = longs.as_flattened().iter().chain(shorts.as_flattened());
    for (byte, value) in bytes.iter_mut().zip(all) {
        *byte = *value;
    }
    bytes
}

fn read_row(bytes: &[u8; ROW]) -> Packed {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, rest @ ..] = *bytes;
    let [q, r, s, t, u, v, w, x] = rest;
    Packed {
        offset: u32::from_le_bytes([a, b, c, d]),
        time: u32::from_le_bytes([e, f, g, h]),
        partner: u32::from_le_bytes([i, j, k, l]),
        ring: u32::from_le_bytes([m, n, o, p]),
        flags: Flags(u16::from_le_bytes([q, r])),
        shape: u16::from_le_bytes([s, t]),
        name: u16::from_le_bytes([u, v]),
        agent: u16::from_le_bytes([w, x]),
    }
}
