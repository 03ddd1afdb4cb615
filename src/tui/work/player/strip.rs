//! How the whole length of a recording looks. Owns: remembering it in a fixed number of pieces, however long it gets.

use crate::session::Phase;
use crate::trace::Moment;
use crate::tui::model::Slot;

/// Pieces that are remembered, at most.
const MOST: u64 = 1024;
/// A silence of so many microseconds is long: somebody left, and came back.
const LONG: u64 = 600_000_000;
/// Pieces that are told.
pub(super) const SLOTS: usize = 240;

/// What was there, by time and by line: not every file has times.
#[derive(Debug, Default)]
pub(super) struct Strip {
    by_time: Scale,
    by_line: Scale,
    last: u64,
    /// All the time in which nothing came for long.
    silent: u64,
}

impl Strip {
    /// Takes in a line.
    pub(super) fn push(&mut self, row: u32, at: Moment, slot: Slot) {
        let gap = at.0.saturating_sub(self.last);
        if gap >= LONG {
            self.silent += gap;
        }
        self.last = self.last.max(at.0);
        self.by_time.push(at.0, slot);
        self.by_line.push(row.into(), slot);
    }

    /// Something was wrong at a line that was taken in before.
    pub(super) fn trouble(&mut self, row: u32, at: Moment) {
        self.by_time.trouble(at.0);
        self.by_line.trouble(row.into());
    }

    /// Whether nearly all of the time up to the end is silence: by time there would be nothing to see.
    pub(super) fn is_silent(&self, end: Moment) -> bool {
        u128::from(self.silent) * 10 > u128::from(end.0) * 9
    }

    /// The whole length, up to a last line at that time.
    pub(super) fn drawn(&self, lines: u32, end: Moment) -> Vec<Slot> {
        if end > Moment::START && !self.is_silent(end) {
            self.by_time.drawn(end.0)
        } else {
            self.by_line.drawn(lines.into())
        }
    }
}

#[derive(Debug)]
struct Scale {
    /// How much a piece stands for.
    width: u64,
    pieces: Vec<Slot>,
}

impl Default for Scale {
    fn default() -> Self {
        Self {
            width: 1,
            pieces: Vec::new(),
        }
    }
}

impl Scale {
    fn push(&mut self, at: u64, slot: Slot) {
        while at / self.width >= MOST {
            self.widen();
        }
        let index = usize::try_from(at / self.width).unwrap_or(0);
        if index >= self.pieces.len() {
            let before = self.pieces.last().map(|last| last.phase);
            let gap = Slot {
                phase: before.unwrap_or_default(),
                ..Slot::default()
            };
            self.pieces.resize(index + 1, gap);
        }
        if let Some(piece) = self.pieces.get_mut(index) {
            merge(piece, slot);
        }
        // A clock that went back says nothing about what is later.
    }

    fn trouble(&mut self, at: u64) {
        let index = usize::try_from(at / self.width).unwrap_or(usize::MAX);
        if let Some(piece) = self.pieces.get_mut(index) {
            piece.trouble = true;
        }
    }

    /// Each piece stands for twice as much.
    fn widen(&mut self) {
        let pair = |pair: &[Slot]| {
            let mut pair = pair.iter().copied();
            let mut merged = pair.next().unwrap_or_default();
            pair.for_each(|slot| merge(&mut merged, slot));
            merged
        };
        self.pieces = self.pieces.chunks(2).map(pair).collect();
        self.width = self.width.saturating_mul(2);
    }

    fn drawn(&self, end: u64) -> Vec<Slot> {
        let mut slots: Vec<Option<Slot>> = vec![None; SLOTS];
        for (index, piece) in (0..).zip(&self.pieces) {
            let at = u128::from(self.width) * index;
            let slot = at * SLOTS as u128 / (u128::from(end) + 1);
            let slot = usize::try_from(slot).unwrap_or(SLOTS).min(SLOTS - 1);
            if let Some(slot) = slots.get_mut(slot) {
                merge(slot.get_or_insert_default(), *piece);
            }
        }
        // What is not worked out yet looks like nothing.
        let known = slots.iter().rposition(Option::is_some).unwrap_or(0);
        let mut phase = Phase::default();
        let filled = |(index, slot): (usize, Option<Slot>)| {
            let slot = slot.unwrap_or(Slot {
                phase: if index <= known {
                    phase
                } else {
                    Phase::default()
                },
                ..Slot::default()
            });
            phase = slot.phase;
            slot
        };
        slots.into_iter().enumerate().map(filled).collect()
    }
}

/// The later one says which state it ends in.
fn merge(into: &mut Slot, later: Slot) {
    into.phase = later.phase;
    into.turn |= later.turn;
    into.trouble |= later.trouble;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(phase: Phase, trouble: bool) -> Slot {
        Slot {
            phase,
            turn: false,
            trouble,
        }
    }

    #[test]
    fn a_long_session_is_remembered_in_few_pieces_and_nothing_that_went_wrong_is_lost() {
        let mut strip = Strip::default();
        let (lines, apart) = (100_000_u32, 7_000_000);
        for row in 0..lines {
            let phase = if row < lines / 2 {
                Phase::Starting
            } else {
                Phase::Running
            };
            let at = Moment(u64::from(row) * apart);
            strip.push(row, at, slot(phase, row == 25_000));
        }
        strip.trouble(75_000, Moment(75_000 * apart));
        let end = Moment(u64::from(lines - 1) * apart);
        assert!(strip.by_time.pieces.len() <= 1024);
        for drawn in [strip.drawn(lines, end), strip.drawn(lines, Moment::START)] {
            assert_eq!(drawn.len(), SLOTS);
            let wrong: Vec<usize> = (0..SLOTS).filter(|at| drawn[*at].trouble).collect();
            assert_eq!(wrong.len(), 2);
            assert!(wrong[0].abs_diff(SLOTS / 4) <= 1 && wrong[1].abs_diff(SLOTS * 3 / 4) <= 1);
            assert_eq!(drawn[SLOTS / 2 - 3].phase, Phase::Starting);
            assert_eq!(drawn[SLOTS / 2 + 3].phase, Phase::Running);
        }
    }

    #[test]
    fn what_is_not_worked_out_yet_looks_like_nothing() {
        let mut strip = Strip::default();
        strip.push(0, Moment(0), slot(Phase::Running, false));
        strip.push(1, Moment(50), slot(Phase::Running, false));
        let drawn = strip.drawn(4, Moment(100));
        assert_eq!(drawn[SLOTS / 4].phase, Phase::Running);
        assert_eq!(drawn[SLOTS - 1], Slot::default());
    }

    #[test]
    fn a_session_that_was_left_for_a_night_is_shown_by_lines() {
        let mut strip = Strip::default();
        let day = Moment(86_400_000_000);
        for row in 0..100 {
            let at = if row < 50 { 0 } else { day.0 } + u64::from(row) * 1_000_000;
            strip.push(row, Moment(at), slot(Phase::Running, row == 25));
        }
        let end = Moment(day.0 + 99_000_000);
        assert!(strip.is_silent(end));
        let drawn = strip.drawn(100, end);
        let wrong = drawn.iter().position(|slot| slot.trouble).unwrap();
        assert!(wrong.abs_diff(SLOTS / 4) <= 2, "{wrong}");
        // A tool that takes long is no silence of that kind.
        let mut strip = Strip::default();
        strip.push(0, Moment(0), slot(Phase::Running, false));
        strip.push(1, Moment(300_000_000), slot(Phase::Running, false));
        assert!(!strip.is_silent(Moment(300_000_000)));
    }
}
