//! Room on the disk for a recording that grows, asked for ahead of its end.
//!
//! EDGE: blocking file I/O. Owns: how much is asked for and when, and giving back what was not used. What a file system has
//! given already, it takes a third less time to write to. Nobody sees any of it: a file is as long as what was written to
//! it, whatever room there is behind. Where there is no such thing, nothing is lost but that third.

use std::fs::File;

/// A file has to be this long before it gets any: most never are.
const FROM: u64 = 1 << 20;
/// At most so much, and never more than a quarter of what there is: a process that is killed gives nothing back.
const MOST: u64 = 16 << 20;

/// Room behind the end of a file.
#[derive(Debug, Default)]
pub(super) struct Room {
    /// How long the file is.
    end: u64,
    /// Up to where there is room.
    until: u64,
    /// It was asked for in vain.
    refused: bool,
}

impl Room {
    /// So many bytes are about to be written at the end.
    pub(super) fn ahead_of(&mut self, file: &File, bytes: usize) {
        self.end = self.end.saturating_add(bytes as u64);
        if self.end > self.until && self.end >= FROM && !self.refused {
            let from = self.until.max(self.end - bytes as u64);
            let until = self.end + (self.end / 4).min(MOST);
            self.refused = !ask(file, from, until - from);
            self.until = until;
        }
    }

    /// Nothing more is written.
    pub(super) fn give_back(&mut self, file: &File) {
        // Where it was refused, some of it may have been given all the same.
        if self.until > self.end {
            // Whatever is in the file stays, also what a write left that went wrong in the middle.
            let _ = file.metadata().and_then(|found| file.set_len(found.len()));
            self.until = 0;
        }
    }
}

/// Whether there is room now.
#[cfg(target_os = "linux")]
fn ask(file: &File, from: u64, bytes: u64) -> bool {
    use nix::fcntl::{FallocateFlags, fallocate};
    let (Ok(from), Ok(bytes)) = (from.try_into(), bytes.try_into()) else {
        return false;
    };
    fallocate(file, FallocateFlags::FALLOC_FL_KEEP_SIZE, from, bytes).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn ask(_file: &File, _from: u64, _bytes: u64) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    #[test]
    fn a_file_is_as_long_as_what_was_written_and_takes_no_more_in_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("grows");
        let mut file = File::create(&path).unwrap();
        let mut room = Room::default();
        let piece = vec![b'x'; 300_000];
        for count in 1..=20_u64 {
            room.ahead_of(&file, piece.len());
            file.write_all(&piece).unwrap();
            assert_eq!(file.metadata().unwrap().len(), count * 300_000);
        }
        assert!(room.refused || room.until > 6_000_000);
        assert!(room.until <= 8_000_000, "{room:?}");
        file.sync_all().unwrap();
        room.give_back(&file);
        let found = std::fs::metadata(&path).unwrap();
        assert_eq!(found.len(), 6_000_000);
        #[cfg(unix)]
        {
            let taken = std::os::unix::fs::MetadataExt::blocks(&found) * 512;
            assert!(taken < 6_200_000, "{taken}");
        }
    }

    #[test]
    fn what_has_no_room_to_give_is_asked_once_and_left_as_it_is() {
        let Ok(file) = File::options().write(true).open("/dev/null") else {
            return;
        };
        let mut room = Room::default();
        for _ in 0..3 {
            room.ahead_of(&file, 2 << 20);
            assert!(room.refused);
        }
        room.give_back(&file);
    }
}
