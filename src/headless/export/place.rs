//! Where a result is written. Owns: private files that appear whole or not at all; a device or a pipe is written to, and
//! never replaced.

use super::ExportError;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Refuses a place that is taken, before any work is done; and the recording itself, whoever says so.
pub(super) fn check(path: &Path, recording: &Path, force: bool) -> Result<(), ExportError> {
    let real = |path: &Path| path.canonicalize().ok();
    if real(path).is_some() && real(path) == real(recording) {
        return Err(ExportError::Itself(path.to_owned()));
    }
    let folder = folder(path);
    if !folder.exists() {
        return Err(ExportError::NoFolder(folder.to_owned()));
    }
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => Err(ExportError::Folder(path.to_owned())),
        Ok(_) if is_stream(path) => Ok(()),
        Ok(_) if !force => Err(ExportError::Exists(path.to_owned())),
        _ => Ok(()),
    }
}

/// Whether it is something to write to rather than a place for a file: a device, a pipe.
fn is_stream(path: &Path) -> bool {
    let found = fs::metadata(path);
    found.is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    let folder = path.parent();
    folder
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Writes a file that only its owner can read: beside its place first, so that half a result is never seen.
pub(super) fn write(
    path: &Path,
    force: bool,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let shown = path.display().to_string();
    let failed = |error| ExportError::output(&shown, error);
    if is_stream(path) {
        let opened = fs::OpenOptions::new().write(true).open(path);
        let mut out = BufWriter::new(opened.map_err(failed)?);
        fill(&mut out)?;
        return out.flush().map_err(failed);
    }
    // What it is called meanwhile is nothing to anybody: the folder is what does not take it.
    let beside = tempfile::NamedTempFile::new_in(folder(path));
    let mut beside = beside.map_err(|error| failed(error.kind().into()))?;
    let mut out = BufWriter::new(beside.as_file_mut());
    fill(&mut out)?;
    out.flush().map_err(failed)?;
    drop(out);
    let kept = if force {
        beside.persist(path)
    } else {
        beside.persist_noclobber(path)
    };
    match kept {
        Ok(_) => Ok(()),
        Err(error) if error.error.kind() == std::io::ErrorKind::AlreadyExists => {
            Err(ExportError::Exists(path.to_owned()))
        }
        Err(error) => Err(failed(error.error)),
    }
}
