//! PURE. What is counted beside the fold: kinds of lines, tool calls, control requests. Owns: bounded counters.
//! Does not own: the session (`session::State` tells what an answer answers).

use super::latency::Latencies;
use crate::session::{Asked, OpenTool, Origin, State};
use crate::trace::{Direction, Note, Payload, Traffic};
use crate::wire::control::ControlResponse;
use crate::wire::{Block, Frame, User};
use indexmap::IndexMap;
use std::hash::Hash;
use std::time::Duration;

/// Different names that are counted one by one; a recording with more is broken or hostile.
const NAMES: usize = 200;
/// Under which the rest is counted.
const OTHERS: &str = "(others)";
/// Characters of a name that are kept.
const NAME: usize = 80;

/// The beginning of a text, with a mark if it goes on.
pub(super) fn clip(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

/// The first few of many, and how many there were.
#[derive(Debug)]
pub(super) struct Kept<T> {
    pub(super) first: Vec<T>,
    pub(super) total: u64,
    limit: usize,
}

impl<T> Kept<T> {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            first: Vec::new(),
            total: 0,
            limit,
        }
    }

    pub(super) fn push(&mut self, entry: T) {
        self.total += 1;
        if self.first.len() < self.limit {
            self.first.push(entry);
        }
    }
}

/// The counter of a name, or the common one once there are too many names.
fn slot<K: Hash + Eq, V: Default>(
    map: &mut IndexMap<K, V>,
    key: K,
    others: impl FnOnce() -> K,
) -> &mut V {
    let key = if map.len() < NAMES || map.contains_key(&key) {
        key
    } else {
        others()
    };
    map.entry(key).or_default()
}

/// Lines by kind.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    pub(super) by_kind: IndexMap<String, u64>,
}

impl Kinds {
    pub(super) fn count(&mut self, frame: &Frame) {
        let kind = match frame.subtype() {
            Some(subtype) if !subtype.is_empty() => format!("{}/{subtype}", frame.kind()),
            _ => frame.kind().to_owned(),
        };
        *slot(&mut self.by_kind, clip(&kind, NAME), || OTHERS.to_owned()) += 1;
    }
}

fn is_result(block: &Block) -> bool {
    matches!(block, Block::ToolResult { .. })
}

/// Calls of one tool.
#[derive(Debug, Default)]
pub(super) struct CallStats {
    pub(super) calls: u64,
    pub(super) errors: u64,
    pub(super) not_executed: u64,
    pub(super) no_result: u64,
    pub(super) latency: Latencies,
}

/// Calls by tool.
#[derive(Debug, Default)]
pub(super) struct Calls {
    /// Any record may end a turn, and with it what is open: there is none that says so.
    pub(super) any_may_end: bool,
    pub(super) by_tool: IndexMap<String, CallStats>,
}

/// What to compare with after the fold.
#[derive(Default)]
pub(super) struct Watch {
    /// Calls that may be new, by id.
    opening: Vec<String>,
    /// Open calls that may be given up: id and name.
    closing: Vec<(String, String)>,
    /// Calls that came back.
    results: Vec<CameBack>,
}

/// A call that came back, before the fold forgets when it began.
struct CameBack {
    id: String,
    name: String,
    took: Duration,
    failed: bool,
    refused: bool,
}

impl Calls {
    fn of(&mut self, tool: &str) -> &mut CallStats {
        slot(&mut self.by_tool, clip(tool, NAME), || OTHERS.to_owned())
    }

    pub(super) fn before(&mut self, state: &State, traffic: &Traffic) -> Watch {
        let sent = traffic.direction == Direction::Out;
        let mut watch = Watch::default();
        let mut ends = self.any_may_end;
        match &traffic.payload {
            Payload::Frame(Frame::Assistant(message)) if !sent => {
                let blocks = message.message.content.blocks().iter();
                let new = blocks.filter_map(|block| match block {
                    Block::ToolUse { id, .. } if !state.open_tools.contains_key(id) => {
                        Some(id.clone())
                    }
                    _ => None,
                });
                watch.opening = new.collect();
            }
            Payload::Frame(Frame::User(message)) if !sent => {
                watch.results = results(state, message, traffic);
                // What has its result here is not given up.
                ends &= !message.message.content.blocks().iter().any(is_result);
            }
            Payload::Frame(Frame::Result(_)) if !sent => ends = true,
            Payload::Note(Note::Exited { .. }) => ends = true,
            _ => {}
        }
        if ends {
            let open = state.open_tools.iter();
            watch.closing = open
                .map(|(id, tool)| (id.clone(), tool.name.clone()))
                .collect();
        }
        watch
    }

    pub(super) fn after(&mut self, state: &State, watch: Watch) {
        let new = watch.opening.iter();
        for OpenTool { name, .. } in new.filter_map(|id| state.open_tools.get(id)) {
            self.of(name).calls += 1;
        }
        for back in watch.results {
            // Transcripts have another word for it, which the fold knows.
            let call = state.transcript.call(&back.id);
            let refused = back.refused || call.is_some_and(|call| call.not_executed.is_some());
            let tally = self.of(&back.name);
            tally.latency.add(back.took);
            if refused {
                tally.not_executed += 1;
            } else if back.failed {
                tally.errors += 1;
            }
        }
        for (id, name) in &watch.closing {
            if !state.open_tools.contains_key(id) {
                self.of(name).no_result += 1;
            }
        }
    }
}

fn results(state: &State, message: &User, traffic: &Traffic) -> Vec<CameBack> {
    let meta = message.tool_result_meta.as_deref().unwrap_or_default();
    let refused = |id: &String| {
        let mut of_it = meta.iter().filter(|meta| meta.id.as_ref() == Some(id));
        of_it.any(|meta| meta.non_execution_kind.is_some())
    };
    let mut found: Vec<CameBack> = Vec::new();
    for block in message.message.content.blocks() {
        let Block::ToolResult {
            tool_use_id,
            is_error,
            ..
        } = block
        else {
            continue;
        };
        let Some(open) = state.open_tools.get(tool_use_id) else {
            continue;
        };
        found.push(CameBack {
            id: tool_use_id.clone(),
            name: open.name.clone(),
            took: traffic.at.since(open.since),
            failed: *is_error == Some(true),
            refused: refused(tool_use_id),
        });
    }
    found
}

/// Control requests of one kind.
#[derive(Debug, Default)]
pub(super) struct RequestStats {
    pub(super) count: u64,
    pub(super) errors: u64,
    pub(super) withdrawn: u64,
    pub(super) latency: Latencies,
}

/// Control requests by sender and kind.
#[derive(Debug, Default)]
pub(super) struct Requests {
    pub(super) by_kind: IndexMap<(Origin, String), RequestStats>,
}

impl Requests {
    fn of(&mut self, origin: Origin, asked: &Asked) -> &mut RequestStats {
        let key = (origin, clip(&subject(asked), NAME));
        slot(&mut self.by_kind, key, || (origin, OTHERS.to_owned()))
    }

    pub(super) fn before(&mut self, state: &State, traffic: &Traffic) {
        let out = traffic.direction == Direction::Out;
        match traffic.frame() {
            Some(Frame::ControlResponse(response)) => {
                let answers = if out { Origin::Cli } else { Origin::Us };
                self.answered(state, answers, response, traffic);
            }
            Some(Frame::ControlCancel(cancel)) => {
                let origin = if out { Origin::Us } else { Origin::Cli };
                let id = cancel.request_id.as_deref();
                if let Some(row) = id.and_then(|id| state.pending.get(origin, id)) {
                    self.of(origin, &row.asked).withdrawn += 1;
                }
            }
            _ => {}
        }
    }

    pub(super) fn after(&mut self, state: &State, traffic: &Traffic) {
        let Some(Frame::ControlRequest(request)) = traffic.frame() else {
            return;
        };
        let origin = if traffic.direction == Direction::Out {
            Origin::Us
        } else {
            Origin::Cli
        };
        let id = request.request_id.as_deref().unwrap_or_default();
        if let Some(row) = state.pending.get(origin, id) {
            self.of(origin, &row.asked).count += 1;
        }
    }

    fn answered(
        &mut self,
        state: &State,
        origin: Origin,
        response: &ControlResponse,
        traffic: &Traffic,
    ) {
        let id = response.response.request_id.as_deref().unwrap_or_default();
        let Some(row) = state.pending.get(origin, id) else {
            return;
        };
        let tally = self.of(origin, &row.asked);
        tally.latency.add(traffic.at.since(row.since));
        tally.errors += u64::from(response.response.is_error());
    }
}

/// The kind of a request in the words of the wire.
fn subject(asked: &Asked) -> String {
    match asked {
        Asked::Permission { .. } => "can_use_tool".to_owned(),
        Asked::ToolCall { .. } => "mcp_message tools/call".to_owned(),
        Asked::Mcp { method, .. } => format!("mcp_message {method}"),
        Asked::Hook { event, .. } => format!("hook_callback {event}"),
        Asked::Elicitation { .. } => "elicitation".to_owned(),
        Asked::Dialog { .. } => "request_user_dialog".to_owned(),
        Asked::Control { subtype } => subtype.clone(),
    }
}
