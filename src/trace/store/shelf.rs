//! Where the chunks of an index are: the latest and those in use in memory, the others in a scratch file. Owns: which is
//! where, bringing them in and putting them away. Does not own what is in them (`chunk`).
//!
//! EDGE: blocking file I/O, by way of `scratch`. However long a recording is, at most [`HELD`] chunks are in memory,
//! unless there is no room for the file: then all of them stay.

use super::chunk::Chunk;
use crate::trace::scratch::{Scratch, Spot};

/// Chunks that are held in memory; 24 KB each. Answers mostly come within that many lines of what they answer.
const HELD: usize = 96;
/// Chunks that could not be put away before another try is worth it.
const RETRY: usize = 64;

/// Where a chunk is.
#[derive(Debug)]
struct Place {
    /// Its number among those in memory.
    slot: Option<u32>,
    /// Its place in the file, if it was ever put away.
    spot: Option<Spot>,
    /// When its first line was.
    at: u64,
}

#[derive(Debug)]
struct Slot {
    number: usize,
    chunk: Chunk,
    /// It is not in the file as it is here.
    changed: bool,
    /// It was asked for since the hand last passed.
    used: bool,
}

/// All chunks.
#[derive(Debug)]
pub(super) struct Shelf {
    places: Vec<Place>,
    slots: Vec<Slot>,
    /// Where the search for one to put away goes on.
    hand: usize,
    held: usize,
    scratch: Scratch,
    buffer: Vec<u8>,
}

impl Default for Shelf {
    fn default() -> Self {
        Self::new(HELD, Scratch::default())
    }
}

impl Shelf {
    pub(super) fn new(held: usize, scratch: Scratch) -> Self {
        Self {
            places: Vec::new(),
            slots: Vec::new(),
            hand: 0,
            held: held.max(2),
            scratch,
            buffer: Vec::new(),
        }
    }

    /// The chunk that grows.
    pub(super) fn last(&mut self) -> Option<&mut Chunk> {
        self.change(self.places.len().checked_sub(1)?)
    }

    /// Adds a chunk. From now on the one before it only changes inside.
    pub(super) fn push(&mut self, chunk: Chunk) {
        let number = self.places.len();
        self.places.push(Place {
            slot: None,
            spot: None,
            at: chunk.at,
        });
        self.hold(number, chunk, true);
    }

    pub(super) fn get(&mut self, number: usize) -> Option<&Chunk> {
        let slot = self.bring(number)?;
        slot.used = true;
        Some(&slot.chunk)
    }

    pub(super) fn change(&mut self, number: usize) -> Option<&mut Chunk> {
        let slot = self.bring(number)?;
        slot.used = true;
        slot.changed = true;
        Some(&mut slot.chunk)
    }

    /// The number of chunks that begin before this time, as far as times go forward.
    pub(super) fn before(&self, at: u64) -> usize {
        self.places.partition_point(|place| place.at < at)
    }

    fn bring(&mut self, number: usize) -> Option<&mut Slot> {
        let place = self.places.get(number)?;
        let index = match place.slot {
            Some(slot) => slot as usize,
            None => {
                self.scratch.read(place.spot?, &mut self.buffer)?;
                let chunk = Chunk::read(&self.buffer)?;
                self.hold(number, chunk, false)
            }
        };
        self.slots.get_mut(index)
    }

    /// Gives a chunk a place in memory.
    fn hold(&mut self, number: usize, chunk: Chunk, changed: bool) -> usize {
        let slot = Slot {
            number,
            chunk,
            changed,
            used: true,
        };
        let index = self.make_room().unwrap_or(self.slots.len());
        match self.slots.get_mut(index) {
            Some(free) => *free = slot,
            None => self.slots.push(slot),
        }
        if let Some(place) = self.places.get_mut(number) {
            place.slot = u32::try_from(index).ok();
        }
        index
    }

    /// Puts a chunk away that was not asked for lately, and says where it was; `None` if a further one is to be held.
    fn make_room(&mut self) -> Option<usize> {
        if self.slots.len() < self.held {
            return None;
        }
        // The second time round nothing counts as used any more.
        for _ in 0..2 * self.slots.len() {
            let index = self.hand;
            self.hand = (self.hand + 1) % self.slots.len();
            let slot = self.slots.get_mut(index)?;
            // The last two: one may just be added, and the one before it is about to be linked to it.
            let grows = slot.number + 2 >= self.places.len();
            if !grows && !std::mem::take(&mut slot.used) {
                return self.put_away(index).map(|()| index);
            }
        }
        None
    }

    fn put_away(&mut self, index: usize) -> Option<()> {
        let slot = self.slots.get(index)?;
        let place = self.places.get_mut(slot.number)?;
        if slot.changed {
            slot.chunk.write(&mut self.buffer);
            let kept = match place.spot {
                Some(spot) => self.scratch.keep_again(spot, &self.buffer).map(|()| spot),
                None => self.scratch.keep(&self.buffer),
            };
            if kept.is_none() {
                // No room: they stay here, and it is tried again only now and then.
                self.held = self.held.saturating_add(RETRY);
                return None;
            }
            place.spot = kept;
        }
        place.slot = None;
        Some(())
    }
}
