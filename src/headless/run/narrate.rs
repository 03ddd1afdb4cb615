//! PURE. From what a session tells to the events of a run. Owns: which of it is worth an event, and remembering what an
//! event needs from earlier ones. Does not own: the shapes (`event`), messages of the CLI by kind (`messages`).

use super::event::{
    Hook, Permission, RunEvent, ServerFacts, SessionFacts, Tokens, ToolResult, TurnEnd,
};
use super::messages;
use crate::agent::{Event, TurnResult};
use crate::permissions::propose;
use crate::session::{Decision, HookOutcome, HookRun, Outcome, Place, Verdict};
use crate::trace::DecidedBy;
use crate::wire::permission::CanUseTool;
use crate::wire::system::Init;
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

/// Requests and calls that are remembered; more at once are a broken peer.
const REMEMBERED: usize = 10_000;

/// Turns the session's events into those of the run.
#[derive(Debug, Default)]
pub(super) struct Narrator {
    /// Where the agent works, for proposing rules.
    cwd: PathBuf,
    /// Where `~` is.
    home: Option<PathBuf>,
    /// Where it is recorded.
    recording: Option<String>,
    /// Calls denied because nobody may decide.
    pub(super) denied: u64,
    /// Messages that this version does not know.
    pub(super) unknown: u64,
    told: Option<SessionFacts>,
    asked: HashMap<String, CanUseTool>,
    parents: HashMap<String, String>,
}

impl Narrator {
    /// For an agent that works in `cwd`; it is right until the CLI says better.
    pub(super) fn new(cwd: PathBuf, home: Option<PathBuf>, recording: Option<String>) -> Self {
        Self {
            cwd,
            home,
            recording,
            ..Self::default()
        }
    }

    /// The events that one event of the session amounts to.
    pub(super) fn narrate(&mut self, event: &Event) -> Vec<RunEvent> {
        match event {
            Event::Message(message) => messages::narrate(self, message.frame()),
            Event::ToolCall {
                id,
                name,
                input,
                parent,
            } => {
                if let Some(parent) = parent
                    && self.parents.len() < REMEMBERED
                {
                    self.parents.insert(id.clone(), parent.clone());
                }
                vec![RunEvent::ToolCall {
                    id: id.clone(),
                    name: name.clone(),
                    input: input.clone(),
                    parent: parent.clone(),
                }]
            }
            Event::ToolResult {
                id,
                name,
                outcome,
                took,
            } => vec![RunEvent::ToolResult(ToolResult {
                id: id.clone(),
                name: name.clone(),
                is_error: outcome.is_error,
                text: outcome.content.plain_text(),
                took_s: took.map(seconds),
                parent: self.parents.remove(id),
            })],
            Event::Progress(progress) => vec![RunEvent::Progress {
                tool: progress.tool.clone(),
                done: progress.done,
                total: progress.total,
                message: progress.message.clone(),
            }],
            Event::State { from, to, .. } => vec![RunEvent::State {
                from: from.as_str(),
                to: to.as_str(),
            }],
            Event::PermissionAsked { id, request } => {
                if self.asked.len() < REMEMBERED {
                    self.asked.insert(id.clone(), (**request).clone());
                }
                Vec::new()
            }
            Event::PermissionDecided(decision) => vec![self.decided(decision)],
            Event::Hook(run) => vec![RunEvent::Hook(hook(run))],
            Event::Complete(result) => vec![RunEvent::Result(turn_end(result))],
            Event::Odd(what) => vec![notice("warning", what)],
            Event::Ended(_) => Vec::new(),
        }
    }

    fn decided(&mut self, decision: &Decision) -> RunEvent {
        let asked = self.asked.remove(&decision.request_id);
        let (by, why) = match &decision.by {
            DecidedBy::Key => ("person", None),
            // The only callback of a run is the one that denies what nobody may decide.
            DecidedBy::Callback => ("nobody", None),
            DecidedBy::Rule(rule) => ("rule", Some(rule.clone())),
            DecidedBy::Limit(limit) => ("limit", Some(limit.clone())),
            DecidedBy::Cli(reason) => ("cli", Some(reason.clone())),
            DecidedBy::Unknown => ("unknown", None),
        };
        let message = match &decision.verdict {
            Verdict::Denied { message, .. } => Some(message.clone()),
            Verdict::Failed(error) => Some(error.clone()),
            Verdict::Allowed { .. } | Verdict::Withdrawn => None,
        };
        let denied = matches!(decision.verdict, Verdict::Denied { .. });
        let for_want = denied
            && match &decision.by {
                DecidedBy::Callback | DecidedBy::Limit(_) => true,
                // Rules and hooks of the settings are somebody's decision; a mode that never asks is not.
                DecidedBy::Cli(reason) => !matches!(reason.as_str(), "rule" | "hook"),
                _ => false,
            };
        self.denied += u64::from(for_want);
        let would_allow = asked
            .as_ref()
            .filter(|_| denied && by == "nobody")
            .map(|request| propose(request, &self.cwd, self.home.as_deref()))
            .unwrap_or_default();
        RunEvent::Permission(Permission {
            id: decision.tool_use_id.clone(),
            tool: decision.tool_name.clone(),
            verdict: decision.verdict.as_str(),
            by,
            why: why.filter(|why| !why.is_empty()),
            message,
            input: asked.map(|request| request.input),
            would_allow,
        })
    }

    /// The start of a turn: told the first time, and when something has changed.
    pub(super) fn init(&mut self, id: &str, init: &Init) -> Option<RunEvent> {
        let servers = init.mcp_servers.iter().flatten();
        let facts = SessionFacts {
            id: id.to_owned(),
            model: init.model.clone(),
            version: init.claude_code_version.clone(),
            cwd: init.cwd.clone(),
            permission_mode: init.permission_mode.clone(),
            tools: init.tools.clone().unwrap_or_default(),
            servers: servers
                .map(|server| ServerFacts {
                    name: server.name.clone(),
                    status: server.status.clone().unwrap_or_default(),
                })
                .collect(),
            recording: self.recording.clone(),
        };
        if let Some(cwd) = &init.cwd {
            self.cwd = PathBuf::from(cwd);
        }
        let new = self.told.as_ref() != Some(&facts);
        self.told = Some(facts.clone());
        new.then_some(RunEvent::Session(facts))
    }
}

pub(super) fn notice(level: &str, text: &str) -> RunEvent {
    RunEvent::Notice {
        level: level.to_owned(),
        text: text.to_owned(),
    }
}

/// To the millisecond: more is noise.
pub(super) fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

fn hook(run: &HookRun) -> Hook {
    let (outcome, reason, exit_code) = match &run.outcome {
        None | Some(HookOutcome::None) => ("none".to_owned(), None, None),
        Some(HookOutcome::Decided { decision, reason }) => {
            (decision.clone(), Some(reason.clone()), None)
        }
        Some(HookOutcome::Changed) => ("changed".to_owned(), None, None),
        Some(HookOutcome::Async) => ("async".to_owned(), None, None),
        Some(HookOutcome::Failed(error)) => ("failed".to_owned(), Some(error.clone()), None),
        Some(HookOutcome::TimedOut) => ("timed_out".to_owned(), None, None),
        Some(HookOutcome::Cancelled) => ("cancelled".to_owned(), None, None),
        Some(HookOutcome::Command { exit_code, outcome }) => (outcome.clone(), None, *exit_code),
    };
    Hook {
        event: run.event.clone(),
        matcher: run.matcher.clone(),
        tool: run.tool_name.clone(),
        place: match run.place {
            Place::Callback => "callback",
            Place::Command => "command",
        },
        outcome,
        reason: reason.filter(|reason| !reason.is_empty()),
        exit_code,
        took_s: run.ended.map(|ended| seconds(ended.since(run.started))),
    }
}

fn turn_end(result: &TurnResult) -> TurnEnd {
    let turn = &result.turn;
    let usage = result.message.usage.clone().unwrap_or_default();
    let measured = turn.ended.map(|ended| ended.since(turn.started));
    let told = result.message.duration_ms.map(Duration::from_millis);
    TurnEnd {
        outcome: turn.outcome.as_ref().map_or("unknown", Outcome::as_str),
        is_error: turn.outcome.as_ref().is_some_and(Outcome::is_failure),
        text: turn.text.clone(),
        structured: turn.structured_output.clone(),
        turns: turn.num_turns,
        duration_s: told.or(measured).map(seconds),
        tokens: Tokens {
            input: usage.input_tokens.unwrap_or(0),
            output: usage.output_tokens.unwrap_or(0),
            cache_read: usage.cache_read_input_tokens.unwrap_or(0),
            cache_write: usage.cache_creation_input_tokens.unwrap_or(0),
        },
        cost_usd: result.cost_usd,
        session_id: result.session_id.clone(),
        origin: turn.origin.clone(),
    }
}
