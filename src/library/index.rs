//! What is known about the recordings of a folder. Owns: the index file, and reading each recording once.
//! Does not own: what is known (`summary`), deleting (`retention`).

use super::is_live;
use super::retention::Deleted;
use super::summary::{Summary, summarise};
use crate::config::paths;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

const INDEX: &str = "index.json";
/// Held while the index is read and written again.
const LOCK: &str = "index.lock";
/// An index that says more, or other things, than this version knows is made anew.
const VERSION: u32 = 3;

/// A recording and what is known about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// Its name in the folder.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// When it was last written, in milliseconds of the epoch.
    pub modified_ms: u64,
    /// Whether it is still written.
    pub live: bool,
    /// What is in it, or why that cannot be said.
    pub content: Result<Summary, String>,
}

impl Listed {
    /// When it began, in milliseconds of the epoch; of what does not say so, when it was last written.
    fn began_ms(&self) -> u64 {
        let started = self.content.as_ref().ok().and_then(|all| all.started);
        let started = started.and_then(|time| u64::try_from(time.timestamp_millis()).ok());
        started.unwrap_or(self.modified_ms)
    }
}

/// Bytes of recordings that are still written up to which they are read again whenever they have grown.
const LITTLE: u64 = 8 << 20;

/// What can be seen of the recordings of a folder without reading them: the name of each and, if it is live, its size.
/// The sizes are left out where reading them again and again would cost too much.
pub fn seen(listed: &[Listed]) -> Vec<(String, Option<u64>)> {
    let live = listed.iter().filter(|file| file.live);
    let little = live.map(|file| file.bytes).sum::<u64>() <= LITTLE;
    let size = |file: &Listed| if little { file.bytes } else { 0 };
    let mut seen: Vec<_> = listed
        .iter()
        .map(|file| (file.name.clone(), file.live.then(|| size(file))))
        .collect();
    seen.sort_unstable();
    seen
}

/// The same of a folder as it is now.
pub fn look(folder: &Path) -> Vec<(String, Option<u64>)> {
    seen(&files(folder).unwrap_or_default())
}

/// The index as it is in its file.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Index {
    version: u32,
    recordings: BTreeMap<String, Known>,
    /// What was deleted of late, newest last.
    #[serde(default)]
    pub(super) deleted: Vec<Deleted>,
}

/// What was found out about a file when it had this size and age.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Known {
    bytes: u64,
    modified_ms: u64,
    summary: Option<Summary>,
    problem: Option<String>,
}

impl Known {
    fn content(&self) -> Result<Summary, String> {
        let problem = || self.problem.clone().unwrap_or_default();
        self.summary.clone().ok_or_else(problem)
    }
}

/// The recordings of a folder, the latest begun first whatever they are called, and what was deleted of late. A folder that is not there has none.
pub fn list(folder: &Path) -> io::Result<(Vec<Listed>, Vec<Deleted>)> {
    if !folder.exists() {
        return Ok((Vec::new(), Vec::new()));
    }
    let _lock = lock(folder);
    let mut index = read(folder);
    let listed = refresh(folder, &mut index)?;
    Ok((listed, index.deleted))
}

/// One at a time; where there is no locking, the last one to write wins, which costs no more than reading files again.
pub(super) fn lock(folder: &Path) -> Option<File> {
    let mut options = paths::private_file();
    let file = options
        .create(true)
        .append(true)
        .open(folder.join(LOCK))
        .ok()?;
    file.lock().ok()?;
    Some(file)
}

pub(super) fn read(folder: &Path) -> Index {
    let read = std::fs::read(folder.join(INDEX)).ok();
    let index = read.and_then(|bytes| serde_json::from_slice::<Index>(&bytes).ok());
    index
        .filter(|index| index.version == VERSION)
        .unwrap_or_default()
}

pub(super) fn write(folder: &Path, index: &mut Index) {
    index.version = VERSION;
    // Without it everything is read again: slower, not wrong.
    if let Ok(text) = serde_json::to_vec(index) {
        let _ = paths::write_private(&folder.join(INDEX), &text);
    }
}

/// Looks at the folder, reads what is new, and writes the index if it has changed.
pub(super) fn refresh(folder: &Path, index: &mut Index) -> io::Result<Vec<Listed>> {
    let mut listed = Vec::new();
    let mut known = BTreeMap::new();
    for file in files(folder)? {
        let Listed {
            bytes, modified_ms, ..
        } = file;
        let cached = index.recordings.get(&file.name);
        let fits = |known: &&Known| known.bytes == bytes && known.modified_ms == modified_ms;
        let now = match cached.filter(fits) {
            Some(known) if !file.live => known.clone(),
            _ => {
                let (summary, problem) = match summarise(&file.path) {
                    Ok(summary) => (Some(summary), None),
                    // Somebody deleted it while it was looked at.
                    Err(_) if !file.path.exists() => continue,
                    Err(error) => (None, Some(reason(&error.to_string(), &file.path))),
                };
                Known {
                    bytes,
                    modified_ms,
                    summary,
                    problem,
                }
            }
        };
        let content = now.content();
        if !file.live {
            known.insert(file.name.clone(), now);
        }
        listed.push(Listed { content, ..file });
    }
    listed.sort_by_cached_key(|file| std::cmp::Reverse((file.began_ms(), file.name.clone())));
    if index.recordings != known || index.version != VERSION {
        index.recordings = known;
        write(folder, index);
    }
    Ok(listed)
}

/// Why a file cannot be read, without its path: whoever lists it has that.
fn reason(error: &str, path: &Path) -> String {
    let path = path.display().to_string();
    let rest = error.strip_prefix(&path).unwrap_or(error);
    rest.trim_start_matches([':', ' ']).to_owned()
}

/// The files of the folder, in any order; what is in them is not looked at.
pub(super) fn files(folder: &Path) -> io::Result<Vec<Listed>> {
    let entries = std::fs::read_dir(folder)?.flatten();
    Ok(entries.filter_map(|entry| candidate(&entry)).collect())
}

/// A file that may be a recording; links and folders are not.
fn candidate(entry: &std::fs::DirEntry) -> Option<Listed> {
    let name = entry.file_name().to_str()?.to_owned();
    let found = entry.metadata().ok()?;
    if !name.ends_with(".ndjson") || !found.is_file() {
        return None;
    }
    let modified = found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let path = entry.path();
    Some(Listed {
        bytes: found.len(),
        modified_ms: u64::try_from(modified.as_millis()).unwrap_or(u64::MAX),
        live: is_live(&path),
        content: Err(String::new()),
        name,
        path,
    })
}
