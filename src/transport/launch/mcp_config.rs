//! Reads `.mcp.json`-shaped text, and refuses what the CLI would skip with no more than a note in `system/init`.
//!
//! Owns the strict reading of entries. References (`${VAR}`) are left as written: they are replaced when a plan is made.

use std::time::Duration;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::mcp::{check_name, problem};
use super::{LaunchError, McpServer};

/// The servers in `text`, in order. Entries with keys that only the CLI knows become [`McpServer::Raw`], so nothing is lost.
pub fn parse_mcp_config(text: &str) -> Result<IndexMap<String, McpServer>, LaunchError> {
    let wrong = |problem: String| LaunchError::McpConfig { problem };
    let root: Value =
        serde_json::from_str(text).map_err(|error| wrong(format!("is not JSON: {error}")))?;
    let servers = root
        .get("mcpServers")
        .ok_or_else(|| wrong("has no key `mcpServers`".to_owned()))?;
    let servers = servers
        .as_object()
        .ok_or_else(|| wrong("has a `mcpServers` that is not an object".to_owned()))?;
    servers
        .iter()
        .map(|(name, entry)| Ok((name.clone(), parse_entry(name, entry)?)))
        .collect()
}

fn parse_entry(server: &str, entry: &Value) -> Result<McpServer, LaunchError> {
    check_name(server)?;
    let Value::Object(fields) = entry else {
        return Err(problem(
            server,
            "(entry)",
            format!("must be an object, not {}", kind_of(entry)),
        ));
    };
    let reader = Reader { server, fields };
    let (parsed, known): (McpServer, &[&str]) = match reader.kind()? {
        "sdk" => (
            McpServer::Sdk {
                name: reader.required("name")?,
            },
            &["type", "name"],
        ),
        "stdio" => (
            reader.stdio()?,
            &["type", "command", "args", "env", "timeout", "alwaysLoad"],
        ),
        "http" | "streamable-http" => (reader.http()?, &ENDPOINT_KEYS),
        "sse" => (reader.sse()?, &ENDPOINT_KEYS),
        "ws" => return reader.url().map(|_| McpServer::Raw(entry.clone())),
        other => {
            let wanted = "it must be \"stdio\", \"http\", \"sse\", \"ws\" or \"sdk\"";
            return Err(problem(server, "type", format!("is \"{other}\"; {wanted}")));
        }
    };
    if fields.keys().all(|key| known.contains(&key.as_str())) {
        Ok(parsed)
    } else {
        Ok(McpServer::Raw(entry.clone()))
    }
}

const ENDPOINT_KEYS: [&str; 5] = ["type", "url", "headers", "timeout", "alwaysLoad"];

/// The fields of one entry, with errors that name server and key.
struct Reader<'a> {
    server: &'a str,
    fields: &'a Map<String, Value>,
}

impl<'a> Reader<'a> {
    fn wrong_type(&self, key: &str, wanted: &str, found: &Value) -> LaunchError {
        problem(
            self.server,
            key,
            format!("must be {wanted}, not {}", kind_of(found)),
        )
    }

    fn text(&self, key: &str) -> Result<Option<&'a str>, LaunchError> {
        match self.fields.get(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(self.wrong_type(key, "a string", other)),
        }
    }

    fn required(&self, key: &str) -> Result<String, LaunchError> {
        match self.text(key)? {
            None => Err(problem(self.server, key, "is missing")),
            Some("") => Err(problem(self.server, key, "must not be empty")),
            Some(text) => Ok(text.to_owned()),
        }
    }

    /// The CLI keeps an entry whose address is nonsense and reports it as failed much later; a reference may still become one.
    fn url(&self) -> Result<String, LaunchError> {
        let url = self.required("url")?;
        if url.contains("://") || url.contains("${") {
            Ok(url)
        } else {
            Err(problem(
                self.server,
                "url",
                format!("is \"{url}\", which is no address with a scheme"),
            ))
        }
    }

    fn kind(&self) -> Result<&'a str, LaunchError> {
        let missing = |problem_text: &str| Err(problem(self.server, "type", problem_text));
        match self.text("type")? {
            Some(kind) => Ok(kind),
            None if self.fields.contains_key("command") => Ok("stdio"),
            None if self.fields.contains_key("url") => {
                missing("is missing: an entry with `url` needs \"http\" or \"sse\"")
            }
            None => missing("is missing, and there is no `command`"),
        }
    }

    fn http(&self) -> Result<McpServer, LaunchError> {
        Ok(McpServer::Http {
            url: self.url()?,
            headers: self.text_map("headers")?,
            timeout: self.timeout()?,
            always_load: self.flag("alwaysLoad")?,
        })
    }

    fn sse(&self) -> Result<McpServer, LaunchError> {
        Ok(McpServer::Sse {
            url: self.url()?,
            headers: self.text_map("headers")?,
            timeout: self.timeout()?,
            always_load: self.flag("alwaysLoad")?,
        })
    }

    fn stdio(&self) -> Result<McpServer, LaunchError> {
        let args = match self.fields.get("args") {
            None => Vec::new(),
            Some(Value::Array(items)) => items
                .iter()
                .enumerate()
                .map(|(index, item)| match item {
                    Value::String(text) => Ok(text.clone()),
                    other => Err(self.wrong_type(&format!("args.{index}"), "a string", other)),
                })
                .collect::<Result<_, _>>()?,
            Some(other) => return Err(self.wrong_type("args", "a list of strings", other)),
        };
        Ok(McpServer::Stdio {
            command: self.required("command")?,
            args,
            env: self.text_map("env")?,
            timeout: self.timeout()?,
            always_load: self.flag("alwaysLoad")?,
        })
    }

    fn text_map(&self, key: &str) -> Result<IndexMap<String, String>, LaunchError> {
        match self.fields.get(key) {
            None => Ok(IndexMap::new()),
            Some(Value::Object(entries)) => entries
                .iter()
                .map(|(name, value)| match value {
                    Value::String(text) => Ok((name.clone(), text.clone())),
                    other => Err(self.wrong_type(&format!("{key}.{name}"), "a string", other)),
                })
                .collect(),
            Some(other) => Err(self.wrong_type(key, "an object of strings", other)),
        }
    }

    fn timeout(&self) -> Result<Option<Duration>, LaunchError> {
        match self.fields.get("timeout") {
            None => Ok(None),
            Some(value) => match value.as_u64().filter(|ms| *ms > 0) {
                Some(ms) => Ok(Some(Duration::from_millis(ms))),
                None => Err(problem(
                    self.server,
                    "timeout",
                    "must be a whole number of milliseconds above 0",
                )),
            },
        }
    }

    fn flag(&self, key: &str) -> Result<Option<bool>, LaunchError> {
        match self.fields.get(key) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(other) => Err(self.wrong_type(key, "true or false", other)),
        }
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
#[path = "mcp_config_tests.rs"]
mod tests;
