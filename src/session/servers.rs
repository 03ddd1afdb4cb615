//! MCP servers of a session. Owns: the latest word on each. Does not own: asking for it (whoever looks at them).

use crate::wire::requests::{McpServerStatus, McpStatusResponse};
use crate::wire::system::ServerStatus;

/// More servers, or tools of one, than this are a broken or hostile peer.
const MOST: usize = 1000;

/// An MCP server as the CLI last told of it.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Server {
    /// The key it is configured under.
    pub name: String,
    /// `connected`, `pending`, `failed`, `disabled`, `needs-auth`, …
    pub status: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// Why it failed.
    pub error: Option<String>,
    /// `sdk`, `stdio`, `http`, `sse`, …
    pub transport: Option<String>,
    /// Which kind of settings it comes from.
    pub scope: Option<String>,
    /// Its tools without the server's prefix, once the CLI listed them.
    pub tools: Option<Vec<String>>,
}

impl Server {
    /// Whether it is switched off.
    pub fn is_disabled(&self) -> bool {
        self.status.as_deref() == Some("disabled")
    }

    /// Whether it cannot be used although it should.
    pub fn is_broken(&self) -> bool {
        !matches!(
            self.status.as_deref(),
            None | Some("connected" | "pending" | "disabled")
        )
    }

    fn from_init(told: &ServerStatus, before: &[Self]) -> Self {
        let known = before.iter().find(|server| server.name == told.name);
        let mut server = known.cloned().unwrap_or_default();
        if server.status != told.status {
            // What was wrong, and what it offered, was said of another state.
            server.error = None;
            server.tools = None;
        }
        server.name.clone_from(&told.name);
        server.status.clone_from(&told.status);
        server.source = told.source.clone().or(server.source);
        server
    }

    fn from_status(told: McpServerStatus) -> Self {
        let tools: Vec<String> = told
            .tools
            .into_iter()
            .take(MOST)
            .map(|tool| tool.name)
            .collect();
        Self {
            name: told.name,
            status: told.status,
            source: told.source,
            error: told.error,
            transport: told.transport,
            scope: told.scope,
            tools: (!tools.is_empty()).then_some(tools),
        }
    }
}

/// `init` names all of them, with few words: what is known beside that is kept.
pub(super) fn at_init(told: &[ServerStatus], before: &[Server]) -> Vec<Server> {
    let told = told.iter().take(MOST);
    told.map(|told| Server::from_init(told, before)).collect()
}

/// `mcp_status` was answered: the whole truth.
pub(super) fn at_status(told: McpStatusResponse) -> Vec<Server> {
    let told = told.mcp_servers.into_iter().take(MOST);
    told.filter(|told| !told.name.is_empty())
        .map(Server::from_status)
        .collect()
}
