//! EDGE. An id that belongs to a session while it runs, before anything of it is kept. Owns: taking it and giving it back.
//! Does not own: the sessions that are kept (`store`).
//!
//! In a folder it is a locked file: the lock ends with the process, however that ends, so nothing stays taken by mistake.

use super::store::{Memory, create_folder};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

/// The ending of the files.
const ENDING: &str = "lock";
/// How often another process may give a file back just when we take it.
const ATTEMPTS: usize = 8;

/// An id nobody else may use. Dropping it gives it back.
#[derive(Debug)]
pub struct Reservation(Held);

#[derive(Debug)]
enum Held {
    /// The file is locked for as long as it is open.
    File {
        path: PathBuf,
        _file: File,
    },
    Memory {
        memory: Memory,
        id: String,
    },
}

/// What came of asking for an id.
#[derive(Debug)]
pub(super) enum Reserved {
    Ours(Reservation),
    /// A session that runs has it.
    Taken,
    /// Nothing is kept, or nothing can be: there is nothing to quarrel about.
    Unneeded,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        match &self.0 {
            Held::File { path, .. } => {
                // Best effort: a file that stays behind is not locked.
                let _ = std::fs::remove_file(path);
            }
            Held::Memory { memory, id } => memory.release(id),
        }
    }
}

/// Takes an id among the sessions of this program.
pub(super) fn in_memory(memory: &Memory, id: &str) -> Reserved {
    if !memory.hold(id) {
        return Reserved::Taken;
    }
    Reserved::Ours(Reservation(Held::Memory {
        memory: memory.clone(),
        id: id.to_owned(),
    }))
}

/// Takes an id among all that use the folder.
pub(super) fn in_folder(folder: &Path, id: &str) -> Reserved {
    if create_folder(folder).is_err() {
        return Reserved::Unneeded;
    }
    let path = folder.join(format!("{id}.{ENDING}"));
    for _ in 0..ATTEMPTS {
        let Ok(file) = open(&path) else {
            return Reserved::Unneeded;
        };
        match file.try_lock() {
            Ok(()) if is_there(&file) => {
                return Reserved::Ours(Reservation(Held::File { path, _file: file }));
            }
            // It was given back between our two steps: the next one is a new file.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Reserved::Taken,
            Err(TryLockError::Error(_)) => return Reserved::Unneeded,
        }
    }
    Reserved::Taken
}

/// Removes a file that a killed process left behind; one that is in use stays.
pub(super) fn sweep(path: &Path) {
    if path.extension().is_some_and(|ending| ending == ENDING)
        && let Ok(file) = File::open(path)
        && file.try_lock().is_ok()
    {
        // Best effort, and still locked: whoever waits for it sees that it is gone.
        let _ = std::fs::remove_file(path);
    }
}

fn open(path: &Path) -> std::io::Result<File> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Whether the file still has a name.
#[cfg(unix)]
fn is_there(file: &File) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    file.metadata().is_ok_and(|about| about.nlink() > 0)
}

#[cfg(not(unix))]
fn is_there(_file: &File) -> bool {
    true
}
