//! The words of a recording, each kept once. Owns: numbering them within bounds. A file full of new words ends up with
//! one word for the rest.

use indexmap::{Equivalent, IndexMap};
use std::hash::{Hash, Hasher};

/// What stands for all words beyond the bounds.
const REST: &str = "(more)";
/// Words that are kept.
const MOST: usize = 20_000;
/// Bytes a kept word may have.
const LONGEST: usize = 200;

type Map<K, V> = IndexMap<K, V, foldhash::fast::RandomState>;

/// Names: of tools and servers, or of agents. Number 0 is no name.
#[derive(Debug, Default)]
pub(super) struct Names {
    known: Map<Box<[u8]>, Box<str>>,
}

impl Names {
    pub(super) fn number(&mut self, raw: &[u8]) -> u16 {
        if raw.is_empty() {
            return 0;
        }
        if let Some(index) = self.known.get_index_of(raw) {
            return u16::try_from(index + 1).unwrap_or(u16::MAX);
        }
        let raw = if self.known.len() >= MOST || raw.len() > LONGEST {
            REST.as_bytes()
        } else {
            raw
        };
        let (index, _) = self.known.insert_full(raw.into(), shown(raw));
        u16::try_from(index + 1).unwrap_or(u16::MAX)
    }

    pub(super) fn get(&self, number: u16) -> &str {
        let index = usize::from(number).checked_sub(1);
        let found = index.and_then(|index| self.known.get_index(index));
        found.map_or("", |(_, name)| name)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.known.values().map(|name| &**name)
    }
}

/// Type, subtype and detail of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) kind: Box<str>,
    pub(super) subtype: Box<str>,
    pub(super) detail: Box<str>,
    /// This version does not know such lines.
    pub(super) unknown: bool,
}

#[derive(Debug, PartialEq, Eq)]
struct Key([Box<[u8]>; 3]);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Asked<'a>([&'a [u8]; 3]);

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Asked([&self.0[0], &self.0[1], &self.0[2]]).hash(state);
    }
}

impl Hash for Asked<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for part in self.0 {
            part.hash(state);
        }
    }
}

impl Equivalent<Key> for Asked<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        self.0.iter().zip(&key.0).all(|(a, b)| **a == **b)
    }
}

/// All shapes.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    known: Map<Key, Shape>,
}

impl Shapes {
    /// The number of a shape; `judge` says of a new one whether this version knows it.
    pub(super) fn number(&mut self, parts: [&[u8]; 3], judge: impl FnOnce() -> bool) -> u16 {
        if let Some(index) = self.known.get_index_of(&Asked(parts)) {
            return u16::try_from(index).unwrap_or(u16::MAX);
        }
        let many = self.known.len() >= MOST || parts.iter().any(|part| part.len() > LONGEST);
        let parts = if many {
            [REST.as_bytes(), b"", b""]
        } else {
            parts
        };
        let [kind, subtype, detail] = parts.map(shown);
        let shape = Shape {
            kind,
            subtype,
            detail,
            unknown: judge(),
        };
        let (index, _) = self.known.insert_full(Key(parts.map(Into::into)), shape);
        u16::try_from(index).unwrap_or(u16::MAX)
    }

    pub(super) fn get(&self, number: u16) -> Option<&Shape> {
        let found = self.known.get_index(usize::from(number));
        found.map(|(_, shape)| shape)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Shape> {
        self.known.values()
    }
}

/// A word as it stands in JSON, with its escapes resolved.
fn shown(raw: &[u8]) -> Box<str> {
    if memchr::memchr(b'\\', raw).is_some() {
        let quoted = [b"\"", raw, b"\""].concat();
        if let Ok(text) = serde_json::from_slice::<String>(&quoted) {
            return text.into();
        }
    }
    String::from_utf8_lossy(raw).into()
}
