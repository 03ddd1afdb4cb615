//! Short words at the end of a name, `pass` and `pwd`, which are passwords in some names and something else in others. Owns:
//! telling them apart by the word before. Does not own: names that say it in full (`names`).

/// What has a password: under such a name a number is one too, and the two may be one word (`dbpass`).
const OWNERS: &[&str] = &[
    "account",
    "admin",
    "auth",
    "bind",
    "broker",
    "cert",
    "client",
    "database",
    "db",
    "email",
    "ftp",
    "git",
    "http",
    "imap",
    "key",
    "keystore",
    "ldap",
    "login",
    "mail",
    "mongo",
    "mongodb",
    "mq",
    "mssql",
    "mysql",
    "oracle",
    "pg",
    "postgres",
    "proxy",
    "rabbitmq",
    "redis",
    "registry",
    "root",
    "rpc",
    "server",
    "sftp",
    "smtp",
    "sql",
    "ssh",
    "sudo",
    "truststore",
    "user",
    "vnc",
    "vpn",
    "wifi",
];

/// Passes of another kind: a run over something, a verdict, a ticket, a filter of frequencies.
#[rustfmt::skip]
const OTHER: &[&str] = &[
    // A run over something.
    "analysis", "backward", "base", "beauty", "bloom", "blur", "build", "cleanup", "codegen", "color", "colour", "compile",
    "compiler", "compute", "copy", "culling", "decode", "depth", "draw", "dry", "each", "effect", "encode", "final",
    "first", "forward", "fourth", "frame", "gbuffer", "gc", "geometry", "index", "inference", "initial", "last",
    "lighting", "link", "lint", "mark", "merge", "multi", "next", "one", "opaque", "optimisation", "optimization",
    "optimizer", "outline", "parse", "parser", "post", "pre", "prev", "previous", "processing", "query", "refine",
    "render", "rendering", "review", "scan", "second", "shader", "shadow", "single", "sort", "sweep", "third", "training",
    "transform", "two", "upscale",
    // A verdict, and counts of them.
    "all", "assert", "assertion", "assertions", "by", "can", "case", "cases", "check", "checks", "ci", "count", "did", "e2e",
    "fail", "gate", "has", "integration", "is", "max", "min", "must", "num", "number", "pct", "per", "percent", "quality",
    "rate", "regression", "result", "should", "smoke", "spec", "specs", "status", "step", "steps", "suite", "suites", "test",
    "tests", "total", "type", "typecheck", "unit", "validation", "verify", "will", "would",
    // A ticket.
    "battle", "boarding", "bus", "day", "free", "hall", "month", "monthly", "press", "rail", "season", "ski", "train", "travel",
    "visitor", "week",
    // A filter of frequencies.
    "allpass", "band", "high", "low", "notch",
];

/// Directories that end in `pwd`.
const DIRECTORIES: &[&str] = &[
    "init", "initial", "old", "orig", "original", "start", "current", "last", "prev",
];

/// What the word at the end of a name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Short {
    /// A password; the word before says whose.
    Owned,
    /// Most likely a password.
    Likely,
    /// The word alone: `{"user": …, "pass": …}`, but also a test's verdict.
    Alone,
    /// Most likely something else, and a password only if it looks like one.
    Other,
}

/// What a name with such a word at its end is.
pub(super) fn of(name: &str) -> Option<Short> {
    let words = unnumbered(name);
    let (last, before) = words.split_last()?;
    let joined = ["pass", "pwd"]
        .iter()
        .find_map(|short| last.strip_suffix(short))?;
    if joined.is_empty() {
        return match before.last().map(String::as_str) {
            // `PWD` is where a shell is, and `PASS` what a test prints.
            None if !name.contains(char::is_lowercase) => Some(Short::Other),
            None => Some(Short::Alone),
            Some(before) if DIRECTORIES.contains(&before) && last == "pwd" => Some(Short::Other),
            Some(before) if OTHER.contains(&before) && last == "pass" => Some(Short::Other),
            Some(before) if OWNERS.contains(&before) => Some(Short::Owned),
            Some(_) => Some(Short::Likely),
        };
    }
    // `sshpass` is a program.
    (OWNERS.contains(&joined) && last != "sshpass").then_some(Short::Owned)
}

/// The words of a name without a number at its end: `DB_PASS_2`, `pass2`.
fn unnumbered(name: &str) -> Vec<String> {
    let mut words = words(name);
    while let Some(last) = words.last_mut() {
        last.truncate(last.trim_end_matches(|c: char| c.is_ascii_digit()).len());
        if !last.is_empty() {
            break;
        }
        words.pop();
    }
    words
}

/// The words of a name, in small letters: `db_pass`, `dbPass` and `DB-PASS` are two.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut small = false;
    for letter in name.chars() {
        let is_sign = !letter.is_ascii_alphanumeric();
        if (is_sign || small && letter.is_ascii_uppercase())
            && words.last().is_some_and(|word| !word.is_empty())
        {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| !is_sign) {
            word.push(letter.to_ascii_lowercase());
        }
        small = letter.is_ascii_lowercase() || letter.is_ascii_digit();
    }
    words
}

/// Whether the name is nothing but such a word.
pub(super) fn is_alone(name: &str) -> bool {
    matches!(unnumbered(name).as_slice(), [word] if word == "pass" || word == "pwd")
}

/// Whether the name is nothing but the word that tests print: `pass: reads a file`.
pub(super) fn is_told(name: &str) -> bool {
    is_alone(name) && !name.to_ascii_lowercase().contains("pwd")
}

/// Whether a text under the word alone is what came of a test.
pub(super) fn is_verdict(name: &str, text: &str) -> bool {
    const VERDICTS: &[&str] = &[
        "yes", "no", "true", "false", "ok", "pass", "passed", "fail", "failed", "skip", "skipped",
        "n/a", "none",
    ];
    is_alone(name) && VERDICTS.contains(&text.trim().to_ascii_lowercase().as_str())
}
