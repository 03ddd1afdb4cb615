//! Secrets in XML and its like: `<password>x</password>`, `<add key="password" value="x"/>`. Owns: the two shapes.
//! Does not own: attributes that tell by their own name, which read like any `name="value"` (`values`).

use super::MASK;
use super::looks::looks_made;
use super::names::{Promise, is_reference, promise};
use super::span::Span;
use regex::{Captures, Regex};
use std::sync::LazyLock;

const NAMED: &str = "by name";

static SHAPES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        // An element: the text in it is its value. Its end need not be there yet.
        r"<(?P<k>[A-Za-z_][A-Za-z0-9_.:\-]{1,80})(?:\s[^<>]{0,200})?>(?P<b>\s*)(?:<!\[CDATA\[)?(?P<s>[^<\s][^<]{0,2000})",
        // An element that names what its text or its value is.
        r#"\b(?:key|name|id)=\\*["'](?P<k>[A-Za-z_][A-Za-z0-9_.:\-]{1,80})\\*["'][^<>]{0,100}?\bvalue=\\*["'](?P<s>[^"'<>\\]+)"#,
        r#"\b(?:key|name|id)=\\*["'](?P<k>[A-Za-z_][A-Za-z0-9_.:\-]{1,80})\\*["'][^<>/]{0,100}>(?P<b>\s*)(?P<s>[^<\s][^<]{0,2000})"#,
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
    for (number, shape) in SHAPES.iter().enumerate() {
        for found in shape.captures_iter(text) {
            let (Some(name), Some(secret)) = (found.name("k"), found.name("s")) else {
                continue;
            };
            let Some(promised) = promise(name.as_str()) else {
                continue;
            };
            let value = secret.as_str().trim_end().trim_end_matches("]]>");
            let element = match number {
                ELEMENT => Some(name.as_str()),
                NAMED_ELEMENT => Some(""),
                _ => None,
            };
            if element.is_some_and(|name| !is_element(text, &found, name, secret.end())) {
                continue;
            }
            let fits = promised == Promise::Sure || looks_made(value) && promised.fits(value);
            if fits && !is_reference(value) && !value.starts_with(MASK) {
                let from = secret.start();
                let span = Span::new(from, from + value.len(), NAMED);
                out.push(span.guessed(promised.is_guess()));
            }
        }
    }
}

/// Which of the shapes are elements with their text: the first has the name of what it holds, the other says it.
const ELEMENT: usize = 0;
const NAMED_ELEMENT: usize = 2;

/// Whether it is an element rather than `Vec<Token>` or the `<password>` of a manual: it begins where no word ends, and its
/// text is closed, or stands right behind it or in a line of its own and may still be.
fn is_element(text: &str, found: &Captures<'_>, name: &str, end: usize) -> bool {
    let start = found.get(0).map_or(0, |whole| whole.start());
    let before = text
        .get(..start)
        .and_then(|before| before.chars().next_back());
    let free = !before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let after = text.get(end..).unwrap_or_default();
    let close = format!("</{name}");
    let closed = after.starts_with(&close) || close.starts_with(after) && !after.is_empty();
    let gap = found.name("b").map_or(" ", |gap| gap.as_str());
    let opened = gap.is_empty() || gap.contains('\n');
    let text = found
        .name("s")
        .map_or("\n", |text| text.as_str().trim_end());
    let line = !text.contains('\n');
    free && (closed || after.is_empty() && opened && line)
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_shape_is_a_regex() {
        assert_eq!(super::SHAPES.len(), 3);
    }
}
