//! Keeping the transcript within bounds. Owns: items by number, tool calls by id, forgetting the oldest.
//! Does not own: what becomes an item (`fold`), when a prompt that waits becomes one (`waiting`).

use super::item::{Fate, Item, ItemKind, ToolCall};
use crate::trace::Moment;
use std::collections::{HashMap, VecDeque};

/// How much a transcript keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Limits {
    /// Bytes of text, roughly.
    pub bytes: usize,
    /// Items.
    pub items: usize,
    /// Bytes of one tool result or input; longer ones are left in the recording alone.
    pub item_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 1 << 20,
            items: 4000,
            item_bytes: 256 << 10,
        }
    }
}

/// The conversation, oldest first. Items are numbered; forgotten ones are counted.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Transcript {
    items: VecDeque<Item>,
    /// The number of the first item that is still kept.
    first: u64,
    bytes: usize,
    limits: Limits,
    /// Where each kept tool call is.
    calls: HashMap<String, u64>,
    /// Where each kept prompt of ours is.
    prompts: HashMap<String, u64>,
    /// Prompts of ours that were written while the agent worked, oldest first: they have no place in the order yet.
    pub(super) waiting: VecDeque<Item>,
}

impl Transcript {
    /// An empty transcript with these limits.
    pub fn new(limits: Limits) -> Self {
        Self {
            items: VecDeque::new(),
            first: 0,
            bytes: 0,
            limits,
            calls: HashMap::new(),
            prompts: HashMap::new(),
            waiting: VecDeque::new(),
        }
    }

    /// The items that are still kept.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Item> + ExactSizeIterator {
        self.items.iter()
    }

    /// Items of a sub-agent, by the tool call that started it; `None` is the main conversation.
    pub fn children<'a>(
        &'a self,
        parent: Option<&'a str>,
    ) -> impl DoubleEndedIterator<Item = &'a Item> {
        self.items
            .iter()
            .filter(move |item| item.parent.as_deref() == parent)
    }

    /// Bytes that are kept, roughly.
    #[cfg(feature = "cli")]
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many items were forgotten.
    pub fn dropped(&self) -> u64 {
        self.first
    }

    /// How many items are kept.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// An item by its number.
    pub fn get(&self, number: u64) -> Option<&Item> {
        self.items
            .get(usize::try_from(number.checked_sub(self.first)?).ok()?)
    }

    /// A tool call by its id.
    pub fn call(&self, id: &str) -> Option<&ToolCall> {
        self.get(*self.calls.get(id)?)?.tool()
    }

    /// The number of the item that is this tool call.
    pub fn number_of_call(&self, id: &str) -> Option<u64> {
        self.calls.get(id).copied()
    }

    /// A prompt of ours by its uuid, in its place or still waiting for one.
    pub fn prompt(&self, uuid: &str) -> Option<&Item> {
        let placed = self.prompts.get(uuid).and_then(|number| self.get(*number));
        let named = |item: &&Item| item.uuid.as_deref() == Some(uuid);
        placed.or_else(|| self.waiting.iter().find(named))
    }

    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    /// The number the next item will have.
    pub fn end(&self) -> u64 {
        self.first + self.items.len() as u64
    }

    pub(super) fn push(&mut self, item: Item) {
        match (&item.kind, &item.uuid) {
            (ItemKind::Tool(call), _) => {
                self.calls.insert(call.id.clone(), item.number);
            }
            (ItemKind::Prompt(_), Some(uuid)) => {
                self.prompts.insert(uuid.clone(), item.number);
            }
            _ => {}
        }
        self.bytes += item.weight();
        self.items.push_back(item);
        self.keep_within_limits();
    }

    /// More or fewer bytes are kept elsewhere than in the items.
    pub(super) fn weigh(&mut self, more: usize, less: usize) {
        self.bytes = (self.bytes + more).saturating_sub(less);
        self.keep_within_limits();
    }

    fn keep_within_limits(&mut self) {
        while self.items.len() > self.limits.items
            || (self.bytes > self.limits.bytes && self.items.len() > 1)
        {
            self.forget_oldest();
        }
    }

    /// Changes a tool call in place, keeping the count of bytes right.
    pub(super) fn change_call(&mut self, id: &str, change: impl FnOnce(&mut ToolCall)) -> bool {
        let Some(item) = self
            .calls
            .get(id)
            .copied()
            .and_then(|number| self.get_mut(number))
        else {
            return false;
        };
        let before = item.weight();
        if let ItemKind::Tool(call) = &mut item.kind {
            change(call);
        }
        item.revision = item.revision.wrapping_add(1);
        let after = item.weight();
        self.bytes = self.bytes + after - before;
        while self.bytes > self.limits.bytes && self.items.len() > 1 {
            self.forget_oldest();
        }
        true
    }

    pub(super) fn is_prompt(&self, uuid: &str) -> bool {
        self.prompt(uuid).is_some()
    }

    pub(in crate::session) fn set_fate(&mut self, uuid: &str, fate: Fate) {
        let placed = self.prompts.get(uuid).copied();
        let item = match placed {
            Some(number) => self.get_mut(number),
            None => self.waiting_mut(uuid),
        };
        let Some(item) = item else {
            return;
        };
        if let ItemKind::Prompt(prompt) = &mut item.kind {
            // The CLI has one word for both.
            prompt.fate = match (prompt.fate, fate) {
                (Fate::Started, Fate::Cancelled) => Fate::GivenUp,
                (_, fate) => fate,
            };
        }
        item.revision = item.revision.wrapping_add(1);
    }

    /// Gives up every call that has no result: nothing more will come for it.
    pub(in crate::session) fn close_calls(
        &mut self,
        ids: impl Iterator<Item = String>,
        at: Moment,
    ) {
        for id in ids {
            self.change_call(&id, |call| call.ended = call.ended.or(Some(at)));
        }
    }

    fn get_mut(&mut self, number: u64) -> Option<&mut Item> {
        let index = usize::try_from(number.checked_sub(self.first)?).ok()?;
        self.items.get_mut(index)
    }

    fn forget_oldest(&mut self) {
        let Some(item) = self.items.pop_front() else {
            return;
        };
        self.first += 1;
        self.bytes = self.bytes.saturating_sub(item.weight());
        match (&item.kind, &item.uuid) {
            (ItemKind::Tool(call), _) if self.calls.get(&call.id) == Some(&item.number) => {
                self.calls.remove(&call.id);
            }
            (ItemKind::Prompt(_), Some(uuid)) if self.prompts.get(uuid) == Some(&item.number) => {
                self.prompts.remove(uuid);
            }
            _ => {}
        }
    }
}
