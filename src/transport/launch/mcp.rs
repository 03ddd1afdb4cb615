//! One MCP server entry, and the JSON the CLI wants for it.
//!
//! Owns the four kinds and the check for what the CLI would skip. Reading whole files is `mcp_config`; serving an
//! in-process server is the work of the tools layer.

use std::time::Duration;

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::{LaunchError, expand};

/// A server the CLI connects to, or asks us for.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum McpServer {
    /// Served by us, in this process, over the control protocol.
    Sdk {
        /// What the entry calls itself. The key in the map is what names the server everywhere else.
        name: String,
    },
    /// A program the CLI starts.
    Stdio {
        /// The program.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Variables added to its environment.
        env: IndexMap<String, String>,
        /// How long one tool call may take.
        timeout: Option<Duration>,
        /// Put its tools into the prompt instead of behind the tool search.
        always_load: Option<bool>,
    },
    /// Streamable HTTP.
    Http {
        /// The endpoint.
        url: String,
        /// Headers added to each request.
        headers: IndexMap<String, String>,
        /// How long one tool call may take.
        timeout: Option<Duration>,
        /// Put its tools into the prompt instead of behind the tool search.
        always_load: Option<bool>,
    },
    /// Server-sent events, the older HTTP transport.
    Sse {
        /// The endpoint.
        url: String,
        /// Headers added to each request.
        headers: IndexMap<String, String>,
        /// How long one tool call may take.
        timeout: Option<Duration>,
        /// Put its tools into the prompt instead of behind the tool search.
        always_load: Option<bool>,
    },
    /// An entry passed on as it is, for kinds and keys this version does not know. Only `${VAR}` is replaced in it.
    Raw(Value),
}

impl McpServer {
    /// An in-process server.
    pub fn sdk(name: impl Into<String>) -> Self {
        Self::Sdk { name: name.into() }
    }

    /// A program with arguments.
    pub fn stdio<A: Into<String>>(
        command: impl Into<String>,
        args: impl IntoIterator<Item = A>,
    ) -> Self {
        Self::Stdio {
            command: command.into(),
            args: args.into_iter().map(Into::into).collect(),
            env: IndexMap::new(),
            timeout: None,
            always_load: None,
        }
    }

    /// A streamable HTTP endpoint.
    pub fn http(url: impl Into<String>) -> Self {
        Self::Http {
            url: url.into(),
            headers: IndexMap::new(),
            timeout: None,
            always_load: None,
        }
    }

    /// A server-sent-events endpoint.
    pub fn sse(url: impl Into<String>) -> Self {
        Self::Sse {
            url: url.into(),
            headers: IndexMap::new(),
            timeout: None,
            always_load: None,
        }
    }

    /// The entry as `--mcp-config` carries it.
    pub fn to_json(&self) -> Value {
        let (mut entry, timeout, always_load) = match self {
            Self::Sdk { name } => (json!({"type": "sdk", "name": name}), None, None),
            Self::Stdio {
                command,
                args,
                env,
                timeout,
                always_load,
            } => (
                json!({"type": "stdio", "command": command, "args": args, "env": env}),
                *timeout,
                *always_load,
            ),
            Self::Http {
                url,
                headers,
                timeout,
                always_load,
            } => (
                json!({"type": "http", "url": url, "headers": headers}),
                *timeout,
                *always_load,
            ),
            Self::Sse {
                url,
                headers,
                timeout,
                always_load,
            } => (
                json!({"type": "sse", "url": url, "headers": headers}),
                *timeout,
                *always_load,
            ),
            Self::Raw(value) => (value.clone(), None, None),
        };
        if let Value::Object(entry) = &mut entry {
            if let Some(timeout) = timeout {
                entry.insert("timeout".to_owned(), json!(millis(timeout)));
            }
            if let Some(always_load) = always_load {
                entry.insert("alwaysLoad".to_owned(), json!(always_load));
            }
        }
        entry
    }
}

/// Milliseconds for the CLI. At least 1: it reads 0 as "no limit given".
pub(super) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis())
        .unwrap_or(u64::MAX)
        .max(1)
}

/// The `--mcp-config` value: every entry checked, every `${VAR}` replaced.
pub(super) fn config_json(
    servers: &IndexMap<String, McpServer>,
    vars: &dyn Fn(&str) -> Option<String>,
) -> Result<String, LaunchError> {
    let mut entries = Map::new();
    for (name, server) in servers {
        check_name(name)?;
        let mut entry = server.to_json();
        if !matches!(server, McpServer::Raw(_)) {
            check_required(name, &entry)?;
        } else if !entry.is_object() {
            return Err(problem(name, "(entry)", "must be an object"));
        }
        expand_strings(name, "", &mut entry, vars)?;
        entries.insert(name.clone(), entry);
    }
    Ok(json!({ "mcpServers": entries }).to_string())
}

/// Names the CLI takes but nobody can use afterwards: tools are called `mcp__<server>__<tool>`.
pub(super) fn check_name(name: &str) -> Result<(), LaunchError> {
    let complaint = if name.is_empty() {
        "must not be empty"
    } else if name.chars().any(char::is_control) {
        "must not contain control characters"
    } else if name.contains("__") {
        "must not contain `__`, which separates server and tool in tool names"
    } else {
        return Ok(());
    };
    Err(problem(name, "(name)", complaint))
}

pub(super) fn problem(server: &str, key: &str, problem: impl Into<String>) -> LaunchError {
    LaunchError::McpServer {
        server: server.to_owned(),
        key: key.to_owned(),
        problem: problem.into(),
    }
}

fn check_required(server: &str, entry: &Value) -> Result<(), LaunchError> {
    for key in ["command", "url", "name"] {
        if entry.get(key).and_then(Value::as_str) == Some("") {
            return Err(problem(server, key, "must not be empty"));
        }
    }
    Ok(())
}

fn expand_strings(
    server: &str,
    path: &str,
    value: &mut Value,
    vars: &dyn Fn(&str) -> Option<String>,
) -> Result<(), LaunchError> {
    let below = |key: &str| {
        if path.is_empty() {
            key.to_owned()
        } else {
            format!("{path}.{key}")
        }
    };
    match value {
        Value::String(text) => {
            *text = expand(text, vars).map_err(|missing| LaunchError::MissingVariable {
                server: server.to_owned(),
                key: path.to_owned(),
                variable: missing.0,
            })?;
            if text.contains('\0') {
                return Err(problem(server, path, "must not contain a NUL character"));
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                expand_strings(server, &below(&index.to_string()), item, vars)?;
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields.iter_mut() {
                expand_strings(server, &below(key), field, vars)?;
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
    Ok(())
}

#[cfg(test)]
#[path = "mcp_tests.rs"]
mod tests;
