//! Schema violations in words that an agent can act on: `/a: expected number, got string`.
//!
//! Owns the wording and its bounds. Values are quoted only where they are short: arguments can be megabytes.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{JsonType, ValidationError};
use serde_json::Value;

use super::schema::type_name;

const MOST_PROBLEMS: usize = 20;
const LONGEST_PROBLEM: usize = 300;
const LONGEST_QUOTE: usize = 60;

/// One line a problem, in the order the schema finds them; the rest is counted.
pub(super) fn explain<'a>(errors: impl Iterator<Item = ValidationError<'a>>) -> String {
    let mut text = String::new();
    let mut left_out = 0_usize;
    for (count, error) in errors.enumerate() {
        if count >= MOST_PROBLEMS {
            left_out += 1;
            continue;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&clipped(&problem(&error, Nesting::Outer), LONGEST_PROBLEM));
    }
    if left_out > 0 {
        text.push_str("\n… and ");
        text.push_str(&left_out.to_string());
        text.push_str(" more");
    }
    text
}

/// Alternatives are explained one level deep; deeper ones would drown the reader.
#[derive(Clone, Copy, PartialEq)]
enum Nesting {
    Outer,
    Inner,
}

fn problem(error: &ValidationError<'_>, nesting: Nesting) -> String {
    let path = error.instance_path().as_str();
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            format!("{path}/{}: required but missing", escaped(name))
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => unexpected
            .iter()
            .take(MOST_PROBLEMS)
            .map(|name| format!("{path}/{}: not a property of this tool", escaped(name)))
            .collect::<Vec<_>>()
            .join("; "),
        _ if path.is_empty() => format!("(root): {}", reason(error, nesting)),
        _ => format!("{path}: {}", reason(error, nesting)),
    }
}

fn reason(error: &ValidationError<'_>, nesting: Nesting) -> String {
    match error.kind() {
        ValidationErrorKind::Type { kind } => {
            format!(
                "expected {}, got {}",
                expected(kind),
                type_name(error.instance())
            )
        }
        ValidationErrorKind::Enum { options } => {
            format!(
                "expected one of {options}, got {}",
                quoted(error.instance())
            )
        }
        ValidationErrorKind::Constant { expected_value } => {
            format!(
                "expected {expected_value}, got {}",
                quoted(error.instance())
            )
        }
        ValidationErrorKind::Format { format } => {
            format!(
                "expected the format {format}, got {}",
                quoted(error.instance())
            )
        }
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context }
            if nesting == Nesting::Outer =>
        {
            let forms: Vec<String> = context
                .iter()
                .filter_map(|branch| branch.first())
                .map(|first| problem(first, Nesting::Inner))
                .collect();
            format!("fits none of the allowed forms ({})", forms.join(" | "))
        }
        // The library's own words, with the value itself left out.
        _ => error.masked().to_string(),
    }
}

fn expected(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Single(kind) => kind.to_string(),
        TypeKind::Multiple(kinds) => kinds
            .iter()
            .map(JsonType::as_str)
            .collect::<Vec<_>>()
            .join(" or "),
    }
}

fn quoted(value: &Value) -> String {
    match value {
        Value::Array(_) | Value::Object(_) => type_name(value).to_owned(),
        // Cut before quoting, or a long string is copied for nothing.
        Value::String(text) => Value::String(clipped(text, LONGEST_QUOTE)).to_string(),
        other => other.to_string(),
    }
}

fn clipped(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// A property's name as a step of a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
