//! PURE. Which lines are shown: those that fit the filter, with the pieces of a message in one row. Owns: working that out
//! a bounded part at a time, and remembering it in four bytes a row. What fits because of what came later is looked at
//! again line by line (`renew`), however many there are.

mod fold;
mod renew;

use crate::trace::Direction;
use crate::trace::filter::{Expr, Filter, Subject as _, Term};
use crate::trace::store::{Line, Looked, Store};
use fold::Open;
use renew::Renewal;

/// What is done in one part: a line costs one, and one more for so many bytes that the filter may have to read.
pub(super) const BUDGET: u64 = 60_000;
const BYTES: u64 = 256;
/// Lines that are looked through together.
const TOGETHER: u32 = 4096;

/// A row that is shown: a line, or several pieces of one message. Other lines may have come between those.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sifted {
    /// The first line.
    pub row: u32,
    /// The last one.
    pub last: u32,
    /// How many.
    pub count: u32,
}

/// Several pieces in one row.
#[derive(Debug, Clone, Copy)]
struct Run {
    index: usize,
    last: u32,
    count: u32,
    /// Whose message it is.
    agent: u16,
}

/// The rows that are shown.
#[derive(Debug, Default)]
pub struct Sieve {
    /// The first line of each.
    rows: Vec<u32>,
    /// Those that stand for several lines, in order.
    runs: Vec<Run>,
    /// The rows of messages that may go on.
    open: Vec<Open>,
    /// The first line that was not looked at yet.
    next: u32,
    /// How many lines fit.
    fitting: u32,
    /// What has to be looked at again.
    renewal: Renewal,
    filter: Option<Filter>,
    /// Whether pieces stand one by one.
    unfolded: bool,
    /// Whether only what went over the wire is shown, without standard error and our own notes.
    wire_only: bool,
}

impl Sieve {
    /// Goes on, for as long as that lasts.
    pub fn sift(&mut self, store: &mut Store, budget: u64) {
        let Some(filter) = self.filter.take() else {
            return self.sift_all(store, budget);
        };
        self.renew(store, &filter);
        let mut left = budget.saturating_mul(BYTES);
        let mut found = Vec::new();
        while self.next < store.len() && left > 0 {
            let end = self.next.saturating_add(TOGETHER).min(store.len());
            let out_of_reach = (self.next..end).find(|row| !store.is_in_reach(*row));
            let rows = self.next..out_of_reach.unwrap_or(end);
            if rows.is_empty() {
                break;
            }
            let looked = store.fitting_among(&filter, rows, left, &mut found);
            // What cannot be read does not fit.
            let looked = looked.unwrap_or(Looked { next: end, cost: 0 });
            left = left.saturating_sub(looked.cost);
            self.next = looked.next;
            for row in found.drain(..) {
                self.take(store, row);
            }
        }
        self.filter = Some(filter);
    }

    fn sift_all(&mut self, store: &Store, budget: u64) {
        let most = u32::try_from(budget).unwrap_or(u32::MAX);
        let end = self.next.saturating_add(most).min(store.len());
        for row in self.next..end {
            self.take(store, row);
        }
        self.next = self.next.max(end);
    }

    /// A line that fits.
    fn take(&mut self, store: &Store, row: u32) {
        let is_wire = |line: Line<'_>| is_wire(line.direction());
        if !self.wire_only || store.line(row).is_some_and(is_wire) {
            self.fitting += 1;
            self.push(store, row);
        }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A row.
    pub fn get(&self, index: usize) -> Option<Sifted> {
        let row = *self.rows.get(index)?;
        let run = match self.runs.last() {
            // The last one is asked for with every line that comes.
            Some(run) if run.index <= index => (run.index == index).then_some(run),
            _ => {
                let found = self.runs.binary_search_by_key(&index, |run| run.index);
                found.ok().and_then(|at| self.runs.get(at))
            }
        };
        Some(Sifted {
            row,
            last: run.map_or(row, |run| run.last),
            count: run.map_or(1, |run| run.count),
        })
    }

    /// How many lines fit, as far as is known.
    pub fn fitting(&self) -> u32 {
        self.fitting
    }

    /// The first line that was not looked at yet.
    pub fn next(&self) -> u32 {
        self.next
    }

    /// Whether every line was looked at.
    pub fn is_done(&self, store: &Store) -> bool {
        self.next >= store.len() && self.renewal.is_done()
    }

    /// Grows whenever a row that was there may be in another place.
    pub(super) fn turns(&self) -> u64 {
        self.renewal.turns()
    }

    /// The filter.
    pub fn filter(&self) -> Option<&Filter> {
        self.filter.as_ref()
    }

    /// Shows only what fits, from now on.
    pub fn set_filter(&mut self, filter: Option<Filter>) {
        if self.filter != filter {
            self.filter = filter.filter(|filter| !filter.is_empty());
            self.again();
        }
    }

    /// Shows the pieces of messages one by one, or no longer.
    pub fn turn_pieces(&mut self) {
        self.unfolded = !self.unfolded;
        self.again();
    }

    /// Shows standard error and our own notes among the lines, or no longer.
    pub fn turn_asides(&mut self) {
        self.wire_only = !self.wire_only;
        self.again();
    }

    /// What must hold for a line to be shown.
    pub fn shown(&self) -> Option<Filter> {
        let wire = Term::Direction(vec![Direction::In, Direction::Out]);
        let wire = self.wire_only.then_some(Expr::Is(wire));
        let filter = self.filter.as_ref().and_then(Filter::expr).cloned();
        Expr::all(wire.into_iter().chain(filter).collect()).map(Filter::of)
    }

    /// Whether they are hidden.
    pub fn is_wire_only(&self) -> bool {
        self.wire_only
    }

    /// Something about the lines has changed: each is looked at again.
    pub fn again(&mut self) {
        self.rows = Vec::new();
        self.runs = Vec::new();
        self.open = Vec::new();
        self.next = 0;
        self.fitting = 0;
        self.renewal.forget();
    }

    /// Whether a line was looked at.
    pub(super) fn reached(&self, line: u32) -> bool {
        line < self.next
    }
}

fn is_wire(direction: Direction) -> bool {
    matches!(direction, Direction::In | Direction::Out)
}
