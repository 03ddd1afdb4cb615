//! Names that promise a secret. Owns: the words, however they are written (`API_KEY`, `apiKey`, `x-api-key`). Does not own:
//! which names that end in `pass` mean a password (`short_names`).

use super::looks::{is_pair, is_surely_made, may_be_password};
use super::short_names::{self, Short, words};

/// What stands in a name of which the value is a secret, whatever it looks like.
const STRONG: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "secret",
    "apikey",
    "apitoken",
    "privatekey",
    "accesskey",
    "accountkey",
    "signingkey",
    "encryptionkey",
    "masterkey",
    "sharedkey",
    "deploykey",
    "sshkey",
    "licensekey",
    "authtoken",
    "accesstoken",
    "refreshtoken",
    "idtoken",
    "bearertoken",
    "sessiontoken",
    "authorization",
    "credential",
    "cookie",
    "connectionstring",
];

/// Names that merely hold such a word.
const HARMLESS: &[&str] = &["secretary", "passwordless", "cookiecutter"];

/// How a name ends that only tells something about a secret.
const ABOUT: &[&str] = &[
    "id",
    "type",
    "count",
    "name",
    "names",
    "length",
    "source",
    "path",
    "file",
    "limit",
    "policy",
    "required",
    "expires",
    "expiresin",
    "expiresat",
    "expiry",
    "ttl",
    "helper",
    "field",
    "usage",
    "status",
    "kind",
    "hint",
    "url",
    "uri",
    "endpoint",
    "enabled",
    "prompt",
];

/// Tokens of protocols that open no door.
const HANDLES: &[&str] = &[
    "progresstoken",
    "pagetoken",
    "nextpagetoken",
    "cancellationtoken",
    "nexttoken",
];

/// How sure a name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Promise {
    /// Its value is a secret.
    Sure,
    /// Its value is one if it looks like one; as the key of a JSON object, it is.
    Likely,
    /// Its value is one if it looks like a password.
    IfPassword,
    /// Its value is one if it cannot be anything else: long, of letters and digits.
    IfMade,
}

impl Promise {
    /// Whether a text as the value of a JSON key that promises this is a secret.
    pub(super) fn fits(self, text: &str) -> bool {
        match self {
            Self::Sure | Self::Likely => true,
            Self::IfPassword => may_be_password(text),
            Self::IfMade => is_surely_made(text) || is_pair(text),
        }
    }

    /// Whether it is the look of the value that tells: such a value is masked where it stands, and may be a word elsewhere.
    pub(super) fn is_guess(self) -> bool {
        matches!(self, Self::IfPassword | Self::IfMade)
    }
}

/// Keys of tables, caches and locks that are for everybody.
const OPEN_KEYS: &[&str] = &[
    "public",
    "primary",
    "foreign",
    "cache",
    "sort",
    "partition",
    "hash",
    "row",
];

/// What a name promises about its value.
pub(super) fn promise(name: &str) -> Option<Promise> {
    if name.len() > 200 {
        return None;
    }
    let bare: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let bare = bare.trim_end_matches(|c: char| c.is_ascii_digit());
    let shouted = |word: &str| name.len() > word.len() && !name.contains(char::is_lowercase);
    if bare.ends_with("tokens") {
        // Mostly counted; but a list of them has texts.
        return Some(Promise::IfMade);
    }
    if ABOUT.iter().any(|end| bare.ends_with(end) && bare != *end) || HANDLES.contains(&bare) {
        return None;
    }
    let holds = |word: &str| bare.contains(word);
    if STRONG.iter().any(|word| holds(word)) && !HARMLESS.iter().any(|word| holds(word)) {
        return Some(Promise::Sure);
    }
    let token = bare.ends_with("token") || segments(name).any(|part| part == "token");
    if token || bare.ends_with("auth") && shouted("auth") {
        // Variables of the environment are not prose or code.
        return Some(if shouted("token") && token {
            Promise::Sure
        } else {
            Promise::Likely
        });
    }
    if matches!(bare, "auth" | "basicauth") {
        return Some(Promise::IfMade);
    }
    if bare.ends_with("key") && shouted("key") && !is_open_key(name) {
        return Some(Promise::IfMade);
    }
    short_names::of(name).map(|short| match short {
        Short::Other if shouted("pass") && bare.ends_with("pass") => Promise::IfPassword,
        Short::Other => Promise::IfMade,
        _ if shouted("pass") => Promise::Sure,
        _ => Promise::Likely,
    })
}

/// `CACHE_KEY` and `PRIMARYKEY`, but not `BROWSERSTACK_KEY`, which merely has the letters of `row` in it.
fn is_open_key(name: &str) -> bool {
    let mut words = words(name).into_iter();
    words.any(|word| {
        let word = word.trim_end_matches(|c: char| c.is_ascii_digit());
        OPEN_KEYS.contains(&word.strip_suffix("key").unwrap_or(word))
    })
}

/// Words before `token` that make it something to be counted.
const COUNTED: &[&str] = &[
    "max", "min", "per", "next", "last", "first", "num", "total", "each", "input", "output",
];
/// Digits of a number that opens a door.
const DIGITS: usize = 4;

/// Whether a number under this name is a secret: passwords may be short, a token that is a number is long.
pub(super) fn is_number_of(name: &str, number: &str) -> bool {
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    if let Some(short) = short_names::of(name) {
        // Whatever else passes may be counted, but not in a variable of the environment.
        let variable = short == Short::Likely && !name.contains(char::is_lowercase);
        return (short == Short::Owned || variable) && digits >= DIGITS;
    }
    match promise(name) {
        Some(Promise::Sure) => true,
        Some(Promise::Likely) => {
            let parts: Vec<String> = segments(name).filter(|part| !part.is_empty()).collect();
            let counted = parts.iter().any(|part| COUNTED.contains(&part.as_str()));
            let ends = parts.last().is_some_and(|last| last.ends_with("token"));
            ends && !counted && digits >= DIGITS
        }
        Some(Promise::IfPassword | Promise::IfMade) | None => false,
    }
}

fn segments(name: &str) -> impl Iterator<Item = String> {
    name.split(|c: char| !c.is_ascii_alphanumeric())
        .map(str::to_ascii_lowercase)
}

/// What a word of a command line promises about the next one.
pub(super) fn flag(word: &str) -> Option<Promise> {
    let is_flag = word.starts_with('-') && !word.contains('=');
    is_flag.then(|| promise(word)).flatten()
}

/// `${NAME}`, as MCP configurations have it: the name of a variable, not its value. `<name>` stands for one in manuals.
pub(super) fn is_reference(value: &str) -> bool {
    let stands_for = value
        .strip_prefix('<')
        .and_then(|rest| rest.strip_suffix('>'));
    let word = |c: char| c.is_ascii_alphabetic() || c == '-' || c == '_';
    if stands_for.is_some_and(|name| (1..=30).contains(&name.len()) && name.chars().all(word)) {
        return true;
    }
    let inner = value
        .strip_prefix("${")
        .and_then(|rest| rest.strip_suffix('}'));
    inner.is_some_and(|name| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}
