//! EDGE. Work beside the screen: what takes longer than a frame may. Owns: running jobs on other threads and bringing back
//! what became of them. Does not own: what is asked for (`update`).

mod clipboard;
mod files;
mod highlight;
mod memory;
mod paths;
mod player;
mod recordings;

use super::effect::Job;
use super::model::{Report, SeatKey, Seek};
use super::msg::Done;
use super::overlays::comparison::Comparison;
use super::panes::traffic::Shelf;
use super::widgets::highlight::HighlightJob;
use crate::trace::TraceError;
use clipboard::Clipboard;
pub(super) use clipboard::{Way, asked_the_terminal, way};
use memory::Keeper;
pub(super) use memory::{recall_filters, recall_screen};
use player::Player;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// Colours a block while somebody waits.
pub(super) fn highlight_now(job: &HighlightJob) -> Done {
    highlight::highlight(job)
}

/// Results that may wait for the loop.
const WAITING: usize = 256;

/// Everything that works beside the screen.
#[derive(Debug)]
pub(super) struct Workers {
    tell: mpsc::Sender<Done>,
    told: mpsc::Receiver<Done>,
    clipboard: Arc<Clipboard>,
    keeper: Keeper,
    /// Recordings that are looked at.
    players: HashMap<SeatKey, Player>,
}

impl Workers {
    /// Nothing to do yet.
    pub(super) fn new() -> Self {
        let (tell, told) = mpsc::channel(WAITING);
        Self {
            tell,
            told,
            clipboard: Arc::new(Clipboard::default()),
            keeper: Keeper::new(),
            players: HashMap::new(),
        }
    }

    /// Opens a recording to be looked at: its lines come onto the shelf. What else is in its beginning comes back, and then
    /// more and more of it out of [`Workers::next`].
    pub(super) fn watch(
        &mut self,
        path: &Path,
        key: SeatKey,
        follow: bool,
    ) -> Result<(Shelf, Report), TraceError> {
        let (player, lines, first) = Player::open(path, key, follow, self.tell.clone())?;
        self.players.insert(key, player);
        Ok((lines, first))
    }

    /// Goes somewhere in a recording.
    pub(super) fn seek(&self, key: SeatKey, seek: Seek) {
        if let Some(player) = self.players.get(&key) {
            player.seek(seek);
        }
    }

    /// Works out anew which lines of a recording are shown.
    pub(super) fn sift(&self, key: SeatKey) {
        if let Some(player) = self.players.get(&key) {
            player.sift();
        }
    }

    /// Starts a job. Its result comes out of [`Workers::next`].
    pub(super) fn submit(&mut self, job: Job) {
        match job {
            Job::Copy { text, what } => {
                let clipboard = Arc::clone(&self.clipboard);
                self.run(move || Done::Copied(clipboard.copy(&text, &what)));
            }
            Job::ReadFile { key, id, path } => self.run(move || Done::FileRead {
                key,
                id,
                file: files::read(&path),
            }),
            Job::Highlight(job) => self.run(move || highlight::highlight(&job)),
            Job::Paths { folder, otherwise } => self.run(move || {
                let listed = paths::list(&folder, &otherwise);
                Done::Paths(folder, Arc::new(listed))
            }),
            Job::Recall {
                key,
                folder,
                draft,
                history,
            } => self.run(move || {
                let recalled = memory::recall(key, &folder, draft, history);
                Done::Recalled(Box::new(recalled))
            }),
            Job::Compare(old, new) => self.run(move || {
                let found = Comparison::of(&old, &new);
                Done::Compared(found.map(Box::new))
            }),
            Job::Recordings => self.run(|| Done::Recordings(recordings::recordings())),
            Job::NewRecordings(seen) => {
                self.run(move || Done::Looked(recordings::changed(&seen)));
            }
            Job::Keep(keep) => self.keeper.keep(keep),
        }
    }

    /// Waits until what is to be kept is on disk, but no longer than this.
    pub(super) fn flush(&self, limit: Duration) {
        self.keeper.flush(limit);
    }

    /// The next result.
    pub(super) async fn next(&mut self) -> Option<Done> {
        self.told.recv().await
    }

    fn run(&self, work: impl FnOnce() -> Done + Send + 'static) {
        let tell = self.tell.clone();
        tokio::task::spawn_blocking(move || {
            // Nobody wants it any more when the screen is gone.
            let _ = tell.blocking_send(work());
        });
    }
}
