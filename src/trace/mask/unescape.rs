//! The text of a JSON string, and where each part of it stands in its spelling. Owns: undoing escapes.

use std::borrow::Cow;

/// The text of a JSON string.
#[derive(Debug)]
pub(super) struct Plain<'a> {
    pub(super) text: Cow<'a, str>,
    /// Where in the spelling a stretch without escapes begins: offset in the text, offset in the spelling.
    runs: Vec<(usize, usize)>,
}

impl<'a> Plain<'a> {
    /// Of what stands between the quotes. Half an escape at the end, as in a text that was cut, is left as it is.
    pub(super) fn of(spelled: &'a str) -> Self {
        if !spelled.contains('\\') {
            return Self {
                text: Cow::Borrowed(spelled),
                runs: Vec::new(),
            };
        }
        let mut text = String::with_capacity(spelled.len());
        let mut runs = Vec::new();
        let mut at = 0;
        while let Some(rest) = spelled.get(at..).filter(|rest| !rest.is_empty()) {
            let plain = rest.find('\\').unwrap_or(rest.len());
            text.push_str(rest.get(..plain).unwrap_or_default());
            at += plain;
            let Some(escape) = rest.get(plain..).filter(|escape| !escape.is_empty()) else {
                break;
            };
            let (character, length) = escaped(escape);
            runs.push((text.len(), at));
            text.push(character);
            at += length;
            runs.push((text.len(), at));
        }
        Self {
            text: Cow::Owned(text),
            runs,
        }
    }

    /// Where a place in the text stands in the spelling.
    pub(super) fn spelled_at(&self, offset: usize) -> usize {
        let after = self.runs.partition_point(|(text, _)| *text <= offset);
        match after.checked_sub(1).and_then(|index| self.runs.get(index)) {
            Some((text, spelled)) => spelled + (offset - text),
            None => offset,
        }
    }
}

/// The character of the escape at the beginning, and the length of the escape.
fn escaped(escape: &str) -> (char, usize) {
    let Some(letter) = escape.chars().nth(1) else {
        return ('\\', 1);
    };
    let character = match letter {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        '"' | '\\' | '/' => letter,
        'u' => return unicode(escape),
        _ => return ('\\', 1),
    };
    (character, 2)
}

fn unicode(escape: &str) -> (char, usize) {
    let unit = |from: usize| {
        let digits = escape.get(from..from + 4)?;
        u16::from_str_radix(digits, 16).ok()
    };
    let Some(first) = unit(2) else {
        return ('\\', 1);
    };
    let pair = escape.get(6..8) == Some("\\u");
    if let Some(second) = pair.then(|| unit(8)).flatten()
        && let Some(Ok(character)) = char::decode_utf16([first, second]).next()
        && u32::from(character) > 0xffff
    {
        return (character, 12);
    }
    // A lone surrogate is no character; real CLIs emit them.
    let lone = char::from_u32(u32::from(first)).unwrap_or(char::REPLACEMENT_CHARACTER);
    (lone, 6)
}
