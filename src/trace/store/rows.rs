//! The index itself: one fixed-size row a line, 24 bytes.
//!
//! PURE. Owns what a row is, and rows by their number. Does not own how they are packed (`chunk`) and where the chunks are
//! (`shelf`).

use super::chunk::{Chunk, ROWS};
use super::shelf::Shelf;
use crate::trace::{Direction, Moment};
use std::cell::RefCell;

/// No row.
pub(super) const NONE: u32 = u32::MAX;

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

    /// The line does not stand in the file byte by byte.
    pub(super) const QUOTED: u16 = 1 << 14;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Packed {
    /// From the beginning of its chunk.
    pub(super) offset: u32,
    /// After the first line of its chunk.
    pub(super) time: u32,
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

/// All rows.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// Looking at a row may bring its chunk into memory.
    shelf: RefCell<Shelf>,
    len: u32,
}

impl Rows {
    #[cfg(test)]
    fn on(shelf: Shelf) -> Self {
        Self {
            shelf: RefCell::new(shelf),
            len: 0,
        }
    }

    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// Adds a row for the bytes from `offset` to `end` and says its number; `None` when no more fit.
    pub(super) fn push(&mut self, offset: u64, end: u64, at: Moment, row: Packed) -> Option<u32> {
        let number = self.len;
        if number == NONE - 1 {
            return None;
        }
        let shelf = self.shelf.get_mut();
        if shelf.last().is_none_or(|last| last.is_full()) {
            shelf.push(Chunk::new(offset, at));
        }
        shelf.last()?.push(offset, end, at, row);
        self.len += 1;
        Some(number)
    }

    pub(super) fn get(&self, number: u32) -> Option<Packed> {
        self.look(number, |chunk, index| chunk.get(index).copied())
    }

    /// Changes a row, if it is there.
    pub(super) fn change(&mut self, number: u32, change: impl FnOnce(&mut Packed)) {
        let (chunk, index) = split(number);
        let chunk = self.shelf.get_mut().change(chunk);
        if let Some(row) = chunk.and_then(|chunk| chunk.get_mut(index)) {
            change(row);
        }
    }

    pub(super) fn at(&self, number: u32) -> Moment {
        let place = self.look(number, Chunk::place);
        place.map_or(Moment::START, |place| place.1)
    }

    /// Where the line stands in the file: its first byte, and the one after its line break.
    pub(super) fn span(&self, number: u32) -> (u64, u64) {
        self.look(number, Chunk::span).unwrap_or_default()
    }

    /// The first row that is not before this time, as far as times go forward.
    pub(super) fn first_at(&self, at: Moment) -> u32 {
        let mut shelf = self.shelf.borrow_mut();
        let Some(chunk) = shelf.before(at.0).checked_sub(1) else {
            return 0;
        };
        let inside = shelf.get(chunk).map_or(0, |chunk| chunk.first_at(at));
        let number = chunk.saturating_mul(ROWS).saturating_add(inside);
        u32::try_from(number).unwrap_or(self.len).min(self.len)
    }

    /// The first row from this one on that ends after that place of the file, or does not stand there as it is; of one
    /// chunk at most.
    pub(super) fn pass_over(&self, number: u32, until: u64) -> u32 {
        let (chunk, index) = split(number);
        let mut shelf = self.shelf.borrow_mut();
        let passed = shelf.get(chunk).map(|chunk| chunk.pass_over(index, until));
        let inside = passed.unwrap_or(index);
        let next = chunk.saturating_mul(ROWS).saturating_add(inside);
        u32::try_from(next).unwrap_or(number).min(self.len)
    }

    fn look<T>(&self, number: u32, ask: impl FnOnce(&Chunk, usize) -> Option<T>) -> Option<T> {
        let (chunk, index) = split(number);
        let mut shelf = self.shelf.borrow_mut();
        shelf.get(chunk).and_then(|chunk| ask(chunk, index))
    }
}

/// The chunk of a row, and its place there.
fn split(number: u32) -> (usize, usize) {
    let number = number as usize;
    (number / ROWS, number % ROWS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::scratch::Scratch;

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

    /// Few chunks are held, and there is a file for the others or not.
    fn small_shelves() -> [Rows; 2] {
        [Scratch::default(), Scratch::full()].map(|scratch| Rows::on(Shelf::new(2, scratch)))
    }

    #[test]
    fn rows_are_as_they_were_wherever_they_are() {
        for mut rows in small_shelves() {
            let place = |number: u64| (number * 10 + number / 3, number * 10 + 10 + number / 3);
            // Gaps between lines, and a clock that jumps to and fro.
            let time = |number: u64| Moment(number * 10 + (number % 7) * (1 << 40));
            for number in 0..20_000_u64 {
                let (from, to) = place(number);
                rows.push(from, to, time(number), Packed::new(Direction::In));
                // An old row changes: it must be brought in, changed and put away again.
                let old = u32::try_from(number * 7_919 % (number + 1)).unwrap_or(0);
                rows.change(old, |row| row.partner = row.partner.min(old));
                rows.change(old, |row| row.name += 1);
            }
            let mut names = 0;
            for number in (0..20_000_u32).rev() {
                let row = rows.get(number).expect("it is there");
                assert!(row.partner == NONE || row.partner == number);
                assert_eq!(row.partner == NONE, row.name == 0);
                names += u32::from(row.name);
                assert_eq!(rows.span(number), place(number.into()));
                assert_eq!(rows.at(number), time(number.into()));
            }
            assert_eq!(names, 20_000);
        }
    }

    #[test]
    fn many_chunks_are_found_by_number_and_time() {
        for rows in small_shelves() {
            many_chunks(rows);
        }
    }

    fn many_chunks(mut rows: Rows) {
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
