//! One line of traffic with its number, time and direction, before anyone has decoded it.
//!
//! Owns the words for directions and for what kind of text a raw line is. Holds no decoded frame.

use std::fmt;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::Moment;

/// Which way a line went, as seen by the client of the CLI.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// The CLI's stdout, to the client.
    In,
    /// The client, to the CLI's stdin.
    Out,
    /// The CLI's stderr.
    Stderr,
    /// Not on the wire: something the recording program wrote down beside it.
    Note,
}

impl Direction {
    /// The word used in recordings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::In => "in",
            Self::Out => "out",
            Self::Stderr => "stderr",
            Self::Note => "note",
        }
    }

    /// The direction of that word, if it is one.
    pub fn from_word(word: &[u8]) -> Option<Self> {
        match word {
            b"in" => Some(Self::In),
            b"out" => Some(Self::Out),
            b"stderr" => Some(Self::Stderr),
            b"note" => Some(Self::Note),
            _ => None,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A line as it was on the wire, without its line break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Position in the session; files without numbers are counted from 1.
    pub seq: u64,
    /// When it passed, since the start of the session.
    pub at: Moment,
    /// Which way it went.
    pub direction: Direction,
    /// The raw bytes.
    pub line: Bytes,
}

impl Entry {
    /// Appends the entry as a line of a recording, with its line break.
    pub fn write_line(&self, buffer: &mut Vec<u8>) {
        let form = LineForm::of(&self.line);
        super::encode::entry(buffer, self.seq, self.at, self.direction, &self.line, form);
    }
}

/// What a raw line turned out to be; decides how a recording spells it.
///
/// Whoever decoded the line knows already; [`LineForm::of`] is for those who did not decode it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LineForm {
    /// One JSON object and nothing around it.
    Json,
    /// Any other valid UTF-8.
    Text,
    /// Not UTF-8.
    Bytes,
}

impl LineForm {
    /// Finds out by checking the whole line.
    pub fn of(line: &[u8]) -> Self {
        if std::str::from_utf8(line).is_err() {
            Self::Bytes
        } else if looks_like_object(line) && is_json(line) {
            Self::Json
        } else {
            Self::Text
        }
    }
}

/// The cheap half of the question whether a line is a JSON object.
pub(super) fn looks_like_object(line: &[u8]) -> bool {
    line.len() >= 2 && line.starts_with(b"{") && line.ends_with(b"}")
}

/// Syntax only: builds nothing, has no depth limit, and accepts the lone surrogate escapes that real CLIs emit.
pub(super) fn is_json(text: &[u8]) -> bool {
    serde_json::from_slice::<serde::de::IgnoredAny>(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_directions_agree() {
        for direction in [
            Direction::In,
            Direction::Out,
            Direction::Stderr,
            Direction::Note,
        ] {
            assert_eq!(
                Direction::from_word(direction.as_str().as_bytes()),
                Some(direction)
            );
            assert_eq!(
                serde_json::to_string(&direction).ok(),
                Some(format!("\"{direction}\""))
            );
        }
        assert_eq!(Direction::from_word(b"sideways"), None);
    }

    #[test]
    fn the_form_of_a_line() {
        let deep = [b"{\"a\":".repeat(5_000), b"1".to_vec(), b"}".repeat(5_000)].concat();
        assert_eq!(LineForm::of(&deep), LineForm::Json);
        assert_eq!(LineForm::of(br#"{"a":"\ud800"}"#), LineForm::Json);
        for text in [" {}", "{} ", "{}\r", "{a}", "{}{}", "[1]", "", "{", "hello"] {
            assert_eq!(LineForm::of(text.as_bytes()), LineForm::Text, "{text:?}");
        }
        assert_eq!(LineForm::of(b"{\"a\":\"\xff\"}"), LineForm::Bytes);
    }
}
