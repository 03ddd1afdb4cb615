//! The lines of a live session that are no longer kept in memory, in the file to which it is recorded. Owns: where they
//! stand, by the line number, eight bytes for every [`STEP`] lines.
//!
//! EDGE: blocking file I/O. Nobody says where a line was written: the file is looked through for line breaks as it grows, a
//! bounded part at a time, and a line that is read has to be the one that was meant.

use super::source;
use crate::trace::header::MARK;
use crate::trace::{Direction, Format, Moment, decode};
use bytes::Bytes;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom};
use std::path::PathBuf;

/// Lines between two places that are remembered.
const STEP: u32 = 64;
/// What is read at once.
const PIECE: u64 = 256 << 10;

/// The file of a session that is being recorded.
#[derive(Debug)]
pub(super) struct Older {
    path: PathBuf,
    file: Option<BufReader<File>>,
    /// Where lines 0, [`STEP`], 2 [`STEP`] … begin.
    places: Vec<u64>,
    /// How far was looked: the next line begins there, unless one is cut off.
    looked: u64,
    /// Where the line begins that goes on there.
    begins: u64,
    lines: u32,
    /// The file begins with a header, which is no line of the session.
    is_headed: bool,
    /// The line that the file stands at.
    at: Option<u32>,
}

impl Older {
    pub(super) fn new(path: PathBuf) -> Self {
        Self {
            path,
            file: None,
            places: Vec::new(),
            looked: 0,
            begins: 0,
            lines: 0,
            is_headed: false,
            at: None,
        }
    }

    /// How many lines can be read.
    pub(super) fn lines(&self) -> u32 {
        self.lines
    }

    /// Looks for more lines in no more than so many bytes. Says whether there were that many.
    pub(super) fn look(&mut self, budget: u64) -> bool {
        self.look_through(budget).unwrap_or(false)
    }

    fn file(&mut self) -> io::Result<&mut BufReader<File>> {
        if self.file.is_none() {
            let size = usize::try_from(PIECE).unwrap_or(0);
            self.file = Some(BufReader::with_capacity(size, File::open(&self.path)?));
        }
        self.file.as_mut().ok_or(io::ErrorKind::NotFound.into())
    }

    fn look_through(&mut self, budget: u64) -> io::Result<bool> {
        let (until, from) = (self.looked.saturating_add(budget), self.looked);
        self.at = None;
        self.file()?.seek(SeekFrom::Start(from))?;
        while self.looked < until {
            let (mut at, mut begins, is_headed) = (self.looked, self.begins, self.is_headed);
            let mut found = Vec::new();
            let buffer = self.file()?.fill_buf()?;
            if buffer.is_empty() {
                return Ok(false);
            }
            // The header may be longer than what is read at once.
            let is_headed = if at == 0 {
                buffer.starts_with(MARK)
            } else {
                is_headed
            };
            for end in memchr::memchr_iter(b'\n', buffer) {
                let is_line = begins > 0 || !is_headed;
                found.extend(is_line.then_some(begins));
                begins = at + end as u64 + 1;
            }
            let read = buffer.len();
            at += read as u64;
            self.file()?.consume(read);
            (self.looked, self.begins, self.is_headed) = (at, begins, is_headed);
            for place in found {
                if self.lines.is_multiple_of(STEP) {
                    self.places.push(place);
                }
                self.lines = self.lines.saturating_add(1);
            }
        }
        Ok(true)
    }

    /// A line, if the file has it: of this number, time and direction.
    pub(super) fn read(&mut self, row: u32, at: Moment, direction: Direction) -> Option<Bytes> {
        if row >= self.lines {
            return None;
        }
        let raw = self.line(row).ok()?;
        let line = raw.trim_ascii_end();
        let found = decode::envelope(line)?;
        let meant = found.seq == u64::from(row) + 1 && found.at == at;
        let body = source::body(Format::Recording, line);
        (meant && found.direction == direction).then(|| Bytes::copy_from_slice(&body))
    }

    fn line(&mut self, row: u32) -> io::Result<Vec<u8>> {
        let near = |at: &u32| (*at..at.saturating_add(STEP)).contains(&row);
        let mut at = if let Some(at) = self.at.filter(near) {
            at
        } else {
            let index = usize::try_from(row / STEP).unwrap_or(usize::MAX);
            let place = self.places.get(index).copied();
            let place = place.ok_or(io::ErrorKind::NotFound)?;
            self.file()?.seek(SeekFrom::Start(place))?;
            row - row % STEP
        };
        self.at = None;
        while at < row {
            self.file()?.skip_until(b'\n')?;
            at += 1;
        }
        let mut line = Vec::new();
        self.file()?.read_until(b'\n', &mut line)?;
        self.at = Some(row + 1);
        Ok(line)
    }
}
