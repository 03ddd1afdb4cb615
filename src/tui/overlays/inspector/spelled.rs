//! PURE. Values as they are spelled in JSON, shown. Owns: resolving escapes of a part of a text, and a value in a few words.

use super::skim::{Kids, Kind};
use crate::tui::panes::traffic::grouped;
use crate::tui::widgets::text::amount;
use crate::tui::widgets::tree::unmistakable;

/// Bytes of a text that are shown on its row.
const ON_A_ROW: usize = 600;
/// A value up to this long is counted; a longer one is weighed.
const COUNTED: usize = 4096;

/// The text that is spelled by the bytes from `from` on, up to its closing quote or `most` bytes; and where what was read
/// ends. What is no escape is shown as it stands, half a character as `\u{fffd}`.
pub(super) fn text(bytes: &[u8], from: usize, most: usize) -> (String, usize) {
    let end = bytes.len().min(from.saturating_add(most));
    let part = bytes.get(from..end).unwrap_or_default();
    let mut shown = Vec::with_capacity(part.len());
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'"', b'\\', part.get(at..).unwrap_or_default()) {
        shown.extend_from_slice(part.get(at..at + found).unwrap_or_default());
        at += found;
        if part.get(at) == Some(&b'"') {
            return (lossy(shown), from + at);
        }
        let rest = bytes.get(from + at..).unwrap_or_default();
        let (letter, length) = escape(rest);
        let mut space = [0; 4];
        shown.extend_from_slice(letter.encode_utf8(&mut space).as_bytes());
        at += length;
    }
    shown.extend_from_slice(part.get(at..).unwrap_or_default());
    // Not in the middle of a character.
    let mut stop = part.len().max(at);
    if from + stop < bytes.len() {
        let last = shown.len().saturating_sub(3);
        if let Some(cut) = (last..shown.len()).find(|at| starts_unfinished(&shown, *at))
            && cut > 0
        {
            stop -= shown.len() - cut;
            shown.truncate(cut);
        }
    }
    (lossy(shown), from + stop)
}

fn lossy(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Whether a character begins here that needs more bytes than there are.
fn starts_unfinished(bytes: &[u8], at: usize) -> bool {
    let needs = match bytes.get(at) {
        Some(0xc0..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf7) => 4,
        _ => return false,
    };
    at + needs > bytes.len()
}

/// The character of the escape that begins here, and how long it is.
fn escape(rest: &[u8]) -> (char, usize) {
    let simple = match rest.get(1) {
        Some(b'n') => '\n',
        Some(b't') => '\t',
        Some(b'r') => '\r',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(byte @ (b'"' | b'\\' | b'/')) => char::from(*byte),
        Some(b'u') => return unicode(rest),
        _ => return ('\\', 1),
    };
    (simple, 2)
}

fn unicode(rest: &[u8]) -> (char, usize) {
    let unit = |at: usize| {
        let digits = std::str::from_utf8(rest.get(at..at + 4)?).ok()?;
        u16::from_str_radix(digits, 16).ok()
    };
    let Some(first) = unit(2) else {
        return ('\\', 1);
    };
    let second = match rest.get(6..8) {
        Some(b"\\u") => unit(8),
        _ => None,
    };
    let units = [Some(first), second];
    match char::decode_utf16(units.into_iter().flatten()).next() {
        Some(Ok(letter)) => (letter, letter.len_utf16() * 6),
        _ => (char::REPLACEMENT_CHARACTER, 6),
    }
}

/// The value that begins here in a few words, as far as its end is known. All of this is from outside.
pub(super) fn words(bytes: &[u8], from: usize, to: Option<usize>, known: Option<&Kids>) -> String {
    let kind = bytes
        .get(from)
        .map_or(Kind::Plain, |first| Kind::of(*first));
    match kind {
        Kind::Text if bytes.get(from + 1) == Some(&b'"') => "\"\"".to_owned(),
        Kind::Text => unmistakable(&text(bytes, from + 1, ON_A_ROW).0).into_owned(),
        Kind::Plain => {
            let end = to.unwrap_or(from).min(from + ON_A_ROW);
            String::from_utf8_lossy(bytes.get(from..end).unwrap_or_default()).into_owned()
        }
        Kind::Object | Kind::List => counted(bytes, from, to, known),
    }
}

fn counted(bytes: &[u8], from: usize, to: Option<usize>, known: Option<&Kids>) -> String {
    let object = bytes.get(from) == Some(&b'{');
    let length = to.map(|to| to - from);
    let count = match known.filter(|kids| kids.end().is_some()) {
        Some(kids) => Some(kids.list.len()),
        None if length.is_some_and(|length| length <= COUNTED) => {
            let mut kids = Kids::new(bytes, from);
            let mut budget = 2 * COUNTED;
            if let Some(kids) = &mut kids {
                kids.step(bytes, &mut budget, usize::MAX);
            }
            kids.filter(|kids| kids.end().is_some())
                .map(|kids| kids.list.len())
        }
        None => None,
    };
    let weight = length.filter(|length| *length > COUNTED);
    let weight = weight.map(|length| format!("{}B", amount(length as u64)));
    let count = count.map(|count| match (count, object) {
        (0, true) => "{}".to_owned(),
        (0, false) => "[]".to_owned(),
        (1, true) => "1 field".to_owned(),
        (1, false) => "1 entry".to_owned(),
        (count, true) => format!("{} fields", grouped(count as u64)),
        (count, false) => format!("{} entries", grouped(count as u64)),
    });
    let open = if object { "{" } else { "[" };
    match (count, weight) {
        (Some(count), None) => count,
        (Some(count), Some(weight)) => format!("{count}, {weight}"),
        (None, Some(weight)) => weight,
        (None, None) => open.to_owned(),
    }
}

/// A step of a path as `jq` writes it: `.key`, `["odd key"]`, `[3]`.
pub fn step(key: Option<&str>, index: usize) -> String {
    let Some(key) = key else {
        return format!("[{index}]");
    };
    let mut letters = key.chars();
    let word = letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if word {
        format!(".{key}")
    } else {
        let quoted = serde_json::to_string(key).unwrap_or_default();
        format!("[{quoted}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes_are_resolved_and_what_is_none_stands() {
        let read = |spelled: &str| text(format!("{spelled}\"").as_bytes(), 0, 1000).0;
        assert_eq!(read(r#"a\n\t\"\\\/b"#), "a\n\t\"\\/b");
        assert_eq!(read(r"\u00e9\ud83d\ude00"), "é😀");
        assert_eq!(read(r"\ud83d x \udc00"), "\u{fffd} x \u{fffd}");
        assert_eq!(read(r"\x \u12"), "\\x \\u12");
        assert_eq!(text("äöü\"".as_bytes(), 0, 3), ("ä".to_owned(), 2));
        assert_eq!(text(b"abc", 0, 100), ("abc".to_owned(), 3));
        assert_eq!(text(b"abc", 9, 100).0, "");
    }

    #[test]
    fn steps_are_written_as_jq_reads_them() {
        assert_eq!(step(Some("a_1"), 0), ".a_1");
        assert_eq!(step(Some("a-b"), 0), "[\"a-b\"]");
        assert_eq!(step(Some("1"), 0), "[\"1\"]");
        assert_eq!(step(None, 7), "[7]");
    }

    proptest! {
        #[test]
        fn any_text_is_read_as_another_reader_does(given in ".{0,40}", most in 1_usize..50) {
            let spelled = serde_json::to_string(&given).unwrap();
            let bytes = spelled.as_bytes();
            let (read, end) = text(bytes, 1, 10_000);
            prop_assert_eq!(&read, &given);
            prop_assert_eq!(end, spelled.len() - 1);
            // In parts it is the same.
            let (mut at, mut parts) = (1, String::new());
            while at < end {
                let (part, next) = text(bytes, at, most);
                if next <= at { break; }
                parts.push_str(&part);
                at = next;
            }
            if most >= 4 {
                prop_assert_eq!(parts, given);
            }
        }

        #[test]
        fn any_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..40), from in 0_usize..50) {
            text(&bytes, from, 10);
            words(&bytes, from, None, None);
            words(&bytes, from.min(bytes.len()), Some(bytes.len()), None);
        }
    }
}
