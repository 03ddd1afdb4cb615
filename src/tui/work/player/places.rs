//! Places in a recording that one can go to. Owns: finding them in the index, a bounded part at a time. Does not own: the
//! session there (`past`).

use super::reading::taken;
use super::reel::Reel;
use crate::trace::filter::{Mark, Subject as _};
use crate::trace::store::Line;
use crate::trace::{Direction, Moment};
use crate::tui::model::{Seek, Thing};
use std::collections::BTreeSet;

/// Marks of something that went wrong.
const TROUBLE: [Mark; 4] = [Mark::Error, Mark::Malformed, Mark::Unknown, Mark::Late];
/// Rows that are looked at before the screen may have the lines again.
const ROWS: u32 = 8192;

/// Whether a line is such a thing.
pub(super) fn is(line: &Line<'_>, thing: Thing) -> bool {
    let (kind, sent) = (line.kind(), line.direction() == Direction::Out);
    match thing {
        Thing::Line => true,
        Thing::Message => matches!(kind, "user" | "assistant" | "result"),
        Thing::Turn => kind == "result" || (sent && kind == "user"),
        Thing::Request => kind == "control_request",
        Thing::Trouble => TROUBLE.iter().any(|mark| line.has(*mark)),
    }
}

impl Reel {
    /// Goes there. What was sought and is not there is given back.
    pub(super) fn place(&mut self, seek: Seek) -> Option<Thing> {
        let lines = self.len();
        let mut missing = None;
        let mut time = None;
        self.at_end = seek == Seek::End;
        let to = match seek {
            Seek::End => lines,
            Seek::Line(line) => line.min(lines),
            Seek::Time(at) => {
                let known = taken(&self.shelf);
                let at = at.min(known.store.last_moment());
                time = Some(at);
                let after = Moment(at.0.saturating_add(1));
                known.store.row_at(after).min(lines)
            }
            Seek::Next(thing) => {
                let found = self.next(self.at, lines, thing);
                missing = found.is_none().then_some(thing);
                found.map_or(self.at, |row| row + 1)
            }
            Seek::Previous(thing) => {
                let found = self.previous(self.at.saturating_sub(1), thing);
                // Before the first line is a moment too.
                let first = (thing == Thing::Line && self.at == 1).then_some(0);
                missing = (found.is_none() && first.is_none()).then_some(thing);
                found.map(|row| row + 1).or(first).unwrap_or(self.at)
            }
        };
        self.at = to;
        self.time = time.unwrap_or_else(|| self.time_at(to));
        missing
    }

    fn next(&self, from: u32, until: u32, thing: Thing) -> Option<u32> {
        let mut marked = None;
        let mut at = from;
        while at < until && marked.is_none() {
            let end = at.saturating_add(ROWS).min(until);
            let lines = taken(&self.shelf);
            marked =
                (at..end).find(|row| lines.store.line(*row).is_some_and(|line| is(&line, thing)));
            at = end;
        }
        let found = self
            .known(thing)
            .and_then(|rows| rows.range(from..until).next());
        marked.into_iter().chain(found.copied()).min()
    }

    fn previous(&self, until: u32, thing: Thing) -> Option<u32> {
        let mut marked = None;
        let mut end = until;
        while end > 0 && marked.is_none() {
            let from = end.saturating_sub(ROWS);
            let lines = taken(&self.shelf);
            let is = |row: &u32| lines.store.line(*row).is_some_and(|line| is(&line, thing));
            marked = (from..end).rev().find(is);
            end = from;
        }
        let found = self
            .known(thing)
            .and_then(|rows| rows.range(..until).next_back());
        marked.into_iter().chain(found.copied()).max()
    }

    /// Rows that are such a thing by what was worked out, not by what stands in them.
    fn known(&self, thing: Thing) -> Option<&BTreeSet<u32>> {
        match thing {
            Thing::Trouble => Some(&self.troubles),
            Thing::Turn => Some(&self.turns),
            _ => None,
        }
    }

    pub(super) fn time_at(&self, at: u32) -> Moment {
        let lines = taken(&self.shelf);
        let last = at.checked_sub(1).and_then(|row| lines.store.line(row));
        last.map_or(Moment::START, |line| line.at())
    }
}
