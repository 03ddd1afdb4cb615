//! What is wrong with a file somebody wrote. Owns: how it is told. Does not own: finding it.

use std::path::PathBuf;

/// A file that cannot be used: which, where in it, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{}: {}{what}", .file.display(), place(.line.as_ref()), key_text(.key.as_ref()))]
pub struct FileError {
    /// The file.
    pub file: PathBuf,
    /// Line and column, from 1; absent if it could not be read at all.
    pub line: Option<(usize, usize)>,
    /// The key, as a path such as `on[0].steps[2].tool.name`.
    pub key: Option<String>,
    /// What is wrong, and what to do.
    pub what: String,
}

fn place(line: Option<&(usize, usize)>) -> String {
    line.map_or_else(String::new, |(line, column)| format!(":{line}:{column}"))
}

fn key_text(key: Option<&String>) -> String {
    key.map_or_else(String::new, |key| format!("{key}: "))
}
