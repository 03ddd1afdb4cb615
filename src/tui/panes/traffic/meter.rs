//! PURE. How much goes over the wire. Owns: counting by the second. The clock comes in with the lines.

use crate::trace::filter::Subject as _;
use crate::trace::store::Store;
use crate::trace::{Direction, Moment};

/// Lines of a recording that are counted for one moment, at most.
const COUNTED: u32 = 4000;

/// Lines and bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// Lines.
    pub lines: u64,
    /// Bytes.
    pub bytes: u64,
}

/// One way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Way {
    now: Count,
    before: Count,
}

/// What was counted in this second and the one before, each way.
#[derive(Debug, Clone, Copy, Default)]
pub struct Meter {
    second: u64,
    incoming: Way,
    outgoing: Way,
    /// The longest line.
    pub largest: u64,
    /// Lines to the CLI that wait to be written.
    pub queued: u64,
}

fn second(at: Moment) -> u64 {
    at.0 / 1_000_000
}

impl Meter {
    /// What went over the wire in the second before the last of so many lines. Sizes are those of the index: as good as it
    /// knows them without reading.
    pub(super) fn of(store: &Store, lines: u32) -> Self {
        let mut meter = Self::default();
        let Some(last) = lines.checked_sub(1).and_then(|row| store.line(row)) else {
            return meter;
        };
        meter.second = second(last.at());
        meter.largest = store.largest();
        let from = store.row_at(Moment(last.at().0.saturating_sub(999_999)));
        for row in from.max(lines.saturating_sub(COUNTED))..lines {
            let Some(line) = store.line(row) else { break };
            let way = match line.direction() {
                Direction::In => &mut meter.incoming,
                Direction::Out => &mut meter.outgoing,
                Direction::Stderr | Direction::Note => continue,
            };
            let (low, high) = line.size();
            way.now.lines += 1;
            way.now.bytes += low.midpoint(high);
        }
        for way in [&mut meter.incoming, &mut meter.outgoing] {
            way.before = way.now;
        }
        meter
    }

    pub(super) fn count(&mut self, direction: Direction, at: Moment, bytes: usize) {
        let this = second(at);
        if this > self.second {
            let follows = this == self.second + 1;
            for way in [&mut self.incoming, &mut self.outgoing] {
                way.before = if follows { way.now } else { Count::default() };
                way.now = Count::default();
            }
            self.second = this;
        }
        let bytes = bytes as u64;
        let way = match direction {
            Direction::In => &mut self.incoming,
            Direction::Out => &mut self.outgoing,
            Direction::Stderr | Direction::Note => return,
        };
        way.now.lines += 1;
        way.now.bytes += bytes;
        self.largest = self.largest.max(bytes);
    }

    /// What came in and went out in the latest second that is over, or has only begun.
    pub fn rates(&self, now: Moment) -> (Count, Count) {
        let rate = |way: &Way| match second(now).saturating_sub(self.second) {
            0 if way.before == Count::default() => way.now,
            0 => way.before,
            1 => way.now,
            _ => Count::default(),
        };
        (rate(&self.incoming), rate(&self.outgoing))
    }

    /// Whether the rates still change with time alone.
    pub fn moves(&self, now: Moment) -> bool {
        self.largest > 0 && second(now) < self.second + 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Moment {
        Moment(seconds * 1_000_000 + 1)
    }

    #[test]
    fn rates_are_those_of_the_last_second_and_fall_to_nothing() {
        let mut meter = Meter::default();
        for bytes in [10, 20] {
            meter.count(Direction::In, at(5), bytes);
        }
        meter.count(Direction::Out, at(5), 7);
        meter.count(Direction::Note, at(5), 1000);
        assert_eq!(meter.rates(at(5)).0.lines, 2, "a second that has begun");
        meter.count(Direction::In, at(6), 1);
        let (incoming, outgoing) = meter.rates(at(6));
        assert_eq!((incoming.lines, incoming.bytes), (2, 30));
        assert_eq!((outgoing.lines, outgoing.bytes), (1, 7));
        assert_eq!(meter.rates(at(7)).0.lines, 1);
        assert!(meter.moves(at(7)));
        assert_eq!(meter.rates(at(8)).0, Count::default());
        assert!(!meter.moves(at(8)));
        assert_eq!(meter.largest, 20);
        meter.count(Direction::In, at(100), 1);
        assert_eq!(meter.rates(at(100)).0.lines, 1, "not those of long ago");
    }
}
