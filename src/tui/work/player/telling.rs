//! EDGE. What the screen is told of a recording. Owns: the report, with what waited for a person at that moment.
//! Does not own: when it is told (`mod`).

use super::reading::taken;
use super::reel::Reel;
use crate::session::Origin;
use crate::trace::filter::Subject as _;
use crate::trace::{DecidedBy, Moment, Traffic};
use crate::tui::model::{Asked, Later, Report};
use std::sync::Arc;

/// Requests that are shown as waiting.
const WAITING: usize = 64;

impl Reel {
    /// What there is to be shown now.
    pub(super) fn report(&mut self) -> Report {
        let (lines, end, next, gone) = {
            let known = taken(&self.shelf);
            let next = known.store.line(self.at).map(|line| line.at());
            let store = &known.store;
            (store.len(), store.last_moment(), next, store.is_gone())
        };
        let looks = (self.past.lines(), lines);
        let strip = (self.drawn != Some(looks)).then(|| Arc::new(self.strip.drawn(lines, end)));
        self.drawn = Some(looks);
        let fresh = std::mem::take(&mut self.fresh);
        let now = self.now_shown();
        Report {
            key: self.key,
            answers: 0,
            missing: None,
            at: self.at,
            known: self.known,
            worked_out: self.past.lines(),
            lines,
            time: self.time,
            now,
            next,
            end,
            by_line: self.strip.is_silent(end),
            read: self.read,
            findings: self.explainer.findings(&self.state, now),
            asked: fresh.then(|| self.asked()),
            state: fresh.then(|| Box::new(self.state.clone())),
            strip,
            gone,
            problem: self.problem.clone(),
        }
    }

    /// What time it is in the session that is shown: not the end of a long recording while its first lines are all that
    /// is worked out.
    fn now_shown(&self) -> Moment {
        if self.known < self.at {
            let last = self.known.checked_sub(1);
            let lines = taken(&self.shelf);
            let line = last.and_then(|row| lines.store.line(row));
            return line.map(|line| line.at()).unwrap_or_default();
        }
        if self.at_end {
            self.time.max(self.now)
        } else {
            self.time
        }
    }

    /// What waited for a person then, and what became of it.
    fn asked(&self) -> Vec<Asked> {
        let mut asked = Vec::new();
        let waits = self.state.pending.iter();
        for row in waits.filter(|row| row.origin == Origin::Cli).take(WAITING) {
            let number = row
                .seq
                .checked_sub(1)
                .and_then(|row| u32::try_from(row).ok());
            let Some(number) = number else { continue };
            let store = &mut taken(&self.shelf).store;
            let Ok(Some(entry)) = store.entry(number) else {
                continue;
            };
            let decisions = &self.past.latest().decisions;
            let decided = decisions
                .iter()
                .rev()
                .find(|one| one.request_id == row.id && one.asked == row.since);
            let answer = store.partner(number).and_then(|row| store.line(row));
            let later = match (decided, answer) {
                (Some(decided), answer) => Some(Later {
                    at: decided.decided,
                    line: answer.map(|line| line.number()),
                    verdict: Some(decided.verdict.clone()),
                    by: decided.by.clone(),
                }),
                (None, Some(answer)) => Some(Later {
                    at: answer.at(),
                    line: Some(answer.number()),
                    verdict: None,
                    by: DecidedBy::Unknown,
                }),
                (None, None) => None,
            };
            asked.push(Asked {
                traffic: Traffic::from_entry(entry),
                later,
            });
        }
        asked
    }
}
