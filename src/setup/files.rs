//! Files that flags name. Owns: reading JSON from them, and MCP configurations from files or from the flag itself.
//! Does not own: TOML (`config`).

use super::SetupError;
use crate::config::settings::Checked;
use crate::config::{Document, FileError};
use crate::transport::launch::{McpServer, parse_mcp_config};
use indexmap::IndexMap;
use serde_json::Value;
use std::path::Path;

/// A schema or a configuration is never larger.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// The JSON Schema in a file.
pub(super) fn schema(path: &Path) -> Result<Value, SetupError> {
    const FLAG: &str = "--schema";
    let text = read(FLAG, path)?;
    let wrong = |what: String| SetupError::new(FLAG, format!("{}: {what}", path.display()));
    let schema: Value = serde_json::from_str(&text)
        .map_err(|error| wrong(format!("is not JSON ({error}); correct it")))?;
    if !schema.is_object() {
        return Err(wrong(
            "is not a JSON object; write a JSON Schema such as {\"type\": \"object\"}".to_owned(),
        ));
    }
    jsonschema::validator_for(&schema)
        .map_err(|error| wrong(format!("is not a JSON Schema: {error}; correct it")))?;
    Ok(schema)
}

/// The MCP servers in a file, or in the flag's own value if that is a JSON object.
pub(super) fn mcp_servers(
    value: &str,
    checked: &Checked,
) -> Result<IndexMap<String, McpServer>, SetupError> {
    const FLAG: &str = "--mcp-config";
    if value.trim_start().starts_with('{') {
        return parse_mcp_config(value).map_err(|error| SetupError::new(FLAG, error));
    }
    let text = match checked.get(value) {
        Some(_) => {
            let document = document(Path::new(value), checked);
            document
                .map_err(|error| SetupError::new(FLAG, error))?
                .text()
                .to_owned()
        }
        None => read(FLAG, Path::new(value))?,
    };
    parse_mcp_config(&text).map_err(|error| SetupError::new(FLAG, format!("{value}: {error}")))
}

/// A file as it was checked, or else as it is.
pub(super) fn document(path: &Path, checked: &Checked) -> Result<Document, FileError> {
    match checked.get(&path.to_string_lossy()) {
        Some(Some(bytes)) => Document::of(path, bytes.to_vec()),
        Some(None) => Err(FileError {
            file: path.to_owned(),
            line: None,
            key: None,
            what: "was not there when it was checked; start again".to_owned(),
        }),
        None => Document::open(path),
    }
}

fn read(flag: &'static str, path: &Path) -> Result<String, SetupError> {
    let wrong = |what: &str| SetupError::new(flag, format!("{}: {what}", path.display()));
    let about = std::fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => wrong("there is no such file; check the path"),
        _ => wrong(&format!("cannot be read: {error}")),
    })?;
    if about.is_dir() {
        return Err(wrong("is a directory; name a file"));
    }
    if about.len() > MAX_BYTES {
        return Err(wrong("is larger than 16 MB; this is hardly the right file"));
    }
    std::fs::read_to_string(path).map_err(|error| wrong(&format!("cannot be read: {error}")))
}
