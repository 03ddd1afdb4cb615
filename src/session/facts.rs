//! What the session has and is set to: model, mode, tools, servers, commands, agents. Owns: the latest word on each.
//! Does not own: changing any of it (`live`).

use super::servers::{self, Server};
use crate::wire::control::ResponseBody;
use crate::wire::system::Init;
use serde_json::Value;

/// The latest `system/init`, `initialize` answer and status changes, as one picture.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Facts {
    /// Every session id seen, in order; the last one is current.
    pub session_ids: Vec<String>,
    /// The title, if one was set.
    pub title: Option<String>,
    /// The resolved model.
    pub model: Option<String>,
    /// The permission mode.
    pub permission_mode: Option<String>,
    /// The working directory.
    pub cwd: Option<String>,
    /// The CLI's version.
    pub cli_version: Option<String>,
    /// Where the API key comes from.
    pub api_key_source: Option<String>,
    /// The output style.
    pub output_style: Option<String>,
    /// Tools the model has.
    pub tools: Vec<String>,
    /// MCP servers with their status.
    pub servers: Vec<Server>,
    /// MCP entries that were rejected, and why.
    pub server_errors: Vec<Value>,
    /// Slash commands; objects when the CLI described them, names otherwise.
    pub commands: Vec<Value>,
    /// Agents.
    pub agents: Vec<Value>,
    /// Models that can be chosen.
    pub models: Vec<Value>,
    /// Skills.
    pub skills: Vec<String>,
    /// Plugins.
    pub plugins: Vec<Value>,
    /// What this CLI can do beyond the basics.
    pub capabilities: Vec<String>,
    /// The account, as `initialize` reports it.
    pub account: Option<Value>,
    /// The latest rate-limit report.
    pub rate_limit: Option<Value>,
}

/// More ids than this are a broken or hostile peer.
const MAX_SESSION_IDS: usize = 256;

impl Facts {
    /// The id of the conversation now.
    pub fn session_id(&self) -> Option<&str> {
        self.session_ids.last().map(String::as_str)
    }

    pub(super) fn saw_session(&mut self, id: &str) {
        if id.is_empty() || self.session_id() == Some(id) {
            return;
        }
        self.session_ids.retain(|known| known != id);
        if self.session_ids.len() == MAX_SESSION_IDS {
            self.session_ids.remove(0);
        }
        self.session_ids.push(id.to_owned());
    }

    pub(super) fn init(&mut self, init: &Init) {
        fn take<T: Clone>(slot: &mut T, new: Option<&T>) {
            if let Some(new) = new {
                slot.clone_from(new);
            }
        }
        fn maybe(slot: &mut Option<String>, new: Option<&String>) {
            if new.is_some() {
                *slot = new.cloned();
            }
        }
        maybe(&mut self.model, init.model.as_ref());
        maybe(&mut self.permission_mode, init.permission_mode.as_ref());
        maybe(&mut self.cwd, init.cwd.as_ref());
        maybe(&mut self.cli_version, init.claude_code_version.as_ref());
        maybe(&mut self.api_key_source, init.api_key_source.as_ref());
        maybe(&mut self.output_style, init.output_style.as_ref());
        take(&mut self.tools, init.tools.as_ref());
        if let Some(told) = &init.mcp_servers {
            self.servers = servers::at_init(told, &self.servers);
        }
        self.server_errors = init.mcp_server_errors.clone().unwrap_or_default();
        take(&mut self.skills, init.skills.as_ref());
        take(&mut self.plugins, init.plugins.as_ref());
        take(&mut self.capabilities, init.capabilities.as_ref());
        if self.commands.is_empty() {
            self.commands = names(init.slash_commands.as_deref());
        }
        if self.agents.is_empty() {
            self.agents = names(init.agents.as_deref());
        }
    }

    pub(super) fn initialized(&mut self, body: &ResponseBody) {
        let payload = body.payload();
        let list = |key: &str| payload.get(key).and_then(Value::as_array).cloned();
        let text = |key: &str| payload.get(key).and_then(Value::as_str).map(str::to_owned);
        self.commands = list("commands").unwrap_or_default();
        self.agents = list("agents").unwrap_or_default();
        self.models = list("models").unwrap_or_default();
        self.account = payload.get("account").cloned();
        self.cli_version = text("claude_code_version").or(self.cli_version.take());
        self.permission_mode = text("current_permission_mode").or(self.permission_mode.take());
        self.output_style = text("output_style").or(self.output_style.take());
        if let Some(capabilities) = list("capabilities") {
            self.capabilities = capabilities
                .iter()
                .filter_map(|word| word.as_str().map(str::to_owned))
                .collect();
        }
    }

    /// `mcp_status` was answered: a fresher word on the servers.
    pub(super) fn server_status(&mut self, body: &ResponseBody) {
        let payload = body.payload();
        if payload.get("mcpServers").is_none() {
            return;
        }
        if let Ok(told) = serde_json::from_value(payload) {
            self.servers = servers::at_status(told);
        }
    }
}

fn names(list: Option<&[String]>) -> Vec<Value> {
    list.unwrap_or_default()
        .iter()
        .map(|name| Value::String(name.clone()))
        .collect()
}
