//! Which decisions and runs of hooks came with lines that fit a filter. Owns: telling that from how many there were before
//! and after a line. Does not own: the filter (`trace`), what is shown of them (`sheet`).

use crate::session::State;
use std::collections::HashSet;

/// What came with lines that fit.
#[derive(Debug, Default)]
pub(super) struct Fitting {
    /// Lines that fit.
    pub(super) lines: u64,
    decisions: Counted,
    hooks: Counted,
    /// Whether the line before this one fits.
    before: bool,
}

#[derive(Debug, Default)]
struct Counted {
    seen: u64,
    fitting: HashSet<u64>,
}

impl Counted {
    fn look(&mut self, total: u64, fits: bool) {
        if fits {
            self.fitting.extend(self.seen..total);
        }
        self.seen = total;
    }

    /// The rows that fit, of the last ones of all.
    fn of<T>(&self, rows: Vec<T>) -> Vec<T> {
        let first = self.seen.saturating_sub(rows.len() as u64);
        let rows = (first..).zip(rows);
        rows.filter(|(number, _)| self.fitting.contains(number))
            .map(|(_, row)| row)
            .collect()
    }
}

impl Fitting {
    /// What the line before has brought; `fits` is about the next one.
    pub(super) fn look(&mut self, state: &State, fits: bool) {
        self.decisions.look(state.decisions.total(), self.before);
        self.hooks.look(state.hooks.total(), self.before);
        self.lines += u64::from(fits);
        self.before = fits;
    }

    pub(super) fn decisions<T>(&self, rows: Vec<T>) -> Vec<T> {
        self.decisions.of(rows)
    }

    pub(super) fn hooks<T>(&self, rows: Vec<T>) -> Vec<T> {
        self.hooks.of(rows)
    }
}
