//! Repairs on the way to a typed frame. Owns: unpaired surrogate escapes, fields of an unexpected JSON type.
//! Does not own: deciding when to repair (`codec`).

use memchr::memmem::Finder;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};
use std::sync::LazyLock;

static ANY: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\\u"));
static LOWER: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\\ud"));
static UPPER: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\\uD"));

/// The text with every unpaired `\uD8xx`–`\uDFxx` escape replaced by `\ufffd`, if there is one.
///
/// The CLI copies such escapes to its output, and strict parsers reject the whole line for them.
pub(crate) fn repair_surrogates(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    // Most lines have no such escape at all: one look is enough.
    if ANY.find(bytes).is_none() || (LOWER.find(bytes).is_none() && UPPER.find(bytes).is_none()) {
        return None;
    }
    let mut repaired: Option<String> = None;
    let mut copied = 0;
    let mut at = 0;
    while let Some(step) = memchr::memchr(b'\\', bytes.get(at..).unwrap_or_default()) {
        at += step;
        match escape(bytes, at) {
            Some(0xD800..=0xDBFF) if matches!(escape(bytes, at + 6), Some(0xDC00..=0xDFFF)) => {
                at += 12;
            }
            Some(0xD800..=0xDFFF) => {
                let out = repaired.get_or_insert_with(|| String::with_capacity(text.len()));
                out.push_str(text.get(copied..at).unwrap_or_default());
                out.push_str("\\ufffd");
                at += 6;
                copied = at;
            }
            Some(_) => at += 6,
            None => at += 2,
        }
    }
    let mut out = repaired?;
    out.push_str(text.get(copied..).unwrap_or_default());
    Some(out)
}

/// The code unit of the `\uXXXX` escape at `at`.
fn escape(bytes: &[u8], at: usize) -> Option<u32> {
    let escape = bytes.get(at..at + 6)?;
    let digits = escape.strip_prefix(b"\\u")?;
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// Takes what stands at the path out of the value; `None` if there is nothing left to take out.
pub(super) fn set_aside(value: &mut Value, path: &Path) -> Option<()> {
    let segments: Vec<&Segment> = path.iter().collect();
    // Flattened fields and enums make the path stop early or name a variant: take out the nearest thing it does name.
    for depth in (1..=segments.len()).rev() {
        let (parents, last) = segments
            .get(..depth)
            .and_then(|s| s.split_last())
            .map(|(last, parents)| (parents, last))?;
        if let Some(parent) = descend(value, parents)
            && remove(parent, last)
        {
            return Some(());
        }
    }
    None
}

fn descend<'a>(value: &'a mut Value, path: &[&Segment]) -> Option<&'a mut Value> {
    path.iter().try_fold(value, |value, segment| match segment {
        Segment::Map { key } => value.get_mut(key),
        Segment::Seq { index } => value.get_mut(index),
        Segment::Enum { .. } | Segment::Unknown => None,
    })
}

fn remove(parent: &mut Value, segment: &Segment) -> bool {
    match (parent, segment) {
        (Value::Object(map), Segment::Map { key }) => map.shift_remove(key).is_some(),
        (Value::Array(items), Segment::Seq { index }) if *index < items.len() => {
            items.remove(*index);
            true
        }
        _ => false,
    }
}
