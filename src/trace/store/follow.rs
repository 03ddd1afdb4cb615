//! Whether a file that is followed is still the same. Owns: what a file is known by.
//!
//! EDGE: blocking file I/O.

use super::feed::Feed;
use super::source::Source;
use super::{OnFile, Place, Store};
use crate::trace::format::{Opening, opening};
use crate::trace::{Format, Header, TraceError};
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

/// Bytes of the beginning by which a file is known.
const BEGINNING: u64 = 256;

/// What a file is known by: the system's number for it, and how it begins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
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
    pub(super) fn new(source: Source, feed: Feed, identity: Identity) -> Self {
        Self {
            source,
            feed,
            total: identity.length,
            at_end: false,
            anew: false,
            gone: false,
            identity,
        }
    }

    /// Looks how long the file is now; says whether it is another one or has become shorter, and then begins again.
    pub(super) fn refresh(&mut self) -> Result<bool, TraceError> {
        let path = self.source.path.clone();
        let wrong = |error| TraceError::reading(&path, error);
        let file = match File::open(&path) {
            Ok(file) => file,
            // Between two files of the same name: what was read stays.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.gone = true;
                return Ok(false);
            }
            Err(error) => return Err(wrong(error)),
        };
        let now = Identity::of(&path, &file).map_err(wrong)?;
        let same = self.identity.goes_on_in(&now) && now.length >= self.feed.position();
        self.gone = false;
        self.total = now.length;
        self.identity = now;
        if same {
            return Ok(false);
        }
        self.source.forget(file.try_clone().map_err(wrong)?);
        self.feed = Feed::new(File::open(&path).map_err(wrong)?);
        self.anew = true;
        Ok(true)
    }
}

impl Store {
    /// Opens a file that somebody writes: one with nothing in it yet, or one that is not there yet in a folder that is, is
    /// waited for. What kind of file it is shows when its first line comes.
    pub fn follow(path: impl AsRef<Path>) -> Result<Self, TraceError> {
        let path = path.as_ref();
        let missing = match Self::open(path) {
            Err(TraceError::Empty { .. }) => false,
            Err(TraceError::Missing { .. }) if has_folder(path) => true,
            other => return other,
        };
        let wrong = |error| TraceError::reading(path, error);
        // What is not there is read from a file without a name for as long.
        let open = || {
            if missing {
                tempfile::tempfile()
            } else {
                File::open(path)
            }
        };
        let identity = if missing {
            Identity::default()
        } else {
            Identity::of(path, &open().map_err(wrong)?).map_err(wrong)?
        };
        let source = Source::new(path.to_path_buf(), open().map_err(wrong)?);
        let feed = Feed::new(open().map_err(wrong)?);
        let mut on_file = OnFile::new(source, feed, identity);
        (on_file.at_end, on_file.anew, on_file.gone) = (true, true, missing);
        Ok(Self::on_file(Format::Dump, None, on_file))
    }

    /// Whether there is no file of that name any more; what was read of it stays.
    pub fn is_gone(&self) -> bool {
        matches!(&self.place, Place::File(on_file) if on_file.gone)
    }
}

fn has_folder(path: &Path) -> bool {
    // A name alone is one in the folder that one is in.
    path.parent()
        .is_some_and(|folder| folder.as_os_str().is_empty() || folder.is_dir())
}

/// What kind of file another one is, and its header.
pub(super) fn judged(first: &[u8]) -> (Format, Option<Header>) {
    match opening(first.trim_ascii()) {
        Opening::Header(header) => (Format::Recording, Some(header)),
        Opening::Content(format) => (format, None),
        Opening::Version(_) => (Format::Recording, None),
    }
}
