//! Finding secrets in a text of any kind. Owns: when a text is read as JSON and when as plain text, and the values that
//! were seen under a telling name and are secrets wherever else they stand.

use super::known::Known;
use super::looks::{is_random, looks_made};
use super::span::{Put, Span, merged};
use super::unescape::Plain;
use super::walk::Read;
use super::{MASK, commands, hints, markup, patterns, told, values, walk};

/// How deep JSON in strings in JSON is opened; what is deeper is read as plain text.
const DEPTH: u8 = 6;
/// Bytes of a value that is remembered.
const LONGEST: usize = 512;

/// Bytes of another spelling that is looked for.
const SPELLED: usize = 12;

/// Finds secrets, and remembers some.
#[derive(Debug, Default)]
pub(super) struct Finder {
    known: Known,
}

impl Finder {
    /// The secrets of a text.
    pub(super) fn find(&self, text: &str) -> Vec<Span> {
        self.search(text, 0, &[])
    }

    /// The secrets of a line, with those that were found in its piece of a streamed block.
    pub(super) fn find_line(&self, line: &str, split: &[Span]) -> Vec<Span> {
        self.search(line, 0, split)
    }

    /// The whole text, if it is not masked already.
    pub(super) fn whole(text: &str, guess: bool) -> Vec<Span> {
        let mut spans = vec![Span::new(0, text.len(), "by name").guessed(guess)];
        drop_masked(text, &mut spans);
        spans
    }

    pub(super) fn search(&self, text: &str, depth: u8, split: &[Span]) -> Vec<Span> {
        self.search_open(text, depth, split).0
    }

    /// The same, and from where on a text that is not whole yet may turn out to be a secret after all.
    pub(super) fn search_open(
        &self,
        text: &str,
        depth: u8,
        split: &[Span],
    ) -> (Vec<Span>, Option<usize>) {
        let mut spans = Vec::new();
        let opens = depth < DEPTH && text.trim_start().starts_with(['{', '[']);
        let read = if opens {
            walk::walk(self, text, depth, split, &mut spans)
        } else {
            Read::default()
        };
        // What is JSON to its end was read string by string; anything else also as it stands.
        if read.end < text.len() {
            looked_at(text.len());
            if hints::any(text) {
                by_looks(text, &mut spans);
            } else {
                hints::nothing_is_missed(text);
            }
            self.known.find(text, &mut spans);
        }
        let mut spans = merged(spans);
        drop_masked(text, &mut spans);
        (spans, read.unsettled)
    }

    /// Whether a value that is remembered stands in a text.
    pub(super) fn knows_any_of(&self, text: &str) -> bool {
        let mut spans = Vec::new();
        self.known.find(text, &mut spans);
        !spans.is_empty()
    }

    /// Whether a word may be the beginning of a value that is remembered.
    pub(super) fn may_begin(&self, word: &str) -> bool {
        word.len() > 2 && self.known.any_begins_with(word)
    }

    /// Remembers the secrets of a text.
    pub(super) fn learn(&mut self, text: &str) {
        let spans = self.find(text);
        let _ = self.learn_spans(text, &spans);
    }

    /// Remembers these of a line, of which parts may be no text.
    pub(super) fn learn_line(&mut self, line: &[u8], spans: &[Span]) -> bool {
        let mut new = false;
        for span in spans {
            let secret = line.get(span.start..span.end).unwrap_or_default();
            if let Ok(secret) = std::str::from_utf8(secret) {
                let whole = Span {
                    start: 0,
                    end: secret.len(),
                    ..*span
                };
                new |= self.learn_spans(secret, &[whole]);
            }
        }
        new
    }

    /// Remembers these, and says whether any of them is new.
    pub(super) fn learn_spans(&mut self, text: &str, spans: &[Span]) -> bool {
        let mut new = false;
        for span in spans.iter().filter(|span| span.put == Put::Mask) {
            let spelled = text.get(span.start..span.end).unwrap_or_default();
            let plain = Plain::of(spelled).text;
            for reading in readings(&plain) {
                let made = looks_made(reading) && reading.len() <= LONGEST;
                // What was only guessed is remembered if it can be no word that stands elsewhere.
                let fits = made && (!span.guess || is_random(reading));
                if fits && !reading.contains(MASK) {
                    new |= self.known.learn(reading);
                    for spelled in other_spellings(reading) {
                        new |= self.known.learn_spelling(&spelled);
                    }
                }
            }
        }
        new
    }

    /// From now on what was remembered is found everywhere.
    pub(super) fn know(&mut self) {
        self.known.know();
    }
}

/// The secrets that show by themselves or by what stands beside them.
pub(super) fn by_looks(text: &str, spans: &mut Vec<Span>) {
    patterns::find(text, spans);
    told::find(text, spans);
    values::find(text, spans);
    commands::find(text, spans);
    markup::find(text, spans);
}

/// A secret, and what it may be without what stands behind it: a value without quotes may end before a sign that the shell or
/// a sentence puts there. All of it is masked where it stands; elsewhere it may stand by itself.
fn readings(secret: &str) -> impl Iterator<Item = &str> {
    let bare = secret.trim_end_matches(|c: char| c.is_ascii_punctuation() && !"-_+/=".contains(c));
    let first = secret.split([';', '&', '|', ',', ')']).next();
    let shorter = [Some(bare), first].into_iter().flatten();
    std::iter::once(secret).chain(shorter.filter(move |text| *text != secret))
}

/// The same secret as base64 and as part of a URL. The last bytes of base64 depend on what follows, so they are left out.
fn other_spellings(secret: &str) -> impl Iterator<Item = String> {
    use base64::Engine as _;
    let whole = secret.as_bytes().chunks_exact(3).flatten();
    let whole: Vec<u8> = whole.copied().collect();
    let base64 = base64::engine::general_purpose::STANDARD_NO_PAD.encode(whole);
    let in_url: String = secret
        .bytes()
        .map(|byte| match byte {
            b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
            _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect();
    let base64 = Some(base64).filter(|text| text.len() >= SPELLED);
    let in_url = Some(in_url).filter(|text| text != secret);
    base64.into_iter().chain(in_url)
}

/// Leaves alone what is masked already.
fn drop_masked(text: &str, spans: &mut Vec<Span>) {
    spans.retain(|span| {
        let secret = text.get(span.start..span.end).unwrap_or_default();
        let left = secret.replace(MASK, "");
        !left.trim().is_empty() || span.put == Put::Nothing
    });
}

#[cfg(not(test))]
fn looked_at(_: usize) {}
#[cfg(test)]
use super::effort::looked_at;
