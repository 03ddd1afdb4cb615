//! The session as it was at any line of a recording, without folding from the start each time.
//!
//! PURE. Owns the checkpoints: copies of the state at some lines, at most [`CHECKPOINTS`] of them, evenly spread however
//! long the recording gets. Does not own the lines: whoever asks hands in how to get one.

use super::State;
use crate::trace::Traffic;

/// Copies of the state that are kept. A state may hold a megabyte of transcript or two, and folding forward takes a
/// microsecond or two a line: this many keep both the memory and the way to go small at a million lines.
pub const CHECKPOINTS: usize = 64;
/// Lines between two copies at first.
const FIRST_STEP: u32 = 512;

/// The checkpoints of a recording.
#[derive(Debug)]
pub struct Timeline {
    /// The state before each line whose number is a multiple of the step.
    kept: Vec<State>,
    step: u32,
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
            kept: Vec::new(),
            step: step.max(1),
            most: most.max(2),
            state: State::default(),
            lines: 0,
        }
    }

    /// Takes in the next line; `None` for one that is no traffic, so that rows and lines count alike.
    pub fn push(&mut self, traffic: Option<&Traffic>) {
        if self.lines.is_multiple_of(self.step) {
            self.kept.push(self.state.clone());
            if self.kept.len() > self.most {
                self.thin_out();
            }
        }
        if let Some(traffic) = traffic {
            self.state.observe(traffic);
        }
        self.lines += 1;
    }

    /// Every second copy goes: the rest are twice as far apart.
    fn thin_out(&mut self) {
        let mut index = 0;
        self.kept.retain(|_| {
            index += 1;
            index % 2 == 1
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
        let nearest = lines / self.step;
        let index = usize::try_from(nearest).unwrap_or(usize::MAX);
        let mut state = self.kept.get(index).cloned().unwrap_or_default();
        for number in nearest * self.step..lines {
            if let Some(traffic) = get(number)? {
                state.observe(&traffic);
            }
        }
        Ok(state)
    }
}

#[cfg(test)]
#[path = "timeline_tests.rs"]
mod tests;
