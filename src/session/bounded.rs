//! A log that forgets its oldest entries and counts them: no history here grows without bound.

use std::collections::VecDeque;

/// The latest entries, and how many older ones were dropped.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Bounded<T> {
    entries: VecDeque<T>,
    limit: usize,
    dropped: u64,
}

impl<T> Bounded<T> {
    /// An empty log of at most `limit` entries.
    pub fn new(limit: usize) -> Self {
        Self {
            entries: VecDeque::new(),
            limit: limit.max(1),
            dropped: 0,
        }
    }

    /// Adds an entry, dropping the oldest if the log is full.
    pub fn push(&mut self, entry: T) {
        if self.entries.len() == self.limit {
            self.entries.pop_front();
            self.dropped += 1;
        }
        self.entries.push_back(entry);
    }

    /// The entries that are still there, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.entries.iter()
    }

    /// An entry that is still there, by its place from the oldest.
    pub fn get(&self, index: usize) -> Option<&T> {
        self.entries.get(index)
    }

    /// The same, to be changed in place.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> + ExactSizeIterator {
        self.entries.iter_mut()
    }

    /// The newest entry.
    pub fn last(&self) -> Option<&T> {
        self.entries.back()
    }

    /// The newest entry, to be changed in place.
    pub fn last_mut(&mut self) -> Option<&mut T> {
        self.entries.back_mut()
    }

    /// How many entries there are now.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing was ever added, or everything is gone.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How many entries were dropped.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// How many entries were added in all.
    pub fn total(&self) -> u64 {
        self.dropped + self.entries.len() as u64
    }
}
