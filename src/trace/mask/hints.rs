//! Whether a text can hold a secret at all. Owns: the letters without which nothing in it can be one; telling that takes a
//! fraction of what looking for secrets takes, and most texts hold none. Does not own: what is a secret (`find`).
//!
//! A hint too many costs time; a hint too few would cost a secret. So what is not hinted at is looked for all the same in
//! tests, and must not be found.

use super::{commands, suspect};
use aho_corasick::{AhoCorasick, MatchKind};
use std::sync::LazyLock;

/// What stands in every shape that has no name in it, and in no name.
const SIGNS: &[&str] = &[
    "private key",
    "bearer",
    "basic",
    "://",
    "-u",
    "--user",
    "--proxy-user",
];

/// What stands in every name that promises something, without the signs between its letters.
const WORDS: &[&str] = &[
    "pass",
    "pwd",
    "secret",
    "key",
    "token",
    "auth",
    "credential",
    "cookie",
    "connectionstring",
];

fn any_of<'a>(words: impl Iterator<Item = &'a str>) -> Option<AhoCorasick> {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .build(words)
        .ok()
}

static RAW: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let signs = SIGNS.iter().chain(suspect::SIGNS).copied();
    any_of(signs.chain(commands::programs()))
});

static BARE: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| any_of(WORDS.iter().copied()));

/// Whether anything in the text hints at a secret.
pub(super) fn any(text: &str) -> bool {
    let (Some(raw), Some(words)) = (&*RAW, &*BARE) else {
        return true;
    };
    if raw.is_match(text) {
        return true;
    }
    // `API_KEY`, `api-key` and `apiKey` are one name.
    let bare: Vec<u8> = text.bytes().filter(u8::is_ascii_alphanumeric).collect();
    words.is_match(&bare)
}

/// Called for every text that is passed over.
#[cfg(not(test))]
pub(super) fn nothing_is_missed(_: &str) {}

/// Looks for secrets where none can be.
#[cfg(test)]
pub(super) fn nothing_is_missed(text: &str) {
    let mut spans = Vec::new();
    super::find::by_looks(text, &mut spans);
    assert!(spans.is_empty(), "nothing hints at {spans:?} in {text}");
}

#[cfg(test)]
mod tests {
    use super::any;

    #[test]
    fn prose_hints_at_nothing_and_names_do_however_they_are_written() {
        for text in [
            "The answer goes on for a while, as answers do.",
            "fn delay(attempt: u32) -> Duration { Duration::from_millis(100) }",
            "0b3fd8a2-6f5e-4a51-9f0e-2f1f7f3a9c11",
        ] {
            assert!(!any(text), "{text}");
        }
        for text in [
            "API-KEY",
            "apiKey",
            "p_a_s_s",
            "Bearer x",
            "curl -u a:b",
            "sshpass -p x",
            "ftp://a",
            "AKIAX",
        ] {
            assert!(any(text), "{text}");
        }
    }
}
