//! PURE. What is open and what is folded. Owns: one flag for everything and the exceptions to it, so that opening all of a
//! long conversation costs nothing.

use std::collections::BTreeSet;

/// Exceptions that are kept; nobody opens more by hand.
const KEPT: usize = 10_000;

/// What is open.
#[derive(Debug, Clone, Default)]
pub(super) struct Folds {
    /// Everything is open but for the exceptions, rather than folded but for them.
    all: bool,
    exceptions: BTreeSet<u64>,
    /// Opened only as long as what was found in them is looked at.
    lent: Vec<u64>,
    changes: u64,
}

impl Folds {
    /// Whether an item is open.
    pub(super) fn is_open(&self, number: u64) -> bool {
        self.all != self.exceptions.contains(&number) || self.lent.contains(&number)
    }

    /// Grows with every change.
    pub(super) fn changes(&self) -> u64 {
        self.changes
    }

    /// Opens or folds one.
    pub(super) fn turn(&mut self, number: u64) {
        self.changes += 1;
        let lent = self.lent.len();
        self.lent.retain(|other| *other != number);
        if self.lent.len() < lent && self.all == self.exceptions.contains(&number) {
            // It was open for a while only: that is over.
            return;
        }
        if !self.exceptions.remove(&number) {
            self.exceptions.insert(number);
        }
        if self.exceptions.len() > KEPT {
            self.exceptions.pop_first();
        }
    }

    /// Opens or folds everything.
    pub(super) fn turn_all(&mut self) {
        self.changes += 1;
        self.all = !self.all;
        self.exceptions.clear();
        self.lent.clear();
    }

    /// Opens these until others are opened this way.
    pub(super) fn lend(&mut self, numbers: Vec<u64>) {
        if self.lent != numbers {
            self.changes += 1;
            self.lent = numbers;
        }
    }

    /// Whether it is open for a while only.
    pub(super) fn is_lent(&self, number: u64) -> bool {
        self.lent.contains(&number)
    }

    /// Items before this one are gone.
    pub(super) fn forget_before(&mut self, first: u64) {
        while self.exceptions.first().is_some_and(|old| *old < first) {
            self.exceptions.pop_first();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Folds;

    #[test]
    fn one_and_all_and_for_a_while() {
        let mut folds = Folds::default();
        folds.turn(3);
        assert!(folds.is_open(3) && !folds.is_open(4));
        folds.turn_all();
        assert!(folds.is_open(3) && folds.is_open(4));
        folds.turn(4);
        assert!(!folds.is_open(4));
        folds.lend(vec![4]);
        assert!(folds.is_open(4));
        folds.lend(Vec::new());
        assert!(!folds.is_open(4), "it is folded again");
        folds.lend(vec![4]);
        folds.turn(4);
        assert!(!folds.is_open(4), "a key folds what was only lent");
        folds.forget_before(5);
        assert!(folds.exceptions.is_empty());
    }
}
