//! PURE. Searching the conversation. Owns: looking through it a bounded step at a time, the nearest first; going from match
//! to match. Does not own: comparing text (`needle`).

use super::needle::Needle;
use super::scroll::Place;
use super::{ConversationView, Look};
use crate::session::{Item, Transcript};
use std::collections::VecDeque;

/// Bytes that are looked at between two frames: well below a millisecond.
const BYTES: usize = 512 << 10;
/// Items that are looked at between two frames.
const ITEMS: usize = 10_000;

/// Calls without a result that are looked at again.
const OPEN: usize = 64;

/// Where one was before the search, to go back there.
#[derive(Debug, Clone, Copy)]
struct Before {
    top: Place,
    follow: bool,
    selected: Option<u64>,
}

/// The match that is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Current {
    place: Place,
    /// Its number among all matches that are known, from one.
    ordinal: u64,
}

/// A search.
#[derive(Debug, Clone)]
pub(super) struct Search {
    needle: Needle,
    before: Before,
    /// Items with matches and how many, in their order.
    hits: VecDeque<(u64, u32)>,
    total: u64,
    /// The next item to look at on the way down.
    down: u64,
    /// The last item that was looked at on the way up.
    up: u64,
    current: Option<Current>,
    /// Calls that had no result yet when they were looked at, and their revision then.
    open: Vec<(u64, u32)>,
    space: Vec<u8>,
}

impl Search {
    /// Whether everything has been looked at.
    pub(super) fn is_done(&self, items: &Transcript) -> bool {
        self.down >= items.end() && self.up <= items.dropped()
    }

    /// What it looks for.
    pub(super) fn needle(&self) -> &Needle {
        &self.needle
    }

    /// How it goes, in words.
    pub(super) fn words(&self, items: &Transcript) -> String {
        let known = super::kept::grouped(self.total);
        let all = items.len().max(1);
        let left = items.end().saturating_sub(self.down) + self.up.saturating_sub(items.dropped());
        let left = usize::try_from(left).unwrap_or(all);
        let looked = all.saturating_sub(left) * 100 / all;
        match (self.current, self.is_done(items)) {
            (Some(current), true) => format!("match {} of {known}", current.ordinal),
            (Some(current), false) => {
                format!("match {} of {known}, {looked}% searched", current.ordinal)
            }
            (None, true) => "no match".to_owned(),
            (None, false) => format!("searching, {looked}%"),
        }
    }

    /// Looks at some more, in both directions by turns, so that the nearest is found first.
    fn look(&mut self, items: &Transcript) {
        while self
            .hits
            .front()
            .is_some_and(|(item, _)| *item < items.dropped())
        {
            if let Some((_, count)) = self.hits.pop_front() {
                self.total -= u64::from(count);
                if let Some(current) = &mut self.current {
                    current.ordinal = current.ordinal.saturating_sub(u64::from(count)).max(1);
                }
            }
        }
        let (mut bytes, mut seen) = (0, 0);
        self.look_again(items, &mut bytes);
        while bytes < BYTES && seen < ITEMS && !self.is_done(items) {
            if let Some(item) = items.get(self.down) {
                self.down += 1;
                let count = self.count(item, &mut bytes);
                if count > 0 {
                    self.hits.push_back((item.number, count));
                    self.total += u64::from(count);
                }
            } else {
                // Behind the last, or forgotten before it was looked at.
                self.down = self.down.clamp(items.dropped(), items.end());
            }
            if self.up > items.dropped() {
                self.up -= 1;
                self.look_up(items, &mut bytes);
            }
            seen += 2;
        }
    }

    fn look_up(&mut self, items: &Transcript, bytes: &mut usize) {
        let Some(item) = items.get(self.up) else {
            return;
        };
        let count = self.count(item, bytes);
        if count > 0 {
            self.hits.push_front((item.number, count));
            self.total += u64::from(count);
            if let Some(current) = &mut self.current {
                current.ordinal += u64::from(count);
            }
        }
    }

    fn count(&mut self, item: &Item, bytes: &mut usize) -> u32 {
        if item.tool().is_some_and(|call| call.result.is_none()) && self.open.len() < OPEN {
            self.open.push((item.number, item.revision));
        }
        self.needle.count_in(item, &mut self.space, bytes)
    }

    /// Results that came since their call was looked at.
    fn look_again(&mut self, items: &Transcript, bytes: &mut usize) {
        let mut changed = Vec::new();
        self.open.retain(|(number, revision)| {
            let item = items.get(*number);
            changed.extend(item.filter(|item| item.revision != *revision));
            item.is_some_and(|item| item.revision == *revision)
        });
        for item in changed {
            let count = self.count(item, bytes);
            let at = self.hits.partition_point(|(other, _)| *other < item.number);
            match self.hits.get_mut(at) {
                Some((number, known)) if *number == item.number => {
                    self.total = self.total - u64::from(*known) + u64::from(count);
                    *known = count;
                }
                _ if count > 0 => {
                    self.hits.insert(at, (item.number, count));
                    self.total += u64::from(count);
                }
                _ => {}
            }
        }
    }

    /// The hit nearest to where the search began.
    fn nearest(&self) -> Option<u64> {
        let from = self.before.selected.unwrap_or(self.before.top.item);
        let hits = self.hits.iter().map(|(item, _)| *item);
        hits.min_by_key(|item| item.abs_diff(from))
    }
}

impl ConversationView {
    /// Searches for what is typed; nothing typed searches for nothing and goes back.
    pub fn search(&mut self, typed: &str, look: &Look<'_>) {
        let before = match &self.search {
            Some(search) => search.before,
            None => Before {
                top: if self.follow {
                    self.bottom(look)
                } else {
                    self.top
                },
                follow: self.follow,
                selected: self.selected,
            },
        };
        let Some(needle) = Needle::new(typed) else {
            return self.leave_search(true);
        };
        self.go_back(before);
        let items = &look.paint.state.transcript;
        let from = before.selected.unwrap_or(before.top.item);
        let from = from.clamp(items.dropped(), items.end());
        self.search = Some(Search {
            needle,
            before,
            hits: VecDeque::new(),
            total: 0,
            down: from,
            up: from,
            current: None,
            open: Vec::new(),
            space: Vec::new(),
        });
        self.search_on(look);
    }

    /// What is searched for.
    pub fn searched(&self) -> Option<&str> {
        Some(self.search.as_ref()?.needle.typed())
    }

    /// Whether there is more to look at.
    pub fn is_searching(&self, items: &Transcript) -> bool {
        self.search
            .as_ref()
            .is_some_and(|search| !search.is_done(items))
    }

    /// No longer searches; goes back to where one was, if wanted.
    pub fn leave_search(&mut self, back: bool) {
        if let Some(search) = self.search.take() {
            self.folds.lend(Vec::new());
            if back {
                self.go_back(search.before);
            }
        }
    }

    fn go_back(&mut self, before: Before) {
        self.folds.lend(Vec::new());
        (self.top, self.follow, self.selected) = (before.top, before.follow, before.selected);
    }

    /// A step of the search, before a frame or between two; the first match is gone to.
    pub fn search_on(&mut self, look: &Look<'_>) {
        let items = &look.paint.state.transcript;
        let Some(search) = &mut self.search else {
            return;
        };
        search.look(items);
        if search.current.is_none()
            && let Some(item) = search.nearest()
        {
            self.show_hit(item, true, look);
        }
    }

    /// To the next match, or the one before; after the last comes the first. `None` if there is none; else whether it
    /// went round.
    pub fn to_match(&mut self, down: bool, look: &Look<'_>) -> Option<bool> {
        let search = self.search.as_ref()?;
        let (first, last) = (search.hits.front()?.0, search.hits.back()?.0);
        let Some(current) = search.current else {
            self.show_hit(if down { first } else { last }, down, look);
            return Some(false);
        };
        let Place { item, row } = current.place;
        let rows = self.matching_rows(item, look);
        let within = if down {
            rows.iter().find(|other| **other > row)
        } else {
            rows.iter().rfind(|other| **other < row)
        };
        if let Some(row) = within {
            self.show_match(Place { item, row: *row }, look);
            return Some(false);
        }
        let hits = &self.search.as_ref()?.hits;
        let next = if down {
            hits.get(hits.partition_point(|(other, _)| *other <= item))
        } else {
            let at = hits.partition_point(|(other, _)| *other < item);
            at.checked_sub(1).and_then(|at| hits.get(at))
        };
        let next = next.map(|(item, _)| *item);
        self.show_hit(next.unwrap_or(if down { first } else { last }), down, look);
        Some(next.is_none())
    }

    /// To the first or last match in an item; its card is opened for as long as that is looked at.
    fn show_hit(&mut self, item: u64, first: bool, look: &Look<'_>) {
        let items = &look.paint.state.transcript;
        let Some(found) = items.get(item) else { return };
        let mut opened: Vec<u64> = super::runs::cards(found, items).collect();
        self.folds.lend(opened.clone());
        let mut rows = self.matching_rows(item, look);
        if rows.is_empty() && !self.folds.is_open(item) {
            opened.push(item);
            self.folds.lend(opened);
            rows = self.matching_rows(item, look);
        }
        let row = if first { rows.first() } else { rows.last() };
        let row = row.copied().unwrap_or(0);
        self.show_match(Place { item, row }, look);
    }

    fn show_match(&mut self, place: Place, look: &Look<'_>) {
        let before = self
            .matching_rows(place.item, look)
            .iter()
            .filter(|row| **row < place.row)
            .count();
        if let Some(search) = &mut self.search {
            let earlier = search
                .hits
                .iter()
                .take_while(|(item, _)| *item < place.item);
            let earlier: u64 = earlier.map(|(_, count)| u64::from(*count)).sum();
            let ordinal = (earlier + 1 + before as u64).min(search.total.max(1));
            search.current = Some(Current { place, ordinal });
        }
        self.selected = Some(place.item);
        self.reveal_row(place, look.height / 3, look);
    }

    fn matching_rows(&mut self, item: u64, look: &Look<'_>) -> Vec<usize> {
        self.rows_of(item, look);
        let Some(search) = &self.search else {
            return Vec::new();
        };
        search.needle.rows(self.kept.lines(item))
    }
}
