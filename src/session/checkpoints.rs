//! Copies of the state, small enough to keep hundreds of them. Owns: packing them, sharing what is equal in two that follow
//! each other, and where the bytes are. Does not own: at which lines they are made (`timeline`).
//!
//! A packed state is cut into pieces where its content says so, not at fixed places: when a log loses its oldest entry,
//! everything behind is still cut as it was. A piece that the copy before had too is kept once. The pieces are in a scratch
//! file of `trace`; where there is none they are here, and then there can be only few.

use super::State;
use super::pack::{self, Names};
use crate::trace::scratch::{Scratch, Spot};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::BuildHasher as _;
use std::ops::Range;
use std::sync::Arc;

/// The least and the most bytes of a piece, and what it has on average beyond the least.
const LEAST: usize = 2 << 10;
const MOST: usize = 32 << 10;
const USUAL: u64 = 4 << 10;
/// Bytes of pieces that are kept in memory, if there is no file, before half of the copies have to go.
const HERE: usize = 16 << 20;

/// Bytes that one or more copies have.
#[derive(Debug)]
enum Piece {
    Away(Spot),
    Here(Box<[u8]>),
}

type Pieces = Vec<Arc<Piece>>;

/// The copies, oldest first.
#[derive(Debug, Default)]
pub(super) struct Checkpoints {
    kept: Vec<Pieces>,
    names: Names,
    /// Reading moves about in the file.
    scratch: RefCell<Scratch>,
    newest: Newest,
    /// Bytes of pieces that are here because they could not be put away.
    here: usize,
    buffer: Vec<u8>,
}

/// The newest copy as it was packed, and where its pieces are in it.
#[derive(Debug, Default)]
struct Newest {
    packed: Vec<u8>,
    pieces: HashMap<u64, (Range<usize>, Arc<Piece>)>,
    hasher: foldhash::fast::RandomState,
}

impl Checkpoints {
    #[cfg(test)]
    pub(super) fn on_a_full_disk() -> Self {
        Self {
            scratch: RefCell::new(Scratch::full()),
            ..Self::default()
        }
    }

    /// How many pieces the copies have, and how many different ones.
    #[cfg(test)]
    pub(super) fn count(&self) -> (usize, usize) {
        let all: Vec<_> = self.kept.iter().flatten().map(Arc::as_ptr).collect();
        let distinct: std::collections::HashSet<_> = all.iter().collect();
        (all.len(), distinct.len())
    }

    /// Whether there are more than can be kept without a file.
    pub(super) fn is_crowded(&self) -> bool {
        self.here > HERE
    }

    /// Makes a copy. Says whether that worked: a state that cannot be packed is not kept.
    pub(super) fn keep(&mut self, state: &State) -> bool {
        self.buffer.clear();
        if pack::pack(state, &mut self.names, &mut self.buffer).is_err() {
            return false;
        }
        let packed = std::mem::take(&mut self.buffer);
        let mut pieces = Pieces::new();
        let mut known = HashMap::new();
        let mut from = 0;
        while let Some(rest) = packed.get(from..).filter(|rest| !rest.is_empty()) {
            let to = from + cut(rest);
            let bytes = packed.get(from..to).unwrap_or_default();
            let hash = self.newest.hasher.hash_one(bytes);
            let piece = match self.newest.find(hash, bytes) {
                Some(piece) => piece,
                None => Arc::new(self.put_away(bytes)),
            };
            pieces.push(Arc::clone(&piece));
            known.insert(hash, (from..to, piece));
            from = to;
        }
        self.kept.push(pieces);
        let before = std::mem::replace(&mut self.newest.pieces, known);
        self.drop_all(before.into_values().map(|(_, piece)| piece));
        self.buffer = std::mem::replace(&mut self.newest.packed, packed);
        true
    }

    fn put_away(&mut self, bytes: &[u8]) -> Piece {
        if let Some(spot) = self.scratch.get_mut().keep(bytes) {
            return Piece::Away(spot);
        }
        self.here += bytes.len();
        Piece::Here(bytes.into())
    }

    /// A copy, by its number; `None` if there is none, or its bytes cannot be read.
    pub(super) fn get(&self, number: usize) -> Option<State> {
        let mut scratch = self.scratch.borrow_mut();
        let (mut packed, mut part) = (Vec::new(), Vec::new());
        for piece in self.kept.get(number)? {
            match &**piece {
                Piece::Here(bytes) => packed.extend_from_slice(bytes),
                Piece::Away(spot) => {
                    scratch.read(*spot, &mut part)?;
                    packed.extend_from_slice(&part);
                }
            }
        }
        pack::unpack(&packed, &self.names).ok()
    }

    /// Every second copy goes, the first stays.
    pub(super) fn thin_out(&mut self) {
        let mut gone = Vec::new();
        let mut number = 0;
        self.kept.retain_mut(|pieces| {
            number += 1;
            let stays = number % 2 == 1;
            if !stays {
                gone.append(pieces);
            }
            stays
        });
        self.drop_all(gone.into_iter());
    }

    /// A piece that nobody has any more is given back.
    fn drop_all(&mut self, pieces: impl Iterator<Item = Arc<Piece>>) {
        for piece in pieces {
            match Arc::into_inner(piece) {
                Some(Piece::Away(spot)) => self.scratch.get_mut().give_back(spot),
                Some(Piece::Here(bytes)) => self.here = self.here.saturating_sub(bytes.len()),
                None => {}
            }
        }
    }
}

impl Newest {
    fn find(&self, hash: u64, bytes: &[u8]) -> Option<Arc<Piece>> {
        let (range, piece) = self.pieces.get(&hash)?;
        (self.packed.get(range.clone())? == bytes).then(|| Arc::clone(piece))
    }
}

/// Where the first piece ends: a place that the bytes before it alone decide.
fn cut(bytes: &[u8]) -> usize {
    let mut rolling = 0_u64;
    for (index, byte) in bytes.iter().enumerate().take(MOST).skip(LEAST) {
        // What a byte adds is shifted out after 64 more.
        rolling = (rolling << 1).wrapping_add(scatter(*byte));
        if rolling >> 32 & (USUAL - 1) == 0 {
            return index + 1;
        }
    }
    bytes.len().min(MOST)
}

/// A number without pattern for each byte.
const fn scatter(byte: u8) -> u64 {
    let mixed = (byte as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}
