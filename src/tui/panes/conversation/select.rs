//! PURE. The item that keys act on. Owns: moving it, bringing items into sight, opening them, jumping between what matters.

use super::scroll::Place;
use super::{ConversationView, Look};
use crate::session::{Item, ItemKind};

/// Rows that an item longer than the pane is moved by, before the next one is selected.
const STEP: usize = 3;

impl ConversationView {
    /// The item that keys act on: the selected one, else the last in sight.
    pub fn current(&self, state: &crate::session::State) -> Option<u64> {
        let items = &state.transcript;
        let in_sight = || {
            let mut seen = self.shown.iter().rev().map(|place| place.item);
            seen.find(|item| items.get(*item).is_some())
        };
        self.selected
            .filter(|item| items.get(*item).is_some())
            .or_else(in_sight)
    }

    /// Selects the next item, or the one before. One that is longer than the pane is scrolled through first.
    pub fn step(&mut self, down: bool, look: &Look<'_>) {
        let Some(now) = self.selected else {
            return self.select_first(down, look);
        };
        self.hold(look);
        if self.scrolls_within(now, down, look) {
            return;
        }
        match self.neighbour(now, down, look) {
            Some(item) => {
                self.selected = Some(item);
                self.reveal(item, down, look);
            }
            None if down => self.follow = true,
            None => {
                let first = look.paint.state.transcript.dropped().saturating_sub(1);
                self.top = self.top.min(Place::top(first));
            }
        }
        if down {
            self.settle(look);
        }
    }

    fn select_first(&mut self, down: bool, look: &Look<'_>) {
        if down && self.follow {
            return;
        }
        self.hold(look);
        let from = if down {
            self.top
        } else {
            self.forward(self.top, look.height.saturating_sub(1), look)
        };
        let items = &look.paint.state.transcript;
        let here = items.get(from.item).is_some() && self.rows_of(from.item, look) > 0;
        let item = if here {
            Some(from.item)
        } else {
            self.neighbour(from.item, down, look)
        };
        if let Some(item) = item {
            self.selected = Some(item);
            self.reveal(item, down, look);
        }
        self.settle(look);
    }

    /// The next item that takes any room.
    fn neighbour(&mut self, item: u64, down: bool, look: &Look<'_>) -> Option<u64> {
        let mut at = item;
        loop {
            at = if down {
                self.after(at, look)?
            } else {
                self.before(at, look)?
            };
            look.paint.state.transcript.get(at)?;
            if self.rows_of(at, look) > 0 {
                return Some(at);
            }
        }
    }

    /// Whether a long item had more to show in this direction.
    fn scrolls_within(&mut self, item: u64, down: bool, look: &Look<'_>) -> bool {
        let rows = self.text_rows(item, look);
        if rows <= look.height {
            return false;
        }
        let start = Place::top(item);
        if !down {
            let above = self.top.item == item && self.top.row > 0;
            if above {
                self.top.row = self.top.row.saturating_sub(STEP);
            }
            return above;
        }
        let last = Place {
            item,
            row: rows - 1,
        };
        let below = self.distance(self.top, start, look).is_some() || self.top.item == item;
        if !below || self.distance(self.top, last, look).is_some() {
            return false;
        }
        self.top = self.forward(self.top, STEP, look);
        true
    }

    /// The rows of an item without the empty one behind it.
    fn text_rows(&mut self, item: u64, look: &Look<'_>) -> usize {
        self.rows_of(item, look).saturating_sub(1).max(1)
    }

    /// Brings an item into sight with as little scrolling as possible: of one longer than the pane its beginning, or its
    /// end when it is come to from below.
    pub(super) fn reveal(&mut self, item: u64, down: bool, look: &Look<'_>) {
        self.hold(look);
        let rows = self.text_rows(item, look);
        let start = Place::top(item);
        if start < self.top {
            let skipped = if down {
                0
            } else {
                rows.saturating_sub(look.height)
            };
            self.top = Place { item, row: skipped };
            return;
        }
        let fits = self
            .distance(self.top, start, look)
            .is_some_and(|above| above + rows <= look.height);
        if !fits {
            self.top = if rows >= look.height {
                start
            } else {
                self.back(Place { item, row: rows }, look.height, look)
            };
        }
    }

    /// Brings a row into sight; if it is not, with this many rows above it.
    pub(super) fn reveal_row(&mut self, place: Place, above: usize, look: &Look<'_>) {
        self.hold(look);
        if self.distance(self.top, place, look).is_none() {
            self.top = self.back(place, above, look);
        }
        let bottom = self.bottom(look);
        self.top = self.top.min(bottom);
    }

    /// After scrolling: the selection stays in sight.
    pub(super) fn keep_selection_in_sight(&mut self, by: isize, look: &Look<'_>) {
        let Some(item) = self.selected else { return };
        let top = if self.follow {
            self.bottom(look)
        } else {
            self.top
        };
        let (start, end) = (
            top.item,
            self.forward(top, look.height.saturating_sub(1), look).item,
        );
        if (start..=end).contains(&item) {
            return;
        }
        let items = &look.paint.state.transcript;
        let edge = if by > 0 { start } else { end };
        self.selected = if items.get(edge).is_some() {
            Some(edge)
        } else {
            self.neighbour(edge, by > 0, look)
        };
    }

    /// The end runs away from what is selected, or it is gone.
    pub(super) fn drop_selection_out_of_sight(&mut self, look: &Look<'_>) {
        let Some(item) = self.selected else { return };
        let gone = look.paint.state.transcript.get(item).is_none();
        if gone || (self.follow && !self.is_in_sight(item)) {
            self.selected = None;
        } else if self.is_hidden(item, look) {
            self.selected = self.before(item, look);
        }
    }

    /// Opens or folds the current item.
    pub fn turn(&mut self, look: &Look<'_>) {
        let Some(item) = self.current(look.paint.state) else {
            return;
        };
        self.hold(look);
        self.selected = Some(item);
        self.folds.turn(item);
        self.reveal(item, true, look);
        self.settle(look);
    }

    /// Opens or folds everything; what is at the top stays there.
    pub fn turn_all(&mut self, look: &Look<'_>) {
        let followed = self.follow;
        self.hold(look);
        self.folds.turn_all();
        self.top.row = 0;
        if let Some(item) = self.selected {
            self.reveal(item, true, look);
        }
        self.follow = followed;
    }

    /// Selects what is in this row of the pane; what is selected already is opened or folded.
    pub fn click(&mut self, row: usize, look: &Look<'_>) {
        let Some(place) = self.shown.get(row).copied() else {
            return;
        };
        let Some(item) = look.paint.state.transcript.get(place.item) else {
            return;
        };
        if self.selected == Some(item.number) {
            return self.turn(look);
        }
        self.hold(look);
        self.selected = Some(item.number);
        self.settle(look);
    }

    /// To the next prompt, or the one before. Says whether there is one.
    pub fn to_prompt(&mut self, down: bool, look: &Look<'_>) -> bool {
        let is_prompt = |item: &Item| matches!(item.kind, ItemKind::Prompt(_));
        let Some(item) = self.seek(down, look, is_prompt) else {
            return false;
        };
        self.go_to(item, look);
        true
    }

    /// To the next thing that went wrong; after the last comes the first. Says whether there is one.
    pub fn to_trouble(&mut self, look: &Look<'_>) -> bool {
        let items = &look.paint.state.transcript;
        let found = self.seek(true, look, is_trouble).or_else(|| {
            items
                .iter()
                .find(|item| is_trouble(item))
                .map(|item| item.number)
        });
        let Some(item) = found else { return false };
        self.go_to(item, look);
        true
    }

    /// The nearest such item beyond the current one.
    fn seek(&mut self, down: bool, look: &Look<'_>, wanted: impl Fn(&Item) -> bool) -> Option<u64> {
        let items = &look.paint.state.transcript;
        let from = match self.selected {
            Some(item) => item,
            None if self.follow => items.end(),
            None => self.top.item,
        };
        let at = usize::try_from(from.saturating_sub(items.dropped())).unwrap_or(0);
        let all = items.iter();
        let found = if down {
            all.skip(at + 1).find(|item| wanted(item))
        } else {
            let beyond = items.len().saturating_sub(at);
            all.rev().skip(beyond).find(|item| wanted(item))
        };
        found.map(|item| item.number)
    }

    /// To an item, wherever it is: it is selected, and near the top.
    pub(super) fn go_to(&mut self, item: u64, look: &Look<'_>) {
        let items = &look.paint.state.transcript;
        let cards = items
            .get(item)
            .map(|item| super::runs::cards(item, items).collect::<Vec<_>>());
        let folded: Vec<u64> = cards
            .unwrap_or_default()
            .into_iter()
            .filter(|card| !self.folds.is_open(*card) || self.folds.is_lent(*card))
            .collect();
        self.folds.lend(folded);
        self.hold(look);
        self.selected = Some(item);
        self.top = Place::top(item);
        let bottom = self.bottom(look);
        self.top = self.top.min(bottom);
    }
}

/// Whether something went wrong there.
fn is_trouble(item: &Item) -> bool {
    match &item.kind {
        ItemKind::Tool(call) => {
            call.not_executed.is_some()
                || call.result.as_ref().is_some_and(|result| result.is_error)
        }
        ItemKind::ApiError { .. } => true,
        ItemKind::TurnEnd { outcome, .. } => outcome.is_failure(),
        _ => false,
    }
}
