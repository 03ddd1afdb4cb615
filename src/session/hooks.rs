//! Hook runs: our callbacks and the CLI's command hooks, with times and what they did to the call.
//! Owns: the log, and what was registered. Does not own: running hooks.

use super::bounded::Bounded;
use super::pending::{Asked, Pending};
use crate::trace::Moment;
use crate::wire::control::{RequestBody, ResponseBody};
use crate::wire::system::{HookResponse, HookStarted};
use indexmap::IndexMap;
use serde_json::Value;
use std::time::Duration;

/// How many runs are kept.
const KEPT: usize = 1000;
/// How much earlier than its limit, by our clock, a hook may be timed out.
const SLACK: Duration = Duration::from_millis(250);

/// A hook of ours, as registered by `initialize`.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Registered {
    /// The event.
    pub event: String,
    /// Which tools it is for.
    pub matcher: Option<String>,
    /// How long the CLI waits for it.
    pub timeout: Option<Duration>,
    /// A failure of it blocks the call, rather than being passed over.
    pub blocks: bool,
}

/// One run of a hook.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct HookRun {
    /// The control request (our callbacks) or the hook id (command hooks).
    pub id: String,
    /// Where it runs.
    pub place: Place,
    /// The event.
    pub event: String,
    /// The matcher it was registered with, if that is known.
    pub matcher: Option<String>,
    /// The tool, for tool events.
    pub tool_name: Option<String>,
    /// The call, for tool events.
    pub tool_use_id: Option<String>,
    /// When it began.
    pub started: Moment,
    /// When it was over.
    pub ended: Option<Moment>,
    /// How it ended.
    pub outcome: Option<HookOutcome>,
    /// The id we registered it under, for our callbacks.
    pub callback_id: Option<String>,
    /// How long the CLI waits for it, if that is known.
    pub limit: Option<Duration>,
    /// A failure of it blocks the call; `None` if that is not known.
    pub blocks: Option<bool>,
}

/// Where a hook runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Place {
    /// In our process, by callback.
    Callback,
    /// In a command the CLI started.
    Command,
}

/// What a hook did.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum HookOutcome {
    /// It had no opinion.
    None,
    /// It decided: `deny`, `allow`, `ask`, `defer`, `block`, `stop`, with its reason.
    Decided {
        /// The word.
        decision: String,
        /// Why.
        reason: String,
    },
    /// It changed the input or the output, or added context.
    Changed,
    /// It only acknowledged; the call went on.
    Async,
    /// It failed. The CLI goes on as if it had said nothing, unless it was registered to block.
    Failed(String),
    /// It did not answer in time. A tool call that waited for it is not executed.
    TimedOut,
    /// It was no longer wanted.
    Cancelled,
    /// A command hook ended.
    Command {
        /// Its exit code.
        exit_code: Option<i64>,
        /// `success`, `error`, `cancelled`.
        outcome: String,
    },
}

/// All runs, oldest first, and what is registered.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Hooks {
    registered: IndexMap<String, Registered>,
    log: Bounded<HookRun>,
}

impl Default for Hooks {
    fn default() -> Self {
        Self {
            registered: IndexMap::new(),
            log: Bounded::new(KEPT),
        }
    }
}

impl Hooks {
    /// The runs that are still kept.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &HookRun> + ExactSizeIterator {
        self.log.iter()
    }

    /// A run that is still kept, by its place from the oldest.
    pub fn get(&self, index: usize) -> Option<&HookRun> {
        self.log.get(index)
    }

    /// How many runs are kept.
    pub fn len(&self) -> usize {
        self.log.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.log.is_empty()
    }

    /// How many runs there were in all.
    pub fn total(&self) -> u64 {
        self.log.total()
    }

    /// A hook of ours by its callback id.
    pub fn registered(&self, callback_id: &str) -> Option<&Registered> {
        self.registered.get(callback_id)
    }

    /// Learns our hooks from the `initialize` request that registers them.
    pub(super) fn register(&mut self, request: &RequestBody) {
        let Some(events) = request.fields.get("hooks").and_then(Value::as_object) else {
            return;
        };
        self.registered.clear();
        for (event, entries) in events {
            for entry in entries.as_array().into_iter().flatten() {
                let matcher = entry
                    .get("matcher")
                    .and_then(Value::as_str)
                    .map(str::to_owned);
                let timeout = entry
                    .get("timeout")
                    .and_then(Value::as_f64)
                    .filter(|secs| *secs > 0.0);
                let timeout = timeout.and_then(|secs| Duration::try_from_secs_f64(secs).ok());
                for id in entry
                    .get("hookCallbackIds")
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten()
                {
                    let hook = Registered {
                        event: event.clone(),
                        matcher: matcher.clone(),
                        timeout,
                        blocks: entry.get("onFailure").and_then(Value::as_str) == Some("block"),
                    };
                    self.registered
                        .insert(id.as_str().unwrap_or_default().to_owned(), hook);
                }
            }
        }
    }

    pub(super) fn asked(&mut self, pending: &Pending) {
        let Asked::Hook {
            callback_id,
            event,
            tool_name,
            tool_use_id,
        } = &pending.asked
        else {
            return;
        };
        let hook = self.registered.get(callback_id);
        let run = HookRun {
            id: pending.id.clone(),
            place: Place::Callback,
            event: event.clone(),
            matcher: hook.and_then(|hook| hook.matcher.clone()),
            callback_id: Some(callback_id.clone()),
            limit: hook.and_then(|hook| hook.timeout),
            blocks: hook.map(|hook| hook.blocks),
            tool_name: tool_name.clone(),
            tool_use_id: tool_use_id.clone(),
            started: pending.since,
            ended: None,
            outcome: None,
        };
        self.log.push(run);
    }

    pub(super) fn answered(&mut self, pending: &Pending, body: &ResponseBody, at: Moment) {
        let outcome = if body.is_error() {
            HookOutcome::Failed(body.error.clone().unwrap_or_default())
        } else {
            outcome_of(&body.payload())
        };
        self.end(&pending.id, outcome, at);
    }

    pub(super) fn withdrawn(&mut self, pending: &Pending, at: Moment) {
        // The CLI counts from when it wrote the request, we from when we read it: a little early is on time.
        let late = pending.deadline.is_some_and(|deadline| {
            let slack = (deadline.since(pending.since) / 10).min(SLACK);
            deadline.since(at) <= slack
        });
        self.end(
            &pending.id,
            if late {
                HookOutcome::TimedOut
            } else {
                HookOutcome::Cancelled
            },
            at,
        );
    }

    pub(super) fn command_started(&mut self, hook: &HookStarted, at: Moment) {
        let name = hook.hook_name.clone().unwrap_or_default();
        self.log.push(HookRun {
            id: hook.hook_id.clone().unwrap_or_default(),
            place: Place::Command,
            event: hook.hook_event.clone().unwrap_or_default(),
            matcher: name.split_once(':').map(|(_, matcher)| matcher.to_owned()),
            tool_name: None,
            tool_use_id: None,
            started: at,
            ended: None,
            outcome: None,
            callback_id: None,
            limit: None,
            blocks: None,
        });
    }

    pub(super) fn command_ended(&mut self, hook: &HookResponse, at: Moment) {
        let outcome = HookOutcome::Command {
            exit_code: hook.exit_code.get().copied(),
            outcome: hook.outcome.clone().unwrap_or_default(),
        };
        self.end(hook.hook_id.as_deref().unwrap_or_default(), outcome, at);
    }

    fn end(&mut self, id: &str, outcome: HookOutcome, at: Moment) {
        if let Some(run) = self
            .log
            .iter_mut()
            .rev()
            .find(|run| run.id == id && run.ended.is_none())
        {
            run.ended = Some(at);
            run.outcome = Some(outcome);
        }
    }
}

fn outcome_of(output: &Value) -> HookOutcome {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let specific = output.get("hookSpecificOutput");
    let field = |key: &str| specific.and_then(|specific| specific.get(key));
    if output.get("async").and_then(Value::as_bool) == Some(true) {
        return HookOutcome::Async;
    }
    if output.get("continue").and_then(Value::as_bool) == Some(false) {
        return HookOutcome::Decided {
            decision: "stop".to_owned(),
            reason: text(output.get("stopReason")),
        };
    }
    if let Some(decision) = field("permissionDecision").and_then(Value::as_str) {
        return HookOutcome::Decided {
            decision: decision.to_owned(),
            reason: text(field("permissionDecisionReason")),
        };
    }
    if let Some(decision) = field("decision")
        .and_then(|decision| decision.get("behavior"))
        .and_then(Value::as_str)
    {
        return HookOutcome::Decided {
            decision: decision.to_owned(),
            reason: text(field("decision").and_then(|d| d.get("message"))),
        };
    }
    if let Some(decision) = output.get("decision").and_then(Value::as_str) {
        return HookOutcome::Decided {
            decision: decision.to_owned(),
            reason: text(output.get("reason")),
        };
    }
    let changes = specific
        .and_then(Value::as_object)
        .is_some_and(|map| map.keys().any(|key| key != "hookEventName"));
    if changes || output.get("systemMessage").is_some() {
        HookOutcome::Changed
    } else {
        HookOutcome::None
    }
}
