//! Values of any shape. Owns: TOML's dates, which JSON does not have. Does not own: what a value means.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Any TOML value as JSON. Dates, which JSON does not have, become text.
#[derive(Debug, Clone, PartialEq)]
pub struct Json(pub Value);

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(|value| Self(with_dates(value)))
    }
}

fn with_dates(value: Value) -> Value {
    const DATE: &str = "$__toml_private_datetime";
    match value {
        Value::Object(mut members) => match members.shift_remove(DATE) {
            Some(date) => date,
            None => Value::Object(
                members
                    .into_iter()
                    .map(|(key, value)| (key, with_dates(value)))
                    .collect(),
            ),
        },
        Value::Array(items) => items.into_iter().map(with_dates).collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::Json;
    use crate::config::Document;
    use serde_json::json;

    #[test]
    fn dates_become_text() {
        let text = "a = 1979-05-27T07:32:00Z\nb = [1979-05-27, { c = 07:32:00 }]\nd = 1.5";
        let Json(value) = Document::new("x.toml", text).parse().unwrap();
        assert_eq!(
            value,
            json!({"a": "1979-05-27T07:32:00Z", "b": ["1979-05-27", {"c": "07:32:00"}], "d": 1.5})
        );
    }
}
