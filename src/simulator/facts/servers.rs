//! PURE. MCP servers: which the CLI knows of, what became of them, and the entries it could not make sense of.
//!
//! In-process ("sdk") servers are the client's; the actor greets them and reports here. Servers of other kinds are never
//! started: their status is what the scenario says, and `failed` otherwise.

use crate::simulator::frames::mcp::full_name;
use serde_json::{Map, Value, json};

/// One server.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Server {
    /// Its key in the configuration, which names it everywhere.
    pub name: String,
    /// `connected`, `failed`, `needs-auth`, `pending`, `disabled`.
    pub status: String,
    /// `sdk`, `stdio`, `http`, `sse`.
    pub transport: String,
    /// `sdk` or `dynamic`.
    pub source: String,
    /// Where it was configured: `dynamic` or `user`.
    pub scope: String,
    /// Its configuration; not shown for sdk servers.
    pub config: Option<Value>,
    /// What it said about itself: `{name, version}`.
    pub info: Option<Value>,
    /// Why it failed.
    pub error: Option<String>,
    /// Its tools, as `tools/list` gave them.
    pub tools: Vec<Value>,
}

impl Server {
    /// A server of the client's, not greeted yet.
    pub fn sdk(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            status: "pending".to_owned(),
            transport: "sdk".to_owned(),
            source: "sdk".to_owned(),
            scope: "dynamic".to_owned(),
            ..Self::default()
        }
    }

    /// Whether the client serves it.
    pub fn is_sdk(&self) -> bool {
        self.transport == "sdk"
    }

    /// A tool of it, by its own name.
    pub fn tool(&self, name: &str) -> Option<&Value> {
        self.tools
            .iter()
            .find(|tool| tool.get("name").and_then(Value::as_str) == Some(name))
    }

    /// `mcp__server__tool` of each tool.
    pub fn tool_names(&self) -> impl Iterator<Item = String> {
        self.tools
            .iter()
            .filter_map(|tool| tool.get("name").and_then(Value::as_str))
            .map(|tool| full_name(&self.name, tool))
    }

    /// A row of `system/init`.
    pub(super) fn in_init(&self) -> Value {
        json!({ "name": self.name, "status": self.status, "source": self.source })
    }

    /// A row of `mcp_status`.
    pub(super) fn in_status(&self) -> Value {
        let mut row = Map::new();
        row.insert("name".to_owned(), json!(self.name));
        row.insert("status".to_owned(), json!(self.status));
        if let (Some(info), "connected") = (&self.info, self.status.as_str()) {
            row.insert("serverInfo".to_owned(), info.clone());
        }
        if let (Some(error), "failed") = (&self.error, self.status.as_str()) {
            row.insert("error".to_owned(), json!(error));
        }
        if let Some(config) = &self.config {
            row.insert("config".to_owned(), config.clone());
        }
        row.insert("transport".to_owned(), json!(self.transport));
        row.insert("scope".to_owned(), json!(self.scope));
        row.insert("source".to_owned(), json!(self.source));
        if self.status == "connected" {
            let tools: Value = self.tools.iter().map(tool_row).collect();
            row.insert("tools".to_owned(), tools);
        }
        Value::Object(row)
    }
}

/// The hints of a tool as the CLI tells them: without the word `Hint`, and only what is true.
fn tool_row(tool: &Value) -> Value {
    let hints: Map<String, Value> = tool
        .get("annotations")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .filter(|(_, value)| value.as_bool() == Some(true))
        .map(|(key, value)| {
            let key = key.strip_suffix("Hint").unwrap_or(key);
            (key.to_owned(), value.clone())
        })
        .collect();
    json!({ "name": tool.get("name"), "annotations": hints })
}

/// Servers of a configuration, and what is wrong with the other entries. `pretended` says what became of a server.
pub(super) fn from_config(
    config: &Map<String, Value>,
    pretended: &Map<String, Value>,
) -> (Vec<Server>, Vec<Value>) {
    let (mut servers, mut errors) = (Vec::new(), Vec::new());
    for (name, entry) in config {
        match one(name, entry, pretended) {
            Ok(server) => servers.push(server),
            Err((kind, why)) => errors.push(json!({
                "name": name,
                "type": kind,
                "message": format!("Skipped — {why}"),
            })),
        }
    }
    for (name, status) in pretended {
        if !servers.iter().any(|server: &Server| &server.name == name) {
            servers.push(Server {
                transport: "stdio".to_owned(),
                ..other(name, Some(status))
            });
        }
    }
    (servers, errors)
}

fn one(
    name: &str,
    entry: &Value,
    pretended: &Map<String, Value>,
) -> Result<Server, (&'static str, String)> {
    let invalid = |why: &str| {
        let why = format!("invalid MCP server config for \"{name}\": {why}");
        Err(("invalid_config", why))
    };
    let text = |key: &str| entry.get(key).and_then(Value::as_str);
    let transport = text("type").unwrap_or("stdio");
    match transport {
        "sdk" if text("name").is_some() => return Ok(Server::sdk(name)),
        "sdk" => return invalid("name: expected string, received undefined"),
        "stdio" if text("command").is_none() => {
            return invalid("command: expected string, received undefined");
        }
        "http" | "sse" if text("url").is_none() => {
            return invalid("url: expected string, received undefined");
        }
        "stdio" | "http" | "sse" => {}
        _ => {
            let why = format!("unknown MCP server type \"{transport}\" for \"{name}\"");
            return Err(("unknown_type", why));
        }
    }
    Ok(Server {
        transport: transport.to_owned(),
        config: Some(entry.clone()),
        ..other(name, pretended.get(name))
    })
}

fn other(name: &str, pretended: Option<&Value>) -> Server {
    let status = pretended.and_then(Value::as_str);
    Server {
        name: name.to_owned(),
        status: status.unwrap_or("failed").to_owned(),
        source: "dynamic".to_owned(),
        scope: "dynamic".to_owned(),
        info: Some(json!({ "name": name, "version": "1.0.0" })),
        error: Some("the simulator starts no servers".to_owned()),
        ..Server::default()
    }
}
