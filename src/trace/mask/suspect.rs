//! PURE. Text that may become a secret when more of it comes. Owns: from where on a text has to wait.
//! Does not own: what is a secret (`find`).
//!
//! The signs of a shape (`sk-ant-`) are no secret by themselves, so only what holds one whole has to wait, to the end of its
//! word; and words beside a name that promises something.

use super::find::Finder;
use super::names::promise;
use super::span::Span;
use regex::Regex;
use std::sync::LazyLock;

/// How the shapes begin.
pub(super) const SIGNS: &[&str] = &[
    "sk-",
    "k_live_",
    "k_test_",
    "whsec_",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "gldt-",
    "glrt-",
    "glcbt-",
    "xox",
    "xapp-",
    "hooks.slack.com/",
    "AKIA",
    "ASIA",
    "AROA",
    "AIDA",
    "ABIA",
    "ACCA",
    "AIza",
    "ya29.",
    "GOCSPX-",
    "npm_",
    "pypi-",
    "hf_",
    "doo_v1_",
    "dop_v1_",
    "dor_v1_",
    "SG.",
    "eyJ",
];

/// How far back a name is looked for.
const NEAR: usize = 200;

/// A word at the end, beside a name: the value of `token = …`, what follows `bearer` or `-u`, and what may grow into long hex
/// or base64 beside a telling word.
static BESIDE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let quote = r#"\\*["'`]?"#;
    let named = format!(
        r"(?:token|auth|pwd|pass)[A-Za-z0-9_.\-]*{quote}[ \t]*(?:=>|:=|=|:|[ \t])[ \t]*{quote}"
    );
    let bearer = r"\b(?:bearer|basic)\s+";
    let user = r#"(?:^|\s)(?:-u|--user|--proxy-user)[\s=]["']?"#;
    let telling =
        r#"(?:secret|token|\bkey|api[_ \-]?key|passw|credential|\bauth)[^\n]{0,24}?[\s"'`:=]"#;
    let shape =
        format!(r#"(?i)(?:(?:{named}|{bearer}|{user})[^\s"'`]+|{telling}[a-z0-9+/_\-]{{6,}})\z"#);
    Regex::new(&shape).ok()
});

/// From where on the text has to wait; its length if it need not. `spans` are the secrets in it.
pub(super) fn waits_from(text: &str, spans: &[Span], finder: &Finder) -> usize {
    let word = last_of(text);
    let word_at = text.len() - word.len();
    let mut from = text.len();
    if !word.is_empty() && (is_sign(word) || finder.may_begin(bare(word)) || is_beside(text)) {
        from = word_at;
    }
    if let Some(line) = variable_at(text) {
        from = from.min(line);
    }
    for span in spans.iter().filter(|span| span.end == text.len()) {
        let secret = text.get(span.start..).unwrap_or_default();
        if secret.contains(char::is_whitespace) {
            // What is a secret to the end of a line or a quotation is one already, and so is all that follows.
            return text.len();
        }
        from = from.min(span.start);
    }
    from
}

/// The word at the end, without the signs before it.
pub(super) fn last_word(text: &str) -> &str {
    bare(last_of(text))
}

fn last_of(text: &str) -> &str {
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`');
    text.rsplit(ends).next().unwrap_or(text)
}

fn bare(word: &str) -> &str {
    word.trim_start_matches(|c: char| c.is_ascii_punctuation())
}

fn is_sign(word: &str) -> bool {
    let address = word.split_once("://");
    SIGNS.iter().any(|sign| word.contains(sign))
        || address.is_some_and(|(_, host)| !host.contains('/'))
}

fn is_beside(text: &str) -> bool {
    let from = (0..=text.len().saturating_sub(NEAR))
        .rev()
        .find(|at| text.is_char_boundary(*at));
    let near = text.get(from.unwrap_or(0)..).unwrap_or_default();
    BESIDE.as_ref().is_some_and(|beside| beside.is_match(near))
}

/// The value of a telling `NAME=…` at the beginning of one of the last two lines: whether it ends with its word or with its
/// line is known only with the next line.
fn variable_at(text: &str) -> Option<usize> {
    let is_name = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let value_in = |start: usize, line: &str| {
        let (name, _) = line.split_once('=')?;
        (is_name(name) && promise(name).is_some()).then_some(start + name.len() + 1)
    };
    let (start, last) = last_line(text);
    if let Some(value) = value_in(start, last) {
        return Some(value);
    }
    // A line of which more than a name is there tells about the one before.
    let above = text.get(..start).filter(|_| is_name(last))?;
    let above = above
        .strip_suffix('\n')
        .or_else(|| above.strip_suffix("\\n"))?;
    let (start, line) = last_line(above);
    value_in(start, line)
}

/// What stands after the last line break, as it is or as JSON spells it, and where.
fn last_line(text: &str) -> (usize, &str) {
    let plain = text.rfind('\n').map_or(0, |at| at + 1);
    let start = text.rfind("\\n").map_or(plain, |at| plain.max(at + 2));
    (start, text.get(start..).unwrap_or_default())
}
