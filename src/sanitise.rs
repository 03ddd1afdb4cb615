//! PURE. Text from outside made safe to print. Owns: which characters a terminal might obey, and how they are shown
//! instead. Does not own: width or wrapping.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a terminal could act on the character, or it could change the order or hide the presence of others.
pub fn is_obeyed(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{061c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
            // Fillers, joiners and selectors that take no room or look like nothing.
            | '\u{ad}' | '\u{34f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{3164}' | '\u{ffa0}' | '\u{1d173}'..='\u{1d17a}')
}

/// The text on one line, with every control character, line break, bidi override and invisible format character
/// spelled out: `\n`, `\t`, `\e` and `\u{202e}` instead of their effect.
///
/// ```
/// use cca::sanitise::sanitise;
/// assert_eq!(sanitise("plain text"), "plain text");
/// assert_eq!(sanitise("\u{1b}[2J"), r"\e[2J");
/// ```
pub fn sanitise(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            '\u{1b}' => shown.push_str("\\e"),
            other if is_obeyed(other) => {
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(other));
            }
            other => shown.push(other),
        }
    }
    Cow::Owned(shown)
}

/// Compact JSON with the same characters as `\uXXXX` escapes: it means exactly the same and is safe to print.
///
/// Takes finished JSON text without line breaks, where such characters can stand inside strings only.
pub fn escape_json(json: &str) -> Cow<'_, str> {
    if !json.contains(is_obeyed) {
        return Cow::Borrowed(json);
    }
    let mut shown = String::with_capacity(json.len() + 16);
    for character in json.chars() {
        if is_obeyed(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_spelled_out() {
        let cases = [
            ("\u{1b}]0;title\u{7}", r"\e]0;title\u{7}"),
            ("a\r\nb\tc", r"a\r\nb\tc"),
            ("\u{9b}2J\u{7f}\0", r"\u{9b}2J\u{7f}\u{0}"),
            (
                "evil\u{202e}txt.exe\u{2066}",
                r"evil\u{202e}txt.exe\u{2066}",
            ),
            ("zero\u{200b}width\u{feff}", r"zero\u{200b}width\u{feff}"),
            ("line\u{2028}separator", r"line\u{2028}separator"),
            ("Bash\u{3164}\u{e0100}", r"Bash\u{3164}\u{e0100}"),
            ("rm\u{ad}\u{34f}\u{1160}", r"rm\u{ad}\u{34f}\u{1160}"),
        ];
        for (raw, shown) in cases {
            assert_eq!(sanitise(raw), shown);
        }
    }

    #[test]
    fn ordinary_text_is_not_copied() {
        for text in ["", "plain", "naïve – 日本語 🦀", "back\\slash"] {
            assert!(matches!(sanitise(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn escaped_json_means_the_same() -> serde_json::Result<()> {
        let value = serde_json::json!({"a\u{202e}": "\u{9b}2J \u{7f} \u{e0041} \u{1b} plain é"});
        let text = serde_json::to_string(&value)?;
        let safe = escape_json(&text);
        assert!(!safe.contains(is_obeyed), "{safe}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&safe)?, value);
        Ok(())
    }
}
