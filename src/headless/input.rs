//! The file that a command reads. Owns: that `-` is standard input, and that it and a pipe with a name are kept in a private
//! file while they are needed, because a recording is read in any order. Does not own: what is in it (`trace`).

use crate::trace::{DEFAULT_LINE_CAP, Recording, TraceError};
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// How standard input is named, to us and by us.
const STDIN: &str = "-";
const NAME: &str = "standard input";

/// A file to be read. What was kept of standard input or of a pipe goes with this.
#[derive(Debug)]
pub struct Input {
    path: PathBuf,
    /// Where it is kept, and what it is called, if it is no file.
    kept: Option<(TempDir, PathBuf)>,
}

impl Input {
    /// The file of that name; standard input and pipes are read to their end.
    pub fn of(path: &Path) -> Result<Self, TraceError> {
        let Some(name) = piped(path) else {
            return Ok(Self::file(path));
        };
        let wrong = |source| TraceError::Read {
            path: name.clone(),
            source,
        };
        let (kept, mut file, folder) = place(path).map_err(wrong)?;
        let mut pipe = opened(path).map_err(wrong)?;
        io::copy(&mut pipe, &mut file).map_err(wrong)?;
        // What is no recording is told by its name, not by that of our file.
        Recording::from_reader(&name, File::open(&kept).map_err(wrong)?, DEFAULT_LINE_CAP)?;
        Ok(Self {
            path: kept,
            kept: Some((folder, name)),
        })
    }

    /// The same, to be followed: what comes from standard input or a pipe is kept as it comes, while others read it.
    pub fn followed(path: &Path) -> Result<Self, TraceError> {
        let Some(name) = piped(path) else {
            return Ok(Self::file(path));
        };
        let wrong = |source| TraceError::Read {
            path: name.clone(),
            source,
        };
        let (kept, mut file, folder) = place(path).map_err(wrong)?;
        let from = path.to_owned();
        let thread = std::thread::Builder::new().name("pipe".to_owned());
        // Whoever takes keys from the terminal gives standard input up.
        let stdin = (path == Path::new(STDIN)).then(|| opened(path)).transpose();
        let stdin = stdin.map_err(wrong)?;
        let started = thread.spawn(move || {
            // A pipe with a name cannot be opened before somebody writes to it.
            let pipe = stdin.map_or_else(|| opened(&from), Ok);
            if let Err(error) = pipe.and_then(|mut pipe| io::copy(&mut pipe, &mut file)) {
                tracing::warn!(%error, "a pipe is not read any more");
            }
        });
        started.map_err(wrong)?;
        Ok(Self {
            path: kept,
            kept: Some((folder, name)),
        })
    }

    /// Whether what is named so is read to its end before anything can be shown of it: what it is called.
    pub fn piped(path: &Path) -> Option<PathBuf> {
        piped(path)
    }

    fn file(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            kept: None,
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it is called.
    pub fn name(&self) -> &Path {
        self.kept.as_ref().map_or(&self.path, |(_, name)| name)
    }
}

/// What standard input or a pipe is called; `None` for a file.
fn piped(path: &Path) -> Option<PathBuf> {
    if path == Path::new(STDIN) {
        return Some(NAME.into());
    }
    is_pipe(path).then(|| path.to_owned())
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    std::fs::metadata(path).is_ok_and(|meta| meta.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

fn opened(path: &Path) -> io::Result<Box<dyn io::Read + Send>> {
    if path == Path::new(STDIN) {
        return stdin();
    }
    Ok(Box::new(File::open(path)?))
}

#[cfg(unix)]
fn stdin() -> io::Result<Box<dyn io::Read + Send>> {
    use std::os::fd::AsFd as _;
    let own = io::stdin().as_fd().try_clone_to_owned()?;
    Ok(Box::new(File::from(own)))
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
fn stdin() -> io::Result<Box<dyn io::Read + Send>> {
    Ok(Box::new(io::stdin()))
}

/// A file for it that only its owner can read.
fn place(path: &Path) -> io::Result<(PathBuf, File, TempDir)> {
    let mut private = tempfile::Builder::new();
    #[cfg(unix)]
    private.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let folder = private.tempdir()?;
    let stem = match path.file_stem().unwrap_or_default().to_string_lossy() {
        stem if stem == STDIN => "stdin".into(),
        // What a shell calls `<(…)` is a number.
        stem if stem.bytes().all(|byte| byte.is_ascii_digit()) => "pipe".into(),
        stem => stem,
    };
    let kept = folder.path().join(format!("{stem}.ndjson"));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&kept)?;
    Ok((kept, file, folder))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn what_is_kept_is_private_and_goes() {
        let (path, _, folder) = place(Path::new(STDIN)).unwrap();
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&path), mode(folder.path())), (0o600, 0o700));
        drop(folder);
        assert!(!path.exists());
    }

    #[test]
    fn a_pipe_with_a_name_is_kept_and_can_be_read_in_any_order() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
        let line = b"{\"type\":\"user\"}\n";
        let writes = {
            let pipe = pipe.clone();
            std::thread::spawn(move || std::fs::write(pipe, line).unwrap())
        };
        let input = Input::of(&pipe).unwrap();
        writes.join().unwrap();
        assert_eq!(input.name(), pipe);
        assert_eq!(std::fs::read(input.path()).unwrap(), line);
        assert!(Input::piped(folder.path()).is_none(), "no pipe");
    }
}
