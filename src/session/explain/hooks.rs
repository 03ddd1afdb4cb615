//! PURE. Hooks that failed or took too long, and what that did. Owns: gathering them as they end, and the rule.
//! Does not own: the log of all runs (`session::hooks`).

use super::evidence::{Evidence, Seen, cut};
use super::finding::{Finding, Severity};
use crate::session::{HookOutcome, HookRun, Place, State};
use crate::trace::{Direction, Moment, Traffic};
use crate::wire::{Frame, System};
use serde_json::Value;
use std::sync::Arc;

/// How many of the latest runs are looked at for the one that has just ended.
const LATEST: usize = 64;

/// A hook that did not do its work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Trouble {
    severity: Severity,
    what: String,
    remedy: &'static str,
    seq: u64,
    /// How often it was the same.
    times: u64,
}

/// Takes in a line that may have ended a hook.
pub(super) fn observe(seen: &mut Seen<Trouble>, state: &State, frame: &Frame, traffic: &Traffic) {
    let id = match (frame, traffic.direction) {
        (Frame::ControlResponse(answer), Direction::Out) => answer.response.request_id.as_deref(),
        (Frame::ControlCancel(cancel), Direction::In) => cancel.request_id.as_deref(),
        (Frame::System(System::HookResponse(hook)), _) => hook.body.hook_id.as_deref(),
        (Frame::Stored(record), _) => record.get("uuid").and_then(Value::as_str),
        _ => return,
    };
    let mut latest = state.hooks.iter().rev().take(LATEST);
    let run = latest.find(|run| Some(run.id.as_str()) == id && run.ended == Some(traffic.at));
    let Some(trouble) = run.and_then(|run| trouble(run, traffic.seq)) else {
        return;
    };
    let same = |known: &Trouble| known.what == trouble.what;
    match seen.first.iter().position(same) {
        Some(at) => {
            if let Some(known) = Arc::make_mut(&mut seen.first).get_mut(at) {
                known.times += 1;
            }
        }
        None => seen.push(trouble),
    }
}

fn trouble(run: &HookRun, seq: u64) -> Option<Trouble> {
    let hook = called(run);
    let call = run
        .tool_name
        .as_deref()
        .unwrap_or("what it was asked about");
    let (what, remedy) = match run.outcome.as_ref()? {
        HookOutcome::TimedOut => (
            format!(
                "the {hook} did not answer in time{}; {}",
                limit(run),
                after_time_out(run, call)
            ),
            "make it faster, or register it with a longer timeout",
        ),
        HookOutcome::Failed(error) if run.blocks == Some(true) => (
            format!(
                "the {hook} failed: {}; it is registered to block then, so {call} was stopped",
                cut(error)
            ),
            "mend it; until then nothing passes it",
        ),
        HookOutcome::Failed(error) => (
            format!(
                "the {hook} failed: {}; the CLI went on as if it had said nothing",
                cut(error)
            ),
            "mend it; a hook that has to hold is registered with `onFailure: \"block\"`",
        ),
        HookOutcome::Command { exit_code, outcome }
            if outcome == "error" && *exit_code != Some(2) =>
        {
            (
                format!(
                    "the command of {hook} failed{}; the CLI went on as if it had said nothing",
                    exit_code
                        .map(|code| format!(" with code {code}"))
                        .unwrap_or_default()
                ),
                "run the command by hand with the same input; code 2 is how it objects, any other is a failure",
            )
        }
        HookOutcome::Command { outcome, .. } if outcome == "cancelled" => (
            format!(
                "the command of {hook} was stopped before it was done; the CLI went on without it"
            ),
            "it took longer than its `timeout` in the settings, or the turn was interrupted: make it faster, or give it more time",
        ),
        _ => return None,
    };
    let severity = match run.place {
        Place::Callback => Severity::Error,
        Place::Command => Severity::Warning,
    };
    Some(Trouble {
        severity,
        what,
        remedy,
        seq,
        times: 1,
    })
}

/// What a run is called.
pub(super) fn called(run: &HookRun) -> String {
    match &run.tool_name {
        Some(tool) => format!("hook {} on {tool}", run.event),
        None => format!("hook {}", run.event),
    }
}

fn limit(run: &HookRun) -> String {
    let limit = run.limit.map(|limit| format!(" ({} s)", limit.as_secs()));
    limit.unwrap_or_default()
}

fn after_time_out(run: &HookRun, call: &str) -> String {
    if run.event == "PreToolUse" {
        format!("{call} was not run, and the model was told that it failed")
    } else {
        "the CLI went on without it".to_owned()
    }
}

/// Hooks that failed or took too long.
pub(super) fn hooks(evidence: &Evidence, _: &State, _: Moment) -> Vec<Finding> {
    let found = evidence.hooks.first.iter().map(|trouble| {
        let what = match trouble.times {
            1 => trouble.what.clone(),
            times => format!("{} ({times} times)", trouble.what),
        };
        Finding::new(trouble.severity, "hook", what)
            .remedy(trouble.remedy)
            .lines([trouble.seq])
    });
    found.collect()
}
