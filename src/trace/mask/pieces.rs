//! Secrets that are split over the pieces of a streamed block. Owns: joining the pieces, and which part of a secret stands in
//! which line. Keeps the text of blocks until all lines are studied, up to a bound, because only then all secrets are known.

use super::delta::Streamed;
use super::find::Finder;
use super::span::{Put, Span};
use std::borrow::Cow;
use std::collections::HashMap;

/// Bytes of text that wait for the end; beyond it a block is searched when it ends.
const WAITING: usize = 64 << 20;
/// Blocks that may be open at once.
const OPEN: usize = 1_000;

/// Joined pieces.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    /// The number of the next line.
    next: u64,
    open: HashMap<(String, u64), Block>,
    ended: Vec<Block>,
    waiting: usize,
    plan: HashMap<u64, Vec<Span>>,
}

/// A streamed block.
#[derive(Debug, Default)]
struct Block {
    text: String,
    /// Which line each piece came with, and where it begins in the text.
    pieces: Vec<(u64, usize)>,
}

impl Pieces {
    /// Takes in the next line.
    pub(super) fn study(&mut self, line: &[u8], finder: &mut Finder) {
        let number = self.next;
        self.next += 1;
        let Some(streamed) = Streamed::of(line) else {
            return;
        };
        let parent = streamed.parent_tool_use_id.unwrap_or_default().into_owned();
        let event = streamed.event;
        match &*event.kind {
            "content_block_delta" => {
                let spelled = event.delta.and_then(|delta| delta.spelled());
                let text = spelled.map(serde_json::from_str::<Cow<'_, str>>);
                let Ok(text) = text.transpose() else {
                    return;
                };
                if self.open.len() >= OPEN {
                    self.end_all(finder);
                }
                let block = self.open.entry((parent, event.index)).or_default();
                block.pieces.push((number, block.text.len()));
                block.text.push_str(&text.unwrap_or_default());
            }
            "content_block_start" | "content_block_stop" => {
                if let Some(block) = self.open.remove(&(parent, event.index)) {
                    self.ended(block, finder);
                }
            }
            "message_start" | "message_stop" => {
                let of_parent = |key: &(String, u64)| key.0 == parent;
                let over: Vec<_> = self
                    .open
                    .keys()
                    .filter(|key| of_parent(key))
                    .cloned()
                    .collect();
                for key in over {
                    if let Some(block) = self.open.remove(&key) {
                        self.ended(block, finder);
                    }
                }
            }
            _ => {}
        }
    }

    /// All lines are studied.
    pub(super) fn end(&mut self, finder: &mut Finder) {
        self.end_all(finder);
        finder.know();
        for block in std::mem::take(&mut self.ended) {
            self.search(&block, finder);
        }
        self.waiting = 0;
    }

    /// The parts of secrets in the piece that came with that line.
    pub(super) fn of(&self, number: u64) -> &[Span] {
        self.plan.get(&number).map_or(&[], Vec::as_slice)
    }

    fn end_all(&mut self, finder: &mut Finder) {
        for (_, block) in std::mem::take(&mut self.open) {
            self.ended(block, finder);
        }
    }

    fn ended(&mut self, block: Block, finder: &mut Finder) {
        finder.learn(&block.text);
        if self.waiting + block.text.len() > WAITING {
            self.search(&block, finder);
        } else {
            self.waiting += block.text.len();
            self.ended.push(block);
        }
    }

    fn search(&mut self, block: &Block, finder: &Finder) {
        for span in finder.find(&block.text) {
            let mut put = span.put;
            let ends = block.pieces.iter().skip(1).map(|(_, start)| *start);
            for ((number, start), end) in block.pieces.iter().zip(ends.chain([block.text.len()])) {
                let from = span.start.max(*start);
                let to = span.end.min(end);
                if from < to {
                    let part = Span {
                        start: from - start,
                        end: to - start,
                        put,
                        ..span
                    };
                    self.plan.entry(*number).or_default().push(part);
                    put = Put::Nothing;
                }
            }
        }
    }
}
