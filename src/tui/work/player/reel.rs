//! EDGE. A recording and the moment that is looked at. Owns: reading on, a piece at a time, and the session at that moment.
//! Does not own: the thread (`mod`), finding places (`places`), telling the screen
//! (`telling`).

use super::past::{Past, advance};
use super::pulse::Pulse;
use super::reading::{Reading, taken};
use super::strip::Strip;
use crate::session::explain::{Explainer, Finding, Severity};
use crate::session::{Phase, State};
use crate::trace::filter::Subject as _;
use crate::trace::store::Store;
use crate::trace::{Format, Moment, TraceError};
use crate::tui::model::{Report, SeatKey, Seek, Slot};
use crate::tui::panes::traffic::Shelf;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Bytes that are indexed before the first frame: more lines than any screen shows.
const FIRST: u64 = 32 << 10;
/// Bytes that are indexed before anything else is looked at.
const PIECE: u64 = 256 << 10;
/// Work of sifting that is done before the screen may have the lines again; see [`crate::tui::panes::traffic::Sieve`].
const SIFT: u64 = 2_000;
/// Pieces of that in one go.
const SIFTS: usize = 8;
/// Lines that are worked out from where one is, rather than from a checkpoint.
const NEAR: u32 = 256;
/// How often a session that is still worked out is shown.
const INTERIM: Duration = Duration::from_millis(500);
/// Nothing came for so long: what was wrong then is looked at.
const SILENCE: Duration = Duration::from_secs(5);
/// Lines something is wrong about that are remembered beside those that are marked.
const TROUBLES: usize = 10_000;

/// A recording.
pub(super) struct Reel {
    pub(super) key: SeatKey,
    path: PathBuf,
    pub(super) shelf: Shelf,
    pub(super) follow: bool,
    pub(super) past: Past,
    pub(super) strip: Strip,
    /// Rows that something is said to be wrong about.
    pub(super) troubles: BTreeSet<u32>,
    /// Rows at which a turn begins or ends, where no line says so by itself.
    pub(super) turns: BTreeSet<u32>,
    /// How many lines there were at the moment that is looked at.
    pub(super) at: u32,
    pub(super) time: Moment,
    /// The time now, for a session that goes on and whose end is looked at; else that moment.
    pub(super) now: Moment,
    pulse: Option<Pulse>,
    /// The end is what is looked at, wherever it is.
    pub(super) at_end: bool,
    /// The session after `known` lines, and what is wrong with it.
    pub(super) state: State,
    pub(super) explainer: Explainer,
    pub(super) known: u32,
    /// It is another one than was told.
    pub(super) fresh: bool,
    shown: Option<Instant>,
    /// When the line before was.
    before: Moment,
    pub(super) read: Option<u8>,
    pub(super) problem: Option<String>,
    /// The lines that are worked out and those there are, as of the look of the whole that was told.
    pub(super) drawn: Option<(u32, u32)>,
}

impl Reel {
    pub(super) fn open(path: &Path, key: SeatKey, follow: bool) -> Result<Self, TraceError> {
        let store = if follow {
            Store::follow(path)?
        } else {
            Store::open(path)?
        };
        let past = Past::new(store.format().has_times());
        let started = store.header().and_then(|header| header.started);
        let pulse = Pulse::of(path, started.filter(|_| follow));
        Ok(Self {
            key,
            follow,
            now: Moment::START,
            pulse,
            path: path.to_owned(),
            explainer: past.explainer().clone(),
            shelf: Shelf::new(store),
            past,
            strip: Strip::default(),
            troubles: BTreeSet::new(),
            turns: BTreeSet::new(),
            at: 0,
            time: Moment::START,
            at_end: true,
            state: State::default(),
            known: 0,
            fresh: true,
            shown: None,
            before: Moment::START,
            read: Some(0),
            problem: None,
            drawn: None,
        })
    }

    /// How many lines are known.
    pub(super) fn len(&self) -> u32 {
        taken(&self.shelf).store.len()
    }

    /// Whether there is more to do at once.
    pub(super) fn is_busy(&self) -> bool {
        if self.problem.is_some() {
            return false;
        }
        let lines = taken(&self.shelf);
        self.read.is_some()
            || self.past.lines() < lines.store.len()
            || !lines.sieve.is_done(&lines.store)
    }

    /// Does a piece more. Says whether anything is new.
    pub(super) fn read_on(&mut self) -> bool {
        let done = self.advance();
        done.unwrap_or_else(|error| {
            self.stopped(&error);
            true
        })
    }

    fn stopped(&mut self, error: &TraceError) {
        self.problem = Some(error.to_string());
        self.read = None;
    }

    fn advance(&mut self) -> Result<bool, TraceError> {
        // The first lines are worked out at once, so that there is something to look at.
        let first = self.past.lines() == 0 && self.len() > 0;
        let mut news = false;
        if !first && (self.read.is_some() || self.follow) {
            news |= self.index()?;
        }
        news |= self.sift();
        // Whoever filters wants to see what fits before the states of lines far away are known.
        if first || (self.read.is_none() && self.is_sifted()) {
            news |= self.work_out()?;
        }
        news |= self.arrive()?;
        news |= self.wait();
        Ok(news)
    }

    /// Time passes for whoever waits in a session that goes on, though no line comes.
    fn wait(&mut self) -> bool {
        let phase = self.state.phase();
        let waits = !(phase.is_final() || phase == Phase::Idle) || !self.state.pending.is_empty();
        if !(waits && self.at_end && self.known == self.at) {
            return false;
        }
        let now = self.pulse.as_mut().and_then(Pulse::beat);
        if let Some(now) = now {
            self.now = now;
        }
        now.is_some()
    }

    fn index(&mut self) -> Result<bool, TraceError> {
        let mut lines = taken(&self.shelf);
        let before = (lines.store.len(), self.read, lines.store.is_gone());
        let piece = if lines.store.is_empty() { FIRST } else { PIECE };
        let progress = lines.store.index_some(piece)?;
        if progress.restarted {
            lines.sieve.again();
        }
        if progress.done && !self.follow {
            // A part of a line that is left is of a writer that was killed.
            lines.store.finish();
        }
        let share = progress.bytes.saturating_mul(100) / progress.total.max(1);
        self.read = (!progress.done).then(|| u8::try_from(share).unwrap_or(100));
        let after = (lines.store.len(), self.read, lines.store.is_gone());
        let timed = lines.store.format().has_times();
        let started = lines.store.header().and_then(|header| header.started);
        drop(lines);
        if progress.restarted {
            self.pulse = Pulse::of(&self.path, started.filter(|_| self.follow));
            self.begin_again(timed);
        }
        Ok(progress.restarted || before != after)
    }

    /// The file is another one now.
    fn begin_again(&mut self, timed: bool) {
        self.past = Past::new(timed);
        self.strip = Strip::default();
        self.troubles.clear();
        self.turns.clear();
        self.before = Moment::START;
        self.drawn = None;
        self.at_end = true;
        self.state = State::default();
        self.explainer = self.past.explainer().clone();
        self.known = 0;
        self.fresh = true;
    }

    /// Sifts on, and lets the screen have the lines in between.
    fn sift(&self) -> bool {
        let mut news = false;
        for _ in 0..SIFTS {
            let lines = &mut *taken(&self.shelf);
            if lines.sieve.is_done(&lines.store) {
                break;
            }
            lines.sieve.sift(&mut lines.store, SIFT);
            news = true;
        }
        news
    }

    fn is_sifted(&self) -> bool {
        let lines = taken(&self.shelf);
        lines.sieve.is_done(&lines.store)
    }

    /// Works out the states of some more lines.
    fn work_out(&mut self) -> Result<bool, TraceError> {
        let from = self.past.lines();
        let stored = taken(&self.shelf).store.format() == Format::Transcript;
        let mut reading = Reading::new(&self.shelf, from, u32::MAX);
        if !reading.fill()? {
            return Ok(false);
        }
        let mut silences = Vec::new();
        while let Some(read) = reading.next() {
            let row = self.past.lines();
            if read.at.since(self.before) >= SILENCE {
                silences.extend(self.past.explainer().findings(self.past.latest(), read.at));
            }
            self.before = self.before.max(read.at);
            let before = turns(self.past.latest());
            self.past.push(read.traffic.as_ref());
            let changed = stored && turns(self.past.latest()) != before;
            if changed && self.turns.len() < TROUBLES {
                self.turns.insert(row);
            }
            let slot = Slot {
                phase: self.past.latest().phase(),
                turn: if stored { changed } else { read.turn },
                trouble: read.trouble,
            };
            self.strip.push(row, read.at, slot);
        }
        let found = self.past.explainer();
        silences.extend(found.findings(self.past.latest(), self.before));
        self.remember(&silences);
        Ok(true)
    }

    /// Remembers what something is wrong about. What is only worth knowing is no trouble.
    fn remember(&mut self, findings: &[Finding]) {
        let wrong = findings
            .iter()
            .filter(|finding| finding.severity >= Severity::Warning);
        for line in wrong.flat_map(|finding| &finding.lines) {
            let Some(row) = line.checked_sub(1).and_then(|row| u32::try_from(row).ok()) else {
                continue;
            };
            if self.troubles.len() < TROUBLES && self.troubles.insert(row) {
                let at = taken(&self.shelf).store.line(row).map(|line| line.at());
                self.strip.trouble(row, at.unwrap_or_default());
            }
        }
    }

    /// Comes to the moment that is looked at, as far as it is worked out.
    fn arrive(&mut self) -> Result<bool, TraceError> {
        let before = (self.at, self.known);
        if self.at_end {
            let lines = taken(&self.shelf);
            self.at = lines.store.len();
            self.time = lines.store.last_moment();
        }
        if self.known != self.at || self.fresh {
            let ready = self.past.lines();
            if ready >= self.at {
                self.go(self.at)?;
            } else if self.at_end
                && ready > 0
                && self.shown.is_none_or(|shown| shown.elapsed() >= INTERIM)
            {
                self.go(ready)?;
                self.shown = Some(Instant::now());
            }
        }
        Ok(before != (self.at, self.known))
    }

    fn go(&mut self, to: u32) -> Result<(), TraceError> {
        if to == self.known {
            return Ok(());
        }
        if to > self.known && to - self.known <= NEAR {
            let (state, explainer) = (&mut self.state, &mut self.explainer);
            advance(state, explainer, self.known, to, &self.shelf)?;
        } else {
            // A long session takes megabytes: the one before goes first.
            self.state = State::default();
            (self.state, self.explainer) = self.past.at(to, &self.shelf)?;
        }
        self.known = to;
        self.fresh = true;
        Ok(())
    }

    /// Goes to one place after another, and says what is there at the last.
    pub(super) fn seek(&mut self, seeks: &[Seek]) -> Report {
        let mut missing = None;
        for seek in seeks {
            missing = self.place(*seek);
        }
        if let Err(error) = self.arrive() {
            self.stopped(&error);
        }
        Report {
            answers: u32::try_from(seeks.len()).unwrap_or(u32::MAX),
            missing,
            ..self.report()
        }
    }

    #[cfg(test)]
    pub(super) fn session(&self) -> (&State, u32) {
        (&self.state, self.known)
    }
}

/// How many turns there were, and whether one runs.
fn turns(state: &State) -> (u64, bool) {
    (state.turns.total(), state.turn_open())
}
