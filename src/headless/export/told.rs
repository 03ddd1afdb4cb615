//! The conversation as it is shown, part by part. Owns: writing each part once nothing more can be expected to come to it, so
//! that a session of any length takes little memory. Does not own: the look of a part (`markdown`, `html`).
//!
//! What stands above the conversation is known only at its end, so it is kept aside meanwhile: in memory while it is short,
//! then in a file without a name. A call that has no result yet when its turn comes leaves a gap there, which is filled when
//! it has one.

use super::ExportError;
use super::sheet::{Part, part};
use crate::session::{Item, ItemKind, State};
use std::collections::HashSet;
use std::io::{self, Read as _, Seek as _, Write};
use tempfile::SpooledTempFile;

/// Bytes of pages that are kept in memory.
const IN_MEMORY: usize = 8 << 20;
/// From here on the older half is written.
const ITEMS: usize = 10_000;
const BYTES: usize = 12 << 20;
/// Lines between two looks at the gaps, as long as nothing is about to be forgotten.
const LOOK: u32 = 64;

/// What was shown so far.
#[derive(Debug)]
pub(super) struct Told {
    shown: fn(&Part) -> String,
    timed: bool,
    /// Lines whose items are shown, if not all are.
    fitting: Option<HashSet<u64>>,
    /// The number of the first item that is not written.
    next: u64,
    missed: u64,
    page: SpooledTempFile,
    /// Bytes of it.
    written: u64,
    gaps: Vec<Gap>,
    /// Those that are not filled, by their place in the list.
    unfilled: Vec<usize>,
    /// Lines since they were looked at.
    unlooked: u32,
}

/// The place of a call whose result had not come when it was written around.
#[derive(Debug)]
struct Gap {
    /// Bytes of the page before it.
    at: u64,
    call: Item,
    /// What is shown there, once nothing more comes to it.
    filling: Option<String>,
}

impl Told {
    /// Nothing yet.
    pub(super) fn new(shown: fn(&Part) -> String, timed: bool, filtered: bool) -> Self {
        Self {
            shown,
            timed,
            fitting: filtered.then(HashSet::new),
            next: 0,
            missed: 0,
            page: SpooledTempFile::new(IN_MEMORY),
            written: 0,
            gaps: Vec::new(),
            unfilled: Vec::new(),
            unlooked: 0,
        }
    }

    /// What comes with this line is shown.
    pub(super) fn fits(&mut self, seq: u64) {
        if let Some(fitting) = &mut self.fitting {
            fitting.insert(seq);
        }
    }

    /// Items that were forgotten before they could be shown.
    pub(super) fn missed(&self) -> u64 {
        self.missed
    }

    /// Writes what is old, if there is much.
    pub(super) fn keep_up(&mut self, state: &State) -> Result<(), ExportError> {
        let transcript = &state.transcript;
        self.unlooked += 1;
        if self.unlooked >= LOOK || transcript.bytes() > BYTES {
            self.fill_gaps(state, false);
        }
        let behind = transcript.end() - self.next.max(transcript.dropped());
        let half = transcript.dropped() + transcript.len() as u64 / 2;
        let much = transcript.bytes() > BYTES && half > self.next;
        if much || behind > ITEMS as u64 {
            self.write(state, half, false)?;
        }
        Ok(())
    }

    /// Fills the gaps of calls that have ended since, and of those that were forgotten meanwhile, or else of all.
    fn fill_gaps(&mut self, state: &State, all: bool) {
        self.unlooked = 0;
        for place in std::mem::take(&mut self.unfilled) {
            let Some(gap) = self.gaps.get_mut(place) else {
                continue;
            };
            let known = state.transcript.get(gap.call.number);
            match known {
                Some(item) if item.revision != gap.call.revision => gap.call = item.clone(),
                Some(_) => {}
                // Its result is in the recording alone.
                None => self.missed += 1,
            }
            if all || known.is_none() || !is_open(&gap.call) {
                let part = part(&gap.call, state, self.timed);
                gap.filling = Some(part.as_ref().map_or_else(String::new, self.shown));
            } else {
                self.unfilled.push(place);
            }
        }
    }

    /// Writes the rest, and the prompts that were never taken up.
    pub(super) fn end(&mut self, state: &State) -> Result<(), ExportError> {
        self.fill_gaps(state, true);
        self.write(state, state.transcript.end(), true)?;
        for item in state.transcript.waiting() {
            self.put(item, state, true)?;
        }
        Ok(())
    }

    fn write(&mut self, state: &State, until: u64, last: bool) -> Result<(), ExportError> {
        let first = state.transcript.dropped();
        self.missed += first.saturating_sub(self.next);
        self.next = self.next.max(first);
        while self.next < until {
            if let Some(item) = state.transcript.get(self.next) {
                self.put(item, state, last)?;
            }
            self.next += 1;
        }
        Ok(())
    }

    fn put(&mut self, item: &Item, state: &State, last: bool) -> Result<(), ExportError> {
        let fits = |seen: &HashSet<u64>| seen.contains(&item.seq);
        if !self.fitting.as_ref().is_none_or(fits) {
            return Ok(());
        }
        if !last && is_open(item) {
            self.unfilled.push(self.gaps.len());
            self.gaps.push(Gap {
                at: self.written,
                call: item.clone(),
                filling: None,
            });
            return Ok(());
        }
        let Some(part) = part(item, state, self.timed) else {
            return Ok(());
        };
        let shown = (self.shown)(&part);
        self.written += shown.len() as u64;
        let written = self.page.write_all(shown.as_bytes());
        written.map_err(|error| ExportError::output("the conversation to a temporary file", error))
    }

    /// Copies all of it.
    pub(super) fn copy(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.page.rewind()?;
        let mut copied = 0;
        for gap in &self.gaps {
            copied += io::copy(&mut (&mut self.page).take(gap.at - copied), out)?;
            out.write_all(gap.filling.as_deref().unwrap_or_default().as_bytes())?;
        }
        io::copy(&mut self.page, out)?;
        Ok(())
    }
}

/// Whether it is a call whose result may still come.
fn is_open(item: &Item) -> bool {
    matches!(&item.kind, ItemKind::Tool(call) if call.ended.is_none())
}
