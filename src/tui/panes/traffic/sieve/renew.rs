//! PURE. Lines that fit, or no longer do, because of what came after them: an answer ends a wait, time passes. Owns: which
//! lines those are, and giving each its place without looking at all others.

use super::fold::is_piece;
use super::{Sieve, Sifted, is_wire};
use crate::trace::Moment;
use crate::trace::filter::{Expr, Filter, Subject as _};
use crate::trace::store::{Changed, Store};
use std::ops::Range;

/// Lines that are looked at again before one frame.
const AT_ONCE: u32 = 8192;
/// So few are put in place one by one; of more, everything after the first is laid out anew.
const FEW: usize = 64;
/// Stretches of lines that may wait; beyond that, beginning again is cheaper.
const STRETCHES: usize = 65_536;

/// What has to be looked at again.
#[derive(Debug, Default)]
pub(super) struct Renewal {
    waiting: Vec<Range<u32>>,
    /// The time that ages were counted from.
    last: Option<Moment>,
    turns: u64,
}

impl Renewal {
    pub(super) fn is_done(&self) -> bool {
        self.waiting.is_empty()
    }

    pub(super) fn turns(&self) -> u64 {
        self.turns
    }

    pub(super) fn forget(&mut self) {
        self.waiting = Vec::new();
        self.last = None;
        self.turns += 1;
    }

    /// The lines that wait, in order, no more than can be looked at before a frame.
    fn take(&mut self, until: u32) -> Vec<u32> {
        self.waiting.sort_unstable_by_key(|rows| rows.start);
        let mut taken: Vec<u32> = Vec::new();
        let mut left = AT_ONCE;
        let mut rest = Vec::new();
        for rows in self.waiting.drain(..) {
            // What was not looked at yet comes anyway.
            let end = rows.end.min(until);
            let begin = taken
                .last()
                .map_or(rows.start, |last| rows.start.max(last + 1));
            let middle = end.min(begin.saturating_add(left));
            taken.extend(begin..middle);
            left -= middle.saturating_sub(begin).min(left);
            if middle < end && begin < end {
                rest.push(middle..end);
            }
        }
        self.waiting = rest;
        taken
    }
}

impl Sieve {
    /// Looks again at what may have changed.
    pub(super) fn renew(&mut self, store: &mut Store, filter: &Filter) {
        self.renew_by(store, filter, FEW);
    }

    fn renew_by(&mut self, store: &mut Store, filter: &Filter, few: usize) {
        let changes = filter.expr().is_some_and(Expr::changes);
        store.watch_changes(changes);
        if !changes {
            return;
        }
        match store.take_changed() {
            Changed::Many => return self.again(),
            Changed::Rows(rows) => {
                let rows = rows.into_iter().map(|row| row..row + 1);
                self.renewal.waiting.extend(rows);
            }
        }
        self.grow_older(store, filter);
        if self.renewal.waiting.len() > STRETCHES {
            return self.again();
        }
        let rows = self.renewal.take(self.next);
        if rows.is_empty() {
            return;
        }
        if rows.len() > few || !rows.iter().all(|row| self.replace(store, filter, *row)) {
            self.lay_anew(store, filter, &rows);
        }
        self.renewal.turns += 1;
    }

    /// Time has passed: the lines that have just reached an age that is asked for.
    fn grow_older(&mut self, store: &Store, filter: &Filter) {
        let ages = filter.expr().map(Expr::ages).unwrap_or_default();
        let now = store.last_moment();
        let before = self.renewal.last.replace(now);
        let Some(before) = before.filter(|before| *before < now) else {
            return;
        };
        for age in ages {
            let Some(until) = now.0.checked_sub(age) else {
                continue;
            };
            let from = store.row_at(Moment(before.0.saturating_sub(age)));
            let until = store.row_at(Moment(until.saturating_add(1)));
            if from < until {
                self.renewal.waiting.push(from..until);
            }
        }
    }

    fn is_shown(&self, store: &mut Store, filter: &Filter, row: u32) -> bool {
        let hidden = self.wire_only
            && !store
                .line(row)
                .is_some_and(|line| is_wire(line.direction()));
        // What cannot be read does not fit.
        !hidden && store.fits(filter, row).unwrap_or(false)
    }

    /// Puts one line in its place, or takes it out, if no other row is changed by that; says whether that was so.
    fn replace(&mut self, store: &mut Store, filter: &Filter, row: u32) -> bool {
        if store.line(row).is_none_or(|line| is_piece(&line)) {
            return false;
        }
        let at = self.rows.partition_point(|known| *known < row);
        let is_there = self.rows.get(at) == Some(&row);
        match (is_there, self.is_shown(store, filter, row)) {
            (true, false) => {
                self.rows.remove(at);
                self.fitting -= 1;
                self.shift(at, |index| index - 1);
            }
            (false, true) => {
                self.rows.insert(at, row);
                self.fitting += 1;
                self.shift(at, |index| index + 1);
            }
            _ => {}
        }
        true
    }

    fn shift(&mut self, from: usize, by: impl Fn(usize) -> usize) {
        let first = self.runs.partition_point(|run| run.index < from);
        for run in self.runs.iter_mut().skip(first) {
            run.index = by(run.index);
        }
        for open in self.open.iter_mut().filter(|open| open.index >= from) {
            open.index = by(open.index);
        }
    }

    /// Lays out everything from the first of these lines on: those are looked at again, the others are taken as they are.
    fn lay_anew(&mut self, store: &mut Store, filter: &Filter, rows: &[u32]) {
        let Some(first) = rows.first().copied() else {
            return;
        };
        let from = self.rows.partition_point(|known| *known < first);
        let tail = self.cut_off(store, self.apart(from, first));
        self.fitting -= tail.iter().map(|sifted| sifted.count).sum::<u32>();
        let mut again = rows.iter().copied().peekable();
        let mut left = tail.as_slice();
        while let Some(begin) = left.first().map(|sifted| sifted.row) {
            while let Some(row) = again.next_if(|row| *row < begin) {
                self.look_at(store, filter, row);
            }
            let (knot, end) = entangled(left);
            if again.peek().is_none_or(|next| *next > end) {
                for sifted in knot {
                    self.put(store, *sifted);
                }
            } else {
                // Which pieces are shown is not known: all of them are looked at, and what came between them.
                while again.next_if(|row| *row <= end).is_some() {}
                for row in begin..=end {
                    self.look_at(store, filter, row);
                }
            }
            left = left.get(knot.len()..).unwrap_or_default();
        }
        for row in again {
            self.look_at(store, filter, row);
        }
    }

    /// The first row that has nothing to do with those before it: no line of theirs comes after it, nor after this line.
    fn apart(&self, mut from: usize, line: u32) -> usize {
        let mut line = line;
        while let Some(row) = self.first_around(line).filter(|row| *row < from) {
            from = row;
            line = self.rows.get(from).copied().unwrap_or(line);
        }
        from
    }

    fn look_at(&mut self, store: &mut Store, filter: &Filter, row: u32) {
        if self.is_shown(store, filter, row) {
            self.take(store, row);
        }
    }
}

/// The first of these rows and those whose lines stand among its own, directly or not; and the last line of all of them.
fn entangled(rows: &[Sifted]) -> (&[Sifted], u32) {
    let mut end = rows.first().map_or(0, |first| first.row);
    let mut count = 0;
    while let Some(sifted) = rows.get(count).filter(|sifted| sifted.row <= end) {
        end = end.max(sifted.last);
        count += 1;
    }
    (rows.get(..count).unwrap_or(rows), end)
}

#[cfg(test)]
#[path = "renew_tests.rs"]
mod tests;
