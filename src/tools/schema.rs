//! What a tool's input or output must look like: written three ways, compiled once, checked on every call.
//!
//! Owns the three ways of writing and the compiled form. How a violation is put into words is `explain`'s.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use jsonschema::Validator;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::error::Error;
use super::explain::explain;
use super::flat::Flat;
use super::run::panic_text;

/// A schema as written; it is checked and compiled when its tool is registered.
///
/// ```
/// use cca::tools::Schema;
/// use serde_json::json;
///
/// let simple = Schema::simple([("path", "string"), ("limit", "integer?")]);
/// let full = Schema::json(json!({"type": "object", "properties": {"n": {"minimum": 1}}}));
/// assert!(simple.compile("tail", "input").is_ok());
/// assert!(full.compile("count", "input").is_ok());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Schema(Source);

#[derive(Debug, Clone, PartialEq)]
enum Source {
    Simple(Vec<(String, String)>),
    /// Of a Rust type.
    Typed(Value),
    Json(Value),
}

impl Default for Schema {
    /// Any object.
    fn default() -> Self {
        Self::json(json!({"type": "object", "properties": {}}))
    }
}

impl Schema {
    /// A flat object: pairs of a property's name and its type, one of `string number integer boolean array object
    /// any`. A type that ends in `?` makes the property optional.
    pub fn simple<N: Into<String>, T: Into<String>>(
        properties: impl IntoIterator<Item = (N, T)>,
    ) -> Self {
        Self(Source::Simple(
            properties
                .into_iter()
                .map(|(name, kind)| (name.into(), kind.into()))
                .collect(),
        ))
    }

    /// A JSON Schema of your own; its root must describe an object.
    pub fn json(schema: Value) -> Self {
        Self(Source::Json(schema))
    }

    /// The schema of a Rust type, written out in place: no `$ref` unless the type is recursive.
    pub fn of<T: JsonSchema + ?Sized>() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        });
        let mut schema = settings.into_generator().into_root_schema_for::<T>();
        // The type's name tells the agent nothing that the tool's name does not.
        schema.remove("title");
        Self(Source::Typed(schema.to_value()))
    }

    /// Checks and compiles it. `tool` and `which` (`input` or `output`) are for the error's text.
    pub fn compile(&self, tool: &str, which: &'static str) -> Result<CompiledSchema, Error> {
        let invalid = |reason: String| Error::InvalidSchema {
            tool: tool.to_owned(),
            which,
            reason,
        };
        let schema = match &self.0 {
            Source::Simple(properties) => written_out(properties),
            Source::Typed(schema) | Source::Json(schema) => object_at_root(schema),
        }
        .map_err(invalid)?;
        // Made here or by a generator, so known to be a schema: many calls never need the full validator, which first
        // compiles the schema of schemas (a millisecond and two megabytes).
        let (flat, validator) = match &self.0 {
            Source::Simple(properties) => (Some(Flat::new(properties)), OnceLock::new()),
            Source::Typed(_) => (None, OnceLock::new()),
            Source::Json(_) => {
                let validator = validator(&schema).map_err(invalid)?;
                (None, OnceLock::from(Ok(validator)))
            }
        };
        Ok(CompiledSchema {
            schema,
            flat,
            validator,
        })
    }
}

fn validator(schema: &Value) -> Result<Validator, String> {
    jsonschema::options()
        .should_validate_formats(true)
        .offline()
        .build(schema)
        .map_err(|error| {
            let at = error.instance_path().as_str();
            let at = if at.is_empty() { "(root)" } else { at };
            format!("it is not a valid JSON Schema: {at}: {error}")
        })
}

fn written_out(properties: &[(String, String)]) -> Result<Value, String> {
    let mut described = Map::new();
    let mut required = Vec::new();
    for (name, kind) in properties {
        let (kind, optional) = match kind.strip_suffix('?') {
            Some(kind) => (kind, true),
            None => (kind.as_str(), false),
        };
        let schema = match kind {
            "any" => json!({}),
            "string" | "number" | "integer" | "boolean" | "array" | "object" => {
                json!({"type": kind})
            }
            other => {
                return Err(format!(
                    "property `{name}` has the unknown type {other:?}; use string, number, integer, boolean, array, \
                     object or any, with a final `?` if it is optional"
                ));
            }
        };
        if described.insert(name.clone(), schema).is_some() {
            return Err(format!("property `{name}` is there twice; drop one"));
        }
        if !optional {
            required.push(name.as_str());
        }
    }
    Ok(json!({"type": "object", "properties": described, "required": required}))
}

/// The agent's API takes object schemas only, and wants them to say so.
fn object_at_root(schema: &Value) -> Result<Value, String> {
    let Value::Object(members) = schema else {
        return Err(format!(
            "expected a JSON Schema object, got {}; write for example {{\"type\": \"object\", \"properties\": {{…}}}}",
            type_name(schema)
        ));
    };
    match members.get("type") {
        Some(Value::String(kind)) if kind == "object" => Ok(schema.clone()),
        None => {
            let mut members = members.clone();
            members.insert("type".to_owned(), "object".into());
            Ok(Value::Object(members))
        }
        Some(other) => Err(format!(
            "its root must have \"type\": \"object\", not {other}; put the value into a property"
        )),
    }
}

/// The JSON type of a value, in the words of JSON Schema.
pub(super) fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// A schema that is ready to check values. Formats (`date-time`, `uri` …) are checked too.
pub struct CompiledSchema {
    schema: Value,
    /// The quick way to accept what fits a schema made of pairs.
    flat: Option<Flat>,
    /// Compiled when it is first needed, or why that failed.
    validator: OnceLock<Result<Validator, String>>,
}

impl CompiledSchema {
    /// The schema as the agent gets to see it.
    pub fn as_value(&self) -> &Value {
        &self.schema
    }

    /// Checks a value; the error lists every failing JSON path, one a line, within bounds.
    pub fn check(&self, value: &Value) -> Result<(), String> {
        if self.flat.as_ref().is_some_and(|flat| flat.accepts(value)) {
            return Ok(());
        }
        // A schema comes from outside: a pattern that upsets its engine must not take the session along.
        catch_unwind(AssertUnwindSafe(|| {
            let compiled = self.validator.get_or_init(|| validator(&self.schema));
            match compiled {
                Ok(validator) if validator.is_valid(value) => Ok(()),
                Ok(validator) => Err(explain(validator.iter_errors(value))),
                Err(why) => Err(format!("the schema of the tool itself is wrong: {why}")),
            }
        }))
        .unwrap_or_else(|panic| {
            Err(format!(
                "the check itself failed: {}; simplify the schema",
                panic_text(panic.as_ref())
            ))
        })
    }
}

impl fmt::Debug for CompiledSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CompiledSchema").field(&self.schema).finish()
    }
}

#[cfg(test)]
#[path = "schema_tests.rs"]
mod tests;
