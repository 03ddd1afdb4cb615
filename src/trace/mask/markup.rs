//! Secrets in XML and its like: `<password>x</password>`, `<add key="password" value="x"/>`. Owns: the two shapes.
//! Does not own: attributes that tell by their own name, which read like any `name="value"` (`values`).

use super::MASK;
use super::names::{is_reference, promise};
use super::span::Span;
use regex::Regex;
use std::sync::LazyLock;

const NAMED: &str = "by name";

static SHAPES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        // An element: the text in it is its value. Its end need not be there yet.
        r"<(?P<k>[A-Za-z_][A-Za-z0-9_.:\-]{1,80})(?:\s[^<>]{0,200})?>\s*(?:<!\[CDATA\[)?(?P<s>[^<\s][^<]*)",
        // An element that names what its text or its value is.
        r#"\b(?:key|name|id)=\\*["'](?P<k>[A-Za-z_][A-Za-z0-9_.:\-]{1,80})\\*["'][^<>]{0,100}?\bvalue=\\*["'](?P<s>[^"'<>\\]+)"#,
        r#"\b(?:key|name|id)=\\*["'](?P<k>[A-Za-z_][A-Za-z0-9_.:\-]{1,80})\\*["'][^<>/]{0,100}>\s*(?P<s>[^<\s][^<]*)"#,
    ]
    .into_iter()
    .filter_map(|shape| Regex::new(shape).ok())
    .collect()
});

/// Every value whose element promises a secret.
pub(super) fn find(text: &str, out: &mut Vec<Span>) {
    if memchr::memchr(b'<', text.as_bytes()).is_none() {
        return;
    }
    for shape in SHAPES.iter() {
        for found in shape.captures_iter(text) {
            let (Some(name), Some(secret)) = (found.name("k"), found.name("s")) else {
                continue;
            };
            let value = secret.as_str().trim_end().trim_end_matches("]]>");
            let fits = !is_reference(value) && !value.starts_with(MASK);
            if promise(name.as_str()).is_some() && fits {
                let from = secret.start();
                out.push(Span::new(from, from + value.len(), NAMED));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_shape_is_a_regex() {
        assert_eq!(super::SHAPES.len(), 3);
    }
}
