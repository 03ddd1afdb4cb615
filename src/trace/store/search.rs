//! Which lines fit a filter, in bounded parts. Owns: passing over many lines at once when a text is looked for.
//!
//! EDGE: blocking file I/O, by way of `source`.

use super::{Place, Store};
use crate::trace::TraceError;
use crate::trace::filter::{Filter, Needle, Subject as _, Verdict};

/// What looking at a line costs beside reading it, in bytes.
const LINE: u64 = 64;
/// Lines that are looked at one by one after one that had the text in it: where it is often, looking ahead is in vain.
const BY_ONE: u32 = 16;

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
        let needle = filter.needle();
        let mut ahead = Ahead::default();
        let mut row = from;
        let mut done = 0;
        while row < self.len() && (done < budget || row == from) {
            if let Some(needle) = &needle {
                let next = self.pass_over(needle, row, &mut ahead)?;
                done += std::mem::take(&mut ahead.cost);
                if next > row {
                    row = next;
                    continue;
                }
            }
            done += LINE;
            let Some(line) = self.index.subject(row) else {
                row += 1;
                continue;
            };
            let fits = match filter.judge(&line) {
                Verdict::Fits => true,
                Verdict::Not => false,
                Verdict::Open => {
                    done += line.size().1;
                    self.fits(filter, row)?
                }
            };
            if fits {
                found.push(row);
            }
            row += 1;
        }
        Ok(row)
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
