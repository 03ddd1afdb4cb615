//! Which shape a line of a file has, told from the line itself: files are joined, cut up and appended to, and then lines of
//! several shapes stand in one.
//!
//! Pure. Owns: telling entries from bare messages where there is no doubt. Does not own: taking an entry apart (`decode`).

use bytes::Bytes;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::Format;
use super::decode::{self, Damage, Parts, present};

/// The keys of an entry, with the quote that ends them. No message of the CLI and no line of its transcripts begins with
/// one, and every entry does.
const OF_ENTRIES: [&[u8]; 6] = [b"seq\"", b"t\"", b"dir\"", b"msg\"", b"line\"", b"b64\""];

/// A line that could be read.
#[derive(Debug)]
pub(super) enum Shaped {
    /// An entry, of our own format or a capture.
    Entry(Parts),
    /// The message itself, as the CLI prints it or writes it to its transcripts.
    Bare,
}

/// Reads a line of a file that began like this format. `keep` makes owned bytes of a part of `line`.
pub(super) fn read(
    format: Format,
    line: &[u8],
    keep: impl Fn(&[u8]) -> Bytes,
) -> Result<Shaped, Damage> {
    if format.is_bare() && !begins_entry(line) {
        return Ok(Shaped::Bare);
    }
    match decode::recorded(line, keep) {
        Ok(parts) => Ok(Shaped::Entry(parts)),
        // What the CLI prints is never damaged: it was printed so.
        Err(_) if format.is_bare() || is_message(line, false) => Ok(Shaped::Bare),
        Err(damage) => Err(damage),
    }
}

/// Whether a line may be an entry: it begins with one of its keys.
pub(super) fn begins_entry(line: &[u8]) -> bool {
    first_key(line).is_some_and(|key| OF_ENTRIES.iter().any(|known| key.starts_with(known)))
}

/// What stands after the quote that opens the first key.
fn first_key(line: &[u8]) -> Option<&[u8]> {
    let inside = line.trim_ascii_start().strip_prefix(b"{")?;
    inside.trim_ascii_start().strip_prefix(b"\"")
}

#[derive(Deserialize)]
struct Told<'a> {
    #[serde(borrow, rename = "type", default, deserialize_with = "present")]
    kind: Option<&'a RawValue>,
    cca_recording: Option<IgnoredAny>,
    seq: Option<IgnoredAny>,
    t: Option<IgnoredAny>,
    dir: Option<IgnoredAny>,
    msg: Option<IgnoredAny>,
    line: Option<IgnoredAny>,
    b64: Option<IgnoredAny>,
}

/// Whether a line that is no entry is a message without doubt: it has a type, and nothing of an entry. Of a line that is
/// `cut` only the beginning is at hand, and has to say so.
pub(super) fn is_message(line: &[u8], cut: bool) -> bool {
    if cut {
        return first_key(line).is_some_and(|key| key.starts_with(b"type\""));
    }
    let Ok(told) = serde_json::from_slice::<Told<'_>>(line) else {
        return false;
    };
    let of_entry = [
        told.cca_recording,
        told.seq,
        told.t,
        told.dir,
        told.msg,
        told.line,
        told.b64,
    ];
    let typed = told.kind.is_some_and(|kind| kind.get().starts_with('"'));
    typed && of_entry.iter().all(Option::is_none)
}

#[cfg(test)]
#[path = "shape_tests.rs"]
mod tests;
