//! The session as it was at any line, with what could be said to be wrong then. Owns: the checkpoints of both, bounded.
//! Does not own: reading (`reading`).

use super::reading::Reading;
use crate::session::explain::Explainer;
use crate::session::{State, Timeline};
use crate::trace::{TraceError, Traffic};
use crate::tui::panes::traffic::Shelf;
use std::collections::BTreeMap;

/// The states that are worked out so far.
#[derive(Debug)]
pub(super) struct Past {
    timeline: Timeline,
    explainer: Explainer,
    /// What was known at each place that the timeline has a copy of, and at the start.
    kept: BTreeMap<u32, Explainer>,
}

impl Past {
    /// Nothing yet. Without times nothing can be said about who waits for whom.
    pub(super) fn new(timed: bool) -> Self {
        Self::with(Timeline::default(), timed)
    }

    fn with(timeline: Timeline, timed: bool) -> Self {
        let mut explainer = Explainer::default();
        if !timed {
            explainer.untimed();
        }
        Self {
            timeline,
            kept: BTreeMap::from([(0, explainer.clone())]),
            explainer,
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
        let before = self.lines();
        self.timeline.push(traffic);
        self.keep(before);
        if let Some(traffic) = traffic {
            self.explainer.observe(self.timeline.latest(), traffic);
        }
    }

    /// Keeps what is known at the place of a copy that was made just now, and only at places of copies.
    fn keep(&mut self, before: u32) {
        let places = self.timeline.places();
        if places.last() == Some(&before) {
            self.kept.insert(before, self.explainer.clone());
        }
        if self.kept.len() > places.len() + 1 {
            let is_copied = |place: u32| place == 0 || places.binary_search(&place).is_ok();
            self.kept.retain(|place, _| is_copied(*place));
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
        let (from, mut state) = self.timeline.nearest(lines);
        let Some(mut explainer) = self.kept.get(&from).cloned() else {
            return Ok((State::default(), Explainer::default()));
        };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Moment;
    use crate::trace::store::Store;
    use std::path::Path;

    #[test]
    fn what_was_wrong_is_known_at_every_line_however_few_copies_are_kept() {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recordings");
        let mut found = 0;
        for name in ["tool_turn.ndjson", "interrupted_turn.ndjson"] {
            let mut store = Store::open(fixtures.join(name)).unwrap();
            while !store.index_some(1 << 20).unwrap().done {}
            let shelf = Shelf::new(store);
            let mut past = Past::with(Timeline::new(3, 4), true);
            let mut folded = Vec::new();
            let mut reading = Reading::new(&shelf, 0, u32::MAX);
            let later = Moment(600_000_000);
            while reading.fill().unwrap() {
                while let Some(read) = reading.next() {
                    folded.push(past.explainer().findings(past.latest(), later));
                    past.push(read.traffic.as_ref());
                    assert!(past.kept.len() <= past.timeline.places().len() + 1);
                }
            }
            assert!(past.timeline.places().len() > 1, "{name}");
            for (lines, expected) in (0..).zip(&folded) {
                let (state, explainer) = past.at(lines, &shelf).unwrap();
                assert_eq!(
                    &explainer.findings(&state, later),
                    expected,
                    "{name} {lines}"
                );
                found += expected.len();
            }
        }
        assert!(found > 0, "something is wrong somewhere");
    }
}
