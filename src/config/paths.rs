//! Where files of ours are. Owns: the folders for settings and for what is remembered, and making private files.
//! Does not own: what is in them.

use std::fs::{DirBuilder, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

const NAME: &str = "cca-tui";

/// The folder for settings: `$XDG_CONFIG_HOME/cca-tui` or `~/.config/cca-tui`.
pub fn config_dir() -> Option<PathBuf> {
    folder("XDG_CONFIG_HOME", ".config")
}

/// The folder for what is remembered: `$XDG_STATE_HOME/cca-tui` or `~/.local/state/cca-tui`.
pub fn state_dir() -> Option<PathBuf> {
    folder("XDG_STATE_HOME", ".local/state")
}

fn folder(variable: &str, below_home: &str) -> Option<PathBuf> {
    // A relative path in these would mean another folder in every directory.
    let absolute = |name: &str| {
        let path = PathBuf::from(std::env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    let base = absolute(variable).or_else(|| Some(absolute("HOME")?.join(below_home)))?;
    Some(base.join(NAME))
}

/// Makes a folder that only its owner can look into, and those above it.
pub fn make_private_dir(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Options for opening a file that only its owner can read.
pub fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Writes a private file as a whole: whoever reads it sees the old text or the new one, never half of it.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        make_private_dir(folder)?;
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.new", std::process::id()));
    let beside = PathBuf::from(beside);
    let written = private_file()
        .write(true)
        .create(true)
        .truncate(true)
        .open(&beside)
        .and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_data()
        })
        .and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}

#[cfg(all(test, unix))]
mod tests {
    use super::write_private;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn what_is_written_is_private_and_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("made/here.txt");
        write_private(&path, b"one").unwrap();
        write_private(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        let mode =
            |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&path), 0o600);
        assert_eq!(mode(path.parent().unwrap()), 0o700);
        assert_eq!(
            std::fs::read_dir(path.parent().unwrap()).unwrap().count(),
            1
        );
    }
}
