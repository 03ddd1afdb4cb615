//! A recording of any size, opened at once: the lines stay in their file, and the index of them (24 bytes a line) in a file
//! of its own as far as it is not in use.
//!
//! EDGE: blocking file I/O. Owns the index, pairing, and reading lines on demand; its memory does not grow with the lines.
//! Whoever opens a [`Store`] drives it: [`Store::index_some`] takes in a budget of bytes and comes back, so that a screen
//! stays live and can stop. A session that has no file keeps its latest lines in memory ([`Store::live`]).
//!
//! ```
//! use cca::trace::filter::Filter;
//! use cca::trace::store::Store;
//!
//! let dir = tempfile::tempdir()?;
//! let path = dir.path().join("dump.ndjson");
//! std::fs::write(&path, "{\"type\":\"result\"}\n{\"type\":\"user\"}\n")?;
//! let mut store = Store::open(&path)?;
//! while !store.index_some(1 << 20)?.done {}
//! let filter = Filter::parse("~t user")?;
//! assert!(!store.fits(&filter, 0)? && store.fits(&filter, 1)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chunk;
mod feed;
mod follow;
mod index;
mod line;
mod older;
mod pair;
mod read;
mod rows;
pub(in crate::trace) mod scan;
mod search;
mod shelf;
mod source;
mod take_in;
mod walk;
mod words;

pub use line::Line;
#[cfg(any(feature = "tui", test))]
pub(crate) use pair::Changed;
pub use search::Looked;

use super::filter::Vocabulary;
use super::{Format, Header, Moment, Recording, TraceError, Traffic};
use chrono::{DateTime, Utc};
use feed::{Feed, Found};
use follow::Identity;
use index::{Incoming, Index};
use older::Older;
use rows::Flags;
use source::{Memory, Source};
use std::fs::File;
use std::path::{Path, PathBuf};
use take_in::take_in;

/// How far an index has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Lines known.
    pub rows: u32,
    /// Bytes of the file that are indexed.
    pub bytes: u64,
    /// Bytes of the file.
    pub total: u64,
    /// Nothing more is there for now.
    pub done: bool,
    /// The file was truncated or replaced: everything that was known of it is void.
    pub restarted: bool,
}

/// A recording and what is known of its lines.
#[derive(Debug)]
pub struct Store {
    format: Format,
    header: Option<Header>,
    index: Index,
    place: Place,
    finished: bool,
}

#[derive(Debug)]
enum Place {
    File(Box<OnFile>),
    Memory(Memory, u64),
}

#[derive(Debug)]
struct OnFile {
    source: Source,
    feed: Feed,
    identity: Identity,
    total: u64,
    /// The last look came to the end of the file, possibly inside a line.
    at_end: bool,
    /// It is another one than it was, and what kind of file that is its first line will tell.
    anew: bool,
    /// There is no file of that name any more.
    gone: bool,
}

impl Store {
    /// Opens a file and finds out what it is; nothing is indexed yet.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TraceError> {
        let path = path.as_ref();
        let recording = Recording::open(path)?;
        let (format, header) = (recording.format(), recording.header().cloned());
        drop(recording);
        let open = || File::open(path).map_err(|error| TraceError::reading(path, error));
        let file = open()?;
        let identity =
            Identity::of(path, &file).map_err(|error| TraceError::reading(path, error))?;
        let source = Source::new(path.to_path_buf(), open()?);
        let on_file = OnFile::new(source, Feed::new(file), identity);
        Ok(Self::on_file(format, header, on_file))
    }

    fn on_file(format: Format, header: Option<Header>, on_file: OnFile) -> Self {
        Self {
            format,
            header,
            index: new_index(format),
            place: Place::File(Box::new(on_file)),
            finished: false,
        }
    }

    /// A live session: the rows of all its lines, and the text of the latest, up to `limit` bytes. Those before are gone,
    /// unless they are recorded; see [`Self::recorded_at`].
    pub fn live(limit: usize) -> Self {
        Self {
            format: Format::Recording,
            header: None,
            index: new_index(Format::Recording),
            place: Place::Memory(Memory::new(limit), 0),
            finished: false,
        }
    }

    /// A live session is recorded to this file, from its first line on: what is no longer kept can be read from it.
    pub fn recorded_at(&mut self, path: impl Into<PathBuf>) {
        if let Place::Memory(memory, _) = &mut self.place {
            memory.older = Some(Older::new(path.into()));
        }
    }

    /// Looks where lines that are no longer kept stand in the file of a live session, in no more than so many bytes of it.
    /// Says whether there may be more.
    pub fn catch_up(&mut self, budget: u64) -> bool {
        match &mut self.place {
            Place::Memory(memory, _) => memory.catch_up(budget),
            Place::File(_) => false,
        }
    }

    /// Whether it is known where the text of a line is, or that it is nowhere.
    pub fn is_in_reach(&self, row: u32) -> bool {
        match &self.place {
            Place::Memory(memory, _) => memory.is_in_reach(row),
            Place::File(_) => true,
        }
    }

    /// Takes in a line of a live session; only for stores made by [`Self::live`].
    pub fn append(&mut self, traffic: &Traffic) {
        let Place::Memory(memory, end) = &mut self.place else {
            return;
        };
        let from = *end;
        *end += traffic.line.len() as u64;
        let cut = matches!(traffic.frame(), Some(crate::wire::Frame::Oversize { .. }));
        self.index.add(Incoming {
            from,
            to: *end,
            at: traffic.at,
            direction: traffic.direction,
            body: &traffic.line,
            spelled: false,
            quoted: false,
            cut,
            bare: false,
        });
        memory.push(traffic.line.clone());
    }

    /// Reads that many more bytes, if they are there, indexes the lines in them, and comes back. At the end of the file it
    /// looks whether there is more, or whether it is still the same file.
    pub fn index_some(&mut self, budget: u64) -> Result<Progress, TraceError> {
        let mut restarted = false;
        let rows = |index: &Index| index.rows.len();
        let Place::File(on_file) = &mut self.place else {
            return Ok(Progress {
                rows: rows(&self.index),
                bytes: 0,
                total: 0,
                done: true,
                restarted,
            });
        };
        if on_file.at_end {
            restarted = on_file.refresh()?;
            if restarted {
                let watched = self.index.pairing.is_watched();
                self.index = new_index(self.format);
                self.index.pairing.watch(watched);
                self.finished = false;
            }
        }
        let until = on_file.feed.end().saturating_add(budget.max(1));
        let mut done = false;
        loop {
            while let Some(found) = on_file.feed.next() {
                let said = !found.line.trim_ascii().is_empty();
                if said && std::mem::take(&mut on_file.anew) {
                    (self.format, self.header) = follow::judged(found.line);
                    set_format(&mut self.index, self.format);
                    restarted = true;
                }
                take_in(self.format, &mut self.index, &found);
            }
            let wanted = until.saturating_sub(on_file.feed.end());
            if wanted == 0 {
                break;
            }
            let read = on_file
                .feed
                .fill(wanted)
                .map_err(|error| TraceError::reading(&on_file.source.path, error))?;
            if read == 0 {
                done = true;
                break;
            }
        }
        on_file.at_end = done;
        let bytes = on_file.feed.position();
        on_file.total = on_file.total.max(bytes);
        Ok(Progress {
            rows: rows(&self.index),
            bytes,
            total: on_file.total,
            done,
            restarted,
        })
    }

    /// Nobody writes to the file any more: a last line that lacks only its line break counts. Says whether a part of a line
    /// is left that does not.
    pub fn finish(&mut self) -> bool {
        let Place::File(on_file) = &mut self.place else {
            return false;
        };
        let tail = on_file.feed.tail();
        if self.finished || tail.trim_ascii().is_empty() {
            return false;
        }
        let tail_is_whole = |tail: &[u8]| {
            // In a dump, text that is no JSON is as whole as it will get.
            let noise = self.format.is_bare() && !tail.starts_with(b"{");
            noise || super::entry::is_json(tail)
        };
        if on_file.feed.tail_is_cut() || !tail_is_whole(tail.trim_ascii()) {
            return true;
        }
        self.finished = true;
        let from = on_file.feed.position();
        let found = Found {
            from,
            to: from + tail.len() as u64,
            line: tail,
            cut: false,
        };
        take_in(self.format, &mut self.index, &found);
        false
    }

    /// What kind of file it is.
    pub fn format(&self) -> Format {
        self.format
    }

    /// When it began, by the clock on the wall: as its header says, or its first line with a time.
    pub fn started(&self) -> Option<DateTime<Utc>> {
        let told = self.header.as_ref().and_then(|header| header.started);
        told.or_else(|| self.index.stamps.started())
    }

    /// The header, if the file has one.
    pub fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// How many lines are known.
    pub fn len(&self) -> u32 {
        self.index.rows.len()
    }

    /// Whether no line is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of the longest line that is known to have gone over the wire.
    pub fn largest(&self) -> u64 {
        self.index.largest
    }

    /// The time of the latest line.
    pub fn last_moment(&self) -> Moment {
        self.index.last
    }

    /// The first row that is not before this time.
    pub fn row_at(&self, at: Moment) -> u32 {
        self.index.rows.first_at(at)
    }

    /// What is known of a line without reading it.
    pub fn line(&self, row: u32) -> Option<Line<'_>> {
        self.index.subject(row)
    }

    /// Whether it is to be remembered which lines change after they have come in, because of others.
    #[cfg(any(feature = "tui", test))]
    pub(crate) fn watch_changes(&mut self, wanted: bool) {
        self.index.pairing.watch(wanted);
    }

    /// The lines that changed since this was last asked, if it is remembered: whoever asks is the only one to be told.
    #[cfg(any(feature = "tui", test))]
    pub(crate) fn take_changed(&mut self) -> Changed {
        self.index.pairing.take_changed()
    }

    /// The names that occur, for completion.
    pub fn vocabulary(&self) -> Vocabulary {
        self.index.vocabulary()
    }

    /// Marks a line, or takes the mark away.
    pub fn mark(&mut self, row: u32, marked: bool) {
        let rows = &mut self.index.rows;
        rows.change(row, |row| row.flags.set(Flags::MARKED, marked));
    }
}

fn new_index(format: Format) -> Index {
    let mut index = Index::default();
    set_format(&mut index, format);
    index
}

fn set_format(index: &mut Index, format: Format) {
    index.pairing.directed = !format.is_bare();
    index.timed = !format.is_bare();
    index.clocked = format.has_times();
}

#[cfg(test)]
#[path = "store_tests.rs"]
mod tests;
