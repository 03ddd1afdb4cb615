//! The session as it was at any line of a recording, without folding from the start each time.
//!
//! Owns: at which lines there is a copy of the state, at most [`CHECKPOINTS`] of them, spread over the recording however
//! long it gets. Does not own the copies (`checkpoints`), nor the lines: whoever asks hands in how to get one.

use super::State;
use super::checkpoints::Checkpoints;
use crate::trace::Traffic;

/// Copies of the state that are kept.
pub const CHECKPOINTS: usize = 512;
/// Lines between two copies at first. Folding takes a microsecond or two a line, reading a copy some milliseconds.
const FIRST_STEP: u32 = 4096;
/// A line counts once more for each so many bytes: folding long ones takes longer.
const LONG: usize = 2048;

/// The checkpoints of a recording.
#[derive(Debug)]
pub struct Timeline {
    copies: Checkpoints,
    /// How many lines came before each copy.
    places: Vec<u32>,
    /// What is to be folded between two copies, in lines of usual length.
    step: u64,
    /// What was folded since the newest copy.
    since: u64,
    most: usize,
    /// The state after all lines so far.
    state: State,
    lines: u32,
}

impl Default for Timeline {
    fn default() -> Self {
        Self::new(FIRST_STEP, CHECKPOINTS)
    }
}

impl Timeline {
    /// A timeline with that many lines between copies at first, and that many copies at most.
    pub fn new(step: u32, most: usize) -> Self {
        Self {
            copies: Checkpoints::default(),
            places: Vec::new(),
            step: step.max(1).into(),
            since: 0,
            most: most.max(2),
            state: State::default(),
            lines: 0,
        }
    }

    /// Takes in the next line; `None` for one that is no traffic, so that rows and lines count alike.
    pub fn push(&mut self, traffic: Option<&Traffic>) {
        if self.since >= self.step {
            self.since = 0;
            self.copy();
        }
        if let Some(traffic) = traffic {
            self.state.observe(traffic);
            self.since += (traffic.line.len() / LONG) as u64;
        }
        self.since += 1;
        self.lines += 1;
    }

    fn copy(&mut self) {
        if !self.copies.keep(&self.state) {
            return;
        }
        self.places.push(self.lines);
        while self.places.len() > self.most || (self.copies.is_crowded() && self.places.len() > 2) {
            self.thin_out();
        }
    }

    /// Every second copy goes: the rest are twice as far apart.
    fn thin_out(&mut self) {
        self.copies.thin_out();
        let mut number = 0;
        self.places.retain(|_| {
            number += 1;
            number % 2 == 1
        });
        self.step = self.step.saturating_mul(2);
    }

    /// How many lines were taken in.
    pub fn lines(&self) -> u32 {
        self.lines
    }

    /// The state after all of them.
    pub fn latest(&self) -> &State {
        &self.state
    }

    /// The state after the first `lines` lines. `get` gives the line of a number, from 0; an error of it ends the search.
    pub fn state_at<E>(
        &self,
        lines: u32,
        mut get: impl FnMut(u32) -> Result<Option<Traffic>, E>,
    ) -> Result<State, E> {
        if lines >= self.lines {
            return Ok(self.state.clone());
        }
        let (from, mut state) = self.nearest(lines);
        for number in from..lines {
            if let Some(traffic) = get(number)? {
                state.observe(&traffic);
            }
        }
        Ok(state)
    }

    /// How many lines came before each of the copies, in order. Who keeps something beside them keeps it for these.
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// The last copy that is not after so many lines, and how many came before it; from the start if none can be read.
    pub fn nearest(&self, lines: u32) -> (u32, State) {
        let before = self.places.partition_point(|place| *place <= lines);
        let found = (0..before).rev().find_map(|number| {
            let place = self.places.get(number)?;
            Some((*place, self.copies.get(number)?))
        });
        found.unwrap_or_default()
    }
}

#[cfg(test)]
#[path = "timeline_tests.rs"]
mod tests;
