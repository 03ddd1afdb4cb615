//! One entry as a line of a recording.
//!
//! Pure: appends to a buffer. Builds no JSON values: a raw line that is a JSON object is copied as it is.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::entry::{is_json, looks_like_object};
use super::{Direction, LineForm, Moment};

/// Appends the entry and its line break.
///
/// A hint that cannot be right is corrected, so that the bytes survive whatever the caller says.
pub(super) fn entry(
    buffer: &mut Vec<u8>,
    seq: u64,
    at: Moment,
    direction: Direction,
    line: &[u8],
    hint: LineForm,
) {
    number(buffer, seq);
    stamp(buffer, at, direction);
    payload(buffer, line, hint);
    buffer.extend_from_slice(AFTER_MESSAGE);
}

/// What stands before a line that stands verbatim.
pub(super) fn before_message(buffer: &mut Vec<u8>, seq: u64, stamp: &[u8]) {
    number(buffer, seq);
    buffer.extend_from_slice(stamp);
}

/// What stands between the number of a line and the line, if it stands verbatim. Lines that were read together have it in
/// common: it is written out once for all of them.
#[derive(Debug, Default)]
pub(super) struct Stamp {
    of: Option<(Moment, Direction)>,
    bytes: Vec<u8>,
}

impl Stamp {
    /// For a line of this time and direction.
    pub(super) fn of(&mut self, at: Moment, direction: Direction) -> &[u8] {
        if self.of != Some((at, direction)) {
            self.of = Some((at, direction));
            self.bytes.clear();
            stamp(&mut self.bytes, at, direction);
            self.bytes.extend_from_slice(MESSAGE);
        }
        &self.bytes
    }
}

/// What stands after it.
pub(super) const AFTER_MESSAGE: &[u8] = b"}\n";

const MESSAGE: &[u8] = b",\"msg\":";

fn number(buffer: &mut Vec<u8>, seq: u64) {
    buffer.extend_from_slice(b"{\"seq\":");
    decimal(buffer, seq, 1);
}

fn stamp(buffer: &mut Vec<u8>, at: Moment, direction: Direction) {
    buffer.extend_from_slice(b",\"t\":");
    decimal(buffer, at.whole_seconds(), 1);
    buffer.push(b'.');
    decimal(buffer, at.fraction_micros(), 6);
    buffer.extend_from_slice(b",\"dir\":\"");
    buffer.extend_from_slice(direction.as_str().as_bytes());
    buffer.push(b'"');
}

fn payload(buffer: &mut Vec<u8>, line: &[u8], hint: LineForm) {
    if hint == LineForm::Json && can_stand_verbatim(line) {
        buffer.extend_from_slice(MESSAGE);
        buffer.extend_from_slice(line);
        return;
    }
    let before = buffer.len();
    if hint != LineForm::Bytes
        && let Ok(text) = std::str::from_utf8(line)
    {
        buffer.extend_from_slice(b",\"line\":");
        if serde_json::to_writer(&mut *buffer, text).is_ok() {
            return;
        }
        buffer.truncate(before);
    }
    buffer.extend_from_slice(b",\"b64\":\"");
    buffer.extend_from_slice(STANDARD.encode(line).as_bytes());
    buffer.push(b'"');
}

/// A line break inside would end the file's line. The syntax was checked by whoever decoded the line, so checking it
/// again is left to debug builds; a wrong hint costs `jq` that line, never the bytes.
pub(super) fn can_stand_verbatim(line: &[u8]) -> bool {
    looks_like_object(line)
        && memchr::memchr(b'\n', line).is_none()
        && std::str::from_utf8(line).is_ok()
        && (!cfg!(debug_assertions) || is_json(line))
}

/// Decimal digits, padded with zeros to at least `width` (at most 20).
fn decimal(buffer: &mut Vec<u8>, mut number: u64, width: usize) {
    let mut digits = [0; 20];
    let mut used = 0;
    for digit in digits.iter_mut().rev() {
        if number == 0 && used >= width {
            break;
        }
        // The remainder of a division by ten fits a byte.
        *digit = b'0' + u8::try_from(number % 10).unwrap_or(0);
        number /= 10;
        used += 1;
    }
    let unused = digits.len() - used;
    buffer.extend_from_slice(digits.get(unused..).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(line: &[u8], hint: LineForm) -> String {
        let mut buffer = Vec::new();
        entry(
            &mut buffer,
            12,
            Moment(1_234_567),
            Direction::In,
            line,
            hint,
        );
        String::from_utf8_lossy(&buffer).into_owned()
    }

    #[test]
    fn each_form_is_as_documented() {
        let head = "{\"seq\":12,\"t\":1.234567,\"dir\":\"in\",";
        for (line, hint, tail) in [
            (
                br#"{"a": 1.0}"#.as_slice(),
                LineForm::Json,
                "\"msg\":{\"a\": 1.0}}\n",
            ),
            (
                b"a\r\0\"",
                LineForm::Text,
                "\"line\":\"a\\r\\u0000\\\"\"}\n",
            ),
            (b"\xff\xfe\xfd", LineForm::Bytes, "\"b64\":\"//79\"}\n"),
            // hints that cannot be right
            (b"{}\n{}", LineForm::Json, "\"line\":\"{}\\n{}\"}\n"),
            (b" {}", LineForm::Json, "\"line\":\" {}\"}\n"),
            (b"{oops}", LineForm::Json, "\"line\":\"{oops}\"}\n"),
            (b"\xff", LineForm::Text, "\"b64\":\"/w==\"}\n"),
        ] {
            assert_eq!(written(line, hint), format!("{head}{tail}"));
        }
    }

    #[test]
    fn a_stamp_is_that_of_the_line() {
        let mut stamp = Stamp::default();
        for (at, direction) in [
            (1_234_567, Direction::In),
            (1_234_567, Direction::In),
            (1_234_567, Direction::Out),
            (9_000_000_000, Direction::Out),
        ] {
            let (at, line, mut known) = (Moment(at), br#"{"a":1}"#.as_slice(), Vec::new());
            before_message(&mut known, 7, stamp.of(at, direction));
            known.extend_from_slice(line);
            known.extend_from_slice(AFTER_MESSAGE);
            let mut whole = Vec::new();
            entry(&mut whole, 7, at, direction, line, LineForm::Json);
            assert_eq!(known, whole);
        }
    }

    #[test]
    fn numbers_are_padded() {
        let mut buffer = Vec::new();
        decimal(&mut buffer, 0, 1);
        decimal(&mut buffer, 42, 6);
        decimal(&mut buffer, u64::MAX, 1);
        assert_eq!(buffer, b"000004218446744073709551615");
    }
}
