//! PURE. Looking into JSON that may be anything. Owns: that a key which is not there is `null`, and never a panic.

use serde_json::Value;

/// What is behind a key that is not there.
static NOTHING: Value = Value::Null;

/// Parts of a value.
pub(super) trait Look {
    /// The value of a key; `null` if there is none.
    fn at(&self, key: &str) -> &Value;
    /// Sets a key; does nothing to what is no object.
    fn put(&mut self, key: &str, value: impl Into<Value>);
}

impl Look for Value {
    fn at(&self, key: &str) -> &Value {
        self.get(key).unwrap_or(&NOTHING)
    }

    fn put(&mut self, key: &str, value: impl Into<Value>) {
        if let Value::Object(map) = self {
            map.insert(key.to_owned(), value.into());
        }
    }
}
