//! The settings of a project. Owns: where they are looked for.

use std::path::{Path, PathBuf};

/// What the file is called.
pub const PROJECT_FILE: &str = ".cca-tui.toml";

/// The file for work in this directory: in the directory itself, or between it and the top of the repository it is in.
pub(super) fn find(directory: &Path) -> Option<PathBuf> {
    let mut nearest = None;
    for (height, folder) in directory.ancestors().enumerate() {
        let file = folder.join(PROJECT_FILE);
        if nearest.is_none() && file.is_file() {
            // In the directory itself it counts without a repository too.
            if height == 0 {
                return Some(file);
            }
            nearest = Some(file);
        }
        if folder.join(".git").exists() {
            return nearest;
        }
    }
    None
}
