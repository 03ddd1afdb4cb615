//! A part of a text that is a secret. Owns: joining parts that touch, and putting something else in their place.

use super::MASK;

/// What comes into the place of a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Put {
    /// The mask.
    Mask,
    /// The mask as a JSON string, where a number stood, in JSON inside this many strings.
    Quoted(u8),
    /// Nothing: the mask stands in an earlier piece.
    Nothing,
}

/// A secret in a text, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
    /// What it was taken for.
    pub(super) kind: &'static str,
    pub(super) put: Put,
    /// It is taken for one by its looks where nothing else tells: elsewhere the same may be a word like any other.
    pub(super) guess: bool,
}

impl Span {
    pub(super) fn new(start: usize, end: usize, kind: &'static str) -> Self {
        Self {
            start,
            end,
            kind,
            put: Put::Mask,
            guess: false,
        }
    }

    /// The same, guessed or not.
    pub(super) fn guessed(self, guess: bool) -> Self {
        Self { guess, ..self }
    }

    /// The same, in a text that begins this much earlier.
    pub(super) fn moved(self, by: usize) -> Self {
        Self {
            start: self.start + by,
            end: self.end + by,
            ..self
        }
    }
}

/// The spans in order, those that touch or overlap made one.
pub(super) fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.retain(|span| span.start < span.end);
    spans.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    let mut out: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match out.last_mut() {
            Some(last) if span.start <= last.end => {
                last.end = last.end.max(span.end);
                last.guess &= span.guess;
                // The mask stands in an earlier piece already.
                if span.put == Put::Nothing {
                    last.put = Put::Nothing;
                }
            }
            _ => out.push(span),
        }
    }
    out
}

impl Put {
    /// The same in a text that stands inside one more string.
    pub(super) fn inside(self) -> Self {
        match self {
            Self::Quoted(inside) => Self::Quoted(inside.saturating_add(1)),
            put => put,
        }
    }
}

/// The mask in quotes as they are spelled inside so many strings: each doubles the backslashes and adds one.
fn quoted(inside: u8) -> String {
    let slashes = (1_usize << inside.min(8)) - 1;
    let slashes = "\\".repeat(slashes);
    format!("{slashes}\"{MASK}{slashes}\"")
}

/// The bytes with something else in the place of the spans; each is told once.
pub(super) fn replace(bytes: &[u8], spans: Vec<Span>, mut tell: impl FnMut(&Span)) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut from = 0;
    for span in merged(spans) {
        out.extend_from_slice(bytes.get(from..span.start).unwrap_or_default());
        match span.put {
            Put::Mask => out.extend_from_slice(MASK.as_bytes()),
            Put::Quoted(inside) => out.extend_from_slice(quoted(inside).as_bytes()),
            Put::Nothing => {}
        }
        if span.put != Put::Nothing {
            tell(&span);
        }
        from = span.end;
    }
    out.extend_from_slice(bytes.get(from..).unwrap_or_default());
    out
}
