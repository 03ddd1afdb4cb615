//! EDGE. Sessions of simulated CLIs, so that they can be resumed. Owns: where they are and writing them safely.
//! Does not own: what is in them (`actor::Past`).

use super::actor::{History, Past};
use super::flags::SessionChoice;
use super::reservation::{self, Reserved};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Larger files are none of ours.
const MAX_BYTES: u64 = 16 * 1024 * 1024;
/// So many sessions are kept; then the oldest go.
const MAX_KEPT: usize = 200;

/// Where sessions are kept.
#[derive(Debug, Clone)]
pub enum Store {
    /// A folder.
    Folder(PathBuf),
    /// In this program.
    Memory(Memory),
    /// Nowhere.
    Nowhere,
}

/// Sessions of one program.
#[derive(Debug, Clone, Default)]
pub struct Memory(Arc<Mutex<Shared>>);

#[derive(Debug, Default)]
struct Shared {
    kept: BTreeMap<String, Past>,
    /// Ids of sessions that run and were given theirs.
    held: BTreeSet<String>,
}

impl Memory {
    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an id; whether nobody has it.
    pub(super) fn hold(&self, id: &str) -> bool {
        self.shared().held.insert(id.to_owned())
    }

    /// Gives it back.
    pub(super) fn release(&self, id: &str) {
        self.shared().held.remove(id);
    }
}

impl Store {
    /// The folder an environment leads to; without a home nothing is kept.
    pub fn of(env: &BTreeMap<String, String>) -> Self {
        let absolute = |name: &str| {
            let path = env.get(name).map(PathBuf::from);
            path.filter(|path| path.is_absolute())
        };
        let state = absolute("XDG_STATE_HOME");
        let state = state.or_else(|| Some(absolute("HOME")?.join(".local/state")));
        match state {
            Some(state) => Self::Folder(state.join("cca-tui/simulator")),
            None => Self::Nowhere,
        }
    }

    /// What a command line needs to know of earlier sessions.
    pub fn history(&self, choice: &SessionChoice, cwd: &str) -> History {
        let resumed = match &choice.resume {
            Some(id) => self.load(id),
            None if choice.carry_on => self.latest(cwd),
            None => None,
        };
        History {
            none_to_continue: choice.carry_on && resumed.is_none(),
            id_taken: choice
                .session_id
                .as_deref()
                .is_some_and(|id| self.load(id).is_some()),
            resumed,
        }
    }

    /// Keeps a session.
    pub fn save(&self, past: &Past) -> io::Result<()> {
        match self {
            Self::Nowhere => Ok(()),
            Self::Memory(memory) => {
                let kept = &mut memory.shared().kept;
                kept.insert(past.session_id.clone(), past.clone());
                Ok(())
            }
            Self::Folder(folder) => {
                let Some(name) = file_name(&past.session_id) else {
                    return Ok(());
                };
                let text = serde_json::to_vec(past).map_err(io::Error::other)?;
                create_folder(folder)?;
                replace(folder, &name, &text)?;
                prune(folder, &name);
                Ok(())
            }
        }
    }

    /// Takes an id for a session that starts: nobody else can start with it until it ends.
    pub(super) fn reserve(&self, id: &str) -> Reserved {
        match self {
            Self::Nowhere => Reserved::Unneeded,
            Self::Memory(memory) => reservation::in_memory(memory, id),
            Self::Folder(_) if file_name(id).is_none() => Reserved::Unneeded,
            Self::Folder(folder) => reservation::in_folder(folder, id),
        }
    }

    fn load(&self, id: &str) -> Option<Past> {
        match self {
            Self::Nowhere => None,
            Self::Memory(memory) => memory.shared().kept.get(id).cloned(),
            Self::Folder(folder) => {
                let past = read(&folder.join(file_name(id)?))?;
                (past.session_id == id).then_some(past)
            }
        }
    }

    fn latest(&self, cwd: &str) -> Option<Past> {
        let all: Vec<Past> = match self {
            Self::Nowhere => Vec::new(),
            Self::Memory(memory) => memory.shared().kept.values().cloned().collect(),
            Self::Folder(folder) => {
                let entries = std::fs::read_dir(folder).ok()?;
                let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
                paths.filter_map(|path| read(&path)).collect()
            }
        };
        let here = all.into_iter().filter(|past| past.cwd == cwd);
        here.max_by_key(|past| past.used_ms)
    }
}

fn read(path: &Path) -> Option<Past> {
    let is_ours = path
        .extension()
        .is_some_and(|extension| extension == "json");
    let about = std::fs::metadata(path).ok()?;
    if !is_ours || !about.is_file() || about.len() > MAX_BYTES {
        return None;
    }
    serde_json::from_slice(&std::fs::read(path).ok()?).ok()
}

/// The file of a session; nothing for an id that could lead elsewhere.
fn file_name(id: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let fits = !id.is_empty() && id.len() <= 64 && id.chars().all(plain);
    fits.then(|| format!("{id}.json"))
}

pub(super) fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Writes beside the file and puts it in its place: a reader sees the old or the new one, never half of it.
fn replace(folder: &Path, name: &str, text: &[u8]) -> io::Result<()> {
    let beside = folder.join(format!(".{name}.{}", uuid::Uuid::new_v4()));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(&beside).and_then(|mut file| {
        file.write_all(text)?;
        file.sync_all()?;
        std::fs::rename(&beside, folder.join(name))
    });
    if written.is_err() {
        // Best effort: the error that matters is the one above.
        let _ = std::fs::remove_file(&beside);
    }
    written
}

/// Removes the sessions that were not used for the longest time, if there are too many; never the one just kept.
fn prune(folder: &Path, just_kept: &str) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let (mut sessions, mut others) = (Vec::new(), Vec::new());
    for entry in entries.flatten() {
        let name = entry.file_name();
        let id = name.to_str().and_then(|name| name.strip_suffix(".json"));
        match id.and_then(file_name) {
            Some(name) if name == just_kept => {}
            Some(_) => {
                let used = entry.metadata().and_then(|about| about.modified());
                sessions.extend(used.ok().map(|used| (used, entry.path())));
            }
            None => others.push(entry.path()),
        }
    }
    let too_many = (sessions.len() + 1).saturating_sub(MAX_KEPT);
    sessions.sort_unstable();
    for (_, path) in sessions.iter().take(too_many) {
        // Best effort: it is tried again with the next session.
        let _ = std::fs::remove_file(path);
    }
    if too_many > 0 || others.len() > MAX_KEPT {
        for path in &others {
            reservation::sweep(path);
        }
    }
}
