//! PURE. Which items are shown at all: what a sub-agent did is hidden while its card is folded. Owns: going from one shown
//! item to the next, with the stretches of hidden ones remembered, so that a frame never walks through them again.
//!
//! Two places stand beside the items: one before the first for what was forgotten, one behind the last for what is still
//! being written. They have the numbers next to the items', so what is being written keeps its place when it is done.

use super::folds::Folds;
use crate::session::{Item, Transcript};
use std::collections::BTreeMap;

/// Stretches that are remembered.
const KEPT: usize = 10_000;
/// Sub-agents within sub-agents, at most.
const DEEPEST: usize = 16;

#[derive(Debug, Clone, Copy)]
struct Run {
    end: u64,
    /// The oldest card that hides something in it: once that is forgotten, what it hid is shown.
    hidden_by: u64,
}

/// Hidden stretches by where they start.
#[derive(Debug, Clone, Default)]
pub(super) struct Runs {
    hidden: BTreeMap<u64, Run>,
    changes: u64,
}

impl Runs {
    /// Forgets what other folds made of it.
    pub(super) fn refresh(&mut self, folds: &Folds) {
        if self.changes != folds.changes() || self.hidden.len() > KEPT {
            self.changes = folds.changes();
            self.hidden.clear();
        }
    }

    /// The next shown place.
    pub(super) fn after(&mut self, number: u64, items: &Transcript, folds: &Folds) -> Option<u64> {
        self.refresh(folds);
        if number >= items.end() {
            return None;
        }
        let mut next = (number + 1).max(items.dropped());
        while next < items.end() {
            match self.hiding(next, items, folds) {
                Some((_, run)) => next = run.end,
                None => return Some(next),
            }
        }
        Some(items.end())
    }

    /// The shown place before.
    pub(super) fn before(&mut self, number: u64, items: &Transcript, folds: &Folds) -> Option<u64> {
        self.refresh(folds);
        let first = items.dropped();
        let mut next = number.min(items.end());
        while next > first {
            match self.hiding(next - 1, items, folds) {
                Some((start, _)) => next = start,
                None => return Some(next - 1),
            }
        }
        let forgotten = first.checked_sub(1)?;
        (number > forgotten).then_some(forgotten)
    }

    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.hidden.len()
    }

    /// Whether an item is hidden.
    pub(super) fn is_hidden(&mut self, number: u64, items: &Transcript, folds: &Folds) -> bool {
        self.refresh(folds);
        self.hiding(number, items, folds).is_some()
    }

    /// The hidden stretch around an item, if it is hidden.
    fn hiding(&mut self, number: u64, items: &Transcript, folds: &Folds) -> Option<(u64, Run)> {
        if let Some((start, run)) = self.hidden.range(..=number).next_back()
            && run.end > number
        {
            if run.hidden_by >= items.dropped() {
                return Some((*start, *run));
            }
            let start = *start;
            self.hidden.remove(&start);
        }
        hider(items.get(number)?, items, folds)?;
        Some(self.learn(number, items, folds))
    }

    fn learn(&mut self, number: u64, items: &Transcript, folds: &Folds) -> (u64, Run) {
        let hidden = |number| hider(items.get(number)?, items, folds);
        let (mut start, mut end) = (number, number);
        let mut oldest = u64::MAX;
        loop {
            if let Some(run) = self.hidden.remove(&end) {
                end = run.end;
                oldest = oldest.min(run.hidden_by);
            } else if let Some(by) = hidden(end) {
                end += 1;
                oldest = oldest.min(by);
            } else {
                break;
            }
        }
        while start > items.dropped() {
            let known = self.hidden.range(..start).next_back();
            if let Some((from, run)) = known.map(|(from, run)| (*from, *run))
                && run.end == start
            {
                self.hidden.remove(&from);
                start = from;
                oldest = oldest.min(run.hidden_by);
            } else if let Some(by) = hidden(start - 1) {
                start -= 1;
                oldest = oldest.min(by);
            } else {
                break;
            }
        }
        let run = Run {
            end,
            hidden_by: oldest,
        };
        self.hidden.insert(start, run);
        (start, run)
    }
}

/// The cards an item is inside of, the innermost first.
pub(super) fn cards<'a>(item: &'a Item, items: &'a Transcript) -> impl Iterator<Item = u64> + 'a {
    // A card comes before what is in it; whatever says otherwise is shown like everything else.
    let card = |item: &Item| {
        let number = items.number_of_call(item.parent.as_deref()?)?;
        (number < item.number).then_some(number)
    };
    std::iter::successors(card(item), move |number| card(items.get(*number)?)).take(DEEPEST)
}

/// The folded card that hides an item.
fn hider(item: &Item, items: &Transcript, folds: &Folds) -> Option<u64> {
    cards(item, items).find(|number| !folds.is_open(*number))
}
