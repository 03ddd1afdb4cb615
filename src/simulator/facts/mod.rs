//! PURE. What the simulated CLI knows of itself, and its answers to the control requests that only need that.
//!
//! [`Facts`] is made from the command line, the scenario and the environment; the actor keeps it and changes it as the
//! session goes on. `answer` is the entry point for control requests, `init` has the two descriptions of a session,
//! `ledger` the costs, `servers` the MCP servers.

mod answer;
mod catalogue;
mod context;
mod init;
mod ledger;
mod mcp_answers;
mod models;
mod servers;
mod switches;
mod tools;

pub use answer::{Answer, Aside, Reply};
pub use ledger::Ledger;
pub use servers::Server;
pub use switches::Switches;

use crate::simulator::flags::Flags;
use crate::simulator::policy::RuleBook;
use crate::simulator::scenario::SessionFacts;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The version the simulator claims to be unless the scenario says another.
pub const CLI_VERSION: &str = "2.1.325";

/// Where a session runs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The working directory.
    pub cwd: String,
    /// The home directory.
    pub home: String,
    /// The process.
    pub pid: u32,
}

/// What the CLI knows of itself.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The session; another one after `/clear`.
    pub session_id: String,
    /// Where it runs.
    pub place: Place,
    /// The version it claims to be.
    pub version: String,
    /// The model, resolved.
    pub model: String,
    /// The permission mode, as it is reported.
    pub mode: String,
    /// Whether `bypassPermissions` may be turned on.
    pub bypass_available: bool,
    /// The effort.
    pub effort: String,
    /// The title, once there is one.
    pub title: Option<String>,
    /// Built-in tools, as `system/init` lists them.
    pub tools: Vec<String>,
    /// MCP servers.
    pub servers: Vec<Server>,
    /// Entries of the configuration that were skipped.
    pub server_errors: Vec<Value>,
    /// Rules and directories.
    pub rules: RuleBook,
    /// What was used.
    pub ledger: Ledger,
    /// What the environment says.
    pub switches: Switches,
    /// The schema of the structured output, from a flag or from `initialize`.
    pub json_schema: Option<Value>,
    /// Text of foreground sub-agents is sent too.
    pub forward_agent_text: bool,
    /// An interrupt spares background agents (`perTaskStopAffordance`).
    pub spares_agents: bool,
    /// Whether permission requests go to the client.
    pub client_answers: bool,
    /// The plan file of the session, once there is one.
    pub plan_file: Option<String>,
    /// The mode before plan mode, to go back to.
    pub mode_before_plan: String,
    /// Hooks as `initialize` sent them.
    pub hooks: Map<String, Value>,
    /// What the session waits for: `idle`, `running`, `requires_action`; the actor keeps it.
    pub state: &'static str,
    default_model: String,
    commands: Vec<Value>,
    agents: Vec<Value>,
    pretended: Map<String, Value>,
    settings: Map<String, Value>,
}

impl Facts {
    /// From the command line, the scenario and the environment. `session_id` is a new one, for when no flag names one.
    pub fn new(
        flags: &Flags,
        scenario: &SessionFacts,
        env: &BTreeMap<String, String>,
        place: Place,
        session_id: String,
    ) -> Self {
        let switches = Switches::read(env);
        let settings = &flags.settings;
        let text = |key: &str| settings.get(key).and_then(Value::as_str);
        let default_model = models::resolve(scenario.model.as_deref().unwrap_or("default"));
        let asked = flags.model.as_deref().or_else(|| text("model"));
        let model = asked.map_or_else(|| default_model.clone(), models::resolve);
        let mode = mode(flags);
        let (servers, server_errors) =
            servers::from_config(&flags.mcp_servers, &scenario.mcp_servers);
        Self {
            session_id: session(flags).unwrap_or(session_id),
            version: (scenario.cli_version.clone()).unwrap_or_else(|| CLI_VERSION.to_owned()),
            mode_before_plan: if mode == "plan" {
                "default".to_owned()
            } else {
                mode.clone()
            },
            mode,
            bypass_available: flags.bypass
                || flags.allow_bypass
                || flags.permission_mode.as_deref() == Some("bypassPermissions"),
            effort: flags.effort.clone().unwrap_or_else(|| "medium".to_owned()),
            title: None,
            tools: tools::list(flags, switches.tasks, switches.tool_search),
            servers,
            server_errors,
            rules: RuleBook::from_flags(flags),
            ledger: Ledger::new(scenario.price, scenario.context_window),
            json_schema: flags.json_schema.clone(),
            forward_agent_text: flags.forward_agent_text,
            spares_agents: false,
            client_answers: flags.client_answers(),
            plan_file: None,
            hooks: Map::new(),
            state: "idle",
            commands: catalogue::commands(&scenario.slash_commands),
            agents: catalogue::agents(&flags.agents),
            pretended: scenario.mcp_servers.clone(),
            settings: settings.clone(),
            place,
            model,
            default_model,
            switches,
        }
    }

    /// A server by name.
    pub fn server(&self, name: &str) -> Option<&Server> {
        self.servers.iter().find(|server| server.name == name)
    }

    /// A server by name, to change it.
    pub fn server_mut(&mut self, name: &str) -> Option<&mut Server> {
        self.servers.iter_mut().find(|server| server.name == name)
    }

    /// The definition of `mcp__server__tool`, if a connected server has it.
    pub fn mcp_tool(&self, full_name: &str) -> Option<(&Server, &Value)> {
        self.servers.iter().find_map(|server| {
            let at = server.tool_names().position(|name| name == full_name)?;
            (server.status == "connected").then_some((server, server.tools.get(at)?))
        })
    }

    /// `…/projects/<slug>/<session>.jsonl`.
    pub fn transcript_path(&self) -> String {
        format!("{}/{}.jsonl", self.project_dir(), self.session_id)
    }

    /// Where a task writes its output.
    pub fn task_output_file(&self, task_id: &str) -> String {
        format!(
            "{}/.cache/claude/{}/{}/tasks/{task_id}.output",
            self.place.home,
            self.slug(),
            self.session_id
        )
    }

    /// A file below `.claude/plans`.
    pub fn plan_path(&self, file_name: &str) -> String {
        format!("{}/.claude/plans/{file_name}", self.place.home)
    }

    /// Changes the mode; remembers the one before plan mode.
    pub fn set_mode(&mut self, mode: &str) {
        if mode == "plan" && self.mode != "plan" {
            self.mode_before_plan.clone_from(&self.mode);
        }
        mode.clone_into(&mut self.mode);
    }

    pub(super) fn project_dir(&self) -> String {
        format!("{}/.claude/projects/{}", self.place.home, self.slug())
    }

    fn slug(&self) -> String {
        let keep = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        self.place.cwd.chars().map(keep).collect()
    }
}

fn mode(flags: &Flags) -> String {
    if flags.bypass {
        return "bypassPermissions".to_owned();
    }
    let settings = flags.settings.get("permissions");
    let default = settings.and_then(|rules| rules.get("defaultMode")?.as_str());
    let mode = flags.permission_mode.as_deref().or(default);
    mode.unwrap_or("default").to_owned()
}

/// The id the command line names; a fork gets a new one.
fn session(flags: &Flags) -> Option<String> {
    let named = flags.session.session_id.clone();
    let resumed = flags.session.resume.clone().filter(|id| !id.is_empty());
    named.or(resumed.filter(|_| !flags.session.fork))
}

#[cfg(test)]
#[path = "facts_tests.rs"]
mod tests;
