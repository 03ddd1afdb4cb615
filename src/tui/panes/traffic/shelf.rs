//! PURE. Where the lines of a session stand, with which of them are shown. Owns: sharing that between the screen and
//! whoever fills it. Does not own: filling it: the screen does that for a session of ours, `work::player` for a recording.
//!
//! Whoever holds it does a bounded amount of work and lets go: a frame may wait for that, and for no more.

use super::Sieve;
use crate::trace::store::Store;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The lines and which of them are shown.
#[derive(Debug)]
pub struct Lines {
    /// The lines.
    pub store: Store,
    /// Which of them are shown.
    pub sieve: Sieve,
}

/// A way to them. All copies lead to the same lines.
#[derive(Debug, Clone)]
pub struct Shelf(Arc<Place>);

#[derive(Debug)]
struct Place {
    lines: Mutex<Lines>,
    /// How many wait for it.
    waiting: AtomicU32,
}

impl Shelf {
    /// A place for these lines, all of which are shown.
    pub fn new(store: Store) -> Self {
        Self(Arc::new(Place {
            lines: Mutex::new(Lines {
                store,
                sieve: Sieve::default(),
            }),
            waiting: AtomicU32::new(0),
        }))
    }

    /// The lines, for as long as what is given back is kept. Asking again while it is kept would wait for ever.
    pub fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.waiting.fetch_add(1, Ordering::Relaxed);
        // Whatever went wrong elsewhere, the lines are what they are.
        let lines = self.0.lines.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
        lines
    }

    /// Whether somebody waits for them: who takes them again and again lets others go first.
    pub fn is_wanted(&self) -> bool {
        self.0.waiting.load(Ordering::Relaxed) > 0
    }
}
