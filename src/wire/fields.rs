//! PURE. Reading single fields out of a JSON object whose exact shape is not ours to demand.
//!
//! Owns the rule "what fits its type is taken, what does not stays behind": a field that is missing or of an
//! unexpected type is never an error, and what is left in the object afterwards is kept by the caller as `extra`.
//! Does not know any message.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// What a message carried beyond the fields we know, in the order it arrived.
pub type Extra = Map<String, Value>;

/// Takes `key` out of `object` if it is there and fits `T`; otherwise leaves the object as it is.
pub(crate) fn take<T: DeserializeOwned>(object: &mut Extra, key: &str) -> Option<T> {
    let value = T::deserialize(object.get(key)?).ok()?;
    object.shift_remove(key);
    Some(value)
}

/// Like [`take`], for fields where "not sent" and "empty" mean the same.
pub(crate) fn take_or_default<T: DeserializeOwned + Default>(object: &mut Extra, key: &str) -> T {
    take(object, key).unwrap_or_default()
}

/// Takes any value, `null` when there is none.
pub(crate) fn take_value(object: &mut Extra, key: &str) -> Value {
    object.shift_remove(key).unwrap_or_default()
}

/// For `deserialize_with`: an explicit `null` reads as the default, as a missing field does.
pub(crate) fn null_as_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::<T>::deserialize(deserializer)?.unwrap_or_default())
}

/// Puts `value` under `key` when there is one.
pub(crate) fn put<T: Into<Value>>(object: &mut Extra, key: &str, value: Option<T>) {
    if let Some(value) = value {
        object.insert(key.to_owned(), value.into());
    }
}
