//! What is always known about a session without asking its task. Owns: telling, and waiting for a change.
//! Does not own: the state itself (`session::State`).
//!
//! Written with every line that changes the state, so writing costs two atomics when nobody waits.

use crate::session::Phase;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// State, id, and whether it is over.
#[derive(Debug, Default)]
pub(super) struct Status {
    phase: AtomicU8,
    over: AtomicBool,
    session_id: Mutex<String>,
    changed: Notify,
}

impl Status {
    pub(super) fn phase(&self) -> Phase {
        let index = usize::from(self.phase.load(Ordering::Acquire));
        Phase::ALL.get(index).copied().unwrap_or_default()
    }

    pub(super) fn session_id(&self) -> String {
        self.id().clone()
    }

    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }

    fn id(&self) -> MutexGuard<'_, String> {
        self.session_id
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_phase(&self, phase: Phase) {
        let index = Phase::ALL.iter().position(|known| *known == phase);
        let index = index
            .and_then(|index| u8::try_from(index).ok())
            .unwrap_or(0);
        // One task writes it, so looking first is safe, and almost always enough.
        if self.phase.load(Ordering::Relaxed) != index {
            self.phase.store(index, Ordering::Release);
            self.changed.notify_waiters();
        }
    }

    pub(super) fn set_session_id(&self, id: &str) {
        id.clone_into(&mut self.id());
    }

    /// The task is gone, whatever the reason: nobody waits for it any longer.
    pub(super) fn set_over(&self) {
        self.over.store(true, Ordering::Release);
        self.changed.notify_waiters();
    }

    /// Waits until the state is a wanted one, or the session is over.
    pub(super) async fn wait_for(&self, wanted: impl Fn(Phase) -> bool) -> Phase {
        loop {
            let changed = self.changed.notified();
            let mut changed = std::pin::pin!(changed);
            // Registered before looking, so that no change between looking and waiting is missed.
            changed.as_mut().enable();
            let phase = self.phase();
            if wanted(phase) || self.is_over() {
                return phase;
            }
            changed.await;
        }
    }
}
