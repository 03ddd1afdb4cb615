//! PURE. Where one is in the conversation. Owns: moving by rows, following the end, laying out what a frame shows.
//! Does not own: selecting (`select`), lines (`kept`).
//!
//! The place is held by an item and a row in it, so nothing that happens above or below moves what is being read.

use super::{ConversationView, Look};

/// A row of the conversation. In the order of reading.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// The item.
    pub(super) item: u64,
    /// A row of it.
    pub(super) row: usize,
}

impl Place {
    /// The first row of an item.
    pub(super) fn top(item: u64) -> Self {
        Self { item, row: 0 }
    }
}

impl ConversationView {
    /// How many rows an item takes.
    pub(super) fn rows_of(&mut self, item: u64, look: &Look<'_>) -> usize {
        self.kept
            .rows(item, &self.folds, &look.paint, look.recorded)
    }

    /// The next shown item.
    pub(super) fn after(&mut self, item: u64, look: &Look<'_>) -> Option<u64> {
        let items = &look.paint.state.transcript;
        self.runs.after(item, items, &self.folds)
    }

    /// The shown item before.
    pub(super) fn before(&mut self, item: u64, look: &Look<'_>) -> Option<u64> {
        let items = &look.paint.state.transcript;
        self.runs.before(item, items, &self.folds)
    }

    /// The place this many rows further up, or the first.
    pub(super) fn back(&mut self, from: Place, rows: usize, look: &Look<'_>) -> Place {
        let (mut at, mut left) = (from, rows);
        loop {
            if let Some(row) = at.row.checked_sub(left) {
                return Place { row, ..at };
            }
            left -= at.row;
            let Some(item) = self.before(at.item, look) else {
                return Place::top(at.item);
            };
            let row = self.rows_of(item, look);
            at = Place { item, row };
        }
    }

    /// The place this many rows further down, or the last.
    pub(super) fn forward(&mut self, from: Place, rows: usize, look: &Look<'_>) -> Place {
        let (mut at, mut left) = (from, rows);
        loop {
            let height = self.rows_of(at.item, look);
            if at.row + left < height {
                return Place {
                    row: at.row + left,
                    ..at
                };
            }
            let Some(item) = self.after(at.item, look) else {
                return Place {
                    row: height.saturating_sub(1),
                    ..at
                };
            };
            left -= height.saturating_sub(at.row);
            at = Place::top(item);
        }
    }

    /// How many rows `to` is below `from`, if that is less than the height of the pane.
    pub(super) fn distance(&mut self, from: Place, to: Place, look: &Look<'_>) -> Option<usize> {
        if to < from {
            return None;
        }
        let (mut at, mut rows) = (from, 0);
        while rows < look.height {
            if at.item == to.item {
                let rows = rows + to.row.saturating_sub(at.row);
                return (rows < look.height).then_some(rows);
            }
            rows += self.rows_of(at.item, look).saturating_sub(at.row);
            at = Place::top(self.after(at.item, look)?);
        }
        None
    }

    /// The first row that is shown when the end is.
    pub(super) fn bottom(&mut self, look: &Look<'_>) -> Place {
        let item = look.paint.state.transcript.end();
        let row = self.rows_of(item, look);
        self.back(Place { item, row }, look.height, look)
    }

    /// Stops following the end, where it is.
    pub(super) fn hold(&mut self, look: &Look<'_>) {
        if self.follow {
            self.top = self.bottom(look);
            self.follow = false;
        }
    }

    /// Follows the end if it is in sight.
    pub(super) fn settle(&mut self, look: &Look<'_>) {
        let bottom = self.bottom(look);
        if self.top >= bottom {
            self.top = bottom;
            self.follow = true;
        }
    }

    /// Scrolls by rows.
    pub fn scroll(&mut self, by: isize, look: &Look<'_>) {
        if by < 0 {
            self.hold(look);
            self.top = self.back(self.top, by.unsigned_abs(), look);
        } else if !self.follow {
            self.top = self.forward(self.top, by.unsigned_abs(), look);
        }
        self.settle(look);
        self.keep_selection_in_sight(by, look);
    }

    /// Scrolls by pages, or half of them.
    pub fn page(&mut self, by: isize, half: bool, look: &Look<'_>) {
        let rows = if half {
            look.height / 2
        } else {
            look.height.saturating_sub(2)
        };
        self.scroll(by * isize::try_from(rows.max(1)).unwrap_or(1), look);
    }

    /// To the first item, which is selected.
    pub fn to_top(&mut self, look: &Look<'_>) {
        self.hold(look);
        let items = &look.paint.state.transcript;
        let first = items.dropped();
        let hidden = self.is_hidden(first, look);
        let first = if hidden {
            self.after(first, look).unwrap_or(first)
        } else {
            first
        };
        self.selected = items.get(first).map(|item| item.number);
        self.top = Place::top(self.before(first, look).unwrap_or(first));
        self.settle(look);
    }

    /// To the end, which is followed from now on.
    pub fn to_bottom(&mut self) {
        self.follow = true;
        self.selected = None;
    }

    pub(super) fn is_hidden(&mut self, item: u64, look: &Look<'_>) -> bool {
        let items = &look.paint.state.transcript;
        self.runs.is_hidden(item, items, &self.folds)
    }

    /// The place as near as possible to where one was, after whatever happened.
    fn find_again(&mut self, other_width: bool, look: &Look<'_>) {
        let items = &look.paint.state.transcript;
        let forgotten = items.dropped().saturating_sub(1);
        if self.top.item < forgotten || self.top.item > items.end() {
            self.top = Place::top(self.top.item.clamp(forgotten, items.end()));
        }
        if self.is_hidden(self.top.item, look) {
            let card = self.before(self.top.item, look);
            let card = card.or_else(|| self.after(self.top.item, look));
            self.top = Place::top(card.unwrap_or(items.end()));
        }
        let height = self.rows_of(self.top.item, look);
        if other_width && self.top_height > 0 {
            // The same text stands in other rows.
            self.top.row = self.top.row * height / self.top_height;
        }
        if self.top.row >= height {
            self.top.row = 0;
        }
    }

    /// Lays out what the next frame shows.
    pub(super) fn lay_out(&mut self, look: &Look<'_>) {
        let items = &look.paint.state.transcript;
        let other_width = self.kept.begin(&look.paint);
        self.folds.forget_before(items.dropped());
        let selected = self.selected.filter(|item| self.is_in_sight(*item));
        self.find_again(other_width, look);
        if self.follow {
            self.top = self.bottom(look);
        }
        self.fill(look);
        if self.shown.len() < look.height && !self.follow {
            // The end is in sight: the place is filled from there.
            self.top = self.bottom(look);
            self.fill(look);
        }
        if let Some(item) = selected.filter(|item| !self.follow && !self.is_in_sight(*item)) {
            // A smaller pane: what is selected matters more than the first row.
            self.reveal(item, true, look);
            self.fill(look);
        }
        self.top_height = self.rows_of(self.top.item, look);
        self.count_new(look);
        self.drop_selection_out_of_sight(look);
        self.kept.trim();
    }

    /// Whether the last frame showed something of an item.
    pub(super) fn is_in_sight(&self, item: u64) -> bool {
        self.shown.iter().any(|place| place.item == item)
    }

    /// Takes rows from the top until the place is full.
    fn fill(&mut self, look: &Look<'_>) {
        self.shown.clear();
        let mut at = self.top;
        loop {
            let height = self.rows_of(at.item, look);
            while at.row < height && self.shown.len() < look.height {
                self.shown.push(at);
                at.row += 1;
            }
            let next = self.after(at.item, look);
            if let Some(item) = next
                && self.shown.len() < look.height
            {
                at = Place::top(item);
                continue;
            }
            let end = look.paint.state.transcript.end();
            self.at_end = at.row >= height
                && next.is_none_or(|item| item == end && self.rows_of(end, look) == 0);
            return self.margin(next, look);
        }
    }

    /// What is just out of sight is laid out too, so that its colours are there when it comes into sight.
    fn margin(&mut self, below: Option<u64>, look: &Look<'_>) {
        if let Some(item) = below {
            self.rows_of(item, look);
        }
        if let Some(item) = self.before(self.top.item, look) {
            self.rows_of(item, look);
        }
    }

    /// Counts what came below while the end is out of sight.
    fn count_new(&mut self, look: &Look<'_>) {
        let end = look.paint.state.transcript.end();
        if self.at_end {
            (self.counted, self.new) = (end, 0);
            return;
        }
        let from = self.counted.max(look.paint.state.transcript.dropped());
        for item in from..end {
            if !self.is_hidden(item, look) {
                self.new += 1;
            }
        }
        self.counted = end;
    }
}
