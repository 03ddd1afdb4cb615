//! PURE. Searching lines without hiding any. Owns: what is looked for, looking through the lines a bounded step at a time
//! from where one is, both ways by turns, and going from match to match. Does not own: the lines; any kind of them that can
//! say how many there are and whether one fits will do.

use crate::trace::filter::{Expr, Filter, FilterError, Pattern, Subject as _, Term};
use crate::trace::store::{Looked, Store};
use std::ops::{Range, RangeInclusive};

/// What one step may cost, and what is done of it one way before it is the turn of the other: so many bytes passed over.
const BUDGET: u64 = 4 << 20;
const PIECE: u64 = 1 << 20;
/// Lines, and bytes of them, that are looked through together on the way up.
const LINES: u32 = 4096;
const BYTES: u64 = 256 << 10;

/// Lines that can be searched.
pub trait Searched {
    /// How many there are.
    fn count(&self) -> u32;
    /// Where to begin, to look through some that end before this one: as many as can be looked through at once.
    fn before(&self, end: u32) -> u32;
    /// Adds those of these lines that fit, in order: at least one is looked at, and more until the budget is used up.
    fn fitting(
        &mut self,
        filter: &Filter,
        rows: Range<u32>,
        budget: u64,
        found: &mut Vec<u32>,
    ) -> Looked;
}

impl Searched for Store {
    fn count(&self) -> u32 {
        self.len()
    }

    fn before(&self, end: u32) -> u32 {
        let mut bytes = 0;
        let mut from = end;
        while from > 0 && bytes < BYTES && end - from < LINES {
            from -= 1;
            bytes += self.line(from).map_or(0, |line| line.size().1);
        }
        from
    }

    fn fitting(
        &mut self,
        filter: &Filter,
        rows: Range<u32>,
        budget: u64,
        found: &mut Vec<u32>,
    ) -> Looked {
        let end = rows.end;
        let looked = self.fitting_among(filter, rows, budget, found);
        // A file that cannot be read any more has nothing that fits.
        looked.unwrap_or(Looked { next: end, cost: 0 })
    }
}

/// Reads what was typed: an expression if there is a `~` and a letter in it, else the text as it stands.
pub fn wanted(typed: &str) -> Result<Filter, FilterError> {
    let mut letters = typed.chars().zip(typed.chars().skip(1));
    if letters.any(|(sign, then)| sign == '~' && then.is_alphabetic()) {
        return Filter::parse(typed);
    }
    if typed.is_empty() {
        return Ok(Filter::default());
    }
    match Pattern::text(typed) {
        Ok(pattern) => Ok(Filter::of(Expr::Is(Term::Text(pattern)))),
        // Too long to be looked for: the language says so in its words.
        Err(_) => Filter::parse(typed),
    }
}

/// A search through lines.
#[derive(Debug, Clone)]
pub struct Search {
    typed: String,
    wanted: Filter,
    /// The same, and what else must hold for a line to be shown.
    within: Filter,
    /// Where it began.
    from: u32,
    /// The next line to look at on the way down.
    down: u32,
    /// The last line that was looked at on the way up.
    up: u32,
    /// Matches from where it began on, in order.
    after: Vec<u32>,
    /// Matches before that, the nearest first.
    before: Vec<u32>,
    current: Option<u32>,
    /// A match that is wanted and was not found yet: from which line, and whether below it.
    sought: Option<(u32, bool)>,
}

impl Search {
    /// A search that begins at a line, among the lines that fit another filter too.
    pub fn new(typed: &str, wanted: Filter, shown: Option<&Filter>, from: u32) -> Self {
        let parts = [Some(&wanted), shown];
        let parts = parts.into_iter().flatten().filter_map(Filter::expr);
        let within = Expr::all(parts.cloned().collect());
        Self {
            typed: typed.to_owned(),
            within: within.map(Filter::of).unwrap_or_default(),
            wanted,
            from,
            down: from,
            up: from,
            after: Vec::new(),
            before: Vec::new(),
            current: None,
            sought: None,
        }
    }

    /// The same search among other lines, or among more of them.
    #[must_use]
    pub fn anew(&self, shown: Option<&Filter>) -> Self {
        let from = self.current.unwrap_or(self.from);
        Self::new(&self.typed, self.wanted.clone(), shown, from)
    }

    /// What was typed.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// The text that is looked for, if it is one and no expression.
    pub fn text(&self) -> Option<&str> {
        match self.wanted.expr() {
            Some(Expr::Is(Term::Text(pattern))) => Some(pattern.source()),
            _ => None,
        }
    }

    /// The patterns that stand in lines that fit.
    pub fn patterns(&self) -> Vec<&Pattern> {
        self.wanted.expr().map(Expr::patterns).unwrap_or_default()
    }

    /// Whether every line was looked at.
    pub fn is_done(&self, lines: &impl Searched) -> bool {
        self.up == 0 && self.down >= lines.count()
    }

    /// How many match, as far as is known.
    pub fn len(&self) -> usize {
        self.before.len() + self.after.len()
    }

    /// Whether nothing that matches is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Those of these lines that match, as far as is known.
    pub fn among(&self, rows: RangeInclusive<u32>) -> impl Iterator<Item = u32> {
        let (first, last) = rows.into_inner();
        let after = self.after.partition_point(|hit| *hit < first);
        let before = self.before.partition_point(|hit| *hit > last);
        let after = self.after.iter().skip(after);
        let before = self.before.iter().skip(before);
        let after = after.take_while(move |hit| **hit <= last);
        let before = before.take_while(move |hit| **hit >= first);
        after.chain(before).copied()
    }

    /// Looks at some more lines, both ways by turns, so that the nearest is found first. Says which line to go to, if a
    /// match that was wanted is known now.
    pub fn step(&mut self, lines: &mut impl Searched) -> Option<u32> {
        let mut left = BUDGET;
        let mut nearest = None;
        while left > 0 && !self.is_done(lines) {
            left = left.saturating_sub(self.look_below(lines, left.min(PIECE)));
            left = left.saturating_sub(self.look_above(lines, left.min(PIECE)));
            if self.current.is_none() && self.sought.is_none() {
                self.current = self.nearest(lines.count());
                nearest = self.current;
            }
        }
        if self.sought.is_some() {
            return self.arrive(lines);
        }
        nearest
    }

    /// The match that is wanted, once it is known which that is.
    pub fn arrive(&mut self, lines: &impl Searched) -> Option<u32> {
        let (from, below) = self.sought?;
        let found = self.beside(from, below);
        let end = if below {
            self.down >= lines.count()
        } else {
            self.up == 0
        };
        if found.is_none() && !(end && self.is_done(lines)) {
            return None;
        }
        self.sought = None;
        let round = if below { self.first() } else { self.last() };
        self.current = found.or(round).or(self.current);
        self.current
    }

    /// Looks on downwards, and says what that cost.
    fn look_below(&mut self, lines: &mut impl Searched, budget: u64) -> u64 {
        let rows = self.down..lines.count();
        if budget == 0 || rows.is_empty() {
            return 0;
        }
        let looked = lines.fitting(&self.within, rows, budget, &mut self.after);
        self.down = looked.next;
        looked.cost
    }

    /// Looks on upwards, some lines at a time and each time from the first to the last of them: so they stand in a file.
    fn look_above(&mut self, lines: &mut impl Searched, budget: u64) -> u64 {
        let mut cost = 0;
        let mut found = Vec::new();
        while cost < budget && self.up > 0 {
            let from = lines.before(self.up).min(self.up - 1);
            let looked = lines.fitting(&self.within, from..self.up, u64::MAX, &mut found);
            cost += looked.cost;
            self.before.extend(found.drain(..).rev());
            self.up = from;
        }
        cost
    }

    /// Wants the next match after a line, or the one before it. Where there is none it goes round; what is not known yet
    /// is told by a later [`Self::step`]. Whether it goes round, if that is known.
    pub fn seek(&mut self, from: u32, below: bool, lines: &impl Searched) -> Option<bool> {
        self.sought = Some((from, below));
        if self.beside(from, below).is_some() {
            return Some(false);
        }
        (self.is_done(lines) && !self.is_empty()).then_some(true)
    }

    /// The last of the known matches on the way from a line that are still in one place with it; from the current one, if
    /// that is there.
    pub fn beyond(&self, from: u32, below: bool, here: impl Fn(&u32) -> bool) -> u32 {
        let mut last = self.current.filter(&here).unwrap_or(from);
        while let Some(next) = self.beside(last, below).filter(&here) {
            last = next;
        }
        last
    }

    /// How it goes, in words.
    pub fn words(&self, lines: &impl Searched) -> String {
        let known = super::grouped(self.len() as u64);
        let all = u64::from(lines.count()).max(1);
        let left = u64::from(lines.count().saturating_sub(self.down)) + u64::from(self.up);
        let looked = all.saturating_sub(left) * 100 / all;
        match (
            self.current.map(|row| self.ordinal(row)),
            self.is_done(lines),
        ) {
            (Some(ordinal), true) => format!("match {ordinal} of {known}"),
            (Some(ordinal), false) => format!("match {ordinal} of {known}, {looked}% searched"),
            (None, true) => "no match".to_owned(),
            (None, false) => format!("searching, {looked}%"),
        }
    }

    /// Which of the matches it is, counted from one.
    fn ordinal(&self, row: u32) -> usize {
        let below = self.after.partition_point(|hit| *hit < row);
        let above = self.before.partition_point(|hit| *hit >= row);
        self.before.len() - above + below + 1
    }

    /// The match nearest to where it began, once it is known that none is nearer.
    fn nearest(&self, count: u32) -> Option<u32> {
        let below = self.after.first().map(|row| (row - self.from, *row));
        let above = self.before.first().map(|row| (self.from - row, *row));
        let (far, row) = below.into_iter().chain(above).min_by_key(|(far, _)| *far)?;
        let down = self.down - self.from >= far || self.down >= count;
        let up = self.from - self.up >= far || self.up == 0;
        (down && up).then_some(row)
    }

    fn beside(&self, from: u32, below: bool) -> Option<u32> {
        if below {
            let above = self.before.partition_point(|hit| *hit > from);
            let after = self.after.partition_point(|hit| *hit <= from);
            let near = above.checked_sub(1).and_then(|at| self.before.get(at));
            near.or_else(|| self.after.get(after)).copied()
        } else {
            let after = self.after.partition_point(|hit| *hit < from);
            let above = self.before.partition_point(|hit| *hit >= from);
            let near = after.checked_sub(1).and_then(|at| self.after.get(at));
            near.or_else(|| self.before.get(above)).copied()
        }
    }

    fn first(&self) -> Option<u32> {
        self.before.last().or(self.after.first()).copied()
    }

    fn last(&self) -> Option<u32> {
        self.after.last().or(self.before.first()).copied()
    }
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
