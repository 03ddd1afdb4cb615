//! What can go wrong with a recording as a whole, in words that say what to do.
//!
//! A damaged line is not an error of the file: see [`Damage`](super::Damage).

use std::io;
use std::path::{Path, PathBuf};

use super::header::FORMAT_VERSION;

/// A recording could not be read, started or continued.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// Nothing is at the path.
    #[error("there is no file {}: check the path", path.display())]
    Missing {
        /// The file meant.
        path: PathBuf,
    },
    /// The system refuses access.
    #[error("no permission for {}: check its owner and mode (recordings are private to the user who made them)", path.display())]
    Denied {
        /// The file meant.
        path: PathBuf,
    },
    /// A directory where a file is needed.
    #[error("{} is a directory: name a file in it", path.display())]
    Directory {
        /// The directory meant.
        path: PathBuf,
    },
    /// Part of the path leads through something that is not a directory.
    #[error("{} cannot exist, because a part of its path is not a directory: choose another path", path.display())]
    NotBelowDirectory {
        /// The file meant.
        path: PathBuf,
    },
    /// A file without a single line of content.
    #[error("{} is empty: the program that should have written it ended before its first line, so there is nothing to show", path.display())]
    Empty {
        /// The file meant.
        path: PathBuf,
    },
    /// A compressed file.
    #[error("{} is compressed: unpack it first with `{tool}`", path.display())]
    Compressed {
        /// The file meant.
        path: PathBuf,
        /// The command that unpacks this kind.
        tool: &'static str,
    },
    /// Text in UTF-16, as some shells write on redirection.
    #[error("{} is UTF-16 text: convert it to UTF-8 first, for example with `iconv -f UTF-16 -t UTF-8`", path.display())]
    Utf16 {
        /// The file meant.
        path: PathBuf,
    },
    /// Not text at all.
    #[error("{} is a binary file: give a recording, or the output of `claude --output-format stream-json`", path.display())]
    Binary {
        /// The file meant.
        path: PathBuf,
    },
    /// Text, but no line of JSON at its start.
    #[error("{} holds no recording: expected one JSON object a line, as a recorder or `claude --output-format stream-json` write them (`--output-format json` and `text` do not)", path.display())]
    NotARecording {
        /// The file meant.
        path: PathBuf,
    },
    /// A recording of a format this program does not know.
    #[error("{} has recording format {found}, and this program reads format {FORMAT_VERSION}: open it with the version of cca-tui that wrote it, or a newer one", path.display())]
    Version {
        /// The file meant.
        path: PathBuf,
        /// The version as written in the file.
        found: String,
    },
    /// A new recording would replace a file.
    #[error("{} exists already: choose another name, or ask to replace it", path.display())]
    Exists {
        /// The file meant.
        path: PathBuf,
    },
    /// A new recording would be written through a symbolic link.
    #[error("{} is a symbolic link, and a recording is not written through one: name the file it points to", path.display())]
    SymbolicLink {
        /// The link meant.
        path: PathBuf,
    },
    /// Repair was asked for a file that this program did not write, or whose header is torn.
    #[error("{} does not begin with a whole recording header, so nothing can be appended to it: start a new recording", path.display())]
    NotRepairable {
        /// The file meant.
        path: PathBuf,
    },
    /// Reading failed half way.
    #[error("cannot read {}: {source}; check that it is a file that can be read to its end", path.display())]
    Read {
        /// The file meant.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file could not be made or changed.
    #[error("cannot write {}: {source}; choose another place for the recording", path.display())]
    Write {
        /// The file meant.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Writing failed in the middle of a session.
    #[error("recording to {} stopped: {source}; the session goes on unrecorded, and what was written until now can be read", path.display())]
    Stopped {
        /// The file meant.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl TraceError {
    /// The stable word for errors of this kind.
    pub fn code(&self) -> &'static str {
        "RECORDING"
    }

    pub(crate) fn reading(path: &Path, source: io::Error) -> Self {
        Self::named(path, &source).unwrap_or_else(|| Self::Read {
            path: path.to_path_buf(),
            source,
        })
    }

    pub(super) fn writing(path: &Path, source: io::Error) -> Self {
        Self::named(path, &source).unwrap_or_else(|| Self::Write {
            path: path.to_path_buf(),
            source,
        })
    }

    /// The causes that have a remedy of their own.
    fn named(path: &Path, source: &io::Error) -> Option<Self> {
        let path = path.to_path_buf();
        match source.kind() {
            io::ErrorKind::NotFound => Some(Self::Missing { path }),
            io::ErrorKind::PermissionDenied => Some(Self::Denied { path }),
            io::ErrorKind::IsADirectory => Some(Self::Directory { path }),
            io::ErrorKind::NotADirectory => Some(Self::NotBelowDirectory { path }),
            io::ErrorKind::AlreadyExists => Some(Self::Exists { path }),
            _ => None,
        }
    }
}
