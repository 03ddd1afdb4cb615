//! Prompts that wait for their place. Owns: those that were written while the agent worked, until the CLI takes them up.
//! Does not own: when that is (`observe`).
//!
//! The CLI answers such a prompt after what it is doing, or takes it up between two calls of a tool. In the order in which
//! the lines were written it would stand before an answer that has nothing to do with it.

use super::item::Item;
use super::store::Transcript;
use std::collections::VecDeque;

/// Prompts that wait at once; of more, the oldest is put where it was written.
const MOST: usize = 256;

impl Transcript {
    /// Prompts of ours that the CLI has not taken up yet, oldest first. Their numbers mean nothing yet.
    pub fn waiting(&self) -> impl DoubleEndedIterator<Item = &Item> + ExactSizeIterator {
        self.waiting.iter()
    }

    pub(super) fn wait(&mut self, item: Item) {
        self.weigh(item.weight(), 0);
        self.waiting.push_back(item);
        if self.waiting.len() > MOST
            && let Some(oldest) = self.waiting.pop_front()
        {
            self.place(oldest);
        }
    }

    /// Puts those that no longer wait behind what is there. `still` says of an id whether it goes on waiting.
    pub(in crate::session) fn settle(&mut self, still: impl Fn(Option<&str>) -> bool) {
        if self.waiting.is_empty() {
            return;
        }
        let (stay, go): (VecDeque<Item>, VecDeque<Item>) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|item| still(item.uuid.as_deref()));
        self.waiting = stay;
        for item in go {
            self.place(item);
        }
    }

    pub(super) fn waiting_mut(&mut self, uuid: &str) -> Option<&mut Item> {
        let named = |item: &&mut Item| item.uuid.as_deref() == Some(uuid);
        self.waiting.iter_mut().find(named)
    }

    fn place(&mut self, mut item: Item) {
        item.number = self.end();
        self.weigh(0, item.weight());
        // Forgetting what is oldest changes no number.
        self.push(item);
    }
}
