//! A recording, line by line, without its secrets. Owns: studying it first, and giving out masked entries.
//! Does not own: the file formats and the index (`trace::store`).

use super::ExportError;
use crate::headless::inspect::Report;
use crate::library;
use crate::session::{Limits, State};
use crate::trace::filter::Filter;
use crate::trace::mask::{Masker, Tally};
use crate::trace::store::Store;
use crate::trace::{Entry, Header, Traffic};
use chrono::{DateTime, Utc};
use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

/// What is indexed at once.
const STEP: u64 = 4 << 20;

/// How much of a conversation is kept while it is folded; what is to be shown of it is written on its way.
const LIMITS: Limits = Limits {
    bytes: 32 << 20,
    items: 20_000,
    item_bytes: 4 << 20,
};

/// A recording that was studied.
#[derive(Debug)]
pub(super) struct Source {
    store: Store,
    masker: Option<Masker>,
    /// Lines of the file that are no entries.
    pub(super) damaged: u64,
    /// Secrets were taken out when it was recorded.
    pub(super) redacted: bool,
    torn: bool,
    /// Somebody still writes to it.
    live: bool,
}

impl Source {
    /// Opens a file and studies it to its end; what is written to it later is not seen.
    pub(super) fn open(path: &Path, mask: bool) -> Result<Self, ExportError> {
        let mut store = Store::open(path)?;
        while !store.index_some(STEP)?.done {}
        let torn = store.finish();
        let mut source = Self {
            redacted: store.header().is_some_and(|header| header.redacted),
            store,
            masker: None,
            damaged: 0,
            torn,
            live: library::is_live(path),
        };
        let mut masker = Masker::default();
        if let Some(header) = source.store.header() {
            masker.study_header(header);
        }
        for row in 0..source.store.len() {
            match source.store.entry(row)? {
                Some(entry) if mask => masker.study(&entry.line),
                Some(_) => {}
                None => {
                    source.damaged += 1;
                    // Numbers are those of rows.
                    masker.study(b"");
                }
            }
        }
        masker.studied();
        source.masker = mask.then_some(masker);
        if u64::from(source.store.len()) == source.damaged && source.store.header().is_none() {
            return Err(ExportError::Nothing(path.to_owned()));
        }
        Ok(source)
    }

    /// How many lines there are.
    pub(super) fn len(&self) -> u32 {
        self.store.len()
    }

    /// What was masked since the counting began.
    pub(super) fn tally(&self) -> &Tally {
        const NOTHING: &Tally = &Tally::NOTHING;
        self.masker.as_ref().map_or(NOTHING, Masker::tally)
    }

    /// Begins the counting anew.
    pub(super) fn count_anew(&mut self) {
        if let Some(masker) = &mut self.masker {
            masker.forget_tally();
        }
    }

    /// Whether secrets are taken out.
    pub(super) fn masks(&self) -> bool {
        self.masker.is_some()
    }

    /// Whether the times of its lines mean anything.
    pub(super) fn has_times(&self) -> bool {
        self.store.format().has_times()
    }

    /// When it began, by the clock on the wall.
    pub(super) fn started(&self) -> Option<DateTime<Utc>> {
        self.store.started()
    }

    /// How the session was started.
    pub(super) fn header(&mut self) -> Option<Header> {
        let header = self.store.header()?.clone();
        Some(match &mut self.masker {
            Some(masker) => Header {
                redacted: true,
                ..masker.mask_header(&header)
            },
            None => header,
        })
    }

    /// A text of our own making without its secrets: a name of a file, say.
    pub(super) fn masked(&mut self, text: &str, place: &str) -> String {
        match &mut self.masker {
            Some(masker) => masker.mask_text(text, place),
            None => text.to_owned(),
        }
    }

    /// The line of a row; `None` if it is no entry.
    pub(super) fn entry(&mut self, row: u32) -> Result<Option<Entry>, ExportError> {
        let Some(mut entry) = self.store.entry(row)? else {
            return Ok(None);
        };
        if let Some(masker) = &mut self.masker {
            let masked = masker.mask(u64::from(row), entry.direction, &entry.line);
            if let Cow::Owned(line) = masked {
                entry.line = line.into();
            }
        }
        Ok(Some(entry))
    }

    /// Whether a line fits, as it was recorded.
    pub(super) fn fits(&mut self, filter: &Filter, row: u32) -> Result<bool, ExportError> {
        Ok(self.store.fits(filter, row)?)
    }

    /// Folds all of it. `each` sees every line before it is taken in, and what was known until then.
    pub(super) fn fold(
        &mut self,
        mut each: impl FnMut(&mut Self, u32, &Entry, &State) -> Result<(), ExportError>,
    ) -> Result<Report, ExportError> {
        let mut report = Report::new(self.store.format()).keeping(LIMITS);
        if let Some(header) = self.store.header() {
            report.header(header);
        }
        for row in 0..self.len() {
            if let Some(entry) = self.entry(row)? {
                // As everywhere, lines are known by where they stand.
                let entry = Entry {
                    seq: u64::from(row) + 1,
                    ..entry
                };
                each(self, row, &entry, report.state())?;
                report.observe(&Traffic::from_entry(entry));
            }
        }
        if self.torn {
            report.torn(b"");
        }
        if !self.live {
            report.ended();
        }
        Ok(report)
    }

    /// The lines that fit, one after the other.
    pub(super) fn lines<'a>(&'a mut self, filter: &'a Filter) -> Lines<'a> {
        Lines {
            source: self,
            filter,
            row: 0,
            failed: None,
        }
    }

    /// Writes a recording of the lines that fit, and says how many those are. What is no entry is left out: a secret in half
    /// a line may not be known as one.
    pub(super) fn recording(
        &mut self,
        filter: &Filter,
        out: &mut dyn Write,
    ) -> Result<Written, ExportError> {
        let mut written = Written {
            lines: 0,
            left_out: u64::from(self.torn && filter.is_empty()),
        };
        let failed = |error| ExportError::output("the recording", error);
        let mut buffer = Vec::new();
        if let Some(header) = self.header() {
            buffer = header.encode().map_err(|error| failed(error.into()))?;
        }
        for row in 0..self.len() {
            if self.fits(filter, row)? {
                if let Some(entry) = self.entry(row)? {
                    entry.write_line(&mut buffer);
                    written.lines += 1;
                } else {
                    written.left_out += 1;
                }
            }
            out.write_all(&buffer).map_err(failed)?;
            buffer.clear();
        }
        out.write_all(&buffer).map_err(failed)?;
        Ok(written)
    }
}

/// What became of the lines that fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) lines: u64,
    /// Those that are no entries.
    pub(super) left_out: u64,
}

/// Lines that fit. A failure ends them, and is told by [`Self::failed`].
pub(super) struct Lines<'a> {
    source: &'a mut Source,
    filter: &'a Filter,
    row: u32,
    failed: Option<ExportError>,
}

impl Lines<'_> {
    /// Why there were no more, if they did not just end.
    pub(super) fn failed(self) -> Result<(), ExportError> {
        self.failed.map_or(Ok(()), Err)
    }

    fn step(&mut self) -> Result<Option<Traffic>, ExportError> {
        while self.row < self.source.len() {
            let row = self.row;
            self.row += 1;
            if self.source.fits(self.filter, row)?
                && let Some(entry) = self.source.entry(row)?
            {
                return Ok(Some(Traffic::from_entry(entry)));
            }
        }
        Ok(None)
    }
}

impl Iterator for Lines<'_> {
    type Item = Traffic;

    fn next(&mut self) -> Option<Traffic> {
        match self.step() {
            Ok(traffic) => traffic,
            Err(error) => {
                self.failed = Some(error);
                None
            }
        }
    }
}
