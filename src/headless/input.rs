//! The file that a command reads. Owns: that `-` is standard input, kept in a private file while it is needed, because a
//! recording is read in any order. Does not own: what is in it (`trace`).

use crate::trace::{DEFAULT_LINE_CAP, Recording, TraceError};
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// How standard input is named, to us and by us.
const STDIN: &str = "-";
const NAME: &str = "standard input";

/// A file to be read. What was kept of standard input goes with this.
#[derive(Debug)]
pub(in crate::headless) struct Input {
    path: PathBuf,
    /// Where standard input is kept.
    kept: Option<TempDir>,
}

impl Input {
    /// The file of that name; standard input is read to its end.
    pub(in crate::headless) fn of(path: &Path) -> Result<Self, TraceError> {
        if path != Path::new(STDIN) {
            return Ok(Self {
                path: path.to_owned(),
                kept: None,
            });
        }
        let (path, folder) = kept(&mut io::stdin().lock()).map_err(|error| TraceError::Read {
            path: NAME.into(),
            source: error,
        })?;
        let input = Self {
            path,
            kept: Some(folder),
        };
        // What is no recording is told by its name, not by that of our file.
        let file = std::fs::File::open(&input.path);
        let file = file.map_err(|source| TraceError::Read {
            path: NAME.into(),
            source,
        })?;
        Recording::from_reader(NAME, file, DEFAULT_LINE_CAP)?;
        Ok(input)
    }

    /// Where it is.
    pub(in crate::headless) fn path(&self) -> &Path {
        &self.path
    }

    /// What it is called.
    pub(in crate::headless) fn name(&self) -> &Path {
        match self.kept {
            Some(_) => Path::new(NAME),
            None => &self.path,
        }
    }
}

/// Keeps all that can be read in a file that only its owner can read.
fn kept(from: &mut impl io::Read) -> io::Result<(PathBuf, TempDir)> {
    let mut private = tempfile::Builder::new();
    #[cfg(unix)]
    private.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let folder = private.tempdir()?;
    let path = folder.path().join("stdin.ndjson");
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    io::copy(from, &mut options.open(&path)?)?;
    Ok((path, folder))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn what_is_kept_is_private_and_goes() {
        let (path, folder) = kept(&mut io::Cursor::new(b"{}\n")).unwrap();
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&path), mode(folder.path())), (0o600, 0o700));
        assert_eq!(std::fs::read(&path).unwrap(), b"{}\n");
        drop(folder);
        assert!(!path.exists());
    }
}
