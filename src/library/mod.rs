//! The recordings of this machine's user. Owns: the folder, the names in it, what is known about each recording, and which
//! are deleted when. Does not own: the format (`trace`), what a session is (`session`).
//!
//! The folder is `recordings` in the state directory, private. `index.json` in it remembers what was found out about each
//! file, so that a file is read once; it can be deleted at any time. A recording that is still written is *live*: its
//! writer holds a lock on it, which the kernel takes away with the process, however that ends.

mod index;
mod retention;
mod summary;
mod words;

pub use index::{Listed, list, look, seen};
pub use retention::{Deleted, MAX_AGE, MAX_BYTES, Retention, Why};
pub use summary::{Ending, Summary, summarise};
pub(crate) use words::{nothing_yet, title};

use crate::config::paths;
use crate::trace::TraceError;
use chrono::{DateTime, Utc};
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The folder of recordings, if there can be one.
pub fn folder() -> Option<PathBuf> {
    paths::state_dir().map(|state| state.join("recordings"))
}

/// The folder of recordings, made if it is not there.
pub fn make_folder() -> Result<PathBuf, TraceError> {
    let nowhere = || TraceError::Write {
        path: "recordings".into(),
        source: io::Error::other("neither HOME nor XDG_STATE_HOME is set"),
    };
    let path = folder().ok_or_else(nowhere)?;
    match paths::make_private_dir(&path) {
        Ok(()) => Ok(path),
        Err(source) => Err(TraceError::Write { path, source }),
    }
}

/// A folder that somebody named for recordings, made if it is not there.
pub fn make_named_folder(path: &Path) -> Result<(), TraceError> {
    paths::make_private_dir(path).map_err(|source| TraceError::Write {
        path: path.to_owned(),
        source,
    })
}

/// The name of a recording: `20260102-030405-4711.ndjson`, in UTC, with a process: the CLI's, or ours.
pub fn file_name(started: DateTime<Utc>, pid: u32) -> String {
    format!("{}-{pid}.ndjson", started.format("%Y%m%d-%H%M%S"))
}

/// Whether it is a name as [`file_name`] gives it, or one beside it. Nothing else in the folder is ever deleted.
fn is_ours(name: &str) -> bool {
    let Some(stem) = name.strip_suffix(".ndjson") else {
        return false;
    };
    let mut parts = stem.split('-');
    let mut digits = |length: Option<usize>| {
        parts.next().is_some_and(|part| {
            !part.is_empty()
                && part.bytes().all(|byte| byte.is_ascii_digit())
                && length.is_none_or(|length| part.len() == length)
        })
    };
    digits(Some(8))
        && digits(Some(6))
        && digits(None)
        && (parts.all(|part| part.parse::<u32>().is_ok()))
}

/// Whether somebody still writes the recording.
pub fn is_live(path: &Path) -> bool {
    let held = |file: File| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    File::open(path).is_ok_and(held)
}

/// Deletes what is too old or too much. What was deleted is in the index; that it could not be is no reason to fail.
pub fn tidy_up(retention: &Retention, now: DateTime<Utc>) {
    if let Some(folder) = folder() {
        let _ = sweep(&folder, retention, now);
    }
}

pub use retention::{redacts, sweep};

#[cfg(test)]
#[path = "library_tests.rs"]
mod tests;
