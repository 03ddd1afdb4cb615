//! PURE. Tools of ours whose schemas the model never saw. Owns: which of our servers have such tools, whether the model
//! loaded or called one, and the rule.
//!
//! The CLI tells the model only the names of tools, and it has to look up (`ToolSearch`) what it wants to use.

use super::evidence::{Evidence, cut};
use super::finding::{Finding, Severity};
use crate::session::State;
use crate::trace::{Direction, Moment, Traffic};
use crate::wire::{Block, Content, Frame};
use serde_json::Value;

/// Servers that are watched.
const SERVERS: usize = 32;
/// Turns after which it is worth a word in a session that goes on.
const TURNS: u64 = 3;

/// A server with tools that are not loaded from the start.
#[derive(Debug, Clone)]
struct Listed {
    server: String,
    /// The request that asks for its tools, until it is answered.
    asked: Option<String>,
    tools: usize,
    seq: u64,
    used: bool,
}

/// The servers, and how many turns there were.
#[derive(Debug, Clone, Default)]
pub(super) struct Deferred {
    servers: Vec<Listed>,
    turns: u64,
}

impl Deferred {
    pub(super) fn observe(&mut self, frame: &Frame, traffic: &Traffic) {
        match (frame, traffic.direction) {
            (Frame::ControlResponse(answer), Direction::Out) => {
                let id = answer.response.request_id.as_deref();
                let mut open = self
                    .servers
                    .iter_mut()
                    .filter(|listed| listed.asked.is_some());
                if let Some(listed) = open.find(|listed| listed.asked.as_deref() == id) {
                    listed.asked = None;
                    listed.tools = not_loaded(&traffic.line);
                    listed.seq = traffic.seq;
                }
            }
            (Frame::Assistant(message), Direction::In) => {
                for block in message.message.content.blocks() {
                    if let Block::ToolUse { name, .. } = block {
                        self.used(name);
                    }
                }
            }
            (Frame::User(message), Direction::In) if !self.servers.is_empty() => {
                for block in message.message.content.blocks() {
                    if let Block::ToolResult {
                        content: Some(content),
                        ..
                    } = block
                    {
                        self.looked_up(content);
                    }
                }
            }
            (Frame::Result(result), _) if result.num_turns.unwrap_or(0) > 0 => self.turns += 1,
            _ => {}
        }
    }

    /// The line in which a server's tools are listed.
    pub(super) fn listed_at(&self, server: &str) -> Option<u64> {
        let listed = self.servers.iter().find(|listed| listed.server == server)?;
        Some(listed.seq).filter(|seq| *seq > 0)
    }

    /// The CLI asked for the tools of a server.
    pub(super) fn asked(&mut self, server: &str, id: &str) {
        let known = self
            .servers
            .iter_mut()
            .find(|listed| listed.server == server);
        if let Some(listed) = known {
            listed.asked = Some(cut(id));
        } else if self.servers.len() < SERVERS {
            self.servers.push(Listed {
                server: cut(server),
                asked: Some(cut(id)),
                tools: 0,
                seq: 0,
                used: false,
            });
        }
    }

    /// A tool was called by its full name, or its schema came back.
    fn used(&mut self, tool: &str) {
        let Some(rest) = tool.strip_prefix("mcp__") else {
            return;
        };
        for listed in &mut self.servers {
            let of_it = rest.strip_prefix(in_tool_names(&listed.server).as_str());
            listed.used |= of_it.is_some_and(|rest| rest.starts_with("__"));
        }
    }

    fn looked_up(&mut self, content: &Content) {
        for block in content.blocks() {
            if let Block::Other(map) = block
                && let Some(name) = map.get("tool_name").and_then(Value::as_str)
            {
                self.used(name);
            }
        }
    }
}

/// A server's key as the names of its tools have it.
fn in_tool_names(server: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    server
        .chars()
        .map(|c| if plain(c) { c } else { '_' })
        .collect()
}

/// How many of the tools in this answer the model only gets the names of.
fn not_loaded(line: &[u8]) -> usize {
    let answer: Value = serde_json::from_slice(line).unwrap_or_default();
    let tools = answer.pointer("/response/response/mcp_response/result/tools");
    let deferred =
        |tool: &&Value| tool.pointer("/_meta/anthropic~1alwaysLoad") != Some(&Value::Bool(true));
    let tools = tools.and_then(Value::as_array);
    tools.map_or(0, |tools| tools.iter().filter(deferred).count())
}

/// Tools that were never loaded, though there were turns.
pub(super) fn deferred(evidence: &Evidence, state: &State, _: Moment) -> Vec<Finding> {
    let Deferred { servers, turns } = &evidence.deferred;
    let over = state.life.exit.is_some() || state.life.closing;
    let searched = state.facts.tools.iter().any(|tool| tool == "ToolSearch");
    if !searched || *turns == 0 || (!over && *turns < TURNS) {
        return Vec::new();
    }
    let never = servers
        .iter()
        .filter(|listed| listed.tools > 0 && !listed.used);
    let found = never.map(|listed| {
        let what = format!(
            "the model never loaded a tool of {} ({} deferred: it sees only their names, and has to look them up with ToolSearch)",
            listed.server,
            match listed.tools {
                1 => "1 of its tools is".to_owned(),
                tools => format!("{tools} of its tools are"),
            }
        );
        Finding::new(Severity::Info, "deferred_tools", what)
            .remedy("if it should have used them, set `_meta: {\"anthropic/alwaysLoad\": true}` on the tools, or ENABLE_TOOL_SEARCH=false; else this is fine")
            .lines([listed.seq])
    });
    found.collect()
}
