//! PURE. Text from outside made safe to print. Owns: which characters a terminal might obey, how many may be piled on one,
//! and how those are shown instead. Does not own: width or wrapping.

use std::borrow::Cow;
use std::fmt::Write as _;
use unicode_segmentation::GraphemeCursor;

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

/// More characters than this on top of another are in no script; a pile of them would reach into the lines around it, or
/// be wider than any column.
const PILED: usize = 8;

/// Whether it may be part of a character that is made of several: marks, and letters of scripts that join them.
fn is_piled(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{10ff}' | '\u{135d}'..='\u{135f}'
        | '\u{1700}'..='\u{1cff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{2cef}'..='\u{2cf1}'
        | '\u{2d7f}' | '\u{2de0}'..='\u{2dff}' | '\u{302a}'..='\u{302f}' | '\u{3099}'..='\u{309a}'
        | '\u{a66f}'..='\u{a69f}' | '\u{a6f0}'..='\u{a6f1}' | '\u{a802}'..='\u{abff}' | '\u{d7b0}'..='\u{d7ff}'
        | '\u{fb1e}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}' | '\u{ff9e}'..='\u{ff9f}'
        | '\u{10000}'..='\u{16fff}' | '\u{1bc00}'..='\u{1bcff}' | '\u{1cf00}'..='\u{1cfff}'
        | '\u{1d165}'..='\u{1d244}' | '\u{1da00}'..='\u{1e9ff}' | '\u{1f3fb}'..='\u{1f3ff}')
}

/// Whether the character at this place belongs to the one before it. At the beginning only what comes before can tell.
fn belongs(text: &str, at: usize, letter: char) -> bool {
    let mut before = [0; 5];
    let (text, at) = if at == 0 {
        if let Some((first, rest)) = before.split_first_mut() {
            *first = b'a';
            letter.encode_utf8(rest);
        }
        let end = letter.len_utf8() + 1;
        (
            before
                .get(..end)
                .and_then(|bytes| str::from_utf8(bytes).ok())
                .unwrap_or("a"),
            1,
        )
    } else {
        (text, at)
    };
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    matches!(cursor.is_boundary(text, 0), Ok(false))
}

/// What joins emoji into one picture. Anywhere else it hides, and is shown.
const JOINER: char = '\u{200d}';
/// More emoji than this are in no picture that anybody draws.
const JOINED: usize = 4;

/// How many bytes at the beginning of the text are one emoji that is joined of several: a family, a profession, a flag.
/// Such a joiner says nothing but that, so it need not be shown; one at any other place does. All of them are two cells
/// wide where they are known.
pub fn joined_emoji(text: &str) -> Option<usize> {
    let mut rest = emoji(text)?;
    let mut parts = 1;
    while let Some(after) = rest.strip_prefix(JOINER) {
        parts += 1;
        // No further: a text may consist of nothing else.
        rest = emoji(after).filter(|_| parts <= JOINED)?;
    }
    (parts > 1).then(|| text.len() - rest.len())
}

/// What stands behind one emoji with its tone and its selector.
fn emoji(text: &str) -> Option<&str> {
    let mut letters = text.chars();
    let first = letters.next()?;
    let behind = letters.as_str();
    let rest = behind.strip_prefix(is_tone).unwrap_or(behind);
    let rest = rest.strip_prefix('\u{fe0f}').unwrap_or(rest);
    // A sign is only a picture with a tone or a selector behind it.
    let picture = is_wide(first) || (is_sign(first) && rest.len() < behind.len());
    picture.then_some(rest)
}

/// The colour of a skin, behind an emoji.
pub fn is_tone(letter: char) -> bool {
    matches!(letter, '\u{1f3fb}'..='\u{1f3ff}')
}

/// Pictures that are two cells wide by themselves.
fn is_wide(letter: char) -> bool {
    !is_tone(letter)
        && matches!(letter,
            '\u{1f300}'..='\u{1f320}' | '\u{1f32d}'..='\u{1f335}' | '\u{1f337}'..='\u{1f37c}' | '\u{1f37e}'..='\u{1f393}'
            | '\u{1f3a0}'..='\u{1f3ca}' | '\u{1f3cf}'..='\u{1f3d3}' | '\u{1f3e0}'..='\u{1f3f0}'
            | '\u{1f3f4}' | '\u{1f3f8}'..='\u{1f43e}' | '\u{1f440}' | '\u{1f442}'..='\u{1f4fc}'
            | '\u{1f4ff}'..='\u{1f53d}' | '\u{1f5fb}'..='\u{1f64f}' | '\u{1f680}'..='\u{1f6c5}'
            | '\u{1f7e0}'..='\u{1f7eb}' | '\u{1f90c}'..='\u{1f93a}' | '\u{1f93c}'..='\u{1f945}'
            | '\u{1f947}'..='\u{1f9ff}' | '\u{1fa70}'..='\u{1fa7c}' | '\u{1fa80}'..='\u{1fa88}'
            | '\u{1fa90}'..='\u{1fabd}' | '\u{1fabf}'..='\u{1fac5}' | '\u{1face}'..='\u{1fadb}'
            | '\u{1fae0}'..='\u{1fae8}' | '\u{1faf0}'..='\u{1faf8}' | '\u{2b1b}')
}

/// Signs that are joined to pictures: arrows, the sexes, medicine, law, a heart, an eye, a flag, who plays or looks.
fn is_sign(letter: char) -> bool {
    matches!(
        letter,
        '\u{2194}'
            | '\u{2195}'
            | '\u{2640}'
            | '\u{2642}'
            | '\u{2695}'
            | '\u{2696}'
            | '\u{26a7}'
            | '\u{26d3}'
            | '\u{26f9}'
            | '\u{2708}'
            | '\u{2764}'
            | '\u{27a1}'
            | '\u{1f32b}'
            | '\u{1f3cb}'
            | '\u{1f3cc}'
            | '\u{1f3f3}'
            | '\u{1f441}'
            | '\u{1f575}'
            | '\u{1f5e8}'
    )
}

/// A part of a text, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'a> {
    /// To be printed as it is.
    Plain(&'a str),
    /// A character to be spelled out.
    Obeyed(char),
}

/// The text in parts that are printed as they are, and single characters that must not be.
pub fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = text;
    // How many lie on the character before.
    let mut piled = 0;
    std::iter::from_fn(move || {
        let mut end = 0;
        while let Some(letter) = rest.get(end..)?.chars().next() {
            // Letters of most texts are none that could be joined.
            if letter >= '\u{2194}'
                && let Some(joined) = joined_emoji(rest.get(end..)?)
            {
                end += joined;
                piled = 0;
                continue;
            }
            if is_obeyed(letter) {
                break;
            }
            let on_top = is_piled(letter) && (end > 0 || piled > 0) && belongs(rest, end, letter);
            piled = if on_top { piled + 1 } else { 0 };
            if piled > PILED {
                break;
            }
            end += letter.len_utf8();
        }
        let (plain, after) = rest.split_at_checked(end)?;
        if !plain.is_empty() {
            rest = after;
            return Some(Part::Plain(plain));
        }
        let letter = after.chars().next()?;
        rest = after.get(letter.len_utf8()..)?;
        Some(Part::Obeyed(letter))
    })
}

/// Whether the text has to be looked at more closely for it.
fn is_odd(letter: char) -> bool {
    !letter.is_ascii_graphic() && letter != ' ' && (is_obeyed(letter) || is_piled(letter))
}

/// Whether all of the text may be printed as it is.
pub fn is_harmless(text: &str) -> bool {
    !text.contains(is_odd) || parts(text).all(|part| matches!(part, Part::Plain(_)))
}

/// The text on one line, with every control character, line break, bidi override and invisible format character
/// spelled out: `\n`, `\t`, `\e` and `\u{202e}` instead of their effect. Joined emoji stay what they are.
///
/// ```
/// use cca::sanitise::sanitise;
/// assert_eq!(sanitise("plain text"), "plain text");
/// assert_eq!(sanitise("\u{1b}[2J"), r"\e[2J");
/// ```
pub fn sanitise(text: &str) -> Cow<'_, str> {
    if !text.contains(is_odd) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for part in parts(text) {
        match part {
            Part::Plain(plain) => shown.push_str(plain),
            Part::Obeyed(letter) => shown.push_str(&spelled(letter)),
        }
    }
    Cow::Owned(shown)
}

/// A character in characters that nobody obeys.
pub fn spelled(letter: char) -> Cow<'static, str> {
    match letter {
        '\n' => Cow::Borrowed("\\n"),
        '\r' => Cow::Borrowed("\\r"),
        '\t' => Cow::Borrowed("\\t"),
        '\u{1b}' => Cow::Borrowed("\\e"),
        other => Cow::Owned(format!("\\u{{{:x}}}", u32::from(other))),
    }
}

/// Compact JSON with the same characters as `\uXXXX` escapes: it means exactly the same and is safe to print.
///
/// Takes finished JSON text without line breaks, where such characters can stand inside strings only.
pub fn escape_json(json: &str) -> Cow<'_, str> {
    if !json.contains(is_odd) {
        return Cow::Borrowed(json);
    }
    let mut shown = String::with_capacity(json.len() + 16);
    for part in parts(json) {
        match part {
            Part::Plain(plain) => {
                for letter in plain.chars() {
                    // What joins emoji is as good as its escape, for whoever reads it as JSON.
                    if is_obeyed(letter) {
                        escape(&mut shown, letter);
                    } else {
                        shown.push(letter);
                    }
                }
            }
            Part::Obeyed(letter) => escape(&mut shown, letter),
        }
    }
    Cow::Owned(shown)
}

fn escape(shown: &mut String, letter: char) {
    for unit in letter.encode_utf16(&mut [0; 2]) {
        let _ = write!(shown, "\\u{unit:04x}");
    }
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
    fn joined_emoji_stay_one_and_other_joiners_are_shown() {
        for joined in [
            "👨\u{200d}👩\u{200d}👧\u{200d}👦",
            "👩🏽\u{200d}💻",
            "🏳\u{fe0f}\u{200d}🌈",
            "❤\u{fe0f}\u{200d}🔥",
            "👩🏻\u{200d}❤\u{fe0f}\u{200d}💋\u{200d}👨🏿",
            "🐈\u{200d}⬛",
        ] {
            assert_eq!(joined_emoji(joined), Some(joined.len()), "{joined}");
            let text = format!("a{joined}b");
            assert_eq!(sanitise(&text), text);
            assert!(is_harmless(&text));
        }
        let cases = [
            ("a\u{200d}b", r"a\u{200d}b"),
            ("👨\u{200d}", r"👨\u{200d}"),
            ("\u{200d}👨", r"\u{200d}👨"),
            ("👨\u{200d}b", r"👨\u{200d}b"),
            ("👨\u{200d}\u{200d}👩", r"👨\u{200d}\u{200d}👩"),
            ("👨\u{200b}👩", r"👨\u{200b}👩"),
            ("👨\u{202e}\u{200d}👩", r"👨\u{202e}\u{200d}👩"),
            // No picture is joined of five.
            (
                "👨\u{200d}👩\u{200d}👧\u{200d}👦\u{200d}👶",
                "👨\\u{200d}👩\u{200d}👧\u{200d}👦\u{200d}👶",
            ),
            // A sign alone may be one cell wide.
            ("❤\u{200d}🔥", r"❤\u{200d}🔥"),
        ];
        for (raw, shown) in cases {
            assert_eq!(sanitise(raw), shown);
            assert!(!is_harmless(raw));
        }
    }

    #[test]
    fn a_pile_of_marks_is_cut_and_shown() {
        let pile = format!("e{}x", "\u{301}".repeat(11));
        let shown = format!("e{}{}x", "\u{301}".repeat(8), r"\u{301}".repeat(3));
        assert_eq!(sanitise(&pile), shown);
        assert!(!is_harmless(&pile));
        // One that begins a text lies on whatever is written before it.
        let alone = "\u{301}".repeat(12);
        assert!(sanitise(&alone).contains(r"\u{301}"));
        // Marks that take room, and letters that are joined to one.
        for letter in ["\u{e33}", "\u{94d}\u{915}"] {
            let wide = format!("क{}", letter.repeat(40));
            assert!(sanitise(&wide).contains(r"\u{"), "{letter:?}");
        }
        // What people write stays what it is.
        for text in [
            "Việt",
            "นี้",
            "क्षि",
            "שָׁלוֹם",
            "1\u{fe0f}\u{20e3}",
            "🇩🇪",
            "각",
            "བརྒྱུད",
        ] {
            assert_eq!(sanitise(text), text);
            assert!(is_harmless(text), "{text}");
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
        let pile = "\u{301}".repeat(20);
        let value =
            serde_json::json!({"a\u{202e}": "\u{9b}2J \u{7f} \u{e0041} \u{1b} plain é", "b": pile});
        let text = serde_json::to_string(&value)?;
        let safe = escape_json(&text);
        assert!(!safe.contains(is_obeyed) && is_harmless(&safe), "{safe}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&safe)?, value);
        Ok(())
    }
}
