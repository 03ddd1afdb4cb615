//! Observing: one line of JSON for each run. Owns: the line, and the private file it goes to. Does not own: any decision.
//!
//! The line is plain ASCII: everything else is escaped, so that looking at the file, or at standard error, is safe.

use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Where lines go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Log {
    Stderr,
    File(PathBuf),
}

impl Log {
    /// Writes one line.
    pub(super) async fn write(&self, hook: &str, input: Map<String, Value>) -> Result<(), String> {
        let at = chrono::Utc::now().to_rfc3339_opts(chrono::SecondsFormat::Millis, true);
        let line = ascii(&json!({"at": at, "hook": hook, "input": input}).to_string());
        let log = self.clone();
        // The file may be on a disk that hangs.
        let written = tokio::task::spawn_blocking(move || match &log {
            Self::Stderr => io::stderr().write_all(line.as_bytes()),
            Self::File(path) => open(path).and_then(|mut file| file.write_all(line.as_bytes())),
        });
        match written.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(format!("{}: {error}", self.name())),
            Err(error) => Err(format!("{}: {error}", self.name())),
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Stderr => "standard error".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }
}

/// Opened anew for each line, so that the file may be moved away; for its owner alone.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let about = file.metadata()?;
        if about.is_file() && about.permissions().mode() & 0o077 != 0 {
            file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
        }
    }
    Ok(file)
}

/// Compact JSON as ASCII, with a line break at its end.
fn ascii(json: &str) -> String {
    let mut line = String::with_capacity(json.len() + 1);
    for character in json.chars() {
        if matches!(character, ' '..='~') {
            line.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(line, "\\u{unit:04x}");
            }
        }
    }
    line.push('\n');
    line
}
