//! PURE. The pieces of a message in one row. Owns: which row a piece belongs to, while it comes and afterwards, whatever
//! came between the pieces: answers, other agents, the finished parts of the same message.

use super::{Run, Sieve, Sifted};
use crate::trace::filter::Subject as _;
use crate::trace::store::{Line, Store};

/// Messages that may go on: one of each agent, of so many agents.
const AGENTS: usize = 16;
/// Lines between two pieces of one message, at most.
const BETWEEN: u32 = 4096;
/// Messages that may have begun after one that is not over yet, at most.
const BEGUN: usize = 64;

/// The row of a message that may go on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    agent: u16,
    pub(super) index: usize,
}

/// Whether a line is a piece of a message, or counts what was thought until then, which comes with every such piece.
pub(super) fn is_piece(line: &Line<'_>) -> bool {
    line.is_piece() || line.subtype() == "thinking_tokens" && line.kind() == "system"
}

/// Whether a line is one more piece of the message that the other one is a piece of, of the same agent.
fn goes_on(store: &Store, other: u32, row: u32, agent: u16) -> bool {
    let piece = |row: u32| store.line(row).filter(is_piece);
    let (Some(last), Some(line)) = (piece(other), piece(row)) else {
        return false;
    };
    let begins = |line: &Line<'_>| line.subtype() == "message_start";
    if begins(&line) || last.subtype() == "message_stop" || row - other > BETWEEN {
        return false;
    }
    // The beginning of another message may be among what is not shown.
    let mut between = (other + 1..row).filter_map(piece);
    !between.any(|line| begins(&line) && line.agent_number() == agent)
}

impl Sieve {
    /// Adds a line that is shown, behind all others.
    pub(super) fn push(&mut self, store: &Store, row: u32) {
        let piece = store.line(row).filter(is_piece);
        let Some(piece) = piece.filter(|_| !self.unfolded) else {
            self.rows.push(row);
            return;
        };
        let agent = piece.agent_number();
        let at = self.open.iter().position(|open| open.agent == agent);
        let known = at.and_then(|at| self.open.get(at).copied());
        let above = known.and_then(|open| Some((open, self.get(open.index)?)));
        if let Some((open, above)) = above
            && goes_on(store, above.last, row, agent)
        {
            self.join(open, row, 1);
            return;
        }
        if let Some(at) = at {
            self.open.remove(at);
        } else if self.open.len() >= AGENTS {
            self.open.remove(0);
        }
        let index = self.rows.len();
        self.open.push(Open { agent, index });
        self.rows.push(row);
    }

    /// So many more pieces of a message, up to this line.
    fn join(&mut self, open: Open, last: u32, count: u32) {
        let Open { agent, index } = open;
        let at = match self.runs.last() {
            // Nearly always the last one goes on.
            Some(run) if run.index == index => Ok(self.runs.len() - 1),
            _ => self.runs.binary_search_by_key(&index, |run| run.index),
        };
        match at {
            Ok(at) => {
                if let Some(run) = self.runs.get_mut(at) {
                    run.last = last;
                    run.count += count;
                }
            }
            Err(at) => {
                let count = count + 1;
                let run = Run {
                    index,
                    last,
                    count,
                    agent,
                };
                self.runs.insert(at, run);
            }
        }
    }

    /// Adds a row as it was before.
    pub(super) fn put(&mut self, store: &Store, sifted: Sifted) {
        self.fitting += sifted.count;
        self.push(store, sifted.row);
        if sifted.count == 1 {
            return;
        }
        let agent = store.line(sifted.row).as_ref().map(Line::agent_number);
        let open = self.open.iter().find(|open| Some(open.agent) == agent);
        if let Some(open) = open.copied() {
            self.join(open, sifted.last, sifted.count - 1);
        }
    }

    /// Takes away the rows from this one on.
    pub(super) fn cut_off(&mut self, store: &Store, from: usize) -> Vec<Sifted> {
        let taken = from..self.rows.len();
        let taken = taken.filter_map(|at| self.get(at)).collect();
        self.rows.truncate(from);
        let runs = self.runs.partition_point(|run| run.index < from);
        self.runs.truncate(runs);
        self.open = self.opened(store);
        taken
    }

    /// The rows of messages that may go on, found again: the last one of each agent.
    fn opened(&self, store: &Store) -> Vec<Open> {
        let mut open: Vec<Open> = Vec::new();
        for (index, row) in self.rows.iter().enumerate().rev().take(BETWEEN as usize) {
            let Some(piece) = store.line(*row).filter(is_piece) else {
                continue;
            };
            let agent = piece.agent_number();
            if open.len() < AGENTS && !open.iter().any(|open| open.agent == agent) {
                open.push(Open { agent, index });
            }
        }
        open.reverse();
        open
    }

    /// Whether a line is one of those that a row stands for.
    pub fn stands_for(&self, store: &Store, index: usize, line: u32) -> bool {
        let Some(sifted) = self.get(index) else {
            return false;
        };
        sifted.row == line || sifted.count > 1 && self.run_of(store, line) == Some(index)
    }

    /// Where a line is, or the row before it if it is not shown.
    pub fn place(&self, store: &Store, line: u32) -> usize {
        self.run_of(store, line).unwrap_or_else(|| {
            let after = self.rows.partition_point(|row| *row <= line);
            after.saturating_sub(1)
        })
    }

    /// The row of the message that a line is a piece of, if it stands for several.
    fn run_of(&self, store: &Store, line: u32) -> Option<usize> {
        let piece = store.line(line).filter(is_piece)?;
        let agent = piece.agent_number();
        self.runs_before(line)
            .find(|run| run.agent == agent && run.last >= line)
            .map(|run| run.index)
    }

    /// Those that stand for several lines and began no later than this line, the latest first.
    fn runs_before(&self, line: u32) -> impl Iterator<Item = &Run> {
        let begun = self.runs.partition_point(|run| {
            let first = self.rows.get(run.index);
            first.is_some_and(|first| *first <= line)
        });
        let runs = self.runs.get(..begun).unwrap_or_default();
        runs.iter().rev().take(BEGUN)
    }

    /// The first row that a line before this one belongs to and a line after it too, if any does.
    pub(super) fn first_around(&self, line: u32) -> Option<usize> {
        let around = self.runs_before(line).filter(|run| run.last >= line);
        around.map(|run| run.index).min()
    }

    /// The next line that is shown after this one, every piece of a message by itself; or the one before it.
    pub fn beside(&self, store: &Store, line: u32, forward: bool) -> Option<u32> {
        let next = self.rows.partition_point(|row| *row <= line);
        if forward {
            let next = self.rows.get(next).copied();
            let ends = self.runs_before(line).map(|run| run.last).max();
            let until = next
                .unwrap_or(u32::MAX)
                .min(ends.map_or(0, |last| last + 1));
            let mut between = line + 1..until;
            return between
                .find(|line| self.run_of(store, *line).is_some())
                .or(next);
        }
        let start = self.rows.partition_point(|row| *row < line);
        let before = start
            .checked_sub(1)
            .and_then(|at| self.rows.get(at).copied())?;
        let ends = self.runs_before(line - 1).map(|run| run.last).max();
        let from = line.min(ends.map_or(0, |last| last + 1));
        let mut between = (before + 1..from).rev();
        between
            .find(|line| self.run_of(store, *line).is_some())
            .or(Some(before))
    }
}

#[cfg(test)]
#[path = "fold_tests.rs"]
mod fold_tests;
