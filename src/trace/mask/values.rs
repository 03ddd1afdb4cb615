//! Secrets that are known by the name before them, in plain text: `NAME=value`, `name: value`, `--name value`, and the
//! insides of JSON at any level of escaping. Owns: where such a value ends.

use super::MASK;
use super::looks::{is_random, looks_made};
use super::names::{Promise, is_number_of, is_reference, promise};
use super::patterns::plain_words;
use super::short_names::{is_told, is_verdict};
use super::span::Span;
use regex::Regex;
use std::sync::LazyLock;

const NAMED: &str = "by name";
/// Bytes of a value of several words, at most.
const PHRASE: usize = 512;

/// A name, what may close its quotes, and what stands between it and its value.
static ASSIGNED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let shape = r#"(?P<k>[A-Za-z_][A-Za-z0-9_.\-]{1,80})(?P<q>\\*["'`])?[ \t]{0,4}(?P<o>=>|:=|=|:)[ \t]{0,4}"#;
    Regex::new(shape).ok()
});

static FLAG: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?:^|[\s"'`])(?P<k>--?[A-Za-z][A-Za-z0-9_.\-]{1,80})(?P<o>[ \t]+)"#).ok()
});

/// A name that is given to a command, with its value behind it: `aws configure set aws_secret_access_key x`, `setx NAME x`;
/// and the lines of a `.netrc`.
static SET: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let shape = r"(?:\b(?:setx?|set -gx|setenv)[ \t]+(?P<k>[A-Za-z][A-Za-z0-9.\-]*_[A-Za-z0-9_.\-]{1,80})|\b(?:machine|login)[ \t]+\S{1,200}[ \t]+(?P<l>password))(?P<o>[ \t]+)";
    Regex::new(&plain_words(shape)).ok()
});

/// What follows a name in code and is no value.
const TYPES: &[&str] = &[
    "string",
    "str",
    "&str",
    "String",
    "number",
    "int",
    "bool",
    "boolean",
    "bytes",
    "any",
    "null",
    "None",
    "none",
    "nil",
    "undefined",
    "true",
    "false",
    "required",
    "optional",
    "True",
    "False",
];

/// Every value whose name promises a secret.
pub(super) fn find(text: &str, out: &mut Vec<Span>) {
    for regex in [&*ASSIGNED, &*FLAG, &*SET].into_iter().flatten() {
        for found in regex.captures_iter(text) {
            let named = found.name("k").or_else(|| found.name("l"));
            let (Some(name), Some(operator), Some(whole)) = (named, found.name("o"), found.get(0))
            else {
                continue;
            };
            let Some(sure) = promise(name.as_str()) else {
                continue;
            };
            let is_flag = operator.as_str().trim().is_empty();
            let before = text.get(..name.start()).unwrap_or_default();
            let rest = text.get(whole.end()..).unwrap_or_default();
            let Some((from, to, quoted)) = value(before, name.as_str(), rest, operator.as_str())
            else {
                continue;
            };
            let value = rest.get(from..to).unwrap_or_default();
            let spaced = whole.end() > operator.end() && !is_flag;
            if !quoted && spaced && is_call(value) {
                continue;
            }
            let is_key = found.name("q").is_some() || operator.as_str() == "=";
            let number = value.bytes().all(|byte| byte.is_ascii_digit());
            // `?user=me&pass=x`, `Uid=me;Pwd=x`
            let is_field = before.ends_with(';') && name.as_str().eq_ignore_ascii_case("pwd");
            let in_query =
                (is_field || before.ends_with(['?', '&'])) && operator.as_str() == "=" && !number;
            // What tests print: `pass: suite2/reads_on`.
            let printed = !quoted && operator.as_str() == ":" && is_told(name.as_str());
            let told = printed && !is_random(value);
            let fits = quoted
                || is_flag
                || in_query
                || sure != Promise::Likely
                || looks_made(value)
                || (is_key && number && is_number_of(name.as_str(), value));
            let fits = fits && sure.fits(value) && !told && !is_verdict(name.as_str(), value);
            let is_value = if is_flag {
                !value.starts_with('-')
            } else {
                quoted || !TYPES.contains(&value.trim_end_matches([',', ';', ')', '?']))
            };
            if fits && is_value && !is_reference(value) && !value.starts_with(MASK) {
                let span = Span::new(whole.end() + from, whole.end() + to, NAMED);
                out.push(span.guessed(sure.is_guess()));
            }
        }
    }
}

/// `password = read_password()` is code; a password with a bracket in it is none. In doubt it is a password.
fn is_call(value: &str) -> bool {
    let Some((called, given)) = value.split_once('(') else {
        return false;
    };
    let fits = |text: &str, more: &str| {
        let mut letters = text.chars();
        letters.all(|c| c.is_ascii_alphabetic() || "_.:".contains(c) || more.contains(c))
    };
    let whole = given.is_empty() || given.ends_with([')', ',', ';', '(']);
    !called.is_empty() && fits(called, "") && fits(given, "(),;&*[]?") && whole
}

/// Where the value stands in what follows its name, and whether in quotes.
fn value(before: &str, name: &str, rest: &str, operator: &str) -> Option<(usize, usize, bool)> {
    let slashes = rest.len() - rest.trim_start_matches('\\').len();
    let after = rest.get(slashes..)?;
    let quote = after
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\'' | '`'));
    if let Some(quote) = quote {
        let from = slashes + 1;
        let length = closing(rest.get(from..)?, quote, slashes);
        return (length > 0).then_some((from, from + length, true));
    }
    let length = if operator == ":" && is_phrase(name) {
        let near = rest.get(..near(rest, PHRASE)).unwrap_or_default();
        looked_at(near.len());
        near.find(['\n', '\r', '"', '\'', '`', '\\'])
            .unwrap_or(near.len())
    } else {
        bare_end(before, rest, operator)
    };
    (length > 0).then_some((0, length, false))
}

/// Whether the value is several words by its nature.
fn is_phrase(name: &str) -> bool {
    let bare = name.to_ascii_lowercase().replace(['_', '-', '.'], "");
    bare.ends_with("passphrase")
}

/// Where a text in quotes ends: at the same quote with no more backslashes before it than the opening one had.
fn closing(text: &str, quote: char, slashes: usize) -> usize {
    let mut run = 0;
    for (at, character) in text.char_indices() {
        if character == quote && run <= slashes {
            return at - run;
        }
        run = if character == '\\' { run + 1 } else { 0 };
    }
    text.len()
}

/// Where a text without quotes ends.
fn bare_end(before: &str, rest: &str, operator: &str) -> usize {
    let at_line_start = before.is_empty() || before.ends_with('\n');
    if at_line_start && operator == "=" {
        let line_end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        looked_at(line_end);
        if in_dump(before, rest.get(line_end..)) {
            return line_end;
        }
    }
    let previous = before.chars().next_back();
    let free = previous.is_none_or(char::is_whitespace) && operator != ":";
    let ends: &[char] = match previous {
        Some('?' | '&') => &['"', '\'', '`', '&', '#', '\\', '<', '>'],
        _ if free => &['"', '\'', '`', '\\'],
        _ => &['"', '\'', '`', '\\', ',', ';', ')', '}', '<', '>', '&'],
    };
    let end = rest.find(|c: char| c.is_whitespace() || ends.contains(&c));
    looked_at(end.unwrap_or(rest.len()));
    end.unwrap_or(rest.len())
}

/// So many bytes of a text, or a few less, so that no character is cut.
fn near(text: &str, bytes: usize) -> usize {
    let most = bytes.min(text.len());
    (0..=most)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

#[cfg(not(test))]
fn looked_at(_: usize) {}
#[cfg(test)]
use super::effort::looked_at;

/// Whether the lines around are `NAME=value` too, as `env` prints them: then a value may hold spaces.
fn in_dump(before: &str, after: Option<&str>) -> bool {
    let is_variable = |line: &str| {
        line.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        })
    };
    let last = before.trim_end_matches('\n').rsplit('\n').next();
    let next = after.and_then(|after| after.trim_start_matches(['\r', '\n']).split('\n').next());
    last.is_some_and(is_variable) || next.is_some_and(is_variable)
}
