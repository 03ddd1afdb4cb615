//! Scripts that stand in for the CLI. Owns: never overwriting what is not ours, words that survive the shell, and being
//! found from anywhere. Does not own: what they run (`sim`, `tap`).

use std::io;
use std::path::{Path, PathBuf};

/// A script that cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScriptError {
    /// Something else is there.
    #[error("{} is not a script of `cca-tui {by}`; name another path, or remove it first", path.display())]
    Occupied {
        /// What is there.
        path: PathBuf,
        /// Who would have written it.
        by: &'static str,
    },
    /// The place cannot be written.
    #[error("{} cannot be written: {}", .0.display(), .1)]
    Write(PathBuf, io::Error),
    /// The path of this program is unknown.
    #[error("the path of this program cannot be told: {0}")]
    Program(io::Error),
    /// A path cannot stand in a script.
    #[error("{} is not UTF-8; move it to a path that is", .0.display())]
    Path(PathBuf),
}

/// What a kind of script says of itself in its second line: only such files are overwritten.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kind {
    /// The command and flag that write it.
    pub(super) by: &'static str,
    /// What it is.
    pub(super) what: &'static str,
}

impl Kind {
    fn mark(self) -> String {
        format!("# written by `cca-tui {}`: {}", self.by, self.what)
    }
}

/// Writes a script that becomes this program with these arguments, as words for the shell, and its own after them.
pub(super) fn write(path: &Path, kind: Kind, arguments: &str) -> Result<(), ScriptError> {
    let program = word(&std::env::current_exe().map_err(ScriptError::Program)?)?;
    let mark = kind.mark();
    let text = format!("#!/bin/sh\n{mark}\nexec {program} {arguments} \"$@\"\n");
    let by = kind.by;
    let occupied = || ScriptError::Occupied {
        path: path.to_owned(),
        by,
    };
    if let Ok(there) = std::fs::read(path) {
        let there = String::from_utf8_lossy(&there);
        if there.lines().nth(1) != Some(mark.as_str()) {
            return Err(occupied());
        }
    } else if path.symlink_metadata().is_ok() {
        return Err(occupied());
    }
    let failed = |error| ScriptError::Write(path.to_owned(), error);
    std::fs::write(path, text).map_err(failed)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(path, mode).map_err(failed)?;
    }
    Ok(())
}

/// A path as a word for the shell.
pub(super) fn word(path: &Path) -> Result<String, ScriptError> {
    match path.to_str() {
        Some(text) => Ok(quoted(text)),
        None => Err(ScriptError::Path(path.to_owned())),
    }
}

/// A path as a word for the shell that means the same wherever the script is run.
pub(super) fn absolute_word(path: &Path) -> Result<String, ScriptError> {
    word(&std::path::absolute(path).map_err(ScriptError::Program)?)
}

/// A word for the shell, whatever is in it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_survive_the_shell() {
        assert_eq!(quoted("/a b/c"), "'/a b/c'");
        assert_eq!(quoted("it's $x"), "'it'\\''s $x'");
    }
}
