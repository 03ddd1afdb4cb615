//! Secrets taken out of traffic, so that it can be handed to somebody else.
//!
//! PURE. Owns what counts as a secret (by the name of its key, by its shape, and by having been seen under such a name) and
//! the replacing of exactly those bytes: everything else of a line stays as it was, and JSON stays JSON. Does not own
//! reading or writing files, or asking anybody.
//!
//! A secret may stand in a key, a value, a text inside a text (JSON in strings in strings), the words of a command line, or
//! be split over the pieces of a streamed block. For the last, and for secrets that only another line gives away, every
//! line is studied first ([`Masker::study`]) and masked afterwards ([`Masker::mask`]), in the same order. A session that is
//! being recorded has no end yet: [`Redactor`] masks it line by line.
//!
//! ```
//! use cca::trace::mask::Masker;
//! use cca::trace::Direction;
//!
//! let mut masker = Masker::default();
//! let line = br#"{"type":"user","env":"{\"API_KEY\":\"k3y-of-mine\"}"}"#;
//! masker.study(line);
//! masker.studied();
//! let shown = masker.mask(0, Direction::In, line);
//! assert_eq!(&shown[..], br#"{"type":"user","env":"{\"API_KEY\":\"[masked]\"}"}"#);
//! assert_eq!(masker.tally().total(), 1);
//! ```

mod commands;
mod delta;
#[cfg(test)]
mod effort;
mod find;
mod hints;
mod key_lines;
mod known;
mod looks;
mod markup;
mod names;
mod patterns;
mod pieces;
mod redactor;
mod short_names;
mod skeleton;
mod span;
mod streamed;
mod suspect;
mod tally;
mod told;
mod unescape;
mod values;
mod walk;

pub use redactor::Redactor;
pub use tally::{Tally, TallyRow};

use super::{Direction, Header};
use commands::Words;
use find::Finder;
use key_lines::KeyLines;
use pieces::Pieces;
use serde::Deserialize;
use span::{Span, replace};
use std::borrow::Cow;

/// What stands in the place of a secret.
pub const MASK: &str = "[masked]";

/// Finds secrets and takes them out, counting what it did.
#[derive(Debug, Default)]
pub struct Masker {
    finder: Finder,
    pieces: Pieces,
    tally: Tally,
    key_lines: KeyLines,
}

/// What of a line says where a secret stood.
#[derive(Deserialize)]
struct Probe<'a> {
    #[serde(borrow, rename = "type", default)]
    kind: Option<Cow<'a, str>>,
}

impl Masker {
    /// Takes in the next line, before any is masked.
    pub fn study(&mut self, line: &[u8]) {
        for chunk in line.utf8_chunks() {
            self.finder.learn(chunk.valid());
        }
        self.pieces.study(line, &mut self.finder);
    }

    /// Takes in how the session was started.
    pub fn study_header(&mut self, header: &Header) {
        let mut argv = header.argv.clone();
        self.words(&mut argv, true);
    }

    /// There are no more lines to study.
    pub fn studied(&mut self) {
        self.pieces.end(&mut self.finder);
        self.finder.know();
    }

    /// The line without its secrets. `number` is its place among the lines that were studied, from 0.
    pub fn mask<'a>(&mut self, number: u64, direction: Direction, line: &'a [u8]) -> Cow<'a, [u8]> {
        if number == 0 {
            self.key_lines = KeyLines::default();
        }
        let split = self.pieces.of(number);
        let spans = found(&self.finder, line, split);
        self.put(direction, line, spans)
    }

    /// The same, learning from the line itself and knowing nothing of what comes.
    fn mask_at_once<'a>(&mut self, direction: Direction, line: &'a [u8]) -> Cow<'a, [u8]> {
        let mut spans = found(&self.finder, line, &[]);
        if self.finder.learn_line(line, &spans) {
            self.finder.know();
            // What was learned may stand elsewhere in it too.
            spans = found(&self.finder, line, &[]);
        }
        self.put(direction, line, spans)
    }

    fn put<'a>(&mut self, direction: Direction, line: &'a [u8], spans: Vec<Span>) -> Cow<'a, [u8]> {
        let spans = self.key_lines.over(direction, line, spans);
        if spans.is_empty() {
            return Cow::Borrowed(line);
        }
        let kind = serde_json::from_slice::<Probe<'_>>(line).ok();
        let kind = kind.and_then(|probe| probe.kind).unwrap_or_default();
        let place = format!("{direction} {kind}");
        let place = place.trim_end();
        Cow::Owned(replace(line, spans, |span| self.tally.count(span, place)))
    }

    /// A text that is no line of traffic, without its secrets.
    pub fn mask_text(&mut self, text: &str, place: &str) -> String {
        let spans = self.finder.find(text);
        let bytes = replace(text.as_bytes(), spans, |span| self.tally.count(span, place));
        String::from_utf8(bytes).unwrap_or_default()
    }

    /// How the session was started, without its secrets.
    pub fn mask_header(&mut self, header: &Header) -> Header {
        let mut masked = header.clone();
        self.words(&mut masked.argv, false);
        for name in &mut masked.env {
            // A name is all there is to be; other programs may have written more.
            name.truncate(name.find('=').unwrap_or(name.len()));
        }
        if let Some(cwd) = &mut masked.cwd {
            *cwd = self.mask_text(cwd, "cwd");
        }
        masked
    }

    /// What was masked so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Counts anew, as before a second writing of the same lines.
    pub fn forget_tally(&mut self) {
        self.tally = Tally::default();
    }

    /// The words of a command line: `--token=x`, `--token x`, `NAME=x`, and inline JSON.
    fn words(&mut self, words: &mut [String], learn_only: bool) {
        let mut named = None;
        let mut command = Words::default();
        for word in words {
            let flagged = command.next(word);
            let whole = named.filter(|promised: &names::Promise| promised.fits(word));
            let mut spans = match whole {
                Some(promised) => Finder::whole(word, promised.is_guess()),
                None => self.finder.find(word),
            };
            if let Some((from, to)) = flagged.filter(|_| whole.is_none()) {
                spans =
                    span::merged([spans, vec![Span::new(from, to, "flag of a program")]].concat());
            }
            named = names::flag(word);
            if learn_only {
                let _ = self.finder.learn_spans(word, &spans);
                continue;
            }
            let bytes = replace(word.as_bytes(), spans, |span| {
                self.tally.count(span, "argv");
            });
            *word = String::from_utf8(bytes).unwrap_or_default();
        }
    }
}

/// The secrets of a line, of which parts may be no text.
fn found(finder: &Finder, line: &[u8], split: &[Span]) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut from = 0;
    for chunk in line.utf8_chunks() {
        let text = chunk.valid();
        let found = finder.find_line(text, split);
        spans.extend(found.into_iter().map(|span| span.moved(from)));
        from += text.len() + chunk.invalid().len();
    }
    spans
}

#[cfg(test)]
mod command_tests;
#[cfg(test)]
mod names_tests;
#[cfg(test)]
mod split_tests;
#[cfg(test)]
#[path = "mask_tests.rs"]
mod tests;
