//! Rules about tools, permissions, handlers and the API.

use super::evidence::{Case, Evidence, cut};
use super::finding::{Finding, Severity};
use crate::session::{Outcome, State};
use crate::trace::Moment;

/// A permission was needed, and there was nobody to ask: the CLI has no prompt tool, or the client has nobody that decides.
pub(super) fn no_prompt_tool(evidence: &Evidence, state: &State, _: Moment) -> Vec<Finding> {
    let mut found = Vec::new();
    let denied = &evidence.denied;
    // Rules, modes and classifiers refuse without asking too, and say so.
    let nobody =
        |case: &&Case| !["rule", "mode", "classifier", "hook"].contains(&case.text.as_str());
    let asks = !matches!(
        state.facts.permission_mode.as_deref(),
        Some("dontAsk" | "auto" | "plan")
    );
    if let Some(first) = denied
        .first
        .iter()
        .find(nobody)
        .filter(|_| asks && !evidence.asked_permission)
    {
        let what = format!(
            "{} needed a permission, and the CLI refused it without asking: it has no prompt tool{}",
            first.name,
            match denied.total {
                1 => String::new(),
                calls => format!(" ({calls} such calls)"),
            }
        );
        let finding = Finding::new(Severity::Warning, "no_prompt_tool", what)
            .remedy("start it with `--permission-prompt-tool stdio` to be asked, or allow the tool by a rule (`--allowedTools`)")
            .lines(denied.first.iter().map(|case| case.seq));
        found.push(finding);
    }
    if let Some(first) = evidence.nobody_decides.first.first() {
        let what = format!(
            "the CLI asked for a permission for {}, and our side answered with an error: {}; so it was refused",
            first.name, first.text
        );
        let finding = Finding::new(Severity::Error, "no_prompt_tool", what)
            .remedy("register something that decides (`canUseTool`, `can_use_tool`, a rule), or do not start the CLI with `--permission-prompt-tool`")
            .lines(evidence.nobody_decides.first.iter().map(|case| case.seq));
        found.push(finding);
    }
    found
}

/// What the error of a tool result says about the call, if it is one of ours to explain.
fn explained(case: &Case, state: &State) -> Option<(&'static str, String, &'static str)> {
    let (name, text) = (case.name.as_str(), case.text.as_str());
    if text.contains("No such tool available") {
        return Some((
            "unknown_tool",
            missing(case, state),
            "check `--tools` and `--disallowedTools`, the name, and whether its server was ready; the list is in system/init",
        ));
    }
    if text.contains("schema was not sent") {
        return Some((
            "deferred_tool",
            format!(
                "{name} was called before its schema was loaded, with an input that does not fit"
            ),
            "set `_meta: {\"anthropic/alwaysLoad\": true}` on the tool, or ENABLE_TOOL_SEARCH=false",
        ));
    }
    if text.contains("InputValidationError")
        || text.contains("does not match required schema")
        || text.contains("Input validation error")
        || text.starts_with("Invalid arguments")
    {
        return Some((
            "schema",
            format!(
                "the input of {name} does not fit its schema: {}",
                first_line(text)
            ),
            "say in the description what is expected, and keep the schema flat; the result says which field it was",
        ));
    }
    None
}

/// Why there is no such tool, as far as can be told.
fn missing(case: &Case, state: &State) -> String {
    let name = case.name.as_str();
    if case.text.contains("is disabled") {
        return format!("the model called {name}, which is disabled in this session");
    }
    let server = name
        .strip_prefix("mcp__")
        .and_then(|rest| rest.split_once("__"));
    let Some((server, _)) = server else {
        return format!("the model called {name}, which does not exist here");
    };
    let known = state
        .facts
        .servers
        .iter()
        .find(|known| known.name == server);
    match known.and_then(|known| known.status.as_deref()) {
        None => format!("the model called {name}, and there is no server {server}"),
        Some("connected") => {
            format!("the model called {name}, which the server {server} does not have")
        }
        Some(status) => format!("the model called {name}, and the server {server} is {status}"),
    }
}

fn first_line(text: &str) -> String {
    let text = text.trim_start_matches("<tool_use_error>");
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let told: Vec<&str> = lines.take(2).collect();
    told.join(" ")
        .trim_end_matches("</tool_use_error>")
        .to_owned()
}

/// Calls that could not be made.
pub(super) fn failed_results(evidence: &Evidence, state: &State, _: Moment) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for case in evidence.failed.first.iter() {
        let Some((rule, what, remedy)) = explained(case, state) else {
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
pub(super) fn start_failed(evidence: &Evidence, state: &State, _: Moment) -> Vec<Finding> {
    let failed = state
        .last_turn()
        .filter(|turn| turn.outcome == Some(Outcome::StartFailed));
    let found = failed.map(|turn| {
        let what = format!("the CLI could not start or resume: {}", turn.text);
        Finding::new(Severity::Error, "start_failed", what)
            .remedy("check the session id and the directory; the result stands in place of the answer to `initialize`")
            .lines(evidence.result_line)
    });
    found.into_iter().collect()
}

/// The last turn failed at the API.
pub(super) fn api(evidence: &Evidence, state: &State, _: Moment) -> Vec<Finding> {
    let Some(Outcome::ApiError { status, kind }) = state.last_outcome() else {
        return Vec::new();
    };
    let remedy = match status {
        Some(401 | 403) => "check the API key or log in again",
        Some(429 | 529) => "the API is busy or a limit is reached: wait, or lower the load",
        Some(400..=499) => {
            "the request itself is refused, as the API says: look at the model, the settings and what was sent"
        }
        Some(_) => "try again later",
        None => "check the network and the base URL",
    };
    let text = state.last_turn().map_or("", |turn| turn.text.as_str());
    let said = match first_line(text) {
        said if said.is_empty() => said,
        said => format!(": {}", cut(&said)),
    };
    let what = match (status, kind) {
        (Some(status), _) => format!("the last turn failed at the API with status {status}{said}"),
        (None, Some(kind)) => format!("the last turn failed at the API: {kind}{said}"),
        (None, None) => format!("the last turn failed at the API, which did not answer{said}"),
    };
    vec![
        Finding::new(Severity::Error, "api", what)
            .remedy(remedy)
            .lines(evidence.result_line),
    ]
}
