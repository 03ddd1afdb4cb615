//! Where a result is written. Owns: private files that appear whole or not at all.

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
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => Err(ExportError::Folder(path.to_owned())),
        Ok(_) if !force => Err(ExportError::Exists(path.to_owned())),
        _ => Ok(()),
    }
}

/// Writes a file that only its owner can read: beside its place first, so that half a result is never seen.
pub(super) fn write(
    path: &Path,
    force: bool,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let shown = path.display().to_string();
    let failed = |error| ExportError::output(&shown, error);
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut beside = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
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
