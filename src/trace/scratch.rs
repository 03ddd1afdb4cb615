//! A file for what does not have to be in memory. Owns: making it private and without a name, so that it is gone with this
//! process however that ends. Does not own what is in it.
//!
//! EDGE: blocking file I/O. It is made when it is first written to. Where none can be had, or no more fits, writing says so
//! and whoever wrote keeps what it has.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};

/// A part of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    at: u64,
    length: usize,
}

/// A private file without a name.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    state: State,
    /// Where it ends.
    end: u64,
    /// Parts that are not in use any more: their length, and where they are.
    free: BTreeSet<(usize, u64)>,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Unmade,
    Made(File),
    /// It cannot be had, or a write failed.
    Off,
}

impl Scratch {
    /// One that keeps nothing, as on a full disk.
    #[cfg(test)]
    pub(crate) fn full() -> Self {
        Self {
            state: State::Off,
            ..Self::default()
        }
    }

    /// Keeps these bytes; `None` if that cannot be.
    pub(crate) fn keep(&mut self, bytes: &[u8]) -> Option<Spot> {
        let length = bytes.len();
        let fitting = self.free.range((length, 0)..).next().copied();
        let at = fitting.map_or(self.end, |(_, at)| at);
        self.write(at, bytes)?;
        match fitting {
            Some(whole) => {
                self.free.remove(&whole);
                self.give_back(Spot {
                    at: at + length as u64,
                    length: whole.0 - length,
                });
            }
            None => self.end += length as u64,
        }
        Some(Spot { at, length })
    }

    /// Keeps other bytes, just as many, in the same place.
    pub(crate) fn keep_again(&mut self, spot: Spot, bytes: &[u8]) -> Option<()> {
        (spot.length == bytes.len()).then_some(())?;
        self.write(spot.at, bytes)
    }

    /// What was kept is not needed any more.
    pub(crate) fn give_back(&mut self, spot: Spot) {
        if spot.length > 0 {
            self.free.insert((spot.length, spot.at));
        }
    }

    /// What was kept.
    pub(crate) fn read(&mut self, spot: Spot, into: &mut Vec<u8>) -> Option<()> {
        let State::Made(file) = &mut self.state else {
            return None;
        };
        into.clear();
        file.seek(SeekFrom::Start(spot.at)).ok()?;
        let read = file.take(spot.length as u64).read_to_end(into).ok()?;
        (read == spot.length).then_some(())
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> Option<()> {
        if matches!(self.state, State::Unmade) {
            self.state = make().map_or(State::Off, State::Made);
        }
        let State::Made(file) = &mut self.state else {
            return None;
        };
        file.seek(SeekFrom::Start(at)).ok()?;
        // What was kept before stays readable: only this one failed.
        file.write_all(bytes).ok()
    }
}

fn make() -> io::Result<File> {
    let file = unnamed()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
    }
    Ok(file)
}

/// On a disk rather than in memory, where there is a choice: `/tmp` is memory on many systems, `/var/tmp` on none.
fn unnamed() -> io::Result<File> {
    if cfg!(unix)
        && std::env::var_os("TMPDIR").is_none()
        && let Ok(file) = tempfile::tempfile_in("/var/tmp")
    {
        return Ok(file);
    }
    tempfile::tempfile()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back_and_places_are_used_again() {
        let mut scratch = Scratch::default();
        let mut read = Vec::new();
        let first = scratch.keep(b"first").expect("there is a disk");
        let second = scratch.keep(b"second").expect("there is a disk");
        assert!(scratch.read(first, &mut read).is_some());
        assert_eq!(read, b"first");
        scratch.keep_again(first, b"again").expect("it fits");
        assert!(scratch.keep_again(first, b"longer than that").is_none());
        scratch.give_back(second);
        let third = scratch.keep(b"new").expect("there is a disk");
        assert_eq!(third.at, second.at);
        assert_eq!(scratch.end, 11);
        for (spot, text) in [(first, "again"), (third, "new")] {
            assert!(scratch.read(spot, &mut read).is_some());
            assert_eq!(read, text.as_bytes());
        }
    }

    #[cfg(unix)]
    #[test]
    fn it_has_no_name_and_is_private() {
        use std::os::unix::fs::MetadataExt as _;
        let file = make().expect("there is a disk");
        let meta = file.metadata().expect("it is there");
        assert_eq!(meta.nlink(), 0);
        assert_eq!(meta.mode() & 0o777, 0o600);
    }

    #[test]
    fn a_full_disk_is_told() {
        let mut scratch = Scratch::full();
        assert!(scratch.keep(b"something").is_none());
    }
}
