//! PURE. Places in a hook's JSON, written as `tool_input.command`. Owns: finding, setting and removing them. Does not own:
//! what is put there.

use serde_json::{Map, Value};

/// What stands at a path; list elements are named by their number.
pub(super) fn get<'a>(object: &'a Map<String, Value>, path: &str) -> Option<&'a Value> {
    let (first, rest) = match path.split_once('.') {
        Some((first, rest)) => (first, Some(rest)),
        None => (path, None),
    };
    let value = object.get(first)?;
    match rest {
        None => Some(value),
        Some(rest) => rest.split('.').try_fold(value, |value, part| match value {
            Value::Array(items) => items.get(part.parse::<usize>().ok()?),
            other => other.get(part),
        }),
    }
}

/// A value as text; `None` if it is absent.
pub(super) fn text(object: &Map<String, Value>, path: &str) -> Option<String> {
    match get(object, path)? {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// Puts a value at a path, making the objects on the way. False if something else stands in the way.
pub(super) fn set(object: &mut Map<String, Value>, path: &str, value: Value) -> bool {
    let Some((first, rest)) = path.split_once('.') else {
        object.insert(path.to_owned(), value);
        return true;
    };
    let next = object
        .entry(first)
        .or_insert_with(|| Value::Object(Map::new()));
    match next {
        Value::Object(next) => set(next, rest, value),
        _ => false,
    }
}

/// Takes what stands at a path away.
pub(super) fn remove(object: &mut Map<String, Value>, path: &str) {
    match path.split_once('.') {
        None => {
            object.shift_remove(path);
        }
        Some((first, rest)) => {
            if let Some(Value::Object(next)) = object.get_mut(first) {
                remove(next, rest);
            }
        }
    }
}

/// Whether a text can be a path at all.
pub(super) fn is_path(path: &str) -> bool {
    path.split('.').all(|part| !part.is_empty())
}
