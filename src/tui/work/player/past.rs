//! The session as it was at any line, with what could be said to be wrong then. Owns: the checkpoints of both, bounded.
//! Does not own: reading (`reading`).

use super::reading::Reading;
use crate::session::explain::Explainer;
use crate::session::{State, Timeline};
use crate::trace::{TraceError, Traffic};
use crate::tui::panes::traffic::Shelf;

/// As a [`Timeline`] has them, so that its copies and ours are of the same lines.
const STEP: u32 = 512;
const KEPT: usize = 64;

/// The states that are worked out so far.
#[derive(Debug)]
pub(super) struct Past {
    timeline: Timeline,
    explainer: Explainer,
    /// What was known before each line whose number is a multiple of the step.
    kept: Vec<Explainer>,
    step: u32,
}

impl Past {
    /// Nothing yet. Without times nothing can be said about who waits for whom.
    pub(super) fn new(timed: bool) -> Self {
        let mut explainer = Explainer::default();
        if !timed {
            explainer.untimed();
        }
        Self {
            timeline: Timeline::default(),
            explainer,
            kept: Vec::new(),
            step: STEP,
        }
    }

    /// How many lines were taken in.
    pub(super) fn lines(&self) -> u32 {
        self.timeline.lines()
    }

    /// The session after all of them.
    pub(super) fn latest(&self) -> &State {
        self.timeline.latest()
    }

    /// What is known to be wrong after all of them.
    pub(super) fn explainer(&self) -> &Explainer {
        &self.explainer
    }

    /// Takes in the next line.
    pub(super) fn push(&mut self, traffic: Option<&Traffic>) {
        if self.lines().is_multiple_of(self.step) {
            self.kept.push(self.explainer.clone());
            if self.kept.len() > KEPT {
                let mut index = 0;
                self.kept.retain(|_| {
                    index += 1;
                    index % 2 == 1
                });
                self.step = self.step.saturating_mul(2);
            }
        }
        self.timeline.push(traffic);
        if let Some(traffic) = traffic {
            self.explainer.observe(self.timeline.latest(), traffic);
        }
    }

    /// The session after the first `lines` lines.
    pub(super) fn at(
        &self,
        lines: u32,
        from_file: &Shelf,
    ) -> Result<(State, Explainer), TraceError> {
        if lines >= self.lines() {
            return Ok((self.latest().clone(), self.explainer.clone()));
        }
        let from = lines - lines % self.step;
        let index = usize::try_from(from / self.step).unwrap_or(usize::MAX);
        let Some(mut explainer) = self.kept.get(index).cloned() else {
            return Ok((State::default(), Explainer::default()));
        };
        let mut reading = Reading::new(from_file, from, lines);
        let mut state = self.timeline.state_at(from, |row| reading.get(row))?;
        advance(&mut state, &mut explainer, from, lines, from_file)?;
        Ok((state, explainer))
    }
}

/// Goes on from one line to another.
pub(super) fn advance(
    state: &mut State,
    explainer: &mut Explainer,
    from: u32,
    to: u32,
    shelf: &Shelf,
) -> Result<(), TraceError> {
    let mut reading = Reading::new(shelf, from, to);
    while reading.fill()? {
        while let Some(read) = reading.next() {
            if let Some(traffic) = read.traffic {
                state.observe(&traffic);
                explainer.observe(state, &traffic);
            }
        }
    }
    Ok(())
}
