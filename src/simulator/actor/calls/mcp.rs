//! PURE. MCP servers as the CLI sees them. Owns: greeting in-process servers, their tools, and JSON-RPC with them.
//! Does not own: calls of tools as part of a turn (`run`).

use crate::simulator::actor::client::pending::{Answer, Kind, Owner};
use crate::simulator::actor::wait::Cx;
use crate::simulator::actor::world::World;
use crate::simulator::facts::Server;
use crate::simulator::frames::assistant::McpLabel;
use crate::simulator::frames::mcp;
use crate::simulator::json::Look as _;
use crate::simulator::policy;
use crate::simulator::scenario::Silence;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// How long each attempt to greet a server may take.
const CONNECT_LIMIT: Duration = Duration::from_secs(30);

/// Versions of MCP the CLI can speak.
const VERSIONS: &[&str] = &[
    "2025-11-25",
    "2025-06-18",
    "2025-03-26",
    "2024-11-05",
    "2024-10-07",
];

/// What the CLI keeps about a server while and after it greets it.
#[derive(Debug, Clone, Default)]
pub(in crate::simulator::actor) struct Greeting {
    /// The next JSON-RPC id.
    next_id: u64,
    /// It answered the greeting with an error, and is greeted once more at the first prompt.
    retry: bool,
    /// Greeted, or being greeted.
    begun: bool,
    /// What it says was given beforehand.
    manifest: bool,
    /// How long calls of its tools may take.
    pub(in crate::simulator::actor) timeout: Option<Duration>,
}

/// The same for all of them.
#[derive(Debug, Default)]
pub(in crate::simulator::actor) struct Greetings {
    by_name: BTreeMap<String, Greeting>,
    /// Being greeted.
    connecting: u32,
}

impl Greetings {
    pub(in crate::simulator::actor) fn of(&mut self, name: &str) -> &mut Greeting {
        self.by_name.entry(name.to_owned()).or_default()
    }

    pub(in crate::simulator::actor) fn settled(&self) -> bool {
        self.connecting == 0
    }
}

impl World {
    /// In-process servers that were not greeted yet.
    fn take_new_servers(&mut self) -> Vec<String> {
        let servers = self.facts.servers.iter();
        let names: Vec<String> = servers
            .filter(|server| server.is_sdk())
            .map(|server| server.name.clone())
            .collect();
        let new = names.into_iter();
        new.filter(|name| !std::mem::replace(&mut self.greetings.of(name).begun, true))
            .collect()
    }

    /// Server and own name behind a name like `mcp__calc__add`, if there is such an in-process tool.
    pub(super) fn sdk_tool(&self, name: &str) -> Option<(String, String)> {
        let (server, tool) = self.facts.mcp_tool(name)?;
        let own = tool.at("name").as_str()?.to_owned();
        server.is_sdk().then(|| (server.name.clone(), own))
    }

    /// How long a call of a server's tools may take.
    pub(super) fn call_limit(&mut self, server: &str) -> Option<Duration> {
        let usual = self.facts.switches.mcp_tool_timeout_ms;
        let own = self.greetings.of(server).timeout;
        own.or(usual.map(Duration::from_millis))
    }

    /// How a call of an in-process tool is labelled.
    pub(in crate::simulator::actor) fn mcp_label(&self, name: &str) -> Option<McpLabel> {
        let (server, tool_name) = self.sdk_tool(name)?;
        Some(McpLabel {
            display_name: policy::display_name(name, &self.facts),
            server_display_name: server,
            tool_name,
        })
    }

    /// Whether a tool says of itself that it changes nothing.
    pub(super) fn is_read_only(&self, name: &str) -> bool {
        let tool = self.facts.mcp_tool(name);
        tool.is_some_and(|(_, tool)| tool.at("annotations").at("readOnlyHint") == true)
    }

    /// Takes over what a client says about its servers beforehand; the names that were accepted.
    pub(in crate::simulator::actor) fn park(&mut self, manifests: &Value) -> Vec<String> {
        let mut parked = Vec::new();
        for (name, manifest) in manifests.as_object().into_iter().flatten() {
            let greeting = manifest.at("initializeResult");
            if greeting.at("protocolVersion") != mcp::PROTOCOL_VERSION {
                continue;
            }
            if self.facts.server(name).is_none() {
                self.facts.servers.push(Server::sdk(name));
            }
            if let Some(server) = self.facts.server_mut(name) {
                server.info = Some(greeting.at("serverInfo").clone());
                let tools = manifest.at("toolsListResult").at("tools").as_array();
                server.tools = tools.cloned().unwrap_or_default();
                "connected".clone_into(&mut server.status);
            }
            let kept = self.greetings.of(name);
            kept.manifest = true;
            kept.begun = true;
            parked.push(name.clone());
        }
        parked
    }
}

/// Why a JSON-RPC request has no result.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum RpcFailure {
    /// The server or the client answered with an error.
    Error(String),
    /// Nothing came in time.
    Late,
}

/// Starts greeting all in-process servers that are new.
pub(in crate::simulator::actor) fn greet_all(cx: &Cx) {
    let silent = cx.look(|world| world.scenario.start.silent == Some(Silence::Mcp));
    for name in cx.look(World::take_new_servers) {
        cx.with(|world| world.greetings.connecting += 1);
        if silent {
            continue;
        }
        let inner = cx.clone();
        cx.start(async move {
            greet(&inner, &name, true).await;
            inner.with(|world| world.greetings.connecting -= 1);
        });
    }
}

/// Greets servers once more whose first greeting failed at once.
pub(in crate::simulator::actor) async fn greet_again(cx: &Cx) {
    let names = cx.look(|world| {
        let rows = world.greetings.by_name.iter();
        rows.filter(|(_, kept)| kept.retry)
            .map(|(name, _)| name.clone())
            .collect::<Vec<_>>()
    });
    for name in names {
        greet(cx, &name, false).await;
    }
}

/// The whole greeting, twice if the server does not answer.
pub(in crate::simulator::actor) async fn greet(cx: &Cx, name: &str, may_retry: bool) {
    let mut failure = RpcFailure::Late;
    for _ in 0..2 {
        match greet_once(cx, name).await {
            Ok(()) => return,
            Err(error) => failure = error,
        }
        if failure != RpcFailure::Late {
            break;
        }
    }
    cx.with(|world| {
        world.greetings.of(name).retry = may_retry && failure != RpcFailure::Late;
        if let Some(server) = world.facts.server_mut(name) {
            "failed".clone_into(&mut server.status);
            server.error = Some(match failure {
                RpcFailure::Error(text) => text,
                RpcFailure::Late => "Connection timed out after 30000ms".to_owned(),
            });
        }
    });
}

async fn greet_once(cx: &Cx, name: &str) -> Result<(), RpcFailure> {
    let version = cx.look(|world| world.facts.version.clone());
    let limit = Some(CONNECT_LIMIT);
    let began = cx.look(|world| world.now);
    let greeting = rpc(cx, name, limit, |id| mcp::initialize(id, &version)).await?;
    let spoken = greeting.at("protocolVersion").as_str().unwrap_or_default();
    if !VERSIONS.contains(&spoken) {
        let text = format!("Server's protocol version is not supported: {spoken}");
        return Err(RpcFailure::Error(text));
    }
    let left = cx.look(|world| CONNECT_LIMIT.saturating_sub(world.now.saturating_sub(began)));
    notify(cx, name, &mcp::initialized(), left).await?;
    cx.with(|world| {
        world.greetings.of(name).retry = false;
        if let Some(server) = world.facts.server_mut(name) {
            server.info = Some(greeting.at("serverInfo").clone());
            "connected".clone_into(&mut server.status);
            server.error = None;
        }
    });
    if greeting.at("capabilities").at("tools").is_object() {
        list_tools(cx, name).await;
    }
    Ok(())
}

/// Asks a server for its tools; without an answer it has none.
pub(in crate::simulator::actor) async fn list_tools(cx: &Cx, name: &str) {
    let listed = rpc(cx, name, Some(CONNECT_LIMIT), mcp::tools_list).await;
    let tools = listed
        .ok()
        .and_then(|list| list.at("tools").as_array().cloned());
    cx.with(|world| {
        if let Some(server) = world.facts.server_mut(name) {
            server.tools = tools.unwrap_or_default();
        }
    });
}

/// A notification; the client has to acknowledge it.
async fn notify(cx: &Cx, name: &str, message: &Value, limit: Duration) -> Result<(), RpcFailure> {
    let body = json!({"subtype": "mcp_message", "server_name": name, "message": message});
    let asked = cx.ask(Owner::Session, Kind::Server, &body);
    match cx.within(Some(limit), asked.answer()).await {
        Some(Answer::Success(_)) => Ok(()),
        Some(Answer::Error(text)) => Err(RpcFailure::Error(text)),
        Some(Answer::Closed) => Err(RpcFailure::Error("Connection closed".to_owned())),
        None => Err(RpcFailure::Late),
    }
}

/// A request to a server, and its result.
async fn rpc(
    cx: &Cx,
    name: &str,
    limit: Option<Duration>,
    message: impl FnOnce(u64) -> Value,
) -> Result<Value, RpcFailure> {
    let id = cx.with(|world| world.next_rpc_id(name));
    let body = json!({"subtype": "mcp_message", "server_name": name, "message": message(id)});
    let asked = cx.ask(Owner::Session, Kind::Server, &body);
    match cx.within(limit, asked.answer()).await {
        Some(Answer::Success(payload)) => {
            let response = payload.at("mcp_response");
            if let Some(error) = response.get("error") {
                let text = error.at("message").as_str().unwrap_or("MCP error");
                return Err(RpcFailure::Error(text.to_owned()));
            }
            Ok(response.at("result").clone())
        }
        Some(Answer::Error(text)) => Err(RpcFailure::Error(text)),
        Some(Answer::Closed) => Err(RpcFailure::Error("Connection closed".to_owned())),
        None => Err(RpcFailure::Late),
    }
}

impl World {
    /// The next JSON-RPC id of a server.
    pub(super) fn next_rpc_id(&mut self, name: &str) -> u64 {
        let kept = self.greetings.of(name);
        // A server whose greeting was given beforehand counts it nevertheless.
        if kept.manifest && kept.next_id == 0 {
            kept.next_id = 2;
        }
        let id = kept.next_id;
        kept.next_id += 1;
        id
    }
}
