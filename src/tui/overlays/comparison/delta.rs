//! PURE. How one JSON value becomes another. Owns: which entries of two lists belong together, and which fields are the same.
//! Does not own: how that is shown.

use serde_json::{Map, Value};
use similar::{Algorithm, DiffTag, capture_diff_slices};
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

/// Longer lists are compared entry by entry where they stand: aligning them would take too long.
const ALIGNED: usize = 4000;

/// What became of a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Delta {
    /// Nothing.
    Same,
    /// It is another one.
    Other(Value, Value),
    /// Some of its fields.
    Fields(Vec<(String, Field)>),
    /// Some of its entries, in their order.
    Entries(Vec<Entry>),
}

/// What became of a field.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Field {
    Added(Value),
    Removed(Value),
    Within(Delta),
}

/// What became of an entry.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Entry {
    /// So many are the same.
    Same(usize),
    Added(Value),
    Removed(Value),
    Within(Delta),
}

/// How the first becomes the second.
pub(super) fn delta(old: &Value, new: &Value) -> Delta {
    match (old, new) {
        _ if old == new => Delta::Same,
        (Value::Object(old), Value::Object(new)) => Delta::Fields(fields(old, new)),
        (Value::Array(old), Value::Array(new)) => Delta::Entries(entries(old, new)),
        _ => Delta::Other(old.clone(), new.clone()),
    }
}

fn fields(old: &Map<String, Value>, new: &Map<String, Value>) -> Vec<(String, Field)> {
    let mut found = Vec::new();
    for (key, value) in old {
        let field = match new.get(key) {
            Some(other) => match delta(value, other) {
                Delta::Same => continue,
                within => Field::Within(within),
            },
            None => Field::Removed(value.clone()),
        };
        found.push((key.clone(), field));
    }
    let added = new.iter().filter(|(key, _)| !old.contains_key(*key));
    found.extend(added.map(|(key, value)| (key.clone(), Field::Added(value.clone()))));
    found
}

fn entries(old: &[Value], new: &[Value]) -> Vec<Entry> {
    let mut found = Vec::new();
    if old.len() > ALIGNED || new.len() > ALIGNED {
        gap(old, new, &mut found);
        return found;
    }
    let state = BuildHasherDefault::<DefaultHasher>::default();
    let hashed = |values: &[Value]| -> Vec<u64> {
        let one = |value: &Value| state.hash_one(value.to_string());
        values.iter().map(one).collect()
    };
    let (hashed_old, hashed_new) = (hashed(old), hashed(new));
    for op in capture_diff_slices(Algorithm::Patience, &hashed_old, &hashed_new) {
        let (tag, was, is) = op.as_tag_tuple();
        let was = old.get(was).unwrap_or_default();
        let is = new.get(is).unwrap_or_default();
        if tag == DiffTag::Equal && was == is {
            same(was.len(), &mut found);
        } else {
            gap(was, is, &mut found);
        }
    }
    found
}

fn same(count: usize, found: &mut Vec<Entry>) {
    match found.last_mut() {
        _ if count == 0 => {}
        Some(Entry::Same(known)) => *known += count,
        _ => found.push(Entry::Same(count)),
    }
}

/// Entries between two that are the same: in their order, those that are alike belong together.
fn gap(old: &[Value], new: &[Value], found: &mut Vec<Entry>) {
    let mut left = new.iter().peekable();
    for (at, was) in old.iter().enumerate() {
        // As many of the old ones are gone as there are more of them.
        let more = old.len() - at > left.len();
        match left.peek() {
            Some(is) if alike(was, is) => {
                match delta(was, is) {
                    Delta::Same => same(1, found),
                    within => found.push(Entry::Within(within)),
                }
                left.next();
            }
            Some(_) if !more => {
                found.push(Entry::Removed(was.clone()));
                found.extend(left.next().cloned().map(Entry::Added));
            }
            _ => found.push(Entry::Removed(was.clone())),
        }
    }
    found.extend(left.cloned().map(Entry::Added));
}

/// Whether two entries may be one that has changed: they are of a kind, and what names them is the same.
fn alike(old: &Value, new: &Value) -> bool {
    const NAMES: [&str; 5] = ["id", "tool_use_id", "uuid", "name", "type"];
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let named = NAMES.iter().find(|name| old.contains_key(**name));
            named.is_none_or(|name| old.get(*name) == new.get(*name))
        }
        _ => std::mem::discriminant(old) == std::mem::discriminant(new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    /// Does to a value what was done.
    fn applied(old: &Value, delta: &Delta) -> Value {
        match delta {
            Delta::Same => old.clone(),
            Delta::Other(was, is) => {
                assert_eq!(was, old);
                is.clone()
            }
            Delta::Fields(fields) => {
                let mut map = old.as_object().unwrap().clone();
                for (key, field) in fields {
                    match field {
                        Field::Added(value) => {
                            assert!(map.insert(key.clone(), value.clone()).is_none());
                        }
                        Field::Removed(value) => {
                            assert_eq!(map.shift_remove(key).as_ref(), Some(value));
                        }
                        Field::Within(delta) => {
                            let value = applied(&map[key], delta);
                            map.insert(key.clone(), value);
                        }
                    }
                }
                Value::Object(map)
            }
            Delta::Entries(entries) => {
                let mut left = old.as_array().unwrap().iter();
                let mut list = Vec::new();
                for entry in entries {
                    match entry {
                        Entry::Same(count) => list.extend(left.by_ref().take(*count).cloned()),
                        Entry::Added(value) => list.push(value.clone()),
                        Entry::Removed(value) => assert_eq!(left.next(), Some(value)),
                        Entry::Within(delta) => list.push(applied(left.next().unwrap(), delta)),
                    }
                }
                assert!(left.next().is_none());
                Value::Array(list)
            }
        }
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (0_i64..4).prop_map(Value::from),
            "[ab]{0,2}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            let key = prop::sample::select(vec!["id", "type", "a", "b"]);
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                proptest::collection::hash_map(key.prop_map(str::to_owned), inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn doing_what_was_done_gives_the_other(old in value(), new in value()) {
            let found = delta(&old, &new);
            prop_assert_eq!(applied(&old, &found), new.clone());
            prop_assert_eq!(found == Delta::Same, old == new);
        }
    }

    #[test]
    fn entries_that_belong_together_are_compared() {
        let old = json!([{"id": 1, "x": 1}, {"id": 2, "x": 1}, {"id": 3}]);
        let new = json!([{"id": 0}, {"id": 1, "x": 1}, {"id": 2, "x": 9}, {"id": 3}]);
        let Delta::Entries(entries) = delta(&old, &new) else {
            panic!();
        };
        assert_eq!(entries[0], Entry::Added(json!({"id": 0})));
        assert_eq!(entries[1], Entry::Same(1));
        assert!(matches!(&entries[2], Entry::Within(Delta::Fields(fields)) if fields.len() == 1));
        assert_eq!(entries[3], Entry::Same(1));
        let long: Vec<i32> = (0..10_000).collect();
        let found = delta(&json!(long), &json!(long[1..]));
        assert_eq!(applied(&json!(long), &found), json!(long[1..]));
    }
}
