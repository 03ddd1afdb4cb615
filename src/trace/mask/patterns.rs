//! Secrets that are known by their shape. Owns: the shapes.

use super::looks::{is_pair, looks_made};
use super::span::Span;
use regex::Regex;
use std::sync::LazyLock;

/// A shape: what it is, how it looks, and whether a match must also look made by a machine.
pub(super) type Shape = (&'static str, &'static str, bool);

const USER: &str = "user and password";
const BASIC: &str = "basic authorisation";

/// All shapes. The secret is the group `s`, or the whole match.
#[rustfmt::skip]
pub(super) const SHAPES: &[Shape] = &[
    ("Anthropic key", r"sk-ant-[A-Za-z0-9_\-]{6,}", false),
    ("API key (sk-)", r"\bsk-[A-Za-z0-9_\-]{16,}", true),
    ("Stripe key", r"\b(?:[rsp]k_(?:live|test)|whsec)_[A-Za-z0-9]{10,}", false),
    ("GitHub token", r"(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_[A-Za-z0-9_]{16,})", false),
    ("GitLab token", r"\bgl(?:pat|dt|rt|cbt)-[A-Za-z0-9_\-]{16,}", false),
    ("Slack token", r"\b(?:xox[abceoprs]|xapp)-[A-Za-z0-9\-]{8,}", false),
    ("Slack hook", r"hooks\.slack\.com/(?:services|workflows)/(?P<s>[A-Za-z0-9/_\-]{8,})", false),
    ("AWS key id", r"\b(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA)[A-Z0-9]{16}", false),
    ("Google key", r"(?:AIza[A-Za-z0-9_\-]{30,}|\bya29\.[A-Za-z0-9_\-]{16,}|\bGOCSPX-[A-Za-z0-9_\-]{16,})", false),
    ("npm token", r"\bnpm_[A-Za-z0-9]{30,}", false),
    ("PyPI token", r"\bpypi-[A-Za-z0-9_\-]{30,}", false),
    ("Hugging Face token", r"\bhf_[A-Za-z0-9]{24,}", false),
    ("token of a service", r"\b(?:shp(?:at|ss|ca|pa)_|lin_api_|ntn_|gsk_|xai-|pplx-|r8_|nfp_|dckr_pat_|hv[sb]\.|sntry[su]_|NRAK-|glsa_|glc_|PMAK-|pul-|AGE-SECRET-KEY-1|dp\.[ps]t\.|figd_|ATATT3x|sbp_|pscale_|rubygems_|tskey-|sq0(?:atp|csp)-|HRKU-|fo1_|fm2_|ops_eyJ)[A-Za-z0-9_\-]{16,}", true),
    ("token of a service", r"\b(?:dapi|key-)[a-f0-9]{32}", false),
    ("Telegram token", r"\b[0-9]{8,10}:AA[A-Za-z0-9_\-]{30,}", true),
    ("hook of a chat", r"discord(?:app)?\.com/api/webhooks/(?P<s>[0-9]+/[A-Za-z0-9_\-]{16,})", false),
    ("signature in a URL", r"(?i)[?&](?:sig|signature|x-amz-signature|x-goog-signature|sharedaccesssignature)=(?P<s>[A-Za-z0-9%+/=_\-]{16,})", false),
    ("key in base64", r"\b(?:c2stYW50L|Z2hwX|Z2hvX|Z2l0aHViX3BhdF|Z2xwYXQt|eG94Yi|eG94cC|QUtJQ|QVNJQ|QUl6YV|bnBtX|LS0tLS1CRUdJTi)[A-Za-z0-9+/_\-]{16,}={0,2}", true),
    ("DigitalOcean token", r"\bdo[opr]_v1_[a-f0-9]{32,}", false),
    ("SendGrid key", r"\bSG\.[A-Za-z0-9_\-]{16,}\.[A-Za-z0-9_\-]{16,}", false),
    ("JWT", r"\beyJ[A-Za-z0-9_\-]{5,}\.[A-Za-z0-9_\-]{4,}(?:\.[A-Za-z0-9_\-]*)?", false),
    ("private key", r"(?s)-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?P<s>.*?)(?:-----END|\z)", false),
    ("bearer token", r"(?i)\bbearer\s+(?P<s>[A-Za-z0-9._~+/=\-]{8,})", true),
    ("password in a URL", r#"[A-Za-z][A-Za-z0-9+.\-]*://[^\s/:@"'`<>]*:(?P<s>[^\s/"'`<>]+)@"#, false),
    ("token in a URL", r#"[A-Za-z][A-Za-z0-9+.\-]*://(?P<s>[^\s/:@"'`<>]{16,})@"#, true),
    (BASIC, r"(?i)\bbasic\s+(?P<s>[A-Za-z0-9+/]{8,}={0,2})", false),
    ("HTTP header", r#"(?i)\b(?:proxy-authorization|authorization|set-cookie|cookie|x-api-key|x-auth-token)\s*:\s*(?P<s>[^\s"'`\\][^\r\n"'`\\]*)"#, false),
    (USER, r#"(?:^|\s)(?:-u|--user|--proxy-user)[\s=]["']?[^\s:"'/]+:(?P<s>[^\s"'`]+)"#, false),
    ("long hex or base64 beside a telling word", r#"(?i)(?:secret|token|\bkey|api[_ \-]?key|passw|credential|\bauth)[^\n]{0,24}?[\s"'`:=](?P<s>[a-f0-9]{32,}|[a-z0-9+/_\-]{40,}={0,2})"#, true),
];

struct Compiled {
    kind: &'static str,
    regex: Regex,
    made: bool,
}

static COMPILED: LazyLock<Vec<Compiled>> = LazyLock::new(|| {
    let compile = |(kind, shape, made): &Shape| {
        let regex = Regex::new(&plain_words(shape)).ok()?;
        Some(Compiled {
            kind,
            regex,
            made: *made,
        })
    };
    SHAPES.iter().filter_map(compile).collect()
});

/// Where a word of plain letters begins or ends: looking for words of any letters takes several times as long, and a secret
/// behind an `é` is one too.
pub(super) fn plain_words(shape: &str) -> String {
    shape.replace(r"\b", r"(?-u:\b)")
}

/// Every secret with a known shape.
pub(super) fn find(text: &str, out: &mut Vec<Span>) {
    for shape in COMPILED.iter() {
        for found in shape.regex.captures_iter(text) {
            let Some(secret) = found.name("s").or_else(|| found.get(0)) else {
                continue;
            };
            if (!shape.made || looks_made(secret.as_str())) && fits(shape.kind, secret.as_str()) {
                out.push(Span::new(secret.start(), secret.end(), shape.kind));
            }
        }
    }
}

/// What looks alike and is something else.
fn fits(kind: &str, secret: &str) -> bool {
    match kind {
        // `docker run -u 1000:1000`, `nc -u host:53`; numbers after `curl -u` are known by the program.
        USER => !secret.bytes().all(|byte| byte.is_ascii_digit()),
        // A basic word is no pair of name and password.
        BASIC => is_pair(secret),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_a_regex() {
        assert_eq!(COMPILED.len(), SHAPES.len());
    }
}
