//! A quick check for schemas made of name and type pairs.
//!
//! Owns accepting what surely fits. What it does not accept is left to the full validator, which also finds the words.

use serde_json::Value;

/// The properties of a flat object.
#[derive(Debug)]
pub(super) struct Flat(Vec<Property>);

#[derive(Debug)]
struct Property {
    name: String,
    kind: String,
    optional: bool,
}

impl Flat {
    /// From the pairs as they were written; they are known to be valid.
    pub(super) fn new(properties: &[(String, String)]) -> Self {
        let property = |(name, kind): &(String, String)| Property {
            name: name.clone(),
            kind: kind.trim_end_matches('?').to_owned(),
            optional: kind.ends_with('?'),
        };
        Self(properties.iter().map(property).collect())
    }

    /// Whether the value surely fits.
    pub(super) fn accepts(&self, value: &Value) -> bool {
        let Value::Object(members) = value else {
            return false;
        };
        self.0
            .iter()
            .all(|property| match members.get(&property.name) {
                None => property.optional,
                Some(value) => is(&property.kind, value),
            })
    }
}

fn is(kind: &str, value: &Value) -> bool {
    match kind {
        "any" => true,
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}
