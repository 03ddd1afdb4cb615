//! PURE. Patterns for paths turned into regular expressions. Does not own: patterns for other texts (`wildcard`).
//!
//! Everything but the wildcards is taken literally; nothing a rule says can become an expression of its own.

use regex::Regex;

/// True when the pattern has a wildcard.
pub(super) fn has_wildcard(pattern: &str) -> bool {
    let mut escaped = false;
    pattern.chars().any(|c| {
        let wildcard = c == '*' && !escaped;
        escaped = c == '\\' && !escaped;
        wildcard
    })
}

/// A path pattern in the manner of gitignore, for paths relative to its root, without a leading slash. A pattern
/// that matches a directory matches what is below it. `None` for a character class that does not close.
pub(super) fn path(pattern: &str, anywhere: bool) -> Option<Regex> {
    let mut regex = String::from("(?s)^");
    if anywhere {
        regex.push_str("(?:.*/)?");
    }
    let segments: Vec<&str> = pattern.split('/').filter(|s| !s.is_empty()).collect();
    let last = segments.len().checked_sub(1)?;
    let mut separator = false;
    for (index, segment) in segments.iter().enumerate() {
        if *segment == "**" {
            if index == last {
                regex.push_str(if separator { "/.+" } else { ".+" });
            } else {
                regex.push_str(if separator { "/(?:.*/)?" } else { "(?:.*/)?" });
                separator = false;
            }
            continue;
        }
        if separator {
            regex.push('/');
        }
        push_segment(&mut regex, segment)?;
        separator = true;
    }
    regex.push_str("(?:/.*)?$");
    Regex::new(&regex).ok()
}

fn push_segment(regex: &mut String, segment: &str) -> Option<()> {
    let mut chars = segment.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => push_literal(regex, chars.next()?),
            '*' => regex.push_str("[^/]*"),
            '?' => regex.push_str("[^/]"),
            '[' => push_class(regex, &mut chars)?,
            c => push_literal(regex, c),
        }
    }
    Some(())
}

fn push_class(regex: &mut String, chars: &mut std::str::Chars<'_>) -> Option<()> {
    regex.push('[');
    let mut first = true;
    loop {
        match chars.next()? {
            '!' | '^' if first => {
                regex.push('^');
                // `first` stays: "[!]" would be an empty class, which must not close here
                continue;
            }
            ']' if !first => break,
            '-' => regex.push('-'),
            '\\' => push_class_literal(regex, chars.next()?),
            c => push_class_literal(regex, c),
        }
        first = false;
    }
    regex.push_str("&&[^/]]");
    Some(())
}

fn push_class_literal(regex: &mut String, c: char) {
    if !c.is_alphanumeric() {
        regex.push('\\');
    }
    regex.push(c);
}

fn push_literal(regex: &mut String, c: char) {
    regex.push_str(&regex::escape(c.encode_utf8(&mut [0; 4])));
}
