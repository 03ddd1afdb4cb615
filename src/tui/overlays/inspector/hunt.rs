//! PURE. Searching one line. Owns: looking through it a bounded part at a time, and going from match to match. A match is a
//! place in the line as it stands, whatever way it is looked at.

use crate::trace::filter::Pattern;
use std::ops::Range;

/// Bytes that are looked at before one frame.
const BUDGET: usize = 2 << 20;
/// A match may go this far over the end of what was looked at.
const OVER: usize = 8 * 1024;
/// Matches that are known at most.
const MOST: usize = 10_000;

/// A search in one line.
#[derive(Debug, Clone)]
pub(super) struct Hunt {
    pattern: Pattern,
    /// Where what was not looked at begins.
    at: usize,
    /// Where it was looked from at first.
    from: usize,
    hits: Vec<Range<usize>>,
    current: Option<usize>,
    /// It was searched for elsewhere and is only gone on with here: that it does not occur is no news then.
    carried: bool,
    /// Which match is wanted and not known yet: from which place, and whether behind it.
    sought: Option<(usize, bool)>,
}

impl Hunt {
    /// For a text, from a place on; `None` if there is nothing to look for.
    pub(super) fn new(typed: &str, from: usize) -> Option<Self> {
        let pattern = Pattern::text(typed).ok().filter(|_| !typed.is_empty())?;
        Some(Self {
            pattern,
            at: 0,
            from,
            hits: Vec::new(),
            current: None,
            carried: false,
            sought: None,
        })
    }

    /// The same, gone on with from where the lines are searched.
    #[must_use]
    pub(super) fn carried(self) -> Self {
        Self {
            carried: true,
            ..self
        }
    }

    /// Whether there is nothing to say of it: nobody asked for it here, and it does not occur.
    pub(super) fn is_silent(&self) -> bool {
        self.carried && self.hits.is_empty()
    }

    pub(super) fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The same for another line.
    #[must_use]
    pub(super) fn anew(&self) -> Self {
        Self {
            pattern: self.pattern.clone(),
            at: 0,
            from: 0,
            hits: Vec::new(),
            current: None,
            carried: self.carried,
            sought: None,
        }
    }

    /// Whether all of the line was looked at, or as many matches are known as are kept.
    pub(super) fn is_done(&self, text: &[u8]) -> bool {
        self.at >= text.len() || self.hits.len() >= MOST
    }

    /// Looks at some more; says where to go, if a match that was wanted is known now.
    pub(super) fn step(&mut self, text: &[u8]) -> Option<usize> {
        if !self.is_done(text) {
            self.look(text);
        }
        if self.current.is_none() && self.sought.is_none() {
            let next = self.hits.partition_point(|hit| hit.start < self.from);
            let found = match self.hits.get(next) {
                Some(_) => Some(next),
                None if self.is_done(text) && !self.hits.is_empty() => Some(0),
                None => None,
            };
            self.current = found;
            return self.place();
        }
        let (from, below) = self.sought?;
        let found = self.beside(from, below, text)?;
        self.sought = None;
        self.current = Some(found.0);
        self.place()
    }

    fn look(&mut self, text: &[u8]) {
        let end = text.len().min(self.at.saturating_add(BUDGET));
        let over = text.len().min(end.saturating_add(OVER));
        let part = text.get(self.at..over).unwrap_or_default();
        let mut next = end;
        for found in self.pattern.spans(part) {
            let hit = self.at + found.start..self.at + found.end;
            if hit.start >= end || self.hits.len() >= MOST {
                break;
            }
            next = next.max(hit.end);
            self.hits.push(hit);
        }
        self.at = next;
    }

    /// Where the current match is.
    fn place(&self) -> Option<usize> {
        let hit = self.hits.get(self.current?)?;
        Some(hit.start)
    }

    /// The match beside a place, and whether one goes round to it; `None` if it is not known yet.
    fn beside(&self, from: usize, below: bool, text: &[u8]) -> Option<(usize, bool)> {
        let last = self.hits.len().checked_sub(1);
        if below {
            let next = self.hits.partition_point(|hit| hit.start <= from);
            if next < self.hits.len() {
                return Some((next, false));
            }
            return (self.is_done(text) && last.is_some()).then_some((0, true));
        }
        let before = self.hits.partition_point(|hit| hit.start < from);
        match before.checked_sub(1) {
            Some(before) => Some((before, false)),
            None if self.is_done(text) => last.map(|last| (last, true)),
            None => None,
        }
    }

    /// Wants the next match, or the one before. Whether one goes round, if that is known; `None` if there is none at all.
    pub(super) fn seek(&mut self, below: bool, text: &[u8]) -> Option<bool> {
        let from = self.place().unwrap_or(self.from);
        self.sought = Some((from, below));
        match self.beside(from, below, text) {
            Some((_, round)) => Some(round),
            None if self.is_done(text) => {
                self.sought = None;
                None
            }
            None => Some(false),
        }
    }

    /// How it goes, in words.
    pub(super) fn words(&self, text: &[u8]) -> String {
        let known = self.hits.len();
        let more = if known >= MOST { "+" } else { "" };
        let looked = self.at.min(text.len()) * 100 / text.len().max(1);
        match (self.current, self.is_done(text)) {
            (Some(current), true) => format!("match {} of {known}{more}", current + 1),
            (Some(current), false) => {
                format!("match {} of {known}, {looked}% searched", current + 1)
            }
            (None, true) => "no match".to_owned(),
            (None, false) => format!("searching, {looked}%"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(hunt: &mut Hunt, text: &[u8]) -> usize {
        for _ in 0..100 {
            if let Some(place) = hunt.step(text) {
                return place;
            }
        }
        panic!("nothing is found");
    }

    #[test]
    fn one_goes_from_match_to_match_and_round() {
        let text = b"ab AB ab";
        let mut hunt = Hunt::new("ab", 1).unwrap();
        assert_eq!(found(&mut hunt, text), 3);
        assert_eq!(hunt.words(text), "match 2 of 3");
        assert_eq!(hunt.seek(true, text), Some(false));
        assert_eq!(found(&mut hunt, text), 6);
        assert_eq!(hunt.seek(true, text), Some(true));
        assert_eq!(found(&mut hunt, text), 0);
        assert_eq!(hunt.seek(false, text), Some(true));
        assert_eq!(found(&mut hunt, text), 6);
        let mut none = Hunt::new("x", 0).unwrap();
        assert_eq!(none.step(text), None);
        assert_eq!(none.seek(true, text), None);
        assert_eq!(none.words(text), "no match");
        assert!(Hunt::new("", 0).is_none());
    }

    #[test]
    fn a_long_line_is_looked_through_in_parts_and_nothing_between_them_is_missed() {
        let mut text = vec![b'x'; 3 * BUDGET];
        for at in [BUDGET - 3, 2 * BUDGET + 5] {
            text[at..at + 6].copy_from_slice(b"needle");
        }
        let mut hunt = Hunt::new("needle", 0).unwrap();
        assert_eq!(hunt.step(&text), Some(BUDGET - 3));
        assert!(!hunt.is_done(&text));
        assert_eq!(hunt.seek(true, &text), Some(false));
        assert_eq!(found(&mut hunt, &text), 2 * BUDGET + 5);
        let many = vec![b'a'; 1 << 20];
        let mut hunt = Hunt::new("a", 0).unwrap();
        hunt.step(&many);
        assert_eq!(hunt.words(&many), "match 1 of 10000+");
    }
}
