//! Names that promise a secret. Owns: the words, however they are written (`API_KEY`, `apiKey`, `x-api-key`).

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
    "tokens",
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
}

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
    if ABOUT.iter().any(|end| bare.ends_with(end) && bare != *end) || HANDLES.contains(&bare) {
        return None;
    }
    let holds = |word: &str| bare.contains(word);
    if STRONG.iter().any(|word| holds(word)) && !HARMLESS.iter().any(|word| holds(word)) {
        return Some(Promise::Sure);
    }
    let shouted = |word: &str| name.len() > word.len() && !name.contains(char::is_lowercase);
    let token = bare.ends_with("token") || segments(name).any(|part| part == "token");
    if token || bare == "pwd" && name != "PWD" || bare.ends_with("auth") && shouted("auth") {
        // Variables of the environment are not prose or code.
        return Some(if shouted("token") && token {
            Promise::Sure
        } else {
            Promise::Likely
        });
    }
    if segments(name).last().is_some_and(|last| last == "pass") && bare != "pass" {
        return Some(if shouted("pass") {
            Promise::Sure
        } else {
            Promise::Likely
        });
    }
    None
}

/// Words before `token` that make it something to be counted.
const COUNTED: &[&str] = &[
    "max", "min", "per", "next", "last", "first", "num", "total", "each", "input", "output",
];
/// Digits of a number that opens a door.
const DIGITS: usize = 4;

/// Whether a number under this name is a secret: passwords may be short, a token that is a number is long.
pub(super) fn is_number_of(name: &str, number: &str) -> bool {
    match promise(name) {
        Some(Promise::Sure) => true,
        Some(Promise::Likely) => {
            let parts: Vec<String> = segments(name).filter(|part| !part.is_empty()).collect();
            let counted = parts.iter().any(|part| COUNTED.contains(&part.as_str()));
            let ends = parts.last().is_some_and(|last| last.ends_with("token"));
            let digits = number.bytes().filter(u8::is_ascii_digit).count();
            ends && !counted && digits >= DIGITS
        }
        None => false,
    }
}

fn segments(name: &str) -> impl Iterator<Item = String> {
    name.split(|c: char| !c.is_ascii_alphanumeric())
        .map(str::to_ascii_lowercase)
}

/// Whether a word of a command line says that the next one is a secret.
pub(super) fn is_flag(word: &str) -> bool {
    word.starts_with('-') && !word.contains('=') && (promise(word).is_some() || word == "--pass")
}

/// Whether a value looks made by a machine rather than written by a person.
pub(super) fn looks_made(value: &str) -> bool {
    let digits = value.chars().any(|c| c.is_ascii_digit());
    let letters = value.chars().any(|c| c.is_ascii_alphabetic());
    let plain = !value.contains(|c: char| c.is_whitespace() || "(){}[]<>$".contains(c));
    plain && value.len() >= 8 && letters && (digits || value.len() >= 20)
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
