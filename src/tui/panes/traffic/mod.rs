//! PURE. Every line on the wire, as it happens. Owns: the lines of the session as the screen keeps them, which of them are
//! shown, and where one is in them. Does not own: their index and pairs (`trace::store`), the filter language
//! (`trace::filter`), what is wrong (`session::explain`).
//!
//! Taking in a line costs the same however many there are. What is shown of them is worked out before a frame and between
//! frames, a bounded part at a time, and only while the pane is seen. The lines of a recording are taken in and sifted
//! elsewhere (`work::player`); here they are searched, and the rows that are seen are read.

mod excerpt;
mod findings;
mod meter;
mod row;
mod search;
mod seen;
mod shelf;
mod sieve;
mod steps;
mod times;
mod view;

pub use findings::{Findings, role as severity_role};
pub use meter::Meter;
pub use row::{grouped, words};
pub use search::{Search, Searched, wanted};
pub use seen::Seen;
pub use shelf::{Lines, Shelf};
pub use sieve::{Sieve, Sifted};
pub use times::Times;
pub use view::{mark, rows, view};

use crate::session::State;
use crate::trace::Traffic;
use crate::trace::filter::{Mark, Subject as _};
use crate::trace::store::Store;
use crate::tui::widgets::list::ListState;
use bytes::Bytes;
use chrono::{DateTime, FixedOffset};
use std::path::Path;
use std::sync::MutexGuard;

/// The line that is wanted by whoever wants to be at the end of a recording, wherever that is.
const END: u32 = u32::MAX;

/// Bytes of lines that are kept of a session; those before are read from its recording, if there is one.
const KEPT: usize = 16 << 20;

/// The lines of a session and how they are looked at.
#[derive(Debug)]
pub struct TrafficView {
    shelf: Shelf,
    /// The selected row, among those that are shown. In a recording it follows the moment, not the end.
    pub list: ListState,
    /// Which time is shown.
    pub times: Times,
    /// How much goes over the wire.
    pub meter: Meter,
    /// What is wrong.
    pub findings: Findings,
    /// The marked lines, the last one marked last.
    pub marks: Vec<u32>,
    /// What is searched for in them.
    pub search: Option<Search>,
    /// When the session started, by the clock on the wall.
    pub began: Option<DateTime<FixedOffset>>,
    /// The rows that are seen.
    pub seen: Vec<Seen>,
    /// In a recording: how many lines there were at the moment that is looked at.
    moment: Option<u32>,
    top: usize,
    /// Whether the pane is seen: if not, nothing is worked out.
    visible: bool,
    /// The line to be selected as soon as it is known where it is.
    wanted: Option<u32>,
    /// Whoever sifts has to begin again.
    changed: bool,
    /// The moment that the meter is of.
    metered: Option<u32>,
    /// It is not known yet where all lines are that are no longer kept.
    behind: bool,
    /// How often rows had changed places until the last frame, and which was selected then.
    stood: (u64, usize, Option<Sifted>),
}

impl Default for TrafficView {
    fn default() -> Self {
        Self::over(Shelf::new(Store::live(KEPT)), None)
    }
}

impl TrafficView {
    fn over(shelf: Shelf, moment: Option<u32>) -> Self {
        Self {
            shelf,
            list: ListState::default(),
            times: Times::default(),
            meter: Meter::default(),
            findings: Findings::default(),
            marks: Vec::new(),
            search: None,
            began: None,
            seen: Vec::new(),
            moment,
            top: 0,
            visible: false,
            wanted: None,
            changed: false,
            metered: None,
            behind: false,
            stood: (0, 0, None),
        }
    }

    /// The lines of a recording, which somebody else takes in.
    pub fn recorded(shelf: Shelf) -> Self {
        Self::over(shelf, Some(0))
    }

    /// The session is recorded there, from its first line on.
    pub fn recorded_at(&self, path: &Path) {
        self.lines().store.recorded_at(path);
    }

    /// The lines and which of them are shown, for as long as what is given back is kept.
    pub fn lines(&self) -> MutexGuard<'_, Lines> {
        self.shelf.lines()
    }

    /// Takes in a line that the session has observed just now.
    pub fn take_in(&mut self, state: &State, traffic: &Traffic) {
        self.lines().store.append(traffic);
        self.meter
            .count(traffic.direction, traffic.at, traffic.line.len());
        self.findings.observe(state, traffic);
    }

    /// In a recording: how many lines there were at the moment that is looked at.
    pub fn moment(&self) -> Option<u32> {
        self.moment
    }

    /// Another moment of the recording is looked at.
    pub fn set_moment(&mut self, lines: u32) {
        if self.moment.is_some() {
            self.moment = Some(lines);
        }
    }

    /// Whether that line was not there yet at the moment that is looked at.
    pub fn is_to_come(&self, row: u32) -> bool {
        self.moment.is_some_and(|moment| row >= moment)
    }

    /// Whoever looks at a line goes on looking at it when rows come and go above it.
    fn hold(&mut self, sieve: &Sieve) {
        let (turns, place, stood) = self.stood;
        let stands = !self.list.follow && self.list.selected == place;
        if stands && sieve.turns() != turns {
            self.wanted = self.wanted.or(stood.map(|sifted| sifted.row));
        }
    }

    /// The bytes of a line, if they are still kept.
    pub fn text(&self, row: u32) -> Option<Bytes> {
        let store = &mut self.lines().store;
        if store.line(row)?.is_damaged() {
            return Some(store.text(row).ok()?.into_owned().into());
        }
        Some(store.entry(row).ok().flatten()?.line)
    }

    /// The place of the selected row.
    fn place(&self, lines: &Lines) -> usize {
        let Lines { store, sieve } = lines;
        match self.moment {
            Some(moment) if self.list.follow => sieve.place(store, moment.saturating_sub(1)),
            _ => self.list.row(sieve.len()),
        }
    }

    /// The place of the selected row among those that are shown.
    pub fn selected_index(&self) -> usize {
        self.place(&self.lines())
    }

    /// The selected line.
    pub fn selected(&self) -> Option<Sifted> {
        let lines = self.lines();
        lines.sieve.get(self.place(&lines))
    }

    /// Whether the selected row stands for a line.
    pub fn is_selected(&self, row: u32) -> bool {
        let lines = self.lines();
        let selected = self.place(&lines);
        lines.sieve.stands_for(&lines.store, selected, row)
    }

    /// Whether some row stands for a line.
    pub fn is_shown(&self, row: u32) -> bool {
        let Lines { store, sieve } = &*self.lines();
        sieve.stands_for(store, sieve.place(store, row), row)
    }

    /// Selects a line, if it is shown; else the one before it.
    pub fn select(&mut self, row: u32) {
        self.list.follow = false;
        self.wanted = Some(row);
        let place = self.shelf.clone();
        self.settle(&place.lines());
    }

    /// Stays where it is, whatever comes.
    pub fn stay(&mut self) {
        self.wanted.take_if(|wanted| *wanted == END);
        if self.list.follow {
            self.list.selected = self.selected_index();
            self.list.follow = false;
        }
    }

    /// Moves by so many rows; who comes to the end of a session follows it.
    pub fn move_by(&mut self, by: isize) {
        let len = self.lines().sieve.len();
        if self.moment.is_some() {
            self.stay();
        }
        self.list.move_by(by, len);
        self.stand();
    }

    /// To the first row, or to the last.
    pub fn to_edge(&mut self, top: bool) {
        if top {
            self.wanted = None;
            self.list.to_top();
        } else {
            let len = self.lines().sieve.len();
            self.list.selected = len.saturating_sub(1);
            self.list.to_bottom();
            self.stand();
            // A recording may still be read, or written.
            self.wanted = self.moment.map(|_| END);
        }
    }

    /// A row of the pane was clicked: this many rows down. Whether it was selected before.
    pub fn click(&mut self, down: usize) -> bool {
        let (clicked, before) = (self.top + down, self.selected_index());
        let len = self.lines().sieve.len();
        if clicked < len {
            self.list.selected = clicked;
            self.list.follow = clicked + 1 == len;
            self.stand();
        }
        clicked == before && clicked < len
    }

    /// In a recording the last row is a row like any other.
    fn stand(&mut self) {
        self.wanted = None;
        self.list.follow &= self.moment.is_none();
    }

    /// The wanted line is selected as far as the lines are sifted.
    fn settle(&mut self, lines: &Lines) {
        let Some(wanted) = self.wanted else { return };
        let Lines { store, sieve } = lines;
        self.list.selected = sieve.place(store, wanted);
        if sieve.reached(wanted) {
            self.wanted = None;
        }
    }

    /// What is shown changes: who looked at a line goes on looking at it.
    pub fn change(&mut self, change: impl FnOnce(&mut Sieve)) {
        if !self.list.follow {
            self.wanted = self.wanted.or(self.selected().map(|sifted| sifted.row));
        }
        let shared = self.shelf.clone();
        let sieve = &mut shared.lines().sieve;
        change(sieve);
        if let Some(search) = &self.search {
            self.search = Some(search.anew(sieve.shown().as_ref()));
        }
        self.changed = self.moment.is_some();
    }

    /// The filter, as it is written.
    pub fn filter(&self) -> Option<String> {
        self.lines().sieve.filter().map(ToString::to_string)
    }

    /// Marks a line, or takes the mark away. Whether it is marked now; `None` if there is no such line.
    pub fn turn_mark(&mut self, row: u32) -> Option<bool> {
        let store = &mut self.shelf.lines().store;
        let marked = !store.line(row)?.has(Mark::Marked);
        store.mark(row, marked);
        Some(marked)
    }

    /// Wants the next match of the search that is in another row, or the one before: whether it goes round, if that is known,
    /// and whether nothing matches at all.
    pub fn seek_match(&mut self, below: bool) -> Option<(Option<bool>, bool)> {
        let place = self.shelf.clone();
        let lines = place.lines();
        let selected = self.place(&lines);
        let from = lines.sieve.get(selected)?.row;
        let search = self.search.as_mut()?;
        // Several pieces are one row: all of them are passed.
        let here = |line: &u32| lines.sieve.stands_for(&lines.store, selected, *line);
        let from = search.beyond(from, below, here);
        let round = search.seek(from, below, &lines.store);
        let none = search.is_empty() && search.is_done(&lines.store);
        // Whoever types ahead goes on from there.
        if let Some(found) = search.arrive(&lines.store) {
            self.list.follow = false;
            self.wanted = Some(found);
            self.settle(&lines);
        }
        Some((round, none))
    }

    /// The line that is looked at, or where the next one would be.
    pub fn here(&self) -> u32 {
        self.selected().map_or(0, |sifted| sifted.row)
    }

    /// Whether whoever sifts the lines of a recording has to be told that they are sifted anew. Says so once.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }
}
