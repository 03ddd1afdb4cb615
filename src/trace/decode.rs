//! One line of a recording or capture back as an entry.
//!
//! Pure. Lines that this program wrote are taken apart by their fixed beginning, without parsing the recorded line
//! inside; lines of any other spelling go through serde. Does not find lines: see `lines`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::entry::looks_like_object;
use super::{Direction, Moment};

/// Why a line of a recording is no entry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// Not a JSON object, or keys of the wrong types.
    #[error("the line cannot be read as an entry: {0}")]
    Unreadable(String),
    /// A header that is not the first line, or is the first but cannot be read.
    #[error(
        "a header that cannot be read, or that stands after the first line because two recordings were joined"
    )]
    MisplacedHeader,
    /// `dir` is missing.
    #[error("the entry has no `dir`, so it is unknown which way the line went")]
    NoDirection,
    /// `dir` is no word we know.
    #[error("`dir` is {0:?}, not one of in, out, stderr, note")]
    UnknownDirection(String),
    /// `t` is missing, negative or not a number.
    #[error("`t` is missing or is not a number of seconds")]
    NoTime,
    /// None of `msg`, `line`, `b64`.
    #[error("the entry has none of `msg`, `line` and `b64`, so it holds no line")]
    NoLine,
    /// `line` is not a string that stands for text.
    #[error("`line` is not a JSON string of valid text")]
    BadText,
    /// `b64` is not base64.
    #[error("`b64` is not a string of base64")]
    BadBase64,
}

/// An entry of which the number may be missing.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) seq: Option<u64>,
    pub(super) at: Moment,
    pub(super) direction: Direction,
    pub(super) line: Bytes,
}

/// A line of our own format. `keep` makes owned bytes of a part of `line`.
pub(super) fn recorded(line: &[u8], keep: impl Fn(&[u8]) -> Bytes) -> Result<Parts, Damage> {
    match fixed(line, &keep) {
        Some(parts) => Ok(parts),
        None => keyed(line, keep),
    }
}

/// The spelling that `encode` produces, by hand; `None` for anything else, which is not yet a verdict.
fn fixed(line: &[u8], keep: &impl Fn(&[u8]) -> Bytes) -> Option<Parts> {
    let found = envelope(line)?;
    let line = match found.held {
        Held::Raw(raw) => keep(raw),
        Held::Quoted(quoted) => text(quoted)?,
        Held::Base64(quoted) => base64(quoted)?,
    };
    Some(Parts {
        seq: Some(found.seq),
        at: found.at,
        direction: found.direction,
        line,
    })
}

/// What an entry holds, not yet taken out.
#[derive(Debug, Clone, Copy)]
pub(super) enum Held<'a> {
    /// `msg`: the line itself.
    Raw(&'a [u8]),
    /// `line`: a JSON string.
    Quoted(&'a [u8]),
    /// `b64`: a JSON string of base64.
    Base64(&'a [u8]),
}

/// An entry in the spelling that `encode` produces, by reference.
#[derive(Debug, Clone, Copy)]
pub(super) struct Envelope<'a> {
    pub(super) seq: u64,
    pub(super) at: Moment,
    pub(super) direction: Direction,
    pub(super) held: Held<'a>,
}

/// The same for a line of which only the beginning is at hand, if it holds the line itself.
pub(super) fn beginning(line: &[u8], cut: bool) -> Option<Envelope<'_>> {
    if !cut {
        return None;
    }
    let Some(found) = opened(line) else {
        return begun(line);
    };
    let held = Held::Raw(found.rest.strip_prefix(b"\",\"msg\":")?);
    Some(Envelope {
        seq: found.seq,
        at: found.at,
        direction: found.direction,
        held,
    })
}

/// The same in any other spelling, as far as the line itself comes last: what stands before it must be an entry with
/// anything in its place.
fn begun(line: &[u8]) -> Option<Envelope<'_>> {
    const NAME: &[u8] = b"\"msg\"";
    let name = memchr::memmem::find(line, NAME)?;
    let after = line.get(name + NAME.len()..)?.trim_ascii_start();
    let raw = after.strip_prefix(b":")?.trim_ascii_start();
    let before = line.get(..line.len() - raw.len())?;
    let parts = keyed(&[before, b"{}}"].concat(), Bytes::copy_from_slice).ok()?;
    Some(Envelope {
        seq: parts.seq.unwrap_or_default(),
        at: parts.at,
        direction: parts.direction,
        held: Held::Raw(raw),
    })
}

/// Takes the fixed beginning apart; `None` for any other spelling.
pub(super) fn envelope(line: &[u8]) -> Option<Envelope<'_>> {
    let Opened {
        seq,
        at,
        direction,
        rest,
    } = opened(line)?;
    let rest = rest.strip_suffix(b"}")?;
    let held = if let Some(raw) = rest.strip_prefix(b"\",\"msg\":") {
        looks_like_object(raw).then_some(Held::Raw(raw))?
    } else if let Some(quoted) = rest.strip_prefix(b"\",\"line\":") {
        Held::Quoted(quoted)
    } else {
        Held::Base64(rest.strip_prefix(b"\",\"b64\":")?)
    };
    Some(Envelope {
        seq,
        at,
        direction,
        held,
    })
}

/// What stands before the line itself.
struct Opened<'a> {
    seq: u64,
    at: Moment,
    direction: Direction,
    /// From the quote that closes the direction on.
    rest: &'a [u8],
}

fn opened(line: &[u8]) -> Option<Opened<'_>> {
    let (seq, rest) = number(line.strip_prefix(b"{\"seq\":")?)?;
    let (at, rest) = fixed_time(rest.strip_prefix(b",\"t\":")?)?;
    let rest = rest.strip_prefix(b",\"dir\":\"")?;
    let word_end = rest.iter().position(|byte| *byte == b'"')?;
    let (word, rest) = rest.split_at_checked(word_end)?;
    let direction = Direction::from_word(word)?;
    Some(Opened {
        seq,
        at,
        direction,
        rest,
    })
}

/// Digits up to the first other byte; `None` without digits or beyond the range.
fn number(text: &[u8]) -> Option<(u64, &[u8])> {
    let mut value: u64 = 0;
    let mut rest = text;
    while let [digit @ b'0'..=b'9', tail @ ..] = rest {
        value = value
            .checked_mul(10)?
            .checked_add(u64::from(digit - b'0'))?;
        rest = tail;
    }
    (rest.len() < text.len()).then_some((value, rest))
}

/// Seconds with exactly six decimals, exact over the whole range of a moment.
fn fixed_time(text: &[u8]) -> Option<(Moment, &[u8])> {
    let (seconds, rest) = number(text)?;
    let decimals = rest.strip_prefix(b".")?;
    let (micros, rest) = number(decimals)?;
    if decimals.len() - rest.len() != 6 {
        return None;
    }
    Some((Moment::from_fixed(seconds, micros)?, rest))
}

#[derive(Deserialize)]
struct Keyed<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    cca_recording: Option<&'a RawValue>,
    #[serde(default)]
    seq: Option<u64>,
    #[serde(borrow, default, deserialize_with = "present")]
    t: Option<&'a RawValue>,
    #[serde(default)]
    dir: Option<String>,
    #[serde(borrow, default, deserialize_with = "present")]
    msg: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    line: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    b64: Option<&'a RawValue>,
}

/// Tells a key that is `null` from one that is missing.
pub(super) fn present<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// Any JSON object with the keys of an entry, in any order and spacing. A `msg` that is a string stands for its text.
pub(super) fn keyed(line: &[u8], keep: impl Fn(&[u8]) -> Bytes) -> Result<Parts, Damage> {
    let found: Keyed<'_> =
        serde_json::from_slice(line).map_err(|error| Damage::Unreadable(error.to_string()))?;
    if found.cca_recording.is_some() {
        return Err(Damage::MisplacedHeader);
    }
    let word = found.dir.ok_or(Damage::NoDirection)?;
    let Some(direction) = Direction::from_word(word.as_bytes()) else {
        return Err(Damage::UnknownDirection(word));
    };
    let at = found.t.and_then(time).ok_or(Damage::NoTime)?;
    let line = if let Some(raw) = found.msg {
        let raw = raw.get().as_bytes();
        if raw.starts_with(b"\"") {
            text(raw).ok_or(Damage::BadText)?
        } else {
            keep(raw)
        }
    } else if let Some(quoted) = found.line {
        text(quoted.get().as_bytes()).ok_or(Damage::BadText)?
    } else {
        let quoted = found.b64.ok_or(Damage::NoLine)?;
        base64(quoted.get().as_bytes()).ok_or(Damage::BadBase64)?
    };
    Ok(Parts {
        seq: found.seq,
        at,
        direction,
        line,
    })
}

fn time(spelled: &RawValue) -> Option<Moment> {
    let spelled = spelled.get();
    match fixed_time(spelled.as_bytes()) {
        Some((at, [])) => Some(at),
        _ => Moment::from_seconds(spelled.parse().ok()?),
    }
}

fn text(quoted: &[u8]) -> Option<Bytes> {
    serde_json::from_slice::<String>(quoted)
        .ok()
        .map(Bytes::from)
}

fn base64(quoted: &[u8]) -> Option<Bytes> {
    let digits = quoted.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    STANDARD.decode(digits).ok().map(Bytes::from)
}

#[cfg(test)]
#[path = "decode_tests.rs"]
mod tests;
