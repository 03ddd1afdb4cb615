//! PURE. Rules about MCP servers: those of ours that do not do their part of the handshake, and any that the CLI could not
//! use. Does not own: what is known of them (`session::servers`).

use super::evidence::{Evidence, cut};
use super::finding::{Finding, Severity};
use crate::session::{Asked, Server, State};
use crate::trace::Moment;
use serde_json::Value;
use std::time::Duration;

/// A part of a server's handshake takes less.
const HANDSHAKE: Duration = Duration::from_secs(3);

/// Servers of ours that do not do their part of the handshake.
pub(super) fn handshakes(evidence: &Evidence, state: &State, now: Moment) -> Vec<Finding> {
    if evidence.untimed {
        return Vec::new();
    }
    let now = state.life.exit.map_or(now, |exit| exit.at);
    let mut found = Vec::new();
    for (name, shake) in &state.start_up.servers {
        let open = |wanted: &str| {
            let mut rows = state.pending.iter().chain(&state.life.unanswered);
            rows.find(|row| {
                matches!(&row.asked, Asked::Mcp { server, method } if server == name && method.starts_with(wanted))
                    && now.since(row.since) >= HANDSHAKE
            })
        };
        if shake.answered.is_none()
            && let Some(row) = open("initialize")
        {
            let what = format!(
                "the server {name} never answered `initialize`: the first turn waits for it, for up to a minute, and then goes on without its tools"
            );
            let finding = Finding::new(Severity::Error, "server", what)
                .remedy("answer every mcp_message for it; check that a server of that name is registered")
                .lines([row.seq]);
            found.push(finding);
        }
        if let (Some(asked), Some(listed)) = (shake.tools_asked, shake.tools_listed)
            && listed.since(asked) >= Duration::from_secs(5)
        {
            let what = format!(
                "the server {name} took {} s to list its tools",
                listed.since(asked).as_secs()
            );
            let finding = Finding::new(Severity::Warning, "server", what)
                .remedy("list tools without doing work; the first turn waits for it")
                .lines(evidence.deferred.listed_at(name));
            found.push(finding);
        }
        if let Some(row) = open("notifications/") {
            let what = format!(
                "the notification {} was not acknowledged",
                row.asked.label()
            );
            let finding = Finding::new(Severity::Error, "server", what)
                .remedy("a notification has no JSON-RPC answer, but its control_request wants a control_response all the same")
                .lines([row.seq]);
            found.push(finding);
        }
    }
    found
}

/// Servers that the CLI has no use of, as it last told of them.
pub(super) fn broken(evidence: &Evidence, state: &State, _: Moment) -> Vec<Finding> {
    let broken = state.facts.servers.iter().filter(|server| {
        let handshake = state.start_up.servers.get(&server.name);
        // Who never answered is told by the rule about handshakes.
        server.is_broken() && handshake.is_none_or(|shake| shake.answered.is_some())
    });
    let found = broken.map(|server| {
        let (what, remedy) = trouble(server);
        Finding::new(Severity::Warning, "server", what)
            .remedy(remedy)
            .lines(evidence.servers_line)
    });
    let rejected = state.facts.server_errors.iter().map(|error| {
        let what = format!("the CLI rejected an MCP server: {}", told(error));
        Finding::new(Severity::Warning, "server", what)
            .remedy("correct its entry in `--mcp-config`, `.mcp.json` or the settings")
            .lines(evidence.init_line)
    });
    found.chain(rejected).collect()
}

/// What is wrong with a server, and what to do.
fn trouble(server: &Server) -> (String, &'static str) {
    let name = &server.name;
    let why = server
        .error
        .as_deref()
        .map(|error| format!(": {}", cut(error)));
    let why = why.unwrap_or_default();
    match server.status.as_deref().unwrap_or_default() {
        "failed" => (
            format!("the server {name} failed{why}; the model goes without its tools"),
            "start its command by hand, or open its URL; `mcp_status` says why (pane Tools), `mcp_reconnect` tries it again",
        ),
        "needs-auth" => (
            format!("the server {name} wants a login{why}; the model goes without its tools"),
            "log in once with `/mcp` in the CLI itself, or give the server a token in its headers",
        ),
        status => (
            format!("the server {name} cannot be used: {}{why}", cut(status)),
            "look at its entry in the settings and at `mcp_status` (pane Tools)",
        ),
    }
}

/// A rejected entry, in words as far as it has some.
fn told(error: &Value) -> String {
    let text = |key: &str| error.get(key).and_then(Value::as_str);
    let name = text("name")
        .or_else(|| text("server"))
        .or_else(|| text("serverName"));
    let why = text("error")
        .or_else(|| text("message"))
        .or_else(|| text("reason"));
    match (name, why, error.as_str()) {
        (Some(name), Some(why), _) => cut(&format!("{name}: {why}")),
        (None, Some(why), _) | (_, _, Some(why)) => cut(why),
        _ => cut(&error.to_string()),
    }
}
