//! What a tool takes. Owns: the three ways to write it (`input`, `schema`, `schema_file`) and the names in it. Does not own:
//! checking calls (`Schema`).

use super::shape::ToolShape;
use crate::config::{Document, FileError, Json, Spanned};
use crate::tools::Schema;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A checked input schema.
#[derive(Debug)]
pub(super) struct Input {
    pub(super) schema: Schema,
    /// The schema as the agent sees it.
    pub(super) written: Value,
    /// The names of the arguments, in order.
    pub(super) names: Vec<String>,
}

/// Reads whichever way it is written.
pub(super) fn read(document: &Document, name: &str, shape: &ToolShape) -> Result<Input, FileError> {
    let key = |key: &str| format!("tools.{name}.{key}");
    let given = [
        ("input", shape.input.is_some()),
        ("schema", shape.schema.is_some()),
        ("schema_file", shape.schema_file.is_some()),
    ];
    let given: Vec<_> = given.iter().filter(|(_, given)| *given).collect();
    if let [(first, _), (second, _), ..] = given.as_slice() {
        let what = format!("`{first}` and `{second}` both say what it takes; keep one");
        return Err(document.error(
            Some(shape.description.span()),
            format!("tools.{name}"),
            what,
        ));
    }
    let (schema, span, key) = if let Some(short) = &shape.input {
        let mut pairs: Vec<_> = short.iter().collect();
        // As they stand in the file.
        pairs.sort_by_key(|(_, kind)| kind.span().start);
        let span = pairs.first().map(|(_, kind)| kind.span());
        let pairs = pairs
            .iter()
            .map(|(name, kind)| (name.as_str(), kind.get_ref().as_str()));
        (Schema::simple(pairs), span, key("input"))
    } else if let Some(full) = &shape.schema {
        let schema = Schema::json(full.get_ref().0.clone());
        (schema, Some(full.span()), key("schema"))
    } else if let Some(file) = &shape.schema_file {
        let schema = Schema::json(from_file(document, file, &key("schema_file"))?);
        (schema, Some(file.span()), key("schema_file"))
    } else {
        (Schema::default(), None, key("input"))
    };
    let compiled = schema
        .compile(name, "input")
        .map_err(|error| document.error(span, key, error.to_string()))?;
    let written = compiled.as_value().clone();
    let names = match written.get("properties").and_then(Value::as_object) {
        Some(properties) => properties.keys().cloned().collect(),
        None => Vec::new(),
    };
    Ok(Input {
        schema,
        written,
        names,
    })
}

/// A path in a file is relative to that file.
pub(super) fn beside(document: &Document, path: &Path) -> PathBuf {
    match document.file().parent() {
        Some(folder) => folder.join(path),
        None => path.to_owned(),
    }
}

fn from_file(document: &Document, path: &Spanned<PathBuf>, key: &str) -> Result<Value, FileError> {
    let file = beside(document, path.get_ref());
    let fail = |what: String| document.error(Some(path.span()), key, what);
    let text = Document::open(&file).map_err(|error| fail(error.to_string()))?;
    if file
        .extension()
        .is_some_and(|extension| extension == "toml")
    {
        return text.parse::<Json>().map(|json| json.0);
    }
    serde_json::from_str(text.text())
        .map_err(|error| fail(format!("{}: is not JSON: {error}", file.display())))
}
