//! PURE. Fields out of a JSON Schema, and values out of what was typed. Owns: which kinds of fields there are, checking a
//! whole answer. Does not own: what is typed (`form`).

use serde_json::{Map, Value};

/// What a field takes.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// Words; the format, if the schema names one.
    Text(Option<String>),
    /// A number.
    Number,
    /// A whole number.
    Integer,
    /// Yes or no.
    YesNo,
    /// One of these: the values, and their names for people.
    OneOf(Vec<(Value, String)>),
    /// Several of these.
    ManyOf(Vec<(Value, String)>),
    /// Anything else, as JSON.
    Json,
}

/// One field of a form.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Property {
    /// Its name in the answer.
    pub(super) name: String,
    /// Its name for people.
    pub(super) title: String,
    /// More about it.
    pub(super) description: String,
    /// What it takes.
    pub(super) kind: Kind,
    /// Whether it must be there.
    pub(super) required: bool,
    /// What it is if nothing is typed.
    pub(super) default: Option<Value>,
}

/// More fields than this are no form for a person.
const FIELDS: usize = 64;

/// The fields of an object schema: first those that are named in an order.
pub(super) fn properties(schema: &Map<String, Value>, order: &[String]) -> Vec<Property> {
    let Some(written) = schema.get("properties").and_then(Value::as_object) else {
        return Vec::new();
    };
    let required = schema.get("required").and_then(Value::as_array);
    let is_required =
        |name: &str| required.is_some_and(|names| names.iter().any(|known| known == name));
    let mut names: Vec<&String> = order
        .iter()
        .filter(|name| written.contains_key(*name))
        .collect();
    names.truncate(FIELDS);
    for name in written.keys() {
        // A server can name any number of them: the rest is not even looked at.
        if names.len() >= FIELDS {
            break;
        }
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let property = |name: &&String| {
        let about = written.get(*name)?;
        let text = |key: &str| about.get(key).and_then(Value::as_str).map(str::to_owned);
        Some(Property {
            name: (*name).clone(),
            title: text("title").unwrap_or_else(|| (*name).clone()),
            description: text("description").unwrap_or_default(),
            kind: kind(about),
            required: is_required(name),
            default: about.get("default").cloned(),
        })
    };
    names.iter().filter_map(property).collect()
}

fn kind(about: &Value) -> Kind {
    if let Some(choices) = choices(about) {
        return Kind::OneOf(choices);
    }
    match about.get("type").and_then(Value::as_str) {
        Some("string") => Kind::Text(
            about
                .get("format")
                .and_then(Value::as_str)
                .map(str::to_owned),
        ),
        Some("number") => Kind::Number,
        Some("integer") => Kind::Integer,
        Some("boolean") => Kind::YesNo,
        Some("array") => match about.get("items").and_then(choices) {
            Some(choices) => Kind::ManyOf(choices),
            None => Kind::Json,
        },
        _ => Kind::Json,
    }
}

/// `enum` with or without `enumNames`, or `oneOf`/`anyOf` of constants with titles.
fn choices(about: &Value) -> Option<Vec<(Value, String)>> {
    let name = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    if let Some(values) = about.get("enum").and_then(Value::as_array) {
        let names = about.get("enumNames").and_then(Value::as_array);
        let choice = |(index, value): (usize, &Value)| {
            let given = names
                .and_then(|names| names.get(index))
                .and_then(Value::as_str);
            (
                value.clone(),
                given.map_or_else(|| name(value), str::to_owned),
            )
        };
        return Some(values.iter().enumerate().map(choice).collect());
    }
    let options = about
        .get("oneOf")
        .or_else(|| about.get("anyOf"))?
        .as_array()?;
    let constant = |option: &Value| {
        let value = option.get("const")?;
        let title = option.get("title").and_then(Value::as_str);
        Some((
            value.clone(),
            title.map_or_else(|| name(value), str::to_owned),
        ))
    };
    options.iter().map(constant).collect()
}

/// The value of a typed text; nothing for an empty one.
pub(super) fn value(kind: &Kind, text: &str) -> Result<Option<Value>, String> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Ok(None);
    }
    let wrong = |what: &str| Err(format!("{what} is wanted here"));
    match kind {
        Kind::Text(_) => Ok(Some(Value::from(text))),
        Kind::Integer => match trimmed.parse::<i64>() {
            Ok(number) => Ok(Some(Value::from(number))),
            Err(_) => wrong("a whole number"),
        },
        Kind::Number => match serde_json::from_str::<serde_json::Number>(trimmed) {
            Ok(number) => Ok(Some(Value::Number(number))),
            Err(_) => wrong("a number"),
        },
        Kind::Json => match serde_json::from_str(trimmed) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(format!("this is no JSON: {error}")),
        },
        Kind::YesNo | Kind::OneOf(_) | Kind::ManyOf(_) => Ok(None),
    }
}

/// What of an answer does not fit its schema: the field it is about, if one can be named, and why.
pub(super) fn misfit(schema: &Value, answer: &Value) -> Option<(Option<String>, String)> {
    let Ok(validator) = jsonschema::options()
        .should_validate_formats(true)
        .build(schema)
    else {
        // A schema that is none cannot be checked; the other side will.
        return None;
    };
    let error = validator.iter_errors(answer).next()?;
    let place = error.instance_path().to_string();
    let field = place.split('/').nth(1).filter(|name| !name.is_empty());
    Some((field.map(str::to_owned), error.to_string()))
}

/// The same for one field: what of it does not fit.
pub(super) fn misfit_at(schema: &Value, answer: &Value, field: &str) -> Option<String> {
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(schema)
        .ok()?;
    let error = validator.iter_errors(answer).find(|error| {
        let place = error.instance_path().to_string();
        place.split('/').nth(1) == Some(field)
    })?;
    Some(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::{FIELDS, properties};
    use serde_json::{Map, json};

    #[test]
    fn a_schema_without_end_is_a_form_with_one() {
        // So many that comparing each with each would not end.
        let all: Map<_, _> = (0..200_000)
            .map(|number| (format!("p{number}"), json!({"type": "string"})))
            .collect();
        let schema = Map::from_iter([("properties".to_owned(), all.into())]);
        let order = ["p199999".to_owned()];
        let fields = properties(&schema, &order);
        assert_eq!(fields.len(), FIELDS);
        assert_eq!(fields[0].name, "p199999");
    }
}
