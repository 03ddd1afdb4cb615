//! Who answers whom, found while lines come in: requests and answers of both directions, hooks that began and ended,
//! calls and their results, pieces of one message.
//!
//! PURE. Owns the open ends, in bounded memory: an answer that comes a hundred thousand requests later is not paired.

use super::rows::{Flags, NONE, Rows};
use super::scan::Scanned;
use crate::trace::Direction;
use std::collections::HashMap;
use std::hash::BuildHasher;

/// Open ends of a kind that are kept at least; at most twice as many.
const KEPT: usize = 16_384;

type Hasher = foldhash::fast::RandomState;

/// A map that forgets what is old.
#[derive(Debug)]
struct Recent<V> {
    young: HashMap<u64, V, Hasher>,
    old: HashMap<u64, V, Hasher>,
}

impl<V> Default for Recent<V> {
    fn default() -> Self {
        Self {
            young: HashMap::default(),
            old: HashMap::default(),
        }
    }
}

impl<V: Copy> Recent<V> {
    fn get(&self, key: u64) -> Option<V> {
        self.young.get(&key).or_else(|| self.old.get(&key)).copied()
    }

    fn set(&mut self, key: u64, value: V) {
        if self.young.len() >= KEPT && !self.young.contains_key(&key) {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, value);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Open,
    Answered,
    Withdrawn,
}

#[derive(Debug, Clone, Copy)]
struct Request {
    row: u32,
    stage: Stage,
}

/// Rows about one thing.
#[derive(Debug, Clone, Copy)]
struct Ring {
    first: u32,
    last: u32,
}

#[derive(Debug, Clone, Copy)]
struct Call {
    /// The row of the message that calls.
    used: u32,
    ring: Option<Ring>,
    /// The request that has it run here.
    request: Option<u64>,
}

/// Everything that is open.
#[derive(Debug, Default)]
pub(super) struct Pairing {
    hasher: Hasher,
    /// Whether the file says which way lines went.
    pub(super) directed: bool,
    requests: Recent<Request>,
    hooks: Recent<u32>,
    calls: Recent<Call>,
    messages: Recent<Ring>,
    /// The message that is being streamed, by agent.
    streams: Vec<(u16, Ring)>,
    /// Rows of which something became known after they had come in, if somebody wants to know.
    changed: Option<Changed>,
}

/// Rows that are not what they were when they came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Changed {
    /// These, in the order in which that became known.
    Rows(Vec<u32>),
    /// Too many to be told one by one.
    Many,
}

/// Rows that are remembered until somebody asks.
const REMEMBERED: usize = 65_536;

/// Streams at a time; one for each agent that runs.
const STREAMS: usize = 64;

impl Pairing {
    fn key(&self, id: &[u8]) -> u64 {
        self.hasher.hash_one(id)
    }

    /// The same id may be in use both ways.
    fn request_key(&self, id: &[u8], asked_by: Direction) -> u64 {
        let side = u64::from(self.directed && asked_by == Direction::Out);
        self.key(id) ^ side
    }

    /// Whether it is to be remembered which rows change after they have come in.
    pub(super) fn watch(&mut self, wanted: bool) {
        if wanted != self.changed.is_some() {
            self.changed = wanted.then(|| Changed::Rows(Vec::new()));
        }
    }

    /// Whether it is.
    pub(super) fn is_watched(&self) -> bool {
        self.changed.is_some()
    }

    /// Those that changed since this was last asked.
    #[cfg(any(feature = "tui", test))]
    pub(super) fn take_changed(&mut self) -> Changed {
        let none = Changed::Rows(Vec::new());
        match &mut self.changed {
            Some(changed) => std::mem::replace(changed, none),
            None => none,
        }
    }

    fn change(&mut self, row: u32) {
        if let Some(Changed::Rows(rows)) = &mut self.changed {
            rows.push(row);
            if rows.len() > REMEMBERED {
                self.changed = Some(Changed::Many);
            }
        }
    }

    /// The row of the message that makes this call.
    pub(super) fn caller(&self, tool_use_id: &[u8]) -> Option<u32> {
        let call = self.calls.get(self.key(tool_use_id))?;
        Some(call.used).filter(|row| *row != NONE)
    }

    /// The rows of a ring that begin with the first about this call.
    pub(super) fn about_call(&self, tool_use_id: &[u8]) -> Option<u32> {
        let call = self.calls.get(self.key(tool_use_id))?;
        call.ring.map(|ring| ring.first)
    }

    /// Joins a new row with what belongs to it.
    pub(super) fn link(&mut self, rows: &mut Rows, row: u32, found: &Scanned<'_>, way: Direction) {
        match found.kind {
            b"stream_event" => self.piece(rows, row, found),
            b"assistant" => self.assistant(rows, row, found),
            b"control_request" => self.asked(rows, row, found, way),
            b"control_response" => self.answered(rows, row, found, way),
            b"control_cancel_request" => self.withdrawn(rows, row, found, way),
            b"user" => self.results(rows, row, found),
            _ if !found.hook_id.is_empty() => self.hook(rows, row, found),
            _ => {}
        }
        if way == Direction::Note && !found.request_id.is_empty() {
            self.noted(rows, row, found);
        } else if !found.tool_use_id.is_empty() && found.kind != b"stream_event" {
            self.about(rows, row, found.tool_use_id);
        }
    }

    fn asked(&mut self, rows: &mut Rows, row: u32, found: &Scanned<'_>, way: Direction) {
        if found.request_id.is_empty() {
            return;
        }
        let key = self.request_key(found.request_id, way);
        let stage = Stage::Open;
        self.requests.set(key, Request { row, stage });
        if self.directed {
            set(rows, row, Flags::ASKS);
        }
        if found.detail == b"tools/call" && !found.tool_use_id.is_empty() {
            let id = self.key(found.tool_use_id);
            let call = self.call(id);
            let request = Some(key);
            self.calls.set(id, Call { request, ..call });
        }
    }

    fn answered(&mut self, rows: &mut Rows, row: u32, found: &Scanned<'_>, way: Direction) {
        let asked_by = match way {
            Direction::Out => Direction::In,
            _ => Direction::Out,
        };
        let key = self.request_key(found.request_id, asked_by);
        let Some(request) = self.requests.get(key) else {
            // With some flags the CLI sends our answers back to us.
            let echo = self.requests.get(self.request_key(found.request_id, way));
            match echo {
                Some(request) => point(rows, row, request.row),
                None if self.directed => set(rows, row, Flags::LINT),
                None => {}
            }
            return;
        };
        point(rows, row, request.row);
        match request.stage {
            Stage::Open => {
                point(rows, request.row, row);
                set(rows, row, Flags::PAIRED);
                set(rows, request.row, Flags::PAIRED);
                self.change(request.row);
                let stage = Stage::Answered;
                self.requests.set(key, Request { stage, ..request });
            }
            Stage::Answered | Stage::Withdrawn => set(rows, row, Flags::LATE | Flags::LINT),
        }
    }

    fn withdrawn(&mut self, rows: &mut Rows, row: u32, found: &Scanned<'_>, way: Direction) {
        let key = self.request_key(found.request_id, way);
        if let Some(request) = self.requests.get(key) {
            point(rows, row, request.row);
            self.give_up(rows, key, request, row);
        }
    }

    fn give_up(&mut self, rows: &mut Rows, key: u64, request: Request, by: u32) {
        if request.stage == Stage::Open {
            set(rows, request.row, Flags::WITHDRAWN);
            point(rows, request.row, by);
            self.change(request.row);
            let stage = Stage::Withdrawn;
            self.requests.set(key, Request { stage, ..request });
        }
    }

    fn hook(&mut self, rows: &mut Rows, row: u32, found: &Scanned<'_>) {
        let key = self.key(found.hook_id);
        if found.subtype == b"hook_started" {
            set(rows, row, Flags::ASKS);
            self.hooks.set(key, row);
        } else if let Some(began) = self.hooks.get(key) {
            point(rows, row, began);
            if found.subtype == b"hook_response" {
                point(rows, began, row);
                set(rows, row, Flags::PAIRED);
                set(rows, began, Flags::PAIRED);
                self.change(began);
            }
        }
    }

    fn noted(&mut self, rows: &mut Rows, row: u32, found: &Scanned<'_>) {
        let sides = [Direction::In, Direction::Out];
        let known = sides
            .iter()
            .find_map(|side| self.requests.get(self.request_key(found.request_id, *side)));
        if let Some(request) = known {
            point(rows, row, request.row);
        }
        if found.note == b"timed_out" {
            let key = self.request_key(found.request_id, Direction::Out);
            if let Some(request) = self.requests.get(key) {
                self.give_up(rows, key, request, row);
            }
        }
    }

    fn call(&self, id: u64) -> Call {
        self.calls.get(id).unwrap_or(Call {
            used: NONE,
            ring: None,
            request: None,
        })
    }

    fn assistant(&mut self, rows: &mut Rows, row: u32, found: &Scanned<'_>) {
        for (id, _) in found.calls.iter().filter(|(id, _)| !id.is_empty()) {
            let key = self.key(id);
            let call = self.call(key);
            self.calls.set(key, Call { used: row, ..call });
        }
        if !found.message_id.is_empty() {
            let key = self.key(found.message_id);
            let ring = joined(rows, self.messages.get(key), row);
            self.messages.set(key, ring);
        }
    }

    fn results(&mut self, rows: &mut Rows, row: u32, found: &Scanned<'_>) {
        let mut first = true;
        for id in found.results.iter().filter(|id| !id.is_empty()) {
            let key = self.key(id);
            let call = self.call(key);
            if call.used != NONE {
                point(rows, call.used, row);
                set(rows, call.used, Flags::PAIRED);
                self.change(call.used);
                if first {
                    point(rows, row, call.used);
                    set(rows, row, Flags::PAIRED);
                }
            }
            // A call that has its result already (it was interrupted) is not waited for any more.
            if let Some(asked) = call.request
                && let Some(request) = self.requests.get(asked)
            {
                self.give_up(rows, asked, request, row);
            }
            if first {
                let ring = Some(joined(rows, call.ring, row));
                self.calls.set(key, Call { ring, ..call });
            }
            first = false;
        }
    }

    /// A row that is about a call.
    fn about(&mut self, rows: &mut Rows, row: u32, id: &[u8]) {
        let key = self.key(id);
        let call = self.call(key);
        let ring = Some(joined(rows, call.ring, row));
        self.calls.set(key, Call { ring, ..call });
    }

    fn piece(&mut self, rows: &mut Rows, row: u32, found: &Scanned<'_>) {
        set(rows, row, Flags::PIECE);
        let agent = rows.get(row).map_or(0, |packed| packed.agent);
        let known = self.streams.iter().position(|(of, _)| *of == agent);
        if found.subtype == b"message_start" {
            let key = self.key(found.message_id);
            let ring = joined(rows, None, row);
            self.messages.set(key, ring);
            if let Some(known) = known {
                self.streams.swap_remove(known);
            } else if self.streams.len() == STREAMS {
                self.streams.remove(0);
            }
            self.streams.push((agent, ring));
        } else if let Some((_, ring)) = known.and_then(|known| self.streams.get_mut(known)) {
            *ring = joined(rows, Some(*ring), row);
        }
    }
}

/// Puts a row into a ring, after the row that leads back to the first.
fn joined(rows: &mut Rows, ring: Option<Ring>, row: u32) -> Ring {
    let Some(ring) = ring else {
        return Ring {
            first: row,
            last: row,
        };
    };
    // Another row may have joined meanwhile by another way: what follows the last one known is kept.
    let next = rows.get(ring.last).map_or(NONE, |last| last.ring);
    let next = if next == NONE { ring.last } else { next };
    rows.change(row, |packed| packed.ring = next);
    rows.change(ring.last, |last| last.ring = row);
    Ring {
        first: ring.first,
        last: row,
    }
}

fn set(rows: &mut Rows, row: u32, flag: u16) {
    rows.change(row, |packed| packed.flags.set(flag, true));
}

fn point(rows: &mut Rows, from: u32, to: u32) {
    rows.change(from, |packed| packed.partner = to);
}
