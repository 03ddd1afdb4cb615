//! PURE. What a value looks like by itself. Owns: telling what a machine made, and what may be a password, from words,
//! paths and dates. Does not own: what the name before it promises (`names`).

/// Letters of a value that only chance can have put together, at least.
const RANDOM: usize = 12;
/// Letters of a part that may be an abbreviation or a number of something, at most.
const BRIEF: usize = 4;

/// Whether a value looks made by a machine rather than written by a person.
pub(super) fn looks_made(value: &str) -> bool {
    let digits = value.chars().any(|c| c.is_ascii_digit());
    let letters = value.chars().any(|c| c.is_ascii_alphabetic());
    let plain = !value.contains(|c: char| c.is_whitespace() || "(){}[]<>$".contains(c));
    plain && value.len() >= 8 && letters && (digits || value.len() >= 20)
}

/// Whether it cannot have been written by a person, and is no path, date or name of something either.
pub(super) fn is_surely_made(value: &str) -> bool {
    let long = value.len() >= 16 && value.contains(|c: char| c.is_ascii_digit());
    let path = value.contains(['/', '\\']) && !value.split('/').any(is_random);
    looks_made(value) && long && !value.contains('.') && !path && !is_of_words(value, SIGNS)
}

/// Whether it may be a password, where something else may stand as well: of letters and digits, in one word.
pub(super) fn may_be_password(value: &str) -> bool {
    let letters = value.contains(|c: char| c.is_alphabetic());
    let digits = value.contains(|c: char| c.is_ascii_digit());
    let signs = value.contains(['!', '@', '#', '$', '%', '^', '&', '*', '?', '+']);
    let code = value.starts_with('$') || value.contains(|c: char| "(){}[]<>/\\".contains(c));
    let long = value.len() >= 6 && digits || value.len() >= 8 && signs;
    let word = long && letters && !code && !value.contains(char::is_whitespace);
    word || is_surely_made(value)
}

/// Whether a part of it is put together by chance: capitals, small letters, and digits in more than one place.
pub(super) fn is_random(value: &str) -> bool {
    let parts = value.split(|c: char| !c.is_ascii_alphanumeric());
    parts.filter(|part| part.len() >= RANDOM).any(|part| {
        let runs = part.split(|c: char| !c.is_ascii_digit());
        runs.filter(|run| !run.is_empty()).count() > 1
            && part.contains(|c: char| c.is_ascii_lowercase())
            && part.contains(|c: char| c.is_ascii_uppercase())
    })
}

/// What stands between the words of a name.
const SIGNS: &[char] = &['-', '_', '.', '/', ':', '@', ','];

/// Whether it is several words, numbers or abbreviations with such signs between them: `eu-west-1`, `order-2026-11-18`.
pub(super) fn is_of_words(value: &str, signs: &[char]) -> bool {
    let mut parts = value.split(signs).filter(|part| !part.is_empty());
    value.contains(signs) && parts.all(is_word)
}

/// A word, which may have a number behind it, a number, or something brief.
fn is_word(part: &str) -> bool {
    let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
    let capitals = letters.chars().skip(1).filter(char::is_ascii_uppercase);
    let shouted = !letters.contains(|c: char| c.is_ascii_lowercase());
    let plain = letters.chars().all(|c| c.is_ascii_alphabetic());
    part.len() <= BRIEF || plain && (shouted || capitals.count() <= 2)
}

/// Whether it is a name and a password in base64, as `.npmrc` and Docker keep them.
pub(super) fn is_pair(text: &str) -> bool {
    use base64::Engine as _;
    let bare = text.trim_end_matches('=');
    let decoded = base64::engine::general_purpose::STANDARD_NO_PAD.decode(bare);
    decoded.is_ok_and(|pair| pair.contains(&b':') && pair.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_paths_and_dates_are_not_made_and_random_letters_are() {
        for value in [
            "order-2026-11-18-000123",
            "uploads/2024/report-of-7f3a9c11d2e4.pdf",
            "errors.validation.v2.required",
            "production-eu-west-1",
            "claude-sonnet-4-20250514",
            "src/components/reset2/index",
            "SHARD_EU_WEST_12_PRIMARY",
            "C:\\Users\\me\\project-2024",
        ] {
            assert!(!is_surely_made(value) && !is_random(value), "{value}");
        }
        for value in [
            "q7TvBk9sLm2xWz4R",
            "base64:q7TvBk9sLm2xWz4R/q7TvBk9sLm2xWz4R=",
            "0b3fd8a2-6f5e-4a51-9f0e-2f1f7f3a9c11",
            "9f86d081884c7d659a2feaa0c55ad015",
        ] {
            assert!(is_surely_made(value), "{value}");
        }
        assert!(is_random("uA5bHtdnhB2tC67aZ") && !is_random("TestReaderOfThings2000"));
    }

    #[test]
    fn passwords_are_told_from_counts_words_and_code() {
        for value in ["hunter2", "uA5bHtdnhB2tC67aZ", "Tr0ub4dor&3", "corr*ct!"] {
            assert!(may_be_password(value), "{value}");
        }
        for value in [
            "main",
            "12",
            "1234567",
            "12 of 12",
            "shadow map",
            "$PASS_2",
            "f(a, b2)",
            "/srv/a-2",
        ] {
            assert!(!may_be_password(value), "{value}");
        }
    }
}
