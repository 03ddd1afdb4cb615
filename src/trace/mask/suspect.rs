//! PURE. Text that may become a secret when more of it comes. Owns: from where on a text has to wait.
//! Does not own: what is a secret (`find`).
//!
//! The signs of a shape (`sk-ant-`) are no secret by themselves, so only what holds one whole has to wait, to the end of its
//! word; and words beside a name that promises something.

use super::find::Finder;
use super::names::promise;
use super::patterns::plain_words;
use super::span::Span;
use super::told;
use aho_corasick::AhoCorasick;
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
    "shpat_",
    "shpss_",
    "shpca_",
    "shppa_",
    "lin_api_",
    "ntn_",
    "gsk_",
    "xai-",
    "pplx-",
    "r8_",
    "nfp_",
    "dckr_pat_",
    "hvs.",
    "hvb.",
    "sntrys_",
    "sntryu_",
    "NRAK-",
    "glsa_",
    "glc_",
    "PMAK-",
    "pul-",
    "AGE-SECRET-KEY-1",
    "dp.pt.",
    "dp.st.",
    "figd_",
    "ATATT3x",
    "sbp_",
    "pscale_",
    "rubygems_",
    "tskey-",
    "sq0atp-",
    "sq0csp-",
    "HRKU-",
    "fo1_",
    "fm2_",
    "ops_eyJ",
    "dapi",
    ":AA",
    "api/webhooks/",
    "sig=",
    "ignature=",
    "c2stYW50L",
    "Z2hwX",
    "Z2hvX",
    "Z2l0aHViX3BhdF",
    "Z2xwYXQt",
    "eG94Yi",
    "eG94cC",
    "QUtJQ",
    "QVNJQ",
    "QUl6YV",
    "bnBtX",
    "LS0tLS1CRUdJTi",
];

/// All of them at once: there are many, and every piece of a stream is asked about.
static ANY_SIGN: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| AhoCorasick::new(SIGNS).ok());

/// How far back a name is looked for.
const NEAR: usize = 200;

/// A word at the end, beside a name: the value of `token = …`, of `--token …` and of a name that stands a little before it,
/// what follows `bearer` or `-u` or is told in words, and the few shapes that have no sign of their own.
static BESIDE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let quote = r#"\\*["'`]?"#;
    let name = r"(?:token|auth|pwd|pass|key)[A-Za-z0-9_.\-]*";
    let assigned = format!(r"{name}{quote}[ \t]*(?:=>|:=|=|:|>)\s*{quote}");
    // With nothing but a space before its value, a name has to be a flag or an argument: people press any key.
    let flag = r#"(?:^|[\s"'`])--?[A-Za-z0-9_.\-]*"#;
    let set = r"\b(?:setx?|set -gx|setenv)[ \t]+[A-Za-z0-9_.\-]*";
    let given = format!(r"(?:{flag}|{set}){name}{quote}(?:[ \t]+|[ \t]*,\s*){quote}");
    let apart = format!(r"{name}{quote}[^\n]{{0,40}}?\bvalue{quote}[ \t]*[:=][ \t]*{quote}");
    let bearer = format!(r"\b(?:bearer|basic|(?:pass[a-z]*|key)\s+(?:is|was))\s+{quote}");
    let user = r#"(?:^|\s)(?:-u|--user|--proxy-user)[\s=]["']?"#;
    let signed = r"[?&](?:sig|[a-z\-]*signature)=";
    let told = told::OPENING;
    let before = format!("{assigned}|{given}|{apart}|{bearer}|{user}|{signed}|{told}");
    let shape = format!(r#"(?i)(?:(?:{before})[^\s"'`]+|\bkey-[a-f0-9]+)\z"#);
    Regex::new(&plain_words(&shape)).ok()
});

/// What may grow into long hex or base64 beside a telling word.
static GROWING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let telling =
        r#"(?:secret|token|\bkey|api[_ \-]?key|passw|credential|\bauth)[^\n]{0,24}?[\s"'`:=]"#;
    let shape = format!(r"(?i){telling}[a-z0-9+/_\-]{{6,}}\z");
    Regex::new(&plain_words(&shape)).ok()
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
    ANY_SIGN.as_ref().is_none_or(|signs| signs.is_match(word))
        || address.is_some_and(|(_, host)| !host.contains('/'))
}

fn is_beside(text: &str) -> bool {
    let from = (0..=text.len().saturating_sub(NEAR))
        .rev()
        .find(|at| text.is_char_boundary(*at));
    let near = text.get(from.unwrap_or(0)..).unwrap_or_default();
    let fits = |shape: &Option<Regex>| shape.as_ref().is_some_and(|shape| shape.is_match(near));
    fits(&BESIDE) || !is_word(last_of(text)) && fits(&GROWING)
}

/// Whether it is a word of a sentence, `press any key to continue`: chance makes none of so many small letters.
fn is_word(text: &str) -> bool {
    let small = text.get(1..).unwrap_or_default();
    let small = small.trim_end_matches(|c: char| c.is_ascii_punctuation());
    let not_hex = small.contains(|c: char| c.is_ascii_lowercase() && !c.is_ascii_hexdigit());
    text.len() < 16 && small.bytes().all(|b| b.is_ascii_lowercase()) && not_hex
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
