//! Making a recording that was cut off fit for appending.
//!
//! EDGE: blocking file I/O. Changes only what stands after the last line break. Readers do not need this: they keep a
//! torn line out by themselves.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use serde::de::IgnoredAny;

use super::{Recording, TraceError};

const CHUNK: u64 = 64 * 1024;

/// What a repair did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repaired {
    /// The file ended in a line break; nothing was changed.
    Whole,
    /// The last entry was there but for its line break, which was added.
    Ended,
    /// That many bytes of an unfinished entry were cut off.
    Cut(u64),
}

/// Makes the file end in a line break, so that a writer can append. Only for recordings with a readable header.
pub fn repair(path: impl AsRef<Path>) -> Result<Repaired, TraceError> {
    let path = path.as_ref();
    if Recording::open(path)?.header().is_none() {
        return Err(TraceError::NotRepairable { path: path.into() });
    }
    OpenOptions::new()
        .read(true)
        .write(true)
        .open(path)
        .and_then(|mut file| mend(&mut file))
        .map_err(|error| TraceError::writing(path, error))
}

fn mend(file: &mut File) -> io::Result<Repaired> {
    let length = file.seek(SeekFrom::End(0))?;
    let tail_start = after_last_break(file, length)?;
    if tail_start == length {
        return Ok(Repaired::Whole);
    }
    file.seek(SeekFrom::Start(tail_start))?;
    // Streamed, because the tail may be of any size. A beginning of an object is never an object itself.
    if serde_json::from_reader::<_, IgnoredAny>(BufReader::new(&*file)).is_ok() {
        file.seek(SeekFrom::End(0))?;
        file.write_all(b"\n")?;
        return Ok(Repaired::Ended);
    }
    file.set_len(tail_start)?;
    Ok(Repaired::Cut(length - tail_start))
}

/// The offset behind the last line break; 0 without one.
fn after_last_break(file: &mut File, length: u64) -> io::Result<u64> {
    let mut end = length;
    let mut chunk = Vec::new();
    while end > 0 {
        let start = end.saturating_sub(CHUNK);
        file.seek(SeekFrom::Start(start))?;
        chunk.clear();
        file.take(end - start).read_to_end(&mut chunk)?;
        if let Some(found) = memchr::memrchr(b'\n', &chunk) {
            return Ok(start + found as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

#[cfg(test)]
#[path = "repair_tests.rs"]
mod tests;
