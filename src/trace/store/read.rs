//! Reading lines on demand: their text, whether they fit a filter, what belongs to them.
//!
//! EDGE: blocking file I/O, by way of `source`. Owns nothing but the questions.

use super::scan::scan;
use super::{Place, Store, source};
use crate::trace::decode::{self, Held};
use crate::trace::filter::{Filter, Mark, Subject as _, Verdict};
use crate::trace::{Damage, Entry, TraceError};
use bytes::Bytes;
use std::borrow::Cow;

/// Bytes of a line that are read to show it in a list.
const BEGINNING: u64 = 64 * 1024;
/// Lines up to this size are read whole to see what belongs to them.
const WHOLE: u64 = 4 << 20;
/// Bytes of lines that are looked through for ids, and what a line costs at least.
#[cfg(any(feature = "tui", test))]
const NEAR: usize = 512 * 1024;
#[cfg(any(feature = "tui", test))]
const PER_LINE: usize = 1024;

impl Store {
    /// The raw line; empty for one of a live session that is no longer kept.
    pub fn text(&mut self, row: u32) -> Result<Cow<'_, [u8]>, TraceError> {
        let (from, to) = self.index.rows.span(row);
        let Some(known) = self.index.subject(row) else {
            return Ok(Cow::Borrowed(&[]));
        };
        match &mut self.place {
            Place::File(on_file) => {
                let line = on_file.source.read(from, to)?;
                Ok(source::body(self.format, line))
            }
            Place::Memory(memory, _) => Ok(memory
                .get(row, known.at(), known.direction())
                .map_or(Cow::Borrowed(&[]), |line| Cow::Owned(line.to_vec()))),
        }
    }

    /// The line as an entry, with its number; `None` if it is none or is not there.
    pub fn entry(&mut self, row: u32) -> Result<Option<Entry>, TraceError> {
        let Some(line) = self.index.subject(row).filter(|line| !line.is_damaged()) else {
            return Ok(None);
        };
        let (at, direction) = (line.at(), line.direction());
        let (from, to) = self.index.rows.span(row);
        let seq = u64::from(row) + 1;
        let (seq, line) = match &mut self.place {
            Place::Memory(memory, _) => match memory.get(row, at, direction) {
                Some(line) => (seq, line),
                None => return Ok(None),
            },
            Place::File(on_file) => {
                let raw = on_file.source.read(from, to)?;
                let raw = raw.trim_ascii_end();
                let found = decode::envelope(raw);
                // Where only some have a number, all are counted.
                let told = found.filter(|_| !self.format.is_bare());
                let told = told.map_or(seq, |found| found.seq);
                let body = match found.map(|found| found.held) {
                    Some(Held::Raw(body)) => Cow::Borrowed(body),
                    _ => source::body(self.format, raw),
                };
                (told, Bytes::copy_from_slice(&body))
            }
        };
        Ok(Some(Entry {
            seq,
            at,
            direction,
            line,
        }))
    }

    /// Why a line of the file is no entry; `None` if it is one. Its bytes are its text.
    pub fn damage(&mut self, row: u32) -> Result<Option<Damage>, TraceError> {
        if !self.is_damaged(row) {
            return Ok(None);
        }
        let line = self.text(row)?;
        Ok(decode::keyed(&line, Bytes::copy_from_slice).err())
    }

    fn is_damaged(&self, row: u32) -> bool {
        self.line(row).is_some_and(|line| line.is_damaged())
    }

    /// The beginning of a line, enough to be shown in a list however long it is, and how long it is; nothing if it is not
    /// there. The length of one that is not read to its end is that of the index.
    pub fn beginning(&mut self, row: u32) -> Result<Option<(Bytes, u64)>, TraceError> {
        let (from, to) = self.index.rows.span(row);
        if let Place::File(on_file) = &mut self.place
            && to - from > BEGINNING
        {
            let raw = on_file.source.read(from, from + BEGINNING)?;
            let inside = decode::beginning(raw, true).map(|found| found.held);
            let line = match inside {
                Some(Held::Raw(line)) => line,
                _ => raw,
            };
            return Ok(Some((Bytes::copy_from_slice(line), to - from)));
        }
        if self.is_damaged(row) {
            let line = Bytes::from(self.text(row)?.into_owned());
            let length = line.len() as u64;
            return Ok(Some((line, length)));
        }
        let entry = self.entry(row)?;
        Ok(entry.map(|entry| (entry.line.clone(), entry.line.len() as u64)))
    }

    /// Whether a line fits a filter. Its text is read only if nothing else decides.
    pub fn fits(&mut self, filter: &Filter, row: u32) -> Result<bool, TraceError> {
        let Some(line) = self.index.subject(row) else {
            return Ok(false);
        };
        match filter.judge(&line) {
            Verdict::Fits => return Ok(true),
            Verdict::Not => return Ok(false),
            Verdict::Open => {}
        }
        let (from, to) = self.index.rows.span(row);
        Ok(match &mut self.place {
            Place::File(on_file) => {
                let raw = on_file.source.read(from, to)?;
                filter.fits(&line, &source::body(self.format, raw))
            }
            Place::Memory(memory, _) => {
                let text = memory.get(row, line.at(), line.direction());
                text.is_some_and(|text| filter.fits(&line, &text))
            }
        })
    }

    /// The answer to a line, or what it answers.
    pub fn partner(&self, row: u32) -> Option<u32> {
        self.line(row).and_then(|line| line.partner())
    }

    /// Everything that belongs to a line, in order and without itself: its answer; the pieces of its message; all lines
    /// about its call, with their answers.
    pub fn related(&mut self, row: u32) -> Result<Vec<u32>, TraceError> {
        let mut found = self.index.ring(row);
        let mut about: Vec<u32> = self.partner(row).into_iter().collect();
        // An answer says only whom it answers: what its request is about, it is about too.
        for row in self.partner(row).into_iter().chain([row]) {
            let text = self.searched_for_ids(row)?;
            let scanned = scan(&text);
            let ids = scanned.calls.iter().map(|(id, _)| *id);
            for id in ids.chain(scanned.results).chain([scanned.tool_use_id]) {
                if id.is_empty() {
                    continue;
                }
                about.extend(self.index.pairing.caller(id));
                if let Some(first) = self.index.pairing.about_call(id) {
                    about.extend(self.index.ring(first));
                }
            }
        }
        let answers: Vec<u32> = about.iter().filter_map(|row| self.partner(*row)).collect();
        found.extend(about);
        found.extend(answers);
        found.retain(|other| *other != row);
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// A line, or the beginning of what is very long.
    fn searched_for_ids(&mut self, row: u32) -> Result<Bytes, TraceError> {
        let (from, to) = self.index.rows.span(row);
        Ok(match to - from {
            0..=WHOLE => self.text(row)?.into_owned().into(),
            _ => self.beginning(row)?.unwrap_or_default().0,
        })
    }

    /// Ids in the lines up to this one, the nearest first: so many, or those of a bounded part of the lines.
    #[cfg(any(feature = "tui", test))]
    pub(crate) fn ids_near(&mut self, row: u32, most: usize) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        let mut left = NEAR;
        for row in (0..=row.min(self.len())).rev() {
            left = left.saturating_sub(PER_LINE);
            if left == 0 {
                break;
            }
            let Ok(Some((line, _))) = self.beginning(row) else {
                continue;
            };
            let ids = scan(&line);
            let of_blocks = ids.calls.iter().map(|(id, _)| *id).chain(ids.results);
            let of_line = [ids.request_id, ids.tool_use_id, ids.hook_id, ids.message_id];
            for id in of_blocks.chain(of_line).filter(|id| !id.is_empty()) {
                let id = String::from_utf8_lossy(id);
                if !found.iter().any(|known| *known == id) {
                    found.push(id.into_owned());
                }
            }
            left = left.saturating_sub(line.len());
            if found.len() >= most {
                break;
            }
        }
        found.truncate(most);
        found
    }

    /// The row of the line with that number, in a file whose lines count upwards.
    pub fn row_of(&mut self, seq: u64) -> Result<Option<u32>, TraceError> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let Some(entry) = self.entry(middle)? else {
                // A line that is no entry says nothing: its neighbour is near enough.
                low = middle + 1;
                continue;
            };
            match entry.seq.cmp(&seq) {
                std::cmp::Ordering::Equal => return Ok(Some(middle)),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        Ok(None)
    }

    /// The next row from `from` on (or before it, backwards) that has the mark.
    pub fn next_marked(&self, from: u32, mark: Mark, backwards: bool) -> Option<u32> {
        let has = |row: &u32| self.line(*row).is_some_and(|line| line.has(mark));
        if backwards {
            (0..from.min(self.len())).rev().find(has)
        } else {
            (from..self.len()).find(has)
        }
    }
}
