//! PURE. The two descriptions of a session: `system/init` at the start of each turn, and the response to `initialize`.

use super::{Facts, catalogue, models};
use crate::simulator::frames::Stamp;
use serde_json::{Map, Value, json};

impl Facts {
    /// `system/init`; `prompts` are the ids of the prompts that this turn answers.
    pub fn init(&self, stamp: &Stamp, prompts: &[String]) -> Value {
        let mut tools = self.tools.clone();
        let connected = self.servers.iter().filter(|s| s.status == "connected");
        tools.extend(connected.flat_map(super::Server::tool_names));
        let servers: Vec<Value> = self.servers.iter().map(super::Server::in_init).collect();
        let mut frame = json!({
            "type": "system",
            "subtype": "init",
            "cwd": self.place.cwd,
            "session_id": stamp.session_id,
            "tools": tools,
            "mcp_servers": servers,
            "model": self.model,
            "permissionMode": self.mode,
            "slash_commands": catalogue::names(&self.commands),
            "terminal_slash_commands": catalogue::TERMINAL,
            "apiKeySource": self.key_source(),
            "claude_code_version": self.version,
            "output_style": "default",
            "agents": catalogue::names(&self.agents),
            "skills": catalogue::skills(),
            "plugins": catalogue::plugins(),
            "capabilities": catalogue::CAPABILITIES,
            "analytics_disabled": true,
            "product_feedback_disabled": true,
            "uuid": stamp.uuid,
            "memory_paths": { "auto": format!("{}/memory/", self.project_dir()) },
            "original_cwd": self.place.cwd,
            "additional_directories": self.rules.directories,
            "messaging_socket_path": self.socket(),
            "fast_mode_state": "off",
            "fast_mode_disabled_reason": "sdk_opt_in_required",
            "per_turn_effort_active": true,
            "ultrathink_available": false,
            "ultrathink_typed_raises": false,
            "view_mode": "default",
        });
        if let Value::Object(frame) = &mut frame {
            if !self.server_errors.is_empty() {
                frame.insert("mcp_server_errors".to_owned(), json!(self.server_errors));
            }
            if !prompts.is_empty() {
                frame.insert("user_message_uuids".to_owned(), json!(prompts));
            }
        }
        frame
    }

    /// The response to `initialize`. Takes over what the request says: servers, hooks, schema, agents and switches.
    pub fn initialize(&mut self, request: &Value) -> Value {
        self.take_over(request);
        let mut response = json!({
            "commands": self.commands,
            "agents": self.agents,
            "output_style": "default",
            "available_output_styles": ["default", "Proactive", "Concise", "Explanatory", "Learning"],
            "user_output_styles_dir": format!("{}/.claude/output-styles", self.place.home),
            "models": models::catalogue(),
            "account": {
                "tokenSource": "none",
                "apiKeySource": self.key_source(),
                "apiProvider": "firstParty",
            },
            "pid": self.place.pid,
            "claude_code_version": self.version,
            "current_permission_mode": self.mode,
        });
        let more = json!({
            "hook_on_failure_supported": true,
            "other_hook_ask_outranks_host": true,
            "feedback_mode": { "kind": "disabled" },
            "analytics_disabled": true,
            "remote_control_auto_enable": false,
            "remote_control_auto_connect_default": false,
            "remote_control_available": false,
            "remote_control_auto_on_by_default": false,
            "ide_rc_auto_enable_gate": false,
            "fast_mode_state": "off",
            "fast_mode_disabled_reason": "sdk_opt_in_required",
            "session_state": self.state,
            "capabilities": catalogue::EARLY_CAPABILITIES,
        });
        if let (Value::Object(response), Value::Object(more)) = (&mut response, more) {
            if request.get("hooks").is_some() {
                response.insert("hooks_applied".to_owned(), Value::Bool(true));
            }
            response.extend(more);
        }
        response
    }

    fn take_over(&mut self, request: &Value) {
        let names = request.get("sdkMcpServers").and_then(Value::as_array);
        for name in names.into_iter().flatten().filter_map(Value::as_str) {
            if self.server(name).is_none() {
                self.servers.push(super::Server::sdk(name));
            }
        }
        if let Some(schema) = request
            .get("jsonSchema")
            .filter(|schema| schema.is_object())
        {
            self.json_schema = Some(schema.clone());
            if !self.tools.iter().any(|tool| tool == "StructuredOutput") {
                self.tools.push("StructuredOutput".to_owned());
                self.tools.sort_by_key(|tool| match tool.as_str() {
                    "Task" => "Agent".to_owned(),
                    _ => tool.clone(),
                });
            }
        }
        if let Some(Value::Object(hooks)) = request.get("hooks") {
            self.hooks.clone_from(hooks);
        }
        if let Some(Value::Object(agents)) = request.get("agents") {
            let mut own: Map<String, Value> = Map::new();
            own.extend(agents.clone());
            let rows = catalogue::agents(&own);
            self.agents = merge(std::mem::take(&mut self.agents), rows);
        }
        let on = |key: &str| request.get(key).and_then(Value::as_bool) == Some(true);
        self.forward_agent_text |= on("forwardSubagentText");
        self.spares_agents |= on("perTaskStopAffordance");
        if let Some(title) = request.get("title").and_then(Value::as_str) {
            self.title = Some(title.to_owned());
        }
    }

    fn key_source(&self) -> &'static str {
        if self.switches.api_key {
            "ANTHROPIC_API_KEY"
        } else {
            "none"
        }
    }

    fn socket(&self) -> String {
        format!(
            "{}/.cache/cc-socks/{}.sock",
            self.place.home, self.place.pid
        )
    }
}

/// Rows of both lists, each name once, the new row in place of the old one.
fn merge(old: Vec<Value>, new: Vec<Value>) -> Vec<Value> {
    let known = catalogue::names(&new);
    let mut rows: Vec<Value> = old
        .into_iter()
        .filter(|row| {
            let name = row.get("name").and_then(Value::as_str).unwrap_or_default();
            !known.contains(&name)
        })
        .collect();
    rows.extend(new);
    rows.sort_by_key(|row| {
        let name = row.get("name").and_then(Value::as_str);
        name.unwrap_or_default().to_lowercase()
    });
    rows
}
