//! PURE. A streamed block whose pieces are written down as they come. Owns: which part of the text goes with which piece.
//! Does not own: what is a secret (`find`), what has to wait (`suspect`).
//!
//! A piece is never kept back: its line is written at once. But a word at its end that may be the beginning of a secret is
//! left out of it and goes with the next piece, where it can be told; so the text of the block stays in order, and nothing of
//! a secret is ever written. What still waits when the block ends is left out: the whole message that follows has it.

use super::find::Finder;
use super::hints;
use super::skeleton::skeleton;
use super::span::{Put, Span, replace};
use super::suspect::{last_word, waits_from};
use super::unescape::Plain;

/// Bytes that may wait; more is masked as it is.
const WAITING: usize = 4_096;
/// Bytes of a block before those that are new, at most; then fewer of them are kept.
const LOOKED_BACK: usize = 8_192;
const KEPT: usize = 2_048;
/// Bytes before a piece in which the beginning of something in it may stand: no value that is remembered is longer.
const BEGINNING: usize = 600;
/// What is kept of a secret that goes on and on, and before it.
const AROUND: usize = 256;

const LONG: &str = "too long to be told from a secret";

/// A block.
#[derive(Debug, Default)]
#[cfg_attr(test, derive(Clone, PartialEq))]
pub(super) struct Streamed {
    /// What was written down of it, unmasked, as far as it tells about what comes.
    written: String,
    /// What waits, as it is spelled.
    waiting: String,
    /// What was written down ends with the mask of a secret that may go on.
    open: bool,
    /// Something in what was written down hints at a secret.
    hinted: bool,
    /// The input of a tool, as JSON.
    pub(super) json: bool,
}

impl Streamed {
    /// What to put in the place of this piece, given as it is spelled; `None` if it stays as it is.
    pub(super) fn piece(
        &mut self,
        spelled: &str,
        finder: &mut Finder,
        tell: impl FnMut(&Span),
    ) -> Option<String> {
        #[cfg(test)]
        let before = self.clone();
        if self.passes(spelled, finder) {
            #[cfg(test)]
            before.must_come_to(self, spelled, finder);
            return None;
        }
        let put = self.look(spelled, finder, tell);
        self.hinted = self.hints(&self.written);
        put
    }

    /// Takes in a piece in which there can be no secret, and no beginning of one. Nearly all are such.
    fn passes(&mut self, spelled: &str, finder: &Finder) -> bool {
        if self.hinted || self.open || !self.waiting.is_empty() {
            return false;
        }
        let plain = Plain::of(spelled);
        let from = back(&self.written, self.written.len().saturating_sub(BEGINNING));
        let near = [self.written.get(from..).unwrap_or_default(), &plain.text].concat();
        let word = last_word(&near);
        let harmless = !self.hints(&near) && !finder.knows_any_of(&near) && !finder.may_begin(word);
        if harmless {
            self.written.push_str(&plain.text);
            if self.written.len() > LOOKED_BACK {
                let text = std::mem::take(&mut self.written);
                self.remember(&text, text.len(), &[]);
                self.hinted = self.hints(&self.written);
            }
        }
        harmless
    }

    fn hints(&self, text: &str) -> bool {
        // The name of a value may follow it, and escapes may hide what is hinted at.
        let json = ["value", "\\u", "\\/"];
        hints::any(text) || (self.json && json.iter().any(|sign| text.contains(sign)))
    }

    /// What passed would have passed too if it had been looked at.
    #[cfg(test)]
    fn must_come_to(mut self, passed: &Self, spelled: &str, finder: &mut Finder) {
        assert_eq!(self.look(spelled, finder, |_| {}), None, "{spelled}");
        self.hinted = self.hints(&self.written);
        assert_eq!(&self, passed, "after {spelled}");
    }

    /// The same for one in which there may be some.
    fn look(
        &mut self,
        spelled: &str,
        finder: &mut Finder,
        mut tell: impl FnMut(&Span),
    ) -> Option<String> {
        let waited = std::mem::take(&mut self.waiting);
        let all = waited.clone() + spelled;
        let plain = Plain::of(&all);
        let before = self.written.len();
        let text = format!("{}{}", self.written, plain.text);
        let (mut spans, unsettled) = finder.search_open(&text, 1, &[]);
        let from = waits_from(&text, &spans, finder).min(unsettled.unwrap_or(text.len()));
        let mut to = from.max(before);
        if text.len() - to > WAITING {
            spans.push(Span::new(to, text.len(), LONG));
            to = text.len();
        }
        let whole: Vec<_> = spans
            .iter()
            .copied()
            .filter(|span| span.end < text.len())
            .collect();
        if finder.learn_spans(&text, &whole) {
            finder.know();
        }
        let here = spans
            .iter()
            .filter(|span| span.end > before && span.start < to);
        let here = here.map(|span| Span {
            start: plain.spelled_at(span.start.max(before) - before),
            end: plain.spelled_at(span.end.min(to) - before),
            put: if self.open && span.start < before {
                Put::Nothing
            } else {
                span.put.inside()
            },
            ..*span
        });
        let here: Vec<_> = here.collect();
        let cut = plain.spelled_at(to - before);
        let unchanged = waited.is_empty() && here.is_empty() && cut == all.len();
        let (now, later) = all.split_at_checked(cut).unwrap_or((&all, ""));
        later.clone_into(&mut self.waiting);
        if to > before {
            self.open = here.iter().any(|span| span.end == cut);
        }
        self.remember(&text, to, &spans);
        if unchanged {
            return None;
        }
        let bytes = replace(now.as_bytes(), here, &mut tell);
        Some(String::from_utf8(bytes).unwrap_or_default())
    }

    /// Whether something waited that no piece will carry.
    pub(super) fn end(self) -> bool {
        !self.waiting.is_empty()
    }

    fn remember(&mut self, text: &str, to: usize, spans: &[Span]) {
        let written = text.get(..to).unwrap_or_default();
        if written.len() <= LOOKED_BACK {
            written.clone_into(&mut self.written);
            return;
        }
        if self.json {
            self.written = skeleton(written);
            return;
        }
        let open = spans.iter().find(|span| span.start < to && span.end >= to);
        self.written = match open {
            Some(open) if to - open.start > KEPT => {
                let head = back(written, open.start.saturating_sub(AROUND));
                let head = written.get(head..back(written, open.start + AROUND));
                let end = written.get(back(written, to - AROUND)..);
                format!("{}{}", head.unwrap_or_default(), end.unwrap_or_default())
            }
            Some(open) => {
                let from = back(written, open.start.saturating_sub(AROUND));
                written.get(from..).unwrap_or_default().to_owned()
            }
            None => {
                let from = back(written, to - KEPT);
                written.get(from..).unwrap_or_default().to_owned()
            }
        };
    }
}

/// The beginning of the character at this place.
fn back(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}
