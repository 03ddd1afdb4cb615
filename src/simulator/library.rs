//! EDGE. Scenarios by name or path. Owns: which of the two it is, and opening the file. Does not own: reading what is in it.

use super::scenario::shipped;
use crate::config::{Document, FileError, nearest};
use std::path::Path;

/// The scenario of that name, or else the file at that path. What has a folder or `.toml` in it is a path.
pub fn find(name_or_path: &str) -> Result<Document, FileError> {
    let mut known = shipped().iter();
    if let Some((name, text)) = known.find(|(name, _)| *name == name_or_path) {
        return Ok(Document::new(*name, *text));
    }
    let path = Path::new(name_or_path);
    let is_path = path.components().count() > 1
        || name_or_path.contains(std::path::MAIN_SEPARATOR)
        || path
            .extension()
            .is_some_and(|extension| extension == "toml");
    if is_path || path.is_file() {
        return Document::open(path);
    }
    Err(unknown(name_or_path))
}

fn unknown(name: &str) -> FileError {
    let names: Vec<_> = shipped().iter().map(|(name, _)| *name).collect();
    let list = names.join(", ");
    let what = match nearest(name, names) {
        Some(near) => {
            format!("is no scenario; did you mean {near}? There are: {list}; or name a TOML file")
        }
        None => format!("is no scenario; there are: {list}; or name a TOML file"),
    };
    FileError {
        file: name.into(),
        line: None,
        key: None,
        what,
    }
}
