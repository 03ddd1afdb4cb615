//! Which lines fit a filter, in bounded parts. Owns: passing over many lines at once when a text is looked for.
//!
//! EDGE: blocking file I/O, by way of `source`.

use super::{Place, Store};
use crate::trace::TraceError;
use crate::trace::filter::{Filter, Needle, Subject as _, Verdict};
use std::ops::Range;

/// What looking at a line costs beside reading it, in bytes.
const LINE: u64 = 64;
/// What reading a line by itself costs, for each byte of it, beside passing over it with others.
const CLOSELY: u64 = 4;
/// Lines that are looked at one by one after one that had the text in it: where it is often, looking ahead is in vain.
const BY_ONE: u32 = 16;

/// How far looking through lines came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looked {
    /// The row at which to go on.
    pub next: u32,
    /// What was done, in about the time that passing over a byte takes.
    pub cost: u64,
}

impl Store {
    /// Adds the rows from `from` on that fit, and says at which row to go on; that is [`Self::len`] when there are no more.
    ///
    /// It comes back after about `budget` bytes of work, with at least one line looked at, so that whoever searches a large
    /// recording can show what is found so far, or stop.
    pub fn fitting(
        &mut self,
        filter: &Filter,
        from: u32,
        budget: u64,
        found: &mut Vec<u32>,
    ) -> Result<u32, TraceError> {
        let rows = from..self.len();
        let looked = self.fitting_among(filter, rows, budget, found)?;
        Ok(looked.next)
    }

    /// The same among some rows, and says what that cost: a single long line can cost more than the budget.
    pub fn fitting_among(
        &mut self,
        filter: &Filter,
        rows: Range<u32>,
        budget: u64,
        found: &mut Vec<u32>,
    ) -> Result<Looked, TraceError> {
        let by_kind = self.index.may_be_called(filter);
        let needle = filter.needle().filter(|_| !by_kind);
        let mut ahead = Ahead::default();
        let (from, until) = (rows.start, rows.end.min(self.len()));
        let mut row = from;
        let mut cost = 0;
        while row < until && (cost < budget || row == from) {
            if let Some(needle) = &needle {
                let next = self.pass_over(needle, row, &mut ahead)?;
                cost += std::mem::take(&mut ahead.cost);
                if next > row {
                    row = next.min(until);
                    continue;
                }
            }
            let Some(line) = self.index.subject(row) else {
                row += 1;
                continue;
            };
            let (verdict, size) = (filter.judge(&line), line.size().1);
            let fits = match verdict {
                Verdict::Fits => true,
                Verdict::Not => false,
                Verdict::Open => self.fits(filter, row)?,
            };
            let read = if verdict == Verdict::Open {
                size * CLOSELY
            } else {
                0
            };
            cost += LINE + read;
            if fits {
                found.push(row);
            }
            row += 1;
        }
        Ok(Looked { next: row, cost })
    }

    /// The next row that may fit.
    fn pass_over(
        &mut self,
        needle: &Needle<'_>,
        row: u32,
        ahead: &mut Ahead,
    ) -> Result<u32, TraceError> {
        let Place::File(on_file) = &mut self.place else {
            return Ok(row);
        };
        let (from, to) = self.index.rows.span(row);
        if to > ahead.without {
            if ahead.by_one > 0 {
                ahead.by_one -= 1;
                return Ok(row);
            }
            let lines = on_file.source.ahead(from, to)?;
            ahead.cost += lines.len() as u64;
            // A line that is not there whole is looked at by itself.
            let whole = memchr::memrchr(b'\n', lines).map_or(0, |last| last + 1);
            let lines = lines.get(..whole).unwrap_or_default();
            let clear = needle.first_in(lines).unwrap_or(whole);
            ahead.without = from + clear as u64;
            ahead.by_one = if clear < whole { BY_ONE } else { 0 };
        }
        Ok(self.index.rows.pass_over(row, ahead.without))
    }
}

/// What is known of the lines that come.
#[derive(Debug, Default)]
struct Ahead {
    /// Up to this place of the file the text is not there.
    without: u64,
    /// Lines to be looked at one by one before looking ahead again.
    by_one: u32,
    /// Bytes that were looked through.
    cost: u64,
}
