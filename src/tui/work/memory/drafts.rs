//! EDGE. What was being typed, by the folder it was typed in. Owns: one private file each, and that there are not too many.

use crate::config::paths::write_private;
use crate::tui::panes::composer::Piece;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

/// Drafts that are kept.
const MOST: usize = 200;
/// A longer file is not one of ours.
const LARGEST: u64 = 64 * 1024 * 1024;

#[derive(Debug, Serialize, Deserialize)]
struct Written {
    folder: String,
    pieces: Vec<Piece>,
}

/// Keeps a draft; one without text is forgotten.
pub(super) fn write(root: &Path, folder: &Path, pieces: &[Piece]) -> io::Result<()> {
    let path = file(root, folder);
    if pieces.iter().all(|piece| piece.text().trim().is_empty()) {
        return match std::fs::remove_file(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed,
        };
    }
    let is_new = !path.exists();
    let written = Written {
        folder: folder.to_string_lossy().into_owned(),
        pieces: pieces.to_vec(),
    };
    write_private(&path, &serde_json::to_vec(&written)?)?;
    if is_new {
        forget_oldest(&path);
    }
    Ok(())
}

/// The draft of a folder; empty if there is none or it cannot be understood.
pub(super) fn read(root: &Path, folder: &Path) -> Vec<Piece> {
    let path = file(root, folder);
    let small = std::fs::metadata(&path).is_ok_and(|about| about.len() <= LARGEST);
    let Some(bytes) = small.then(|| std::fs::read(&path).ok()).flatten() else {
        return Vec::new();
    };
    match serde_json::from_slice::<Written>(&bytes) {
        Ok(written) => written.pieces,
        Err(error) => {
            tracing::info!(%error, path = %path.display(), "is no draft");
            Vec::new()
        }
    }
}

fn file(root: &Path, folder: &Path) -> PathBuf {
    let hash = Sha256::digest(folder.as_os_str().as_encoded_bytes());
    let mut name = String::new();
    for byte in hash.iter().take(16) {
        let _ = write!(name, "{byte:02x}");
    }
    root.join("drafts").join(format!("{name}.json"))
}

/// Folders that are gone leave their drafts behind.
fn forget_oldest(newest: &Path) {
    let Some(Ok(entries)) = newest.parent().map(std::fs::read_dir) else {
        return;
    };
    let aged = entries.flatten().filter_map(|entry| {
        let changed = entry.metadata().and_then(|about| about.modified()).ok()?;
        Some((changed, entry.path()))
    });
    let mut aged: Vec<_> = aged.filter(|(_, path)| path != newest).collect();
    aged.sort_unstable();
    let too_many = (aged.len() + 1).saturating_sub(MOST);
    for (_, path) in aged.into_iter().take(too_many) {
        let _ = std::fs::remove_file(path);
    }
}
