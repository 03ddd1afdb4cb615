//! EDGE. What the program remembers from one start to the next: drafts, prompts of before, filters, how the screen is
//! arranged. Owns: the thread that writes it, in order and beside the screen; the files of arrangement and filters.
//! Does not own: when something is kept (`update`).
//!
//! All of it is private and lies in the state directory. Of drafts and arrangements only the newest counts, so what has
//! not been written yet is replaced; prompts are all written.

mod drafts;
mod prompts;

use crate::config::paths::{state_dir, write_private};
use crate::tui::effect::Keep;
use crate::tui::model::{FilterChange, Filters, Remembered, SeatKey};
use crate::tui::msg::Recalled;
use crate::tui::panes::composer::Piece;
use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Prompts that may wait to be written: nobody types that fast.
const WAITING: usize = 1000;

/// What is still to be written.
#[derive(Debug, Default)]
struct Desk {
    prompts: VecDeque<(String, PathBuf)>,
    drafts: HashMap<PathBuf, Vec<Piece>>,
    screen: Option<Remembered>,
    filters: Vec<FilterChange>,
    writing: bool,
    over: bool,
}

impl Desk {
    fn is_empty(&self) -> bool {
        self.prompts.is_empty()
            && self.drafts.is_empty()
            && self.screen.is_none()
            && self.filters.is_empty()
    }

    fn put(&mut self, keep: Keep) {
        match keep {
            Keep::Prompt { text, folder } => {
                if self.prompts.len() < WAITING {
                    self.prompts.push_back((text, folder));
                }
            }
            Keep::Draft { folder, pieces } => {
                self.drafts.insert(folder, pieces);
            }
            Keep::Screen(screen) => self.screen = Some(screen),
            Keep::Filter(change) => {
                if self.filters.len() < WAITING {
                    self.filters.push(change);
                }
            }
        }
    }
}

#[derive(Debug, Default)]
struct Shared {
    desk: Mutex<Desk>,
    changed: Condvar,
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Who writes it.
#[derive(Debug)]
pub(super) struct Keeper {
    root: Option<PathBuf>,
    shared: Option<Arc<Shared>>,
}

impl Keeper {
    /// One who writes into the state directory, if there is one.
    pub(super) fn new() -> Self {
        Self::at(state_dir())
    }

    fn at(root: Option<PathBuf>) -> Self {
        Self { root, shared: None }
    }

    /// Keeps something soon; never waits.
    pub(super) fn keep(&mut self, keep: Keep) {
        let Some(root) = self.root.clone() else {
            return;
        };
        if self.shared.is_none() {
            self.shared = start(root);
        }
        if let Some(shared) = &self.shared {
            shared.desk().put(keep);
            shared.changed.notify_all();
        }
    }

    /// Waits until everything is written, but no longer than this.
    pub(super) fn flush(&self, limit: Duration) {
        let Some(shared) = &self.shared else { return };
        let until = Instant::now() + limit;
        let mut desk = shared.desk();
        while desk.writing || !desk.is_empty() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                tracing::warn!("not everything was kept: writing takes too long");
                return;
            }
            let waited = shared.changed.wait_timeout(desk, left);
            desk = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        if let Some(shared) = &self.shared {
            shared.desk().over = true;
            shared.changed.notify_all();
        }
    }
}

fn start(root: PathBuf) -> Option<Arc<Shared>> {
    let shared = Arc::new(Shared::default());
    let of_thread = Arc::clone(&shared);
    let started = std::thread::Builder::new()
        .name("memory".to_owned())
        .spawn(move || write_on(&root, &of_thread));
    match started {
        Ok(_) => Some(shared),
        Err(error) => {
            tracing::warn!(%error, "nothing is remembered");
            None
        }
    }
}

fn write_on(root: &Path, shared: &Shared) {
    loop {
        let mut desk = shared.desk();
        while desk.is_empty() && !desk.over {
            desk = shared
                .changed
                .wait(desk)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if desk.is_empty() {
            return;
        }
        let work = std::mem::take(&mut *desk);
        desk.over = work.over;
        desk.writing = true;
        drop(desk);
        write(root, work);
        shared.desk().writing = false;
        shared.changed.notify_all();
    }
}

/// What cannot be written is told in the log: the screen goes on without.
fn write(root: &Path, work: Desk) {
    let told = |what: &str, written: std::io::Result<()>| {
        if let Err(error) = written {
            tracing::warn!(%error, "{what} is not kept");
        }
    };
    for (text, folder) in work.prompts {
        told("a prompt", prompts::append(root, &text, &folder));
    }
    for (folder, pieces) in work.drafts {
        told("a draft", drafts::write(root, &folder, &pieces));
    }
    if let Some(screen) = work.screen {
        let written = write_private(&screen_file(root), screen.written().as_bytes());
        told("the arrangement", written);
    }
    if !work.filters.is_empty() {
        told("a filter", write_filters(root, &work.filters));
    }
}

/// Reads what was kept for a session.
pub(super) fn recall(key: SeatKey, folder: &Path, draft: bool, history: bool) -> Recalled {
    let Some(root) = state_dir() else {
        return Recalled::default();
    };
    Recalled {
        key: Some(key),
        draft: if draft {
            drafts::read(&root, folder)
        } else {
            Vec::new()
        },
        history: if history {
            prompts::read(&root)
        } else {
            Vec::new()
        },
    }
}

fn filters_file(root: &Path) -> PathBuf {
    root.join("filters.json")
}

/// Another program may have written since: the changes are made to what is there now.
fn write_filters(root: &Path, changes: &[FilterChange]) -> std::io::Result<()> {
    let mut filters = filters_of(root);
    for change in changes {
        filters.change(change);
    }
    write_private(&filters_file(root), filters.written().as_bytes())
}

/// The person's filters, as far as they can be read.
pub(in crate::tui) fn recall_filters() -> Filters {
    state_dir().map_or_else(Filters::default, |root| filters_of(&root))
}

fn filters_of(root: &Path) -> Filters {
    let path = filters_file(root);
    let Ok(text) = std::fs::read_to_string(&path) else {
        return Filters::default();
    };
    Filters::read(&text).unwrap_or_else(|error| {
        tracing::info!(%error, path = %path.display(), "cannot be understood and is not used");
        Filters::default()
    })
}

fn screen_file(root: &Path) -> PathBuf {
    root.join("screen.json")
}

/// How the screen was arranged, if that is known.
pub(in crate::tui) fn recall_screen() -> Option<Remembered> {
    screen_of(&state_dir()?)
}

fn screen_of(root: &Path) -> Option<Remembered> {
    let path = screen_file(root);
    let text = std::fs::read_to_string(&path).ok()?;
    match Remembered::read(&text) {
        Ok(remembered) => Some(remembered),
        Err(error) => {
            tracing::info!(%error, path = %path.display(), "cannot be understood and is not used");
            None
        }
    }
}

#[cfg(test)]
#[path = "memory_tests.rs"]
mod memory_tests;
