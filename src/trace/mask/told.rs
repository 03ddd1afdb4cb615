//! PURE. Secrets that are told in words: `my password is …`, `the password "…"`. Owns: the words, and what is said about a
//! secret rather than being one. Does not own: names with a sign behind them (`values`).

use super::looks::{is_of_words, looks_made};
use super::patterns::plain_words;
use super::span::Span;
use regex::{Captures, Regex};
use std::sync::LazyLock;

const KIND: &str = "told in words";

/// What stands before it. Without `is` or `was` only quotes tell it from what goes on: `password reset2.component.ts`.
pub(super) const OPENING: &str = r#"\b(?:(?:password|passwd|passphrase|secret|token|api[ _\-]?key)\s+(?P<is>is|was)\s+(?P<q>\\*["'`])?|(?:password|passwd|passphrase)\s+\\*["'`])"#;
const SECRET: &str = r#"(?P<s>[^\s"'`<>(){}\[\]]{8,})"#;

static SHAPE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&plain_words(&format!("(?i){OPENING}{SECRET}"))).ok());

/// What is said about a secret, whatever is joined to it: `the password is required2proceed`.
#[rustfmt::skip]
const SAID: &[&str] = &[
    "authenticated", "based", "changed", "checked", "created", "encrypted", "expired", "generated", "hashed", "hex", "incorrect",
    "invalid", "missing", "needed", "optional", "passed", "password", "read", "refreshed", "rejected", "required", "reset",
    "rotated", "salted", "secret", "sent", "set", "signed", "stored", "token", "updated", "used", "valid", "validated", "verified",
    "wrong",
];

/// Every secret that is told.
pub(super) fn find(text: &str, out: &mut Vec<Span>) {
    let Some(shape) = &*SHAPE else { return };
    let mut at = 0;
    while let Some(found) = shape.captures_at(text, at) {
        let Some(secret) = found.name("s") else {
            return;
        };
        if fits(&found, secret.as_str()) {
            let span = Span::new(secret.start(), secret.end(), KIND);
            out.push(span.guessed(true));
            at = secret.end();
        } else {
            // `the password "password" is …`: it may begin only here.
            at = secret.start();
        }
    }
}

fn fits(found: &Captures<'_>, secret: &str) -> bool {
    let digit = secret.contains(|c: char| c.is_ascii_digit());
    let letters = secret.find(|c: char| !c.is_ascii_alphabetic());
    let first = secret.get(..letters.unwrap_or(secret.len()));
    let first = first.unwrap_or_default().to_ascii_lowercase();
    let said = found.name("q").is_none() && SAID.contains(&first.as_str());
    // `password "test_login_v2"`, `password "reset2.component.ts"`
    let code = found.name("is").is_none() && is_of_words(secret, &['_', '.']);
    // `password tests/2/reset.rs`
    let path = secret.contains(['/', '=', ':']);
    looks_made(secret) && digit && !path && !said && !code
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_shape_is_a_regex() {
        assert!(super::SHAPE.is_some());
    }
}
