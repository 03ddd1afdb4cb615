//! Which kind of file this is, told from its first line.
//!
//! Pure. Owns the signs by which formats are known apart, and those of files that are none of ours.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::decode::present;
use super::header::{FORMAT_VERSION, Header, MARK};
use crate::wire::stored;
use std::borrow::Cow;

/// What kind of file a recording was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Our own, with or without its header.
    Recording,
    /// Lines of `{"t":…,"dir":…,"msg":…}`.
    Capture,
    /// The bare output of the CLI: every line came in, and when is not known.
    Dump,
    /// A transcript of the CLI's own: what was said, and when; nothing of requests and their answers.
    Transcript,
}

impl Format {
    /// Whether the times of its entries mean anything; in a dump they are all [`Moment::START`](super::Moment::START).
    pub fn has_times(self) -> bool {
        self != Self::Dump
    }

    /// Whether its lines are messages as they are, with nothing around them.
    pub fn is_bare(self) -> bool {
        matches!(self, Self::Dump | Self::Transcript)
    }
}

/// What the first line says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// The line is a header.
    Header(Header),
    /// The line is already content.
    Content(Format),
    /// The header of a format version we do not know.
    Version(String),
}

#[derive(Deserialize)]
struct Probe<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    cca_recording: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    seq: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    dir: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    msg: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    line: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    b64: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present", rename = "parentUuid")]
    parent: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "type")]
    kind: Option<Cow<'a, str>>,
}

/// Judges the first line that is not blank.
pub(super) fn opening(first: &[u8]) -> Opening {
    let Ok(probe) = serde_json::from_slice::<Probe<'_>>(first) else {
        return Opening::Content(by_beginning(first));
    };
    if let Some(version) = probe.cca_recording {
        if version.get() != FORMAT_VERSION.to_string() {
            return Opening::Version(version.get().to_owned());
        }
        return Header::decode(first).map_or(Opening::Content(Format::Recording), Opening::Header);
    }
    let holds_line = probe.msg.or(probe.line).or(probe.b64).is_some();
    Opening::Content(match (holds_line && probe.dir.is_some(), probe.seq) {
        (true, Some(_)) => Format::Recording,
        (true, None) => Format::Capture,
        (false, _) if probe.parent.is_some() => Format::Transcript,
        (false, _) if probe.kind.is_some_and(|kind| stored::is_kind(&kind)) => Format::Transcript,
        (false, _) => Format::Dump,
    })
}

/// For a first line that is damaged, torn or over the cap.
fn by_beginning(first: &[u8]) -> Format {
    if first.starts_with(MARK) || MARK.starts_with(first) || first.starts_with(b"{\"seq\":") {
        Format::Recording
    } else if first.starts_with(b"{\"t\":") {
        Format::Capture
    } else if first.starts_with(b"{\"parentUuid\":") {
        Format::Transcript
    } else {
        Format::Dump
    }
}

/// The command that unpacks a file with this beginning, if it is a compressed one.
pub(super) fn unpacking_tool(beginning: &[u8]) -> Option<&'static str> {
    const TOOLS: [(&[u8], &str); 5] = [
        (b"\x1f\x8b", "gunzip"),
        (b"\x28\xb5\x2f\xfd", "unzstd"),
        (b"\xfd7zXZ\0", "unxz"),
        (b"BZh", "bunzip2"),
        (b"PK\x03\x04", "unzip"),
    ];
    TOOLS
        .iter()
        .find(|(magic, _)| beginning.starts_with(magic))
        .map(|(_, tool)| *tool)
}

/// UTF-16 by its byte order mark, or by the NUL beside the `{` that every recording starts with.
pub(super) fn is_utf16(beginning: &[u8]) -> bool {
    const SIGNS: [&[u8]; 4] = [b"\xff\xfe", b"\xfe\xff", b"{\0", b"\0{"];
    SIGNS.iter().any(|sign| beginning.starts_with(sign))
}

/// Whether a line, of which the end may be missing, is no text.
pub(super) fn is_binary(line: &[u8]) -> bool {
    let broken = std::str::from_utf8(line).is_err_and(|error| error.error_len().is_some());
    broken || memchr::memchr(0, line).is_some()
}
