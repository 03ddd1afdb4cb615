//! EDGE. The prompts of before on disk: one JSON object a line, newest last. Owns: adding, reading, shortening the file.
//!
//! Several programs may write at once: each adds a line in one go, and only who holds the lock rewrites the file. A line
//! that was torn or is none is passed over and goes when the file is rewritten.

use crate::config::paths::{make_private_dir, private_file, write_private};
use crate::tui::panes::composer::{Past, REMEMBERED};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// A longer prompt is remembered by the running program only.
const LONGEST: usize = 64 * 1024;
/// Of a longer file only the end is read.
const LARGEST: u64 = 16 * 1024 * 1024;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Written {
    text: String,
    #[serde(default)]
    cwd: String,
    /// Seconds since 1970.
    #[serde(default)]
    at: u64,
}

/// Adds a prompt.
pub(super) fn append(root: &Path, text: &str, folder: &Path) -> io::Result<()> {
    if text.len() > LONGEST {
        return Ok(());
    }
    make_private_dir(root)?;
    let _lock = lock(root);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let mut line = serde_json::to_vec(&Written {
        text: text.to_owned(),
        cwd: folder.to_string_lossy().into_owned(),
        at: now.map_or(0, |now| now.as_secs()),
    })?;
    line.push(b'\n');
    let mut file = private_file()
        .read(true)
        .append(true)
        .create(true)
        .open(path(root))?;
    if torn(&mut file)? {
        line.insert(0, b'\n');
    }
    file.write_all(&line)
}

/// Whether the last line has no end.
fn torn(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

/// The prompts, oldest first, each once. A file that has grown or was damaged is shortened.
pub(super) fn read(root: &Path) -> Vec<Past> {
    let (written, untidy) = lines(root);
    if !untidy {
        return past(written);
    }
    let _lock = lock(root);
    // Somebody may have added one before the lock was ours.
    let (written, _) = lines(root);
    let mut text = Vec::new();
    for one in &written {
        if serde_json::to_writer(&mut text, one).is_ok() {
            text.push(b'\n');
        }
    }
    if let Err(error) = write_private(&path(root), &text) {
        tracing::warn!(%error, "the prompts of before are not shortened");
    }
    past(written)
}

fn past(written: Vec<Written>) -> Vec<Past> {
    let past = |one: Written| Past {
        text: one.text,
        folder: PathBuf::from(one.cwd),
    };
    written.into_iter().map(past).collect()
}

/// What is in the file, newest of each text, and whether the file should be rewritten.
fn lines(root: &Path) -> (Vec<Written>, bool) {
    let (bytes, cut) = match tail(&path(root)) {
        Ok(read) => read,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (Vec::new(), false),
        Err(error) => {
            tracing::warn!(%error, "the prompts of before cannot be read");
            return (Vec::new(), false);
        }
    };
    let mut seen = HashSet::new();
    let mut newest_first = Vec::new();
    let (mut count, mut damaged) = (0, cut);
    for line in bytes.split(|byte| *byte == b'\n').rev() {
        if line.is_empty() {
            continue;
        }
        count += 1;
        match serde_json::from_slice::<Written>(line) {
            Ok(one) => {
                if newest_first.len() < REMEMBERED && seen.insert(one.text.clone()) {
                    newest_first.push(one);
                }
            }
            Err(_) => damaged = true,
        }
    }
    newest_first.reverse();
    // Not at every start once it is full.
    let grown = count > REMEMBERED + REMEMBERED / 4;
    (newest_first, damaged || grown)
}

/// The end of the file, and whether there is more before it.
fn tail(path: &Path) -> io::Result<(Vec<u8>, bool)> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LARGEST)))?;
    let mut bytes = Vec::new();
    file.take(LARGEST).read_to_end(&mut bytes)?;
    Ok((bytes, length > LARGEST))
}

fn path(root: &Path) -> PathBuf {
    root.join("prompts.jsonl")
}

/// Held as long as the file is open; where locks do not work we go on without.
fn lock(root: &Path) -> Option<File> {
    let file = private_file()
        .write(true)
        .create(true)
        .truncate(false)
        .open(root.join("prompts.lock"))
        .ok()?;
    match file.lock() {
        Ok(()) => Some(file),
        Err(error) => {
            tracing::debug!(%error, "no lock");
            None
        }
    }
}
