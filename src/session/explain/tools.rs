//! Rules about tools, permissions, hooks, the API and what it cost.

use super::evidence::{Case, Evidence};
use super::finding::{Finding, Severity};
use crate::session::{HookOutcome, HookRun, Outcome, Place, State};
use crate::trace::Moment;

/// The CLI refused calls, and nobody was ever asked.
pub(super) fn denied_without_asking(evidence: &Evidence, _: &State, _: Moment) -> Vec<Finding> {
    let denied = &evidence.denied;
    let Some(first) = denied.first.first() else {
        return Vec::new();
    };
    if evidence.asked_permission || first.text.contains("rule") || first.text.contains("mode") {
        return Vec::new();
    }
    let what = format!(
        "the CLI refused {} without asking ({} such calls, and nobody was asked for anything)",
        first.name, denied.total
    );
    let finding = Finding::new(Severity::Warning, "no_prompt_tool", what)
        .remedy("start it with `--permission-prompt-tool stdio` to be asked, or allow the tool by a rule")
        .lines(denied.first.iter().map(|case| case.seq));
    vec![finding]
}

/// What the error of a tool result says about the call, if it is one of ours to explain.
fn explained(case: &Case) -> Option<(&'static str, String, &'static str)> {
    let text = case.text.as_str();
    if text.contains("No such tool available") {
        return Some((
            "unknown_tool",
            format!(
                "the model called {}, which is not there or is disabled",
                case.name
            ),
            "check `--tools`, `--disallowedTools` and whether the server was ready; the list is in system/init",
        ));
    }
    if text.contains("InputValidationError")
        || text.contains("does not match required schema")
        || text.starts_with("Invalid arguments")
    {
        return Some((
            "schema",
            format!("the input of {} does not fit its schema", case.name),
            "say in the description what is expected, and keep the schema flat; the result says which field it was",
        ));
    }
    if text.contains("ToolSearch") && text.contains("schema") {
        return Some((
            "deferred_tool",
            format!("{} was called before its schema was loaded", case.name),
            "set `_meta: {\"anthropic/alwaysLoad\": true}` on the tool, or ENABLE_TOOL_SEARCH=false",
        ));
    }
    None
}

/// Calls that could not be made.
pub(super) fn failed_results(evidence: &Evidence, _: &State, _: Moment) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for case in &evidence.failed.first {
        let Some((rule, what, remedy)) = explained(case) else {
            continue;
        };
        match found
            .iter_mut()
            .find(|known| known.rule == rule && known.what == what)
        {
            Some(known) => known.lines.push(case.seq),
            None => found.push(
                Finding::new(Severity::Warning, rule, what)
                    .remedy(remedy)
                    .lines([case.seq]),
            ),
        }
    }
    found
}

/// Hooks that failed or took too long, and what that did.
pub(super) fn hooks(_: &Evidence, state: &State, _: Moment) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for run in state.hooks.iter() {
        if let Some(finding) = hook(run)
            && !found.iter().any(|known| known.what == finding.what)
            && found.len() < 10
        {
            found.push(finding);
        }
    }
    found
}

fn hook(run: &HookRun) -> Option<Finding> {
    let event = &run.event;
    let (what, remedy) = match run.outcome.as_ref()? {
        HookOutcome::TimedOut => (
            format!(
                "the hook {event} did not answer in time; a tool call that waited for it was not executed"
            ),
            "make it faster, or register it with a longer timeout",
        ),
        HookOutcome::Failed(error) => (
            format!("the hook {event} failed: {error}; the CLI went on as if it had said nothing"),
            "mend it; a hook that has to hold must not fail",
        ),
        HookOutcome::Command { exit_code, outcome }
            if outcome == "error" && *exit_code != Some(2) =>
        {
            (
                format!(
                    "the command of hook {event} failed{}; the CLI went on as if it had said nothing",
                    exit_code
                        .map(|code| format!(" with code {code}"))
                        .unwrap_or_default()
                ),
                "run the command by hand with the same input; code 2 is how it objects, any other is a failure",
            )
        }
        _ => return None,
    };
    let place = match run.place {
        Place::Callback => Severity::Error,
        Place::Command => Severity::Warning,
    };
    Some(Finding::new(place, "hook", what).remedy(remedy))
}

/// Handlers of ours that failed.
pub(super) fn handlers(evidence: &Evidence, _: &State, _: Moment) -> Vec<Finding> {
    let cases = evidence.handler_failed.first.iter().take(10);
    cases
        .map(|case| {
            let what = format!("our handler for {} failed: {}", case.name, case.text);
            Finding::new(Severity::Error, "handler", what)
                .remedy(
                    "the answer that went out in its place says so to the model; mend the handler",
                )
                .lines([case.seq])
        })
        .collect()
}

/// The CLI could not start or resume.
pub(super) fn start_failed(_: &Evidence, state: &State, _: Moment) -> Vec<Finding> {
    let failed = state
        .last_turn()
        .filter(|turn| turn.outcome == Some(Outcome::StartFailed));
    let found = failed.map(|turn| {
        let what = format!("the CLI could not start or resume: {}", turn.text);
        Finding::new(Severity::Error, "start_failed", what)
            .remedy("check the session id and the directory; the result stands in place of the answer to `initialize`")
    });
    found.into_iter().collect()
}

/// The last turn failed at the API.
pub(super) fn api(_: &Evidence, state: &State, _: Moment) -> Vec<Finding> {
    let Some(Outcome::ApiError { status, kind }) = state.last_outcome() else {
        return Vec::new();
    };
    let remedy = match status {
        Some(401 | 403) => "check the API key or log in again",
        Some(429 | 529) => "the API is busy or a limit is reached: wait, or lower the load",
        Some(400..=499) => "the request itself is refused: the text of the result says why",
        Some(_) => "try again later",
        None => "check the network and the base URL",
    };
    let what = match (status, kind) {
        (Some(status), _) => format!("the last turn failed at the API with status {status}"),
        (None, Some(kind)) => format!("the last turn failed at the API: {kind}"),
        (None, None) => "the last turn failed at the API, which did not answer".to_owned(),
    };
    vec![Finding::new(Severity::Error, "api", what).remedy(remedy)]
}

/// The total of a later result is lower than that of an earlier one.
pub(super) fn cost(evidence: &Evidence, _: &State, _: Moment) -> Vec<Finding> {
    let found = evidence.cost_fell.map(|seq| {
        Finding::new(Severity::Info, "cost", "the cost in a result is lower than in the one before")
            .remedy("the CLI counts since its process started and begins again when the conversation is cleared: add up, do not take the last one")
            .lines([seq])
    });
    found.into_iter().collect()
}
