//! Reading recordings, captures and dumps as a stream of entries.
//!
//! EDGE: blocking file I/O. Memory stays within the cap on one line whatever the size of the file. Damage is an item,
//! never the end of reading. Does not decode the lines it hands out.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use chrono::{DateTime, Utc};

use super::decode::{Damage, Parts};
use super::entry::is_json;
use super::format::{self, Format, Opening};
use super::lines::{HEAD, Lines, Step};
use super::shape::{self, Shaped};
use super::stamp::{self, Stamps};
use super::store::scan::scan;
use super::{Direction, Entry, Header, Moment, TraceError};

/// The longest line of a file that is read whole, in bytes.
pub const DEFAULT_LINE_CAP: usize = 256 * 1024 * 1024;

/// Lines from this size on are handed out as they were read; shorter ones are copied, so that keeping a small entry
/// does not keep a large buffer.
const SHARED_FROM: usize = 64 * 1024;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// One thing found in a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A recorded line.
    Entry(Entry),
    /// A line of the file that is no entry.
    Damaged(Damaged),
    /// A line of the file that is longer than the cap.
    Oversize(Oversize),
}

/// A line of the file that cannot be read; reading went on after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damaged {
    /// Which line of the file, from 1.
    pub line_number: u64,
    /// Its first bytes.
    pub head: Bytes,
    /// What is wrong with it.
    pub reason: Damage,
}

/// A line of the file that was passed over because of its size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Oversize {
    /// Which line of the file, from 1.
    pub line_number: u64,
    /// Its first bytes, as in the file.
    pub head: Bytes,
    /// Its size in bytes.
    pub length: u64,
}

/// A recording being read.
///
/// As an iterator it ends at the end of the file; what then stands unfinished in the last line is in [`Self::torn`].
pub struct Recording<R = File> {
    path: PathBuf,
    lines: Lines<R>,
    format: Format,
    header: Option<Header>,
    /// The step that opening made to judge the format.
    made: Option<Step>,
    last_seq: u64,
    latest: Moment,
    stamps: Stamps,
    torn: Option<Bytes>,
    ended: bool,
}

impl Recording<File> {
    /// Opens a file and finds out what it is.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TraceError> {
        let path = path.as_ref();
        let file = File::open(path).map_err(|error| TraceError::reading(path, error))?;
        Self::from_reader(path, file, DEFAULT_LINE_CAP)
    }
}

impl<R: Read> Recording<R> {
    /// Reads from anything; `path` is used for messages only, `line_cap` bounds what a line may take in memory.
    pub fn from_reader(
        path: impl Into<PathBuf>,
        reader: R,
        line_cap: usize,
    ) -> Result<Self, TraceError> {
        let mut recording = Self {
            path: path.into(),
            lines: Lines::new(reader, line_cap),
            format: Format::Dump,
            header: None,
            made: None,
            last_seq: 0,
            latest: Moment::START,
            stamps: Stamps::default(),
            torn: None,
            ended: false,
        };
        recording.skip_beginning()?;
        let step = recording.first_step()?;
        recording.judge(step)?;
        Ok(recording)
    }

    /// What kind of file it is.
    pub fn format(&self) -> Format {
        self.format
    }

    /// When it began, by the clock on the wall: as its header says, or the first line so far that has a time.
    pub fn started(&self) -> Option<DateTime<Utc>> {
        let told = self.header.as_ref().and_then(|header| header.started);
        told.or_else(|| self.stamps.started())
    }

    /// The header, if the file has a readable one.
    pub fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// The unfinished last line, known once the iterator has ended.
    pub fn torn(&self) -> Option<&Bytes> {
        self.torn.as_ref()
    }

    /// The next item of a file that may still be growing: `None` means nothing more for now, ask again later. Says
    /// nothing about an unfinished last line.
    pub fn poll(&mut self) -> Option<Result<Item, TraceError>> {
        loop {
            let step = match self.made.take() {
                Some(step) => step,
                None => match self.lines.advance() {
                    Ok(step) => step,
                    Err(error) => return Some(Err(TraceError::reading(&self.path, error))),
                },
            };
            match step {
                Step::End => return None,
                Step::Line if self.lines.current().trim_ascii().is_empty() => {}
                Step::Line => return Some(Ok(self.item())),
                Step::Oversize => return Some(Ok(self.oversize())),
            }
        }
    }

    /// Refuses what cannot be text, and passes a byte order mark.
    fn skip_beginning(&mut self) -> Result<(), TraceError> {
        let path = self.path.clone();
        let ahead = match self.lines.ahead() {
            Ok(ahead) => ahead,
            Err(error) => return Err(TraceError::reading(&path, error)),
        };
        if let Some(tool) = format::unpacking_tool(ahead) {
            return Err(TraceError::Compressed { path, tool });
        }
        if format::is_utf16(ahead) {
            return Err(TraceError::Utf16 { path });
        }
        if ahead.starts_with(BYTE_ORDER_MARK) {
            self.lines.skip(BYTE_ORDER_MARK.len());
        }
        Ok(())
    }

    /// Goes to the first line that is not blank.
    fn first_step(&mut self) -> Result<Step, TraceError> {
        loop {
            let step = match self.lines.advance() {
                Ok(step) => step,
                Err(error) => return Err(TraceError::reading(&self.path, error)),
            };
            if !self.lines.current().trim_ascii().is_empty() {
                return Ok(step);
            }
            if step == Step::End {
                return Err(TraceError::Empty {
                    path: self.path.clone(),
                });
            }
        }
    }

    fn judge(&mut self, step: Step) -> Result<(), TraceError> {
        let path = self.path.clone();
        let first = self.lines.current().trim_ascii();
        if format::is_binary(first) {
            return Err(TraceError::Binary { path });
        }
        if !first.starts_with(b"{") {
            // The CLI may say something before its first message; a file that never comes to one is no recording.
            let ahead = match self.lines.ahead() {
                Ok(ahead) => ahead,
                Err(error) => return Err(TraceError::reading(&path, error)),
            };
            if !ahead
                .split(|byte| *byte == b'\n')
                .any(|line| line.starts_with(b"{"))
            {
                return Err(TraceError::NotARecording { path });
            }
            self.made = Some(step);
            return Ok(());
        }
        match format::opening(first) {
            Opening::Version(found) => return Err(TraceError::Version { path, found }),
            Opening::Content(format) => {
                self.format = format;
                self.made = Some(step);
            }
            Opening::Header(header) => {
                self.format = Format::Recording;
                self.header = Some(header);
                // Without its line break it would count as an unfinished last line.
                self.lines.take();
            }
        }
        Ok(())
    }

    fn item(&mut self) -> Item {
        let line_number = self.lines.number();
        let (result, head) = if self.lines.current().len() >= SHARED_FROM {
            let whole = Bytes::from(self.lines.take());
            let clock = (self.latest, &mut self.stamps);
            let result = parse(self.format, clock, &whole, |part| whole.slice_ref(part));
            (result, head_of(&whole))
        } else {
            let line = self.lines.current();
            let clock = (self.latest, &mut self.stamps);
            let result = parse(self.format, clock, line, Bytes::copy_from_slice);
            let head = result
                .as_ref()
                .map_or_else(|_| head_of(line), |_| Bytes::new());
            (result, head)
        };
        match result {
            Ok(parts) => {
                self.last_seq = parts.seq.unwrap_or_else(|| self.last_seq.saturating_add(1));
                self.latest = self.latest.max(parts.at);
                Item::Entry(Entry {
                    seq: self.last_seq,
                    at: parts.at,
                    direction: parts.direction,
                    line: parts.line,
                })
            }
            Err(reason) => Item::Damaged(Damaged {
                line_number,
                head,
                reason,
            }),
        }
    }

    fn oversize(&self) -> Item {
        Item::Oversize(Oversize {
            line_number: self.lines.number(),
            head: head_of(self.lines.current()),
            length: self.lines.length(),
        })
    }

    /// Judges what stands after the last line break: only the break is missing, or the writer was cut off.
    fn tail(&mut self) -> Option<Item> {
        let tail = self.lines.current().trim_ascii();
        if tail.is_empty() {
            return None;
        }
        if self.lines.is_over_cap() {
            return Some(self.oversize());
        }
        // In a dump, text that is no JSON is as whole as it will get.
        let noise = self.format.is_bare() && !tail.starts_with(b"{");
        if noise || is_json(tail) {
            return Some(self.item());
        }
        self.torn = Some(Bytes::from(self.lines.take()));
        None
    }
}

impl<R: Read> Iterator for Recording<R> {
    type Item = Result<Item, TraceError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let found = self.poll();
        match found {
            Some(Ok(_)) => found,
            Some(Err(_)) => {
                self.ended = true;
                found
            }
            None => {
                self.ended = true;
                self.tail().map(Ok)
            }
        }
    }
}

impl<R> fmt::Debug for Recording<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recording")
            .field("path", &self.path)
            .field("format", &self.format)
            .field("header", &self.header)
            .field("ended", &self.ended)
            .finish_non_exhaustive()
    }
}

/// A line that says nothing of when it passed, or nothing that can be, did so when the latest one did.
fn parse(
    format: Format,
    (latest, stamps): (Moment, &mut Stamps),
    line: &[u8],
    keep: impl Fn(&[u8]) -> Bytes,
) -> Result<Parts, Damage> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    Ok(match shape::read(format, line, &keep)? {
        Shaped::Entry(parts) => Parts {
            at: parts.at.if_near_or(latest),
            // Where only some have a number, all are counted.
            seq: parts.seq.filter(|_| !format.is_bare()),
            ..parts
        },
        Shaped::Bare if format == Format::Transcript => {
            let found = scan(line);
            Parts {
                seq: None,
                at: stamps.at(&found).unwrap_or(latest),
                direction: stamp::direction(&found),
                line: keep(line),
            }
        }
        Shaped::Bare => Parts {
            seq: None,
            at: latest,
            direction: Direction::In,
            line: keep(line),
        },
    })
}

fn head_of(line: &[u8]) -> Bytes {
    Bytes::copy_from_slice(line.get(..HEAD).unwrap_or(line))
}

#[cfg(test)]
#[path = "reader_tests.rs"]
mod tests;
