//! EDGE. A recording that is looked at, on a thread of its own. Owns: the file, its index, the checkpoints, and the state
//! at the moment that is looked at. Does not own: what is shown of it.
//!
//! It reads on in the background, in pieces, and answers seeks between them. The screen is told what changed, at most
//! every tenth of a second unless it asked.

use crate::session::{Phase, State, Timeline};
use crate::trace::filter::{Mark, Subject as _};
use crate::trace::store::Store;
use crate::trace::{Direction, Moment, TraceError, Traffic};
use crate::tui::model::{Report, SeatKey, Seek, Slot, Thing};
use crate::tui::msg::Done;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// Bytes that are read before seeks are looked at again.
const PIECE: u64 = 256 << 10;
/// How often a file that is followed is looked at.
const LOOK: Duration = Duration::from_millis(200);
/// How often the screen is told what nobody asked for.
const TELL: Duration = Duration::from_millis(100);
/// Pieces of the whole length.
const SLOTS: usize = 240;
/// Lines that are folded from where one is, rather than from a checkpoint.
const NEAR: u32 = 256;
/// Marks of something that went wrong.
const TROUBLE: [Mark; 4] = [Mark::Error, Mark::Malformed, Mark::Unknown, Mark::Late];

/// The way to a recording; its thread ends when this is dropped.
#[derive(Debug)]
pub(super) struct Player {
    seeks: Sender<Seek>,
}

impl Player {
    /// Opens a file and begins to read it.
    pub(super) fn open(
        path: &Path,
        key: SeatKey,
        follow: bool,
        tell: mpsc::Sender<Done>,
    ) -> Result<Self, TraceError> {
        let reel = Reel::open(path, key, follow)?;
        let (seeks, asked) = channel();
        let thread = std::thread::Builder::new().name("replay".to_owned());
        let started = thread.spawn(move || reel.run(&asked, &tell));
        started.map_err(|error| TraceError::reading(path, error))?;
        Ok(Self { seeks })
    }

    /// Goes elsewhere; told with [`Done::Replayed`].
    pub(super) fn seek(&self, seek: Seek) {
        // A thread that is gone has told why.
        let _ = self.seeks.send(seek);
    }
}

/// A recording and the moment that is looked at.
pub(super) struct Reel {
    key: SeatKey,
    store: Store,
    timeline: Timeline,
    follow: bool,
    /// The session after `at` lines.
    state: State,
    at: u32,
    time: Moment,
    /// The end is what is looked at, wherever it is.
    at_end: bool,
    /// Rows after which the session was in another state.
    changes: Vec<(u32, Phase)>,
    /// Rows with which turns begin or end.
    turns: Vec<u32>,
    troubles: Vec<u32>,
    read: Option<u8>,
    problem: Option<String>,
    /// How many lines the screen knows the look of.
    drawn: Option<u32>,
}

impl Reel {
    pub(super) fn open(path: &Path, key: SeatKey, follow: bool) -> Result<Self, TraceError> {
        Ok(Self {
            key,
            store: Store::open(path)?,
            timeline: Timeline::default(),
            follow,
            state: State::default(),
            at: 0,
            time: Moment::START,
            at_end: true,
            changes: Vec::new(),
            turns: Vec::new(),
            troubles: Vec::new(),
            read: Some(0),
            problem: None,
            drawn: None,
        })
    }

    fn run(mut self, asked: &Receiver<Seek>, tell: &mpsc::Sender<Done>) {
        let mut told: Option<Instant> = None;
        let mut news = true;
        loop {
            let Ok(seek) = self.next_seek(asked, news) else {
                return;
            };
            let mut report = None;
            if let Some(seek) = seek {
                report = Some(self.seek(seek));
            } else if self.problem.is_none() {
                news |= self.read_on();
                let due = told.is_none_or(|told| told.elapsed() >= TELL || self.read.is_none());
                if news && due {
                    report = Some(self.report(self.at_end));
                    news = false;
                }
            }
            if let Some(report) = report {
                told = Some(Instant::now());
                if tell
                    .blocking_send(Done::Replayed(Box::new(report)))
                    .is_err()
                {
                    return;
                }
            }
        }
    }

    /// The next seek, if there is one; waits for it when there is nothing else to do.
    fn next_seek(&self, asked: &Receiver<Seek>, news: bool) -> Result<Option<Seek>, ()> {
        let busy = (self.read.is_some() || news) && self.problem.is_none();
        if busy {
            return match asked.try_recv() {
                Ok(seek) => Ok(Some(seek)),
                Err(TryRecvError::Empty) => Ok(None),
                Err(TryRecvError::Disconnected) => Err(()),
            };
        }
        if self.follow && self.problem.is_none() {
            return match asked.recv_timeout(LOOK) {
                Ok(seek) => Ok(Some(seek)),
                Err(RecvTimeoutError::Timeout) => Ok(None),
                Err(RecvTimeoutError::Disconnected) => Err(()),
            };
        }
        asked.recv().map(Some).map_err(drop)
    }

    /// Reads a piece more. Says whether anything is new.
    pub(super) fn read_on(&mut self) -> bool {
        let before = (self.timeline.lines(), self.read);
        if let Err(error) = self.take_in() {
            self.problem = Some(error.to_string());
            self.read = None;
            return true;
        }
        if self.at_end && self.at != self.timeline.lines() {
            self.at = self.timeline.lines();
            self.state = self.timeline.latest().clone();
            self.time = self.store.last_moment();
        }
        before != (self.timeline.lines(), self.read)
    }

    fn take_in(&mut self) -> Result<(), TraceError> {
        let progress = self.store.index_some(PIECE)?;
        if progress.restarted {
            self.begin_again();
        }
        if progress.done && !self.follow {
            // A part of a line that is left is of a writer that was killed.
            self.store.finish();
        }
        let share = progress.bytes.saturating_mul(100) / progress.total.max(1);
        self.read = (!progress.done).then(|| u8::try_from(share).unwrap_or(100));
        while self.timeline.lines() < self.store.len() {
            let row = self.timeline.lines();
            let traffic = traffic(&mut self.store, row)?;
            self.timeline.push(traffic.as_ref());
            self.note(row);
        }
        Ok(())
    }

    /// The file is another one now.
    fn begin_again(&mut self) {
        self.timeline = Timeline::default();
        self.changes.clear();
        self.turns.clear();
        self.troubles.clear();
        self.drawn = None;
        self.at_end = true;
        // Not the number of lines of what comes, even if that has none.
        self.at = u32::MAX;
    }

    /// Remembers what a line is for the look of the whole.
    fn note(&mut self, row: u32) {
        let phase = self.timeline.latest().phase();
        if self.changes.last().is_none_or(|(_, last)| *last != phase) {
            self.changes.push((row, phase));
        }
        if self.is(row, Thing::Turn) {
            self.turns.push(row);
        }
        if self.is(row, Thing::Trouble) {
            self.troubles.push(row);
        }
    }

    fn is(&self, row: u32, thing: Thing) -> bool {
        let Some(line) = self.store.line(row) else {
            return false;
        };
        let (kind, sent) = (line.kind(), line.direction() == Direction::Out);
        match thing {
            Thing::Line => true,
            Thing::Message => matches!(kind, "user" | "assistant" | "result"),
            Thing::Turn => kind == "result" || (sent && kind == "user"),
            Thing::Request => kind == "control_request",
            Thing::Trouble => TROUBLE.iter().any(|mark| line.has(*mark)),
        }
    }

    /// Goes there.
    pub(super) fn seek(&mut self, seek: Seek) -> Report {
        let lines = self.timeline.lines();
        let mut missing = None;
        let mut time = None;
        self.at_end = seek == Seek::End;
        let to = match seek {
            Seek::End => lines,
            Seek::Line(line) => line.min(lines),
            Seek::Time(at) => {
                let at = at.min(self.store.last_moment());
                time = Some(at);
                self.store.row_at(Moment(at.0.saturating_add(1))).min(lines)
            }
            Seek::Next(thing) => {
                let found = (self.at..lines).find(|row| self.is(*row, thing));
                missing = found.is_none().then_some(thing);
                found.map_or(self.at, |row| row + 1)
            }
            Seek::Previous(thing) => {
                let before = self.at.saturating_sub(1);
                let found = (0..before).rev().find(|row| self.is(*row, thing));
                // Before the first line is a moment too.
                let first = (thing == Thing::Line && self.at == 1).then_some(0);
                missing = (found.is_none() && first.is_none()).then_some(thing);
                found.map(|row| row + 1).or(first).unwrap_or(self.at)
            }
        };
        let moved = to != self.at;
        if moved && let Err(error) = self.go(to) {
            self.problem = Some(error.to_string());
        }
        self.time = time.unwrap_or_else(|| self.time_at(self.at));
        Report {
            answer: true,
            missing,
            ..self.report(moved)
        }
    }

    fn time_at(&self, at: u32) -> Moment {
        let last = at.checked_sub(1).and_then(|row| self.store.line(row));
        last.map_or(Moment::START, |line| line.at())
    }

    fn go(&mut self, to: u32) -> Result<(), TraceError> {
        if to >= self.at && to - self.at <= NEAR {
            for row in self.at..to {
                if let Some(traffic) = traffic(&mut self.store, row)? {
                    self.state.observe(&traffic);
                }
            }
        } else {
            let store = &mut self.store;
            self.state = self.timeline.state_at(to, |row| traffic(store, row))?;
        }
        self.at = to;
        Ok(())
    }

    fn report(&mut self, with_state: bool) -> Report {
        let lines = self.timeline.lines();
        let strip = (self.drawn != Some(lines)).then(|| Arc::new(self.strip()));
        self.drawn = Some(lines);
        Report {
            key: self.key,
            answer: false,
            missing: None,
            at: self.at,
            lines,
            time: self.time,
            end: self.store.last_moment(),
            read: self.read,
            state: with_state.then(|| Box::new(self.state.clone())),
            strip,
            problem: self.problem.clone(),
        }
    }

    /// What the whole length looks like.
    fn strip(&self) -> Vec<Slot> {
        let end = self.store.last_moment();
        let lines = self.timeline.lines().max(1);
        let place = |row: u32| {
            let (at, all) = match self.store.line(row) {
                Some(line) if end > Moment::START => (line.at().0, end.0),
                _ => (u64::from(row), u64::from(lines)),
            };
            let slot = u128::from(at) * SLOTS as u128 / u128::from(all.saturating_add(1));
            usize::try_from(slot).unwrap_or(0).min(SLOTS - 1)
        };
        let mut phases = vec![None; SLOTS];
        for (row, phase) in &self.changes {
            if let Some(slot) = phases.get_mut(place(*row)) {
                *slot = Some(*phase);
            }
        }
        let mut last = Phase::Idle;
        let fill = |phase: Option<Phase>| {
            last = phase.unwrap_or(last);
            Slot {
                phase: last,
                ..Slot::default()
            }
        };
        let mut slots: Vec<Slot> = phases.into_iter().map(fill).collect();
        for row in &self.turns {
            if let Some(slot) = slots.get_mut(place(*row)) {
                slot.turn = true;
            }
        }
        for row in &self.troubles {
            if let Some(slot) = slots.get_mut(place(*row)) {
                slot.trouble = true;
            }
        }
        slots
    }
}

fn traffic(store: &mut Store, row: u32) -> Result<Option<Traffic>, TraceError> {
    Ok(store.entry(row)?.map(Traffic::from_entry))
}

#[cfg(test)]
#[path = "player_tests.rs"]
mod tests;
