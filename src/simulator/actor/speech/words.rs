//! PURE. Text in pieces. Owns: how an answer is cut into words, an input into pieces, and how many tokens a text is about.

/// How many tokens some text is, more or less.
pub(in crate::simulator::actor) fn tokens(chars: usize) -> u64 {
    u64::try_from(chars / 4).unwrap_or(u64::MAX)
}

/// The first word with the white space before it, and the rest.
pub(in crate::simulator::actor) fn first_word(text: &str) -> (&str, &str) {
    let start = text.len() - text.trim_start().len();
    let after = text.get(start..).unwrap_or_default();
    let length = after.find(char::is_whitespace).unwrap_or(after.len());
    // Only white space is left: it is a word too.
    let end = if length == 0 {
        text.len()
    } else {
        start + length
    };
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Pieces of a long text, as an input is streamed.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = &str> {
    const PIECE: usize = 2048;
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.len().min(PIECE);
        let end = (end..=rest.len())
            .find(|at| rest.is_char_boundary(*at))
            .unwrap_or(rest.len());
        let (piece, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        rest = after;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::{first_word, pieces};

    #[test]
    fn words_add_up_to_the_text() {
        for text in ["", "a", "  a b\n\nc  ", "é ü", "   "] {
            let mut rest = text;
            let mut all = String::new();
            while !rest.is_empty() {
                let (word, after) = first_word(rest);
                assert!(!word.is_empty());
                all.push_str(word);
                rest = after;
            }
            assert_eq!(all, text);
        }
    }

    #[test]
    fn pieces_add_up_to_the_text() {
        let text = "ü".repeat(5000);
        assert_eq!(pieces(&text).collect::<String>(), text);
        assert!(pieces(&text).count() > 2);
    }
}
