//! PURE. Control requests about MCP servers.

use super::servers::{Server, from_config};
use super::{Answer, Facts};
use serde_json::{Map, Value, json};

impl Facts {
    pub(super) fn answer_mcp(&mut self, subtype: &str, request: &Value) -> Answer {
        let name = request.get("serverName").and_then(Value::as_str);
        match subtype {
            "mcp_status" => {
                let rows: Vec<Value> = self.servers.iter().map(Server::in_status).collect();
                Answer::success(json!({ "mcpServers": rows }))
            }
            "mcp_set_servers" => self.set_servers(request.get("servers")),
            "mcp_toggle" => {
                let enabled = request.get("enabled").and_then(Value::as_bool) != Some(false);
                self.toggle(name.unwrap_or_default(), enabled)
            }
            _ => self.reconnect(name.unwrap_or_default()),
        }
    }

    fn toggle(&mut self, name: &str, enabled: bool) -> Answer {
        let pretended = self.pretended.get(name).and_then(Value::as_str);
        let status = match (enabled, pretended) {
            (false, _) => "disabled",
            (true, Some(status)) => status,
            (true, None) => "connected",
        };
        let status = status.to_owned();
        let Some(server) = self.server_mut(name) else {
            return Answer::error(format!("Server not found: {name}"));
        };
        server.status =
            if enabled && !server.is_sdk() && server.tools.is_empty() && status == "connected" {
                "failed".to_owned()
            } else {
                status
            };
        Answer::done()
    }

    fn reconnect(&mut self, name: &str) -> Answer {
        let Some(server) = self.server_mut(name) else {
            return Answer::error(format!("Server not found: {name}"));
        };
        match (server.status.as_str(), &server.error) {
            ("failed", Some(error)) => Answer::error(error.clone()),
            ("failed", None) => Answer::error("Connection failed"),
            _ => Answer::done(),
        }
    }

    /// Replaces all servers that came with the command line or a request, sdk servers included.
    fn set_servers(&mut self, wanted: Option<&Value>) -> Answer {
        let empty = Map::new();
        let wanted = wanted.and_then(Value::as_object).unwrap_or(&empty);
        let (new, errors) = from_config(wanted, &Map::new());
        let names = |servers: &[Server]| -> Vec<String> {
            servers.iter().map(|server| server.name.clone()).collect()
        };
        let (old, new_names) = (names(&self.servers), names(&new));
        let is_wanted = |name: &String| new_names.contains(name);
        let removed: Vec<&String> = old
            .iter()
            .filter(|name| !is_wanted(name) && !self.pretended.contains_key(*name))
            .collect();
        let added: Vec<&String> = new_names
            .iter()
            .filter(|name| !old.contains(name))
            .collect();
        let errors: Map<String, Value> = errors
            .iter()
            .filter_map(|error| {
                let name = error.get("name")?.as_str()?.to_owned();
                Some((name, error.get("message")?.clone()))
            })
            .collect();
        let payload = json!({ "added": added, "removed": removed, "errors": errors });
        let kept =
            |server: &Server| is_wanted(&server.name) || self.pretended.contains_key(&server.name);
        self.servers.retain(kept);
        for server in new {
            if self.server(&server.name).is_none() {
                self.servers.push(server);
            }
        }
        Answer::success(payload)
    }
}
