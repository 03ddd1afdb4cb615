//! PURE. Secrets taken out while a session is recorded. Owns: masking line by line as they come, one line for each, at once.
//! Does not own: writing them (`trace::writer`).
//!
//! What is said here differs from [`Masker`] in one thing: nobody knows what comes. A value that turns out to be a secret by
//! the name it is given later was written down before; `export` finds that too, because it reads everything first.

use super::span::{Span, replace};
use super::streamed::Streamed;
use super::{Masker, Tally, delta, found};
use crate::trace::{Direction, Header};
use std::borrow::Cow;
use std::collections::HashMap;

/// Blocks that may be open at once.
const OPEN: usize = 1_000;

/// Takes secrets out of lines as they come.
#[derive(Debug, Default)]
pub struct Redactor {
    masker: Masker,
    blocks: HashMap<(String, u64), Streamed>,
}

/// What a line is among the pieces of streamed blocks.
enum Piece {
    /// None of them.
    None,
    /// One in which nothing changes.
    Stays,
    /// One that is written like this.
    Becomes(Vec<u8>),
}

impl Redactor {
    /// How the session is started, without its secrets.
    pub fn header(&mut self, header: &Header) -> Header {
        self.masker.study_header(header);
        self.masker.studied();
        Header {
            redacted: true,
            ..self.masker.mask_header(header)
        }
    }

    /// The line without its secrets. Lines are given in the order in which they are written.
    pub fn line<'a>(&mut self, direction: Direction, line: &'a [u8]) -> Cow<'a, [u8]> {
        match self.piece(direction, line) {
            Piece::Stays => Cow::Borrowed(line),
            Piece::Becomes(line) => Cow::Owned(line),
            Piece::None => self.masker.mask_at_once(direction, line),
        }
    }

    /// What was masked so far.
    pub fn tally(&self) -> &Tally {
        self.masker.tally()
    }

    fn piece(&mut self, direction: Direction, line: &[u8]) -> Piece {
        self.streamed(direction, line).unwrap_or(Piece::None)
    }

    fn streamed(&mut self, direction: Direction, line: &[u8]) -> Option<Piece> {
        if direction != Direction::In {
            return None;
        }
        let probe = delta::Streamed::of(line)?;
        let key = (
            probe.parent_tool_use_id.unwrap_or_default().into_owned(),
            probe.event.index,
        );
        match &*probe.event.kind {
            "content_block_delta" => {}
            "content_block_start" | "content_block_stop" => {
                let ended = self.blocks.remove(&key);
                self.ended(ended);
                return None;
            }
            "message_start" | "message_stop" => {
                let over = self.blocks.extract_if(|(parent, _), _| *parent == key.0);
                let over: Vec<_> = over.map(|(_, block)| block).collect();
                self.ended(over);
                return None;
            }
            _ => return None,
        }
        let delta = probe.event.delta?;
        let json = delta.is_json();
        let spelled = delta.spelled()?;
        let spelled = spelled.strip_prefix('"')?.strip_suffix('"')?;
        let from = (spelled.as_ptr() as usize).checked_sub(line.as_ptr() as usize)?;
        if self.blocks.len() >= OPEN {
            let all: Vec<_> = self.blocks.drain().map(|(_, block)| block).collect();
            self.ended(all);
        }
        let block = self.blocks.entry(key).or_default();
        block.json = json;
        let Masker { finder, tally, .. } = &mut self.masker;
        let place = "in stream_event";
        let changed = block.piece(spelled, finder, |span| tally.count(span, place));
        let before = line.get(..from).unwrap_or_default();
        let after = line.get(from + spelled.len()..).unwrap_or_default();
        let around = self.around(before, after);
        if changed.is_none() && around.is_none() {
            return Some(Piece::Stays);
        }
        let piece = changed.as_deref().unwrap_or(spelled).as_bytes();
        Some(Piece::Becomes(match around {
            Some((before, after)) => [&before, piece, &after].concat(),
            None => [before, piece, after].concat(),
        }))
    }

    /// What stands before and after the text of a piece: usually ids and kinds, in which nothing changes.
    fn around(&mut self, before: &[u8], after: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
        let hollow = [before, after].concat();
        let Masker { finder, tally, .. } = &mut self.masker;
        let spans = found(finder, &hollow, &[]);
        if spans.is_empty() {
            return None;
        }
        if finder.learn_line(&hollow, &spans) {
            finder.know();
        }
        let (first, then): (Vec<Span>, Vec<Span>) =
            spans.into_iter().partition(|span| span.end <= before.len());
        let moved = |span: Span| Span {
            start: span.start.saturating_sub(before.len()),
            end: span.end.saturating_sub(before.len()),
            ..span
        };
        let then = then.into_iter().map(moved).collect();
        let mut masked =
            |bytes, spans| replace(bytes, spans, |span| tally.count(span, "in stream_event"));
        Some((masked(before, first), masked(after, then)))
    }

    fn ended(&mut self, blocks: impl IntoIterator<Item = Streamed>) {
        for block in blocks {
            if block.end() {
                self.masker.tally.count_left_out("in stream_event");
            }
        }
    }
}

#[cfg(test)]
#[path = "redactor_tests.rs"]
mod tests;
