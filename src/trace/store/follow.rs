//! Whether a file that is followed is still the same. Owns: what a file is known by.
//!
//! EDGE: blocking file I/O.

use super::OnFile;
use super::feed::Feed;
use crate::trace::TraceError;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

/// Bytes of the beginning by which a file is known.
const BEGINNING: u64 = 256;

/// What a file is known by: the system's number for it, and how it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Identity {
    number: u64,
    beginning: Vec<u8>,
    pub(super) length: u64,
}

impl Identity {
    pub(super) fn of(path: &Path, mut file: &File) -> io::Result<Self> {
        let meta = std::fs::metadata(path)?;
        let mut beginning = Vec::new();
        file.seek(SeekFrom::Start(0))?;
        file.take(BEGINNING).read_to_end(&mut beginning)?;
        Ok(Self {
            number: number(&meta),
            beginning,
            length: meta.len(),
        })
    }

    /// Whether `later` is this file, possibly longer.
    fn goes_on_in(&self, later: &Self) -> bool {
        self.number == later.number && later.beginning.starts_with(&self.beginning)
    }
}

#[cfg(unix)]
fn number(meta: &std::fs::Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    meta.ino()
}

#[cfg(not(unix))]
fn number(_: &std::fs::Metadata) -> u64 {
    0
}

impl OnFile {
    /// Looks how long the file is now; says whether it is another one or has become shorter, and then begins again.
    pub(super) fn refresh(&mut self) -> Result<bool, TraceError> {
        let path = self.source.path.clone();
        let wrong = |error| TraceError::reading(&path, error);
        let file = match File::open(&path) {
            Ok(file) => file,
            // Between two files of the same name: what was read stays.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(wrong(error)),
        };
        let now = Identity::of(&path, &file).map_err(wrong)?;
        let same = self.identity.goes_on_in(&now) && now.length >= self.feed.position();
        self.total = now.length;
        self.identity = now;
        if same {
            return Ok(false);
        }
        self.source.forget(file.try_clone().map_err(wrong)?);
        self.feed = Feed::new(File::open(&path).map_err(wrong)?);
        Ok(true)
    }
}
