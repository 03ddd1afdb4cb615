//! Writing a recording.
//!
//! EDGE: blocking file I/O. Owns the promise that recording never ends a session: the first failure is reported once and
//! turns the recorder off. Does not decide what is recorded or when to flush.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::encode::{self, Stamp};
use super::gather::Gathered;
use super::mask::Redactor;
use super::room::Room;
use super::{Direction, Header, LineForm, Moment, TraceError};

/// Entries are handed to the system at the latest when this much has gathered: more than is handed on at once in a flood,
/// so that it is one write.
const BUFFER: usize = 512 * 1024;

/// What became of a write or flush.
#[derive(Debug)]
#[must_use = "a recording that stops has to be shown"]
pub enum Wrote {
    /// It worked. What was written is safe from an end of this process after the next flush.
    Kept,
    /// It failed, and nothing more is recorded. Reported once.
    Stopped(TraceError),
    /// Nothing was done, because the recording stopped earlier.
    Skipped,
}

/// A recording being written; private to the user (mode 0600).
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    /// `None` once stopped.
    file: Option<File>,
    /// Why it could not even be made, until that is told.
    unmade: Option<TraceError>,
    /// Whole entries that the system does not have yet.
    gathered: Gathered,
    /// What stands in each entry that came at the same time.
    stamp: Stamp,
    room: Room,
    /// Takes secrets out of everything that is written, if the header says so.
    redactor: Option<Box<Redactor>>,
}

impl Recorder {
    /// Starts a recording in a new file and writes its header. A missing directory is made, private to the user. If the
    /// header says that it is redacted, secrets are masked in everything before it is written.
    ///
    /// Refuses a path where anything exists, a symbolic link included.
    pub fn create(path: impl AsRef<Path>, header: &Header) -> Result<Self, TraceError> {
        let path = path.as_ref();
        make_parent(path)?;
        let file = open_new(path).map_err(|error| match fs::symlink_metadata(path) {
            Ok(found) if found.is_dir() => TraceError::Directory { path: path.into() },
            _ => TraceError::writing(path, error),
        })?;
        Self::begin(path, file, header).inspect_err(|_| {
            // A stub without a header would only block the name for the next try.
            let _ = fs::remove_file(path);
        })
    }

    /// Like [`Self::create`], or with a number behind the name if that is taken: nothing is overwritten, and no session
    /// goes unrecorded because another one had the same idea.
    pub fn create_beside(path: impl AsRef<Path>, header: &Header) -> Result<Self, TraceError> {
        let path = path.as_ref();
        let stem = path.file_stem().unwrap_or_default();
        let mut tried = Self::create(path, header);
        for number in 2..10_000 {
            if !matches!(tried, Err(TraceError::Exists { .. })) {
                break;
            }
            let mut name = stem.to_owned();
            name.push(format!("-{number}"));
            if let Some(extension) = path.extension() {
                name.push(".");
                name.push(extension);
            }
            tried = Self::create(path.with_file_name(name), header);
        }
        tried
    }

    /// Like [`Self::create_beside`], for a recording that nobody asked for: if it cannot be made, that is told with the
    /// first entry, and nothing is recorded.
    pub fn create_if_possible(path: impl AsRef<Path>, header: &Header) -> Self {
        let path = path.as_ref();
        Self::create_beside(path, header).unwrap_or_else(|error| Self {
            path: path.into(),
            file: None,
            unmade: Some(error),
            gathered: Gathered::default(),
            stamp: Stamp::default(),
            room: Room::default(),
            redactor: None,
        })
    }

    /// Like [`Self::create`], but takes the place of a file that exists. The old file is unlinked, not overwritten, so
    /// whoever has it open keeps it and its mode does not matter. Devices are written to as they are; symbolic links are
    /// refused, because someone else may have put one there.
    pub fn replace(path: impl AsRef<Path>, header: &Header) -> Result<Self, TraceError> {
        let path = path.as_ref();
        let Ok(found) = fs::symlink_metadata(path) else {
            return Self::create(path, header);
        };
        if found.is_symlink() {
            return Err(TraceError::SymbolicLink { path: path.into() });
        }
        if found.is_dir() {
            return Err(TraceError::Directory { path: path.into() });
        }
        if found.is_file() {
            fs::remove_file(path).map_err(|error| TraceError::writing(path, error))?;
            return Self::create(path, header);
        }
        if !is_device(&found) {
            // Opening a pipe that nobody reads would wait for ever.
            let reason = io::Error::other("it is neither a file nor a device");
            return Err(TraceError::writing(path, reason));
        }
        let file = OpenOptions::new()
            .write(true)
            .open(path)
            .map_err(|error| TraceError::writing(path, error))?;
        Self::begin(path, file, header)
    }

    fn begin(path: &Path, mut file: File, header: &Header) -> Result<Self, TraceError> {
        let mut redactor = header.redacted.then(Box::<Redactor>::default);
        let encoded = match &mut redactor {
            Some(redactor) => redactor.header(header).encode(),
            None => header.encode(),
        };
        let written = encoded.map_err(io::Error::from).and_then(|line| {
            file.write_all(&line)?;
            Ok(line.len())
        });
        let written = written.map_err(|error| TraceError::writing(path, error))?;
        let mut recorder = Self::over(path, file, written);
        recorder.redactor = redactor;
        Ok(recorder)
    }

    fn over(path: &Path, file: File, written: usize) -> Self {
        #[cfg(unix)]
        hold(&file);
        let mut room = Room::default();
        room.ahead_of(&file, written);
        Self {
            path: path.into(),
            file: Some(file),
            unmade: None,
            gathered: Gathered::with_capacity(BUFFER),
            stamp: Stamp::default(),
            room,
            redactor: None,
        }
    }

    /// Where the recording is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether entries are still being written.
    pub fn is_recording(&self) -> bool {
        self.file.is_some()
    }

    /// How many values were masked so far; `None` if nothing is.
    pub fn masked(&self) -> Option<u64> {
        let redactor = self.redactor.as_ref()?;
        Some(redactor.tally().total())
    }

    /// Adds a line, given without its line break. `form` is what decoding found it to be; see [`LineForm::of`].
    pub fn write(
        &mut self,
        seq: u64,
        at: Moment,
        direction: Direction,
        line: &[u8],
        form: LineForm,
    ) -> Wrote {
        if self.file.is_none() {
            let unmade = self.unmade.take();
            return unmade.map_or(Wrote::Skipped, Wrote::Stopped);
        }
        let masked = self.redactor.as_mut().map(|all| all.line(direction, line));
        let line = masked.as_deref().unwrap_or(line);
        encode::entry(self.gathered.end(), seq, at, direction, line, form);
        self.written()
    }

    /// Adds a line that was decoded: one JSON object, valid UTF-8, without a line break. It is not looked at again.
    pub(crate) fn write_decoded(
        &mut self,
        seq: u64,
        at: Moment,
        direction: Direction,
        line: &Bytes,
    ) -> Wrote {
        let wrong = cfg!(debug_assertions) && !encode::can_stand_verbatim(line);
        // What is redacted is looked at whatever was known of it.
        if self.file.is_none() || self.redactor.is_some() || wrong {
            return self.write(seq, at, direction, line, LineForm::Json);
        }
        encode::before_message(self.gathered.end(), seq, self.stamp.of(at, direction));
        self.gathered.line(line);
        self.gathered.end().extend_from_slice(encode::AFTER_MESSAGE);
        self.written()
    }

    fn written(&mut self) -> Wrote {
        if self.gathered.len() < BUFFER {
            return Wrote::Kept;
        }
        self.flush()
    }

    fn stop(&mut self, source: io::Error) -> Wrote {
        self.give_back();
        self.file = None;
        self.gathered = Gathered::default();
        Wrote::Stopped(TraceError::Stopped {
            path: self.path.clone(),
            source,
        })
    }

    fn give_back(&mut self) {
        if let Some(file) = &self.file {
            self.room.give_back(file);
        }
    }

    /// Hands everything to the system: from then on it survives this process being killed (not a power cut).
    pub fn flush(&mut self) -> Wrote {
        let Some(file) = &mut self.file else {
            return Wrote::Skipped;
        };
        if self.gathered.len() == 0 {
            return Wrote::Kept;
        }
        self.room.ahead_of(file, self.gathered.len());
        match self.gathered.write_to(file, BUFFER) {
            Ok(()) => Wrote::Kept,
            Err(source) => self.stop(source),
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        // Whoever wants to know flushes first; here nobody is left to tell.
        let _ = self.flush();
        self.give_back();
    }
}

/// Tells others that it is still written. The kernel takes the lock away with the process; where there is no such lock, a
/// recording is never seen as live. (Elsewhere such a lock would keep readers out.)
///
/// Whoever looks whether somebody writes it has it for an instant: then it is tried again, not for ever. What is no file
/// may be held by others for good, and nobody asks.
#[cfg(unix)]
fn hold(file: &File) {
    const TRIES: u32 = 200;
    if !file.metadata().is_ok_and(|found| found.is_file()) {
        return;
    }
    for _ in 0..TRIES {
        if !matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock)) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

fn make_parent(path: &Path) -> Result<(), TraceError> {
    let Some(parent) = path.parent() else {
        return Ok(());
    };
    if parent.as_os_str().is_empty() || parent.exists() {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(parent)
        .map_err(|error| TraceError::writing(path, error))
}

#[cfg(unix)]
fn is_device(found: &fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_char_device(&found.file_type())
}

#[cfg(not(unix))]
fn is_device(_found: &fs::Metadata) -> bool {
    false
}

/// `create_new` follows no link in the last part of the path and opens nothing that exists.
fn open_new(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
#[path = "writer_tests.rs"]
mod tests;
