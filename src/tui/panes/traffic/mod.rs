//! PURE. Every line on the wire, as it happens. Owns: the lines of the session as the screen keeps them, which of them are
//! shown, and where one is in them. Does not own: their index and pairs (`trace::store`), the filter language
//! (`trace::filter`), what is wrong (`session::explain`).
//!
//! Taking in a line costs the same however many there are. What is shown of them is worked out before a frame, a bounded
//! part at a time, and only while the pane is seen.

mod excerpt;
mod findings;
mod meter;
mod row;
mod search;
mod sieve;
mod view;

pub use findings::{Findings, role as severity_role};
pub use meter::Meter;
pub use row::{grouped, words};
pub use search::{Lines, Search, wanted};
pub use sieve::{Sieve, Sifted};
pub use view::{mark, view};

use crate::session::State;
use crate::trace::brief;
use crate::trace::filter::Subject as _;
use crate::trace::store::Store;
use crate::trace::{Moment, Traffic};
use crate::tui::widgets::list::ListState;
use bytes::Bytes;
use chrono::{DateTime, FixedOffset};

/// Bytes of lines that are kept of a session; of those before, only the row remains.
const KEPT: usize = 16 << 20;
/// Pieces of a message that are looked at for the words of their one row.
const PIECES: u32 = 64;
/// Characters of a summary that are worth keeping.
const SUMMARY: usize = 400;

/// Which time is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Times {
    /// Since the session started.
    #[default]
    SinceStart,
    /// Since the row above.
    Since,
    /// By the clock on the wall.
    Clock,
}

impl Times {
    /// The next way to show it.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::SinceStart => Self::Since,
            Self::Since => Self::Clock,
            Self::Clock => Self::SinceStart,
        }
    }

    /// What is shown, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::SinceStart => "times since the start",
            Self::Since => "times since the line before",
            Self::Clock => "times by the clock",
        }
    }
}

/// A row that is seen, with the words that its text was read for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Its place among the rows that are shown.
    pub index: usize,
    /// Which lines.
    pub sifted: Sifted,
    /// The id that names what it is about.
    pub id: String,
    /// What it says.
    pub summary: String,
    /// Its bytes, if they are still known.
    pub size: Option<usize>,
    /// When the row above was.
    pub before: Moment,
}

/// The lines of a session and how they are looked at.
#[derive(Debug)]
pub struct TrafficView {
    /// The lines.
    pub store: Store,
    /// Which of them are shown.
    pub sieve: Sieve,
    /// The selected row, among those that are shown.
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
    top: usize,
    /// Whether the pane is seen: if not, nothing is worked out.
    visible: bool,
    /// The line to be selected as soon as it is known where it is.
    wanted: Option<u32>,
}

impl Default for TrafficView {
    fn default() -> Self {
        Self {
            store: Store::live(KEPT),
            sieve: Sieve::default(),
            list: ListState::default(),
            times: Times::default(),
            meter: Meter::default(),
            findings: Findings::default(),
            marks: Vec::new(),
            search: None,
            began: None,
            seen: Vec::new(),
            top: 0,
            visible: false,
            wanted: None,
        }
    }
}

impl TrafficView {
    /// Takes in a line that the session has observed just now.
    pub fn take_in(&mut self, state: &State, traffic: &Traffic) {
        self.store.append(traffic);
        self.meter
            .count(traffic.direction, traffic.at, traffic.line.len());
        self.findings.observe(state, traffic);
    }

    /// A frame is about to be drawn in which so many rows of it are seen: what they say is read now.
    pub fn prepare(&mut self, height: Option<usize>) {
        self.visible = height.is_some();
        let Some(height) = height else {
            self.seen.clear();
            return;
        };
        if self.sieve.is_stale(&self.store) {
            if !self.list.follow {
                self.wanted = self.wanted.or(self.selected().map(|sifted| sifted.row));
            }
            self.sieve.again();
        }
        self.sieve.sift(&mut self.store);
        if let Some(search) = &mut self.search
            && let Some(found) = search.step(&mut self.store)
        {
            self.select(found);
        }
        self.settle();
        let len = self.sieve.len();
        let last = len.saturating_sub(height);
        let selected = self.list.row(len);
        self.top = if self.list.follow {
            last
        } else {
            let above = (selected + 1).saturating_sub(height);
            self.top.clamp(above, selected.max(above)).min(last)
        };
        let rows = self.top..(self.top + height).min(len);
        self.seen = rows.filter_map(|index| self.read(index)).collect();
    }

    fn read(&mut self, index: usize) -> Option<Seen> {
        let sifted = self.sieve.get(index)?;
        let before = index.checked_sub(1).and_then(|above| self.sieve.get(above));
        let before = before.and_then(|above| self.store.line(above.last));
        let before = before.map_or(Moment::START, |line| line.at());
        let known = self.store.line(sifted.row).is_some();
        let text = self.text(sifted.row).filter(|_| known);
        let summary = match &text {
            Some(text) if sifted.count == 1 => brief::summary(text),
            _ => self.pieces(sifted),
        };
        let found = text.as_deref().zip(self.search.as_ref());
        let found = found.and_then(|(text, search)| excerpt::excerpt(search, text, &summary));
        Some(Seen {
            index,
            sifted,
            id: text.as_deref().map(brief::id).unwrap_or_default(),
            summary: words(&found.unwrap_or(summary), SUMMARY),
            size: text.map(|text| text.len()).filter(|_| sifted.count == 1),
            before,
        })
    }

    /// The beginning of what the pieces of a message say together.
    fn pieces(&mut self, sifted: Sifted) -> String {
        let mut said = String::new();
        let most = sifted.row.saturating_add(PIECES).min(sifted.last);
        for row in sifted.row..=most {
            let piece = self
                .store
                .line(row)
                .is_some_and(|line| line.is_piece() && line.detail().ends_with("_delta"));
            if piece && let Some(text) = self.text(row) {
                said.push_str(&brief::summary(&text));
            }
            if said.len() > SUMMARY {
                break;
            }
        }
        said
    }

    /// The bytes of a line, if they are still kept.
    pub fn text(&mut self, row: u32) -> Option<Bytes> {
        let entry = self.store.entry(row).ok().flatten()?;
        Some(entry.line)
    }

    /// The selected line.
    pub fn selected(&self) -> Option<Sifted> {
        self.sieve.get(self.list.row(self.sieve.len()))
    }

    /// Selects a line, if it is shown; else the one before it.
    pub fn select(&mut self, row: u32) {
        self.list.follow = false;
        self.wanted = Some(row);
        self.settle();
    }

    /// A row of the pane was clicked: this many rows down.
    pub fn click(&mut self, down: usize) {
        let (clicked, len) = (self.top + down, self.sieve.len());
        if clicked < len {
            self.list.selected = clicked;
            self.list.follow = clicked + 1 == len;
        }
    }

    /// The wanted line is selected as far as the lines are sifted.
    fn settle(&mut self) {
        let Some(wanted) = self.wanted else { return };
        self.list.selected = self.sieve.place(wanted);
        if self.sieve.reached(wanted) {
            self.wanted = None;
        }
    }

    /// What is shown changes: who looked at a line goes on looking at it.
    pub fn change(&mut self, change: impl FnOnce(&mut Sieve)) {
        if !self.list.follow {
            self.wanted = self.wanted.or(self.selected().map(|sifted| sifted.row));
        }
        change(&mut self.sieve);
        if let Some(search) = &self.search {
            self.search = Some(search.anew(self.sieve.shown().as_ref()));
        }
    }

    /// When the session started, by the clock on the wall, as far as that is known.
    pub fn started(&self) -> Option<DateTime<FixedOffset>> {
        let told = self.store.header().and_then(|header| header.started);
        self.began.or(told.map(|time| time.fixed_offset()))
    }

    /// The line that is looked at, or where the next one would be.
    pub fn here(&self) -> u32 {
        self.selected().map_or(0, |sifted| sifted.row)
    }

    /// Whether there is more to sift than fitted before one frame.
    pub fn is_unfinished(&self) -> bool {
        let search = self.search.as_ref();
        let searches = search.is_some_and(|search| !search.is_done(&self.store));
        self.visible && (searches || !self.sieve.is_done(&self.store))
    }
}
