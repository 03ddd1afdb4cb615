//! PURE. Servers and tools as rows: each server, what is wrong with it, its tools; then the tools that come with the CLI.
//! Owns: which tool belongs to which server. Does not own: how a row looks.

use crate::session::{Facts, Server};
use crate::tui::model::Seat;
use std::collections::HashSet;

/// More rows than this are not made: nobody looks at them.
const MOST: usize = 3000;

/// A row of the pane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Row<'a> {
    /// A server, whether its tools are folded away, and how many there are.
    Server(&'a Server, bool, usize),
    /// What is wrong with the server above.
    Error(&'a str),
    /// An entry of the configuration that the CLI did not take.
    Rejected(&'a serde_json::Value),
    /// The tools that come with the CLI: folded away or not, and how many.
    BuiltIn(bool, usize),
    /// A tool: its full name, and where its own name begins in it.
    Tool(&'a str, usize),
}

/// All rows.
pub fn rows(seat: &Seat) -> Vec<Row<'_>> {
    let state = seat.live.state();
    let (facts, folded) = (&state.facts, &seat.side.folded);
    // What was called is shown although nobody listed it: sub-agents have tools of their own, names change.
    let listed: HashSet<&str> = facts.tools.iter().map(String::as_str).collect();
    let called = state.tool_stats.iter().map(|(name, _)| name);
    let called = called.filter(|name| !listed.contains(name));
    let names = facts.tools.iter().map(String::as_str).chain(called);
    let tools: Vec<(&str, Option<(usize, usize)>)> = names
        .take(MOST)
        .map(|tool| (tool, owner(tool, facts)))
        .collect();
    let mut rows = Vec::new();
    for (index, server) in facts.servers.iter().enumerate() {
        let own = tools.iter().filter_map(|(tool, owner)| {
            let (at, start) = (*owner)?;
            (at == index).then_some(Row::Tool(tool, start))
        });
        let own: Vec<Row<'_>> = own.collect();
        let shut = folded.contains(&server.name);
        let listed = server.tools.as_ref().map_or(0, Vec::len);
        rows.push(Row::Server(server, shut, own.len().max(listed)));
        rows.extend(server.error.as_deref().map(Row::Error));
        if !shut {
            // Before the first turn only the server's own list tells.
            if own.is_empty() {
                let tools = server.tools.iter().flatten();
                rows.extend(tools.map(|tool| Row::Tool(tool, 0)));
            }
            rows.extend(own);
        }
    }
    rows.extend(facts.server_errors.iter().take(MOST).map(Row::Rejected));
    let built_in = tools.iter().filter(|(_, owner)| owner.is_none());
    let built_in: Vec<Row<'_>> = built_in.map(|(tool, _)| Row::Tool(tool, 0)).collect();
    if !built_in.is_empty() {
        let shut = folded.contains("");
        rows.push(Row::BuiltIn(shut, built_in.len()));
        if !shut {
            rows.extend(built_in);
        }
    }
    rows.truncate(MOST);
    rows
}

/// The server of a tool, and where the tool's own name begins.
fn owner(tool: &str, facts: &Facts) -> Option<(usize, usize)> {
    let rest = tool.strip_prefix("mcp__")?;
    let fits = facts
        .servers
        .iter()
        .enumerate()
        .filter_map(|(index, server)| {
            let prefix = spelled(&server.name);
            let own = rest.strip_prefix(prefix.as_str())?.strip_prefix("__")?;
            Some((index, tool.len() - own.len()))
        });
    // `a__b` may be the tool `b` of `a`, or the server `a__b`: the longer name is the nearer one.
    fits.max_by_key(|(_, start)| *start)
}

/// A server's name as it stands in the names of its tools.
fn spelled(name: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    name.chars()
        .map(|letter| if plain(letter) { letter } else { '_' })
        .collect()
}

/// How many rows there are.
pub fn len(seat: &Seat) -> usize {
    rows(seat).len()
}

/// The group that the selected row belongs to: a server's name, or the empty name for built-in tools.
pub fn selected_group(seat: &Seat) -> Option<String> {
    let rows = rows(seat);
    let at = seat.side.tools.row(rows.len());
    let above = rows.get(..=at)?.iter().rev();
    above
        .map(|row| match row {
            Row::Server(server, ..) => Some(server.name.clone()),
            Row::BuiltIn(..) => Some(String::new()),
            _ => None,
        })
        .find_map(|group| group)
        .filter(|_| !matches!(rows.get(at), Some(Row::Rejected(_))))
}

/// The server that the selected row belongs to.
pub fn selected_server(seat: &Seat) -> Option<&Server> {
    let group = selected_group(seat)?;
    let servers = &seat.live.state().facts.servers;
    servers.iter().find(|server| server.name == group)
}
