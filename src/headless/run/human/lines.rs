//! PURE. The single lines: session, tools, permissions, hooks, tasks, results. Owns: their words. Does not own: text of
//! the model and what is remembered between events (`human`).

use super::figures::{counted, dollars, duration, tokens};
use super::{Human, Open, Paint, brief, clip};
use crate::headless::run::event::{
    End, Hook, Permission, RunEvent, SessionFacts, Task, ToolResult, TurnEnd,
};
use crate::headless::run::refuse::flags;
use crate::headless::sanitise;

/// How much of a message is shown on a line.
const SHOWN: usize = 300;

fn short(text: &str) -> String {
    clip(&sanitise(text.trim()), SHOWN)
}

impl Human {
    /// All of it the first time, later only what is worth a line.
    pub(super) fn session(&mut self, facts: &SessionFacts) -> Vec<String> {
        let paint = self.look.paint;
        let before = self.session.replace(facts.clone());
        if before.is_some_and(|before| {
            (&before.id, &before.model, &before.permission_mode)
                == (&facts.id, &facts.model, &facts.permission_mode)
        }) {
            return Vec::new();
        }
        let mut parts = vec![format!("session {}", facts.id)];
        parts.extend(facts.model.clone());
        parts.extend(
            facts
                .version
                .as_ref()
                .map(|version| format!("claude {version}")),
        );
        parts.extend(facts.permission_mode.clone());
        parts.push(counted(facts.tools.len() as u64, "tool"));
        let mut lines = vec![paint.dim(&short(&parts.join(" · ")))];
        for server in &facts.servers {
            if !matches!(server.status.as_str(), "connected" | "pending" | "") {
                let what = format!("MCP server {}: {}", server.name, server.status);
                lines.push(paint.careful(&format!("  {}", short(&what))));
            }
        }
        lines
    }

    pub(super) fn result(&self, result: &ToolResult, open: Option<&Open>) -> String {
        let paint = self.look.paint;
        let nested = result.parent.is_some() || open.is_some_and(|open| open.nested);
        let name = open
            .map(|open| open.name.as_str())
            .or(result.name.as_deref());
        let name = sanitise(name.unwrap_or("a tool")).into_owned();
        let what = open.map(|open| brief(&open.name, &open.input));
        let mut line = head(paint, &name, what.as_deref().unwrap_or_default(), nested);
        line.push_str(" · ");
        if result.is_error {
            let why = result.text.trim().lines().next().unwrap_or_default();
            line.push_str(&paint.bad("failed"));
            if !why.is_empty() {
                line.push_str(": ");
                line.push_str(&short(why));
            }
        } else {
            line.push_str(&paint.good("ok"));
        }
        if let Some(took) = result.took_s {
            line.push_str(&paint.dim(&format!(" · {}", duration(took))));
        }
        line
    }

    pub(super) fn permission(&self, decision: &Permission) -> Vec<String> {
        let paint = self.look.paint;
        let open = decision.id.as_ref().and_then(|id| self.open.get(id));
        let input = decision.input.as_ref().or(open.map(|open| &open.input));
        let what = input
            .map(|input| brief(&decision.tool, input))
            .unwrap_or_default();
        let nested = open.is_some_and(|open| open.nested);
        let name = sanitise(&decision.tool).into_owned();
        let head = head(paint, &name, &what, nested);
        let why = decision.why.as_deref().map(short).unwrap_or_default();
        let said = match (decision.verdict, decision.by) {
            ("allow", "rule") => format!("{} by rule {why}", paint.good("allowed")),
            ("allow", by) => format!("{} by {}", paint.good("allowed"), who(by)),
            ("deny", "rule") => format!("{} by rule {why}", paint.bad("denied")),
            ("deny", "nobody") if decision.would_allow.is_empty() => format!(
                "{}: only a person may decide this (--ask on a terminal)",
                paint.bad("denied")
            ),
            ("deny", "nobody") => format!(
                "{}: nobody may decide; to allow it: {}",
                paint.bad("denied"),
                paint.bold(&sanitise(&flags(&decision.would_allow)))
            ),
            ("deny", by) if why.is_empty() => format!("{} by {}", paint.bad("denied"), who(by)),
            ("deny", by) => format!("{} by {} ({why})", paint.bad("denied"), who(by)),
            ("withdrawn", _) => paint.dim("the question was withdrawn"),
            (_, _) => {
                let error = decision.message.as_deref().map(short).unwrap_or_default();
                format!("{}: {error}", paint.bad("deciding failed"))
            }
        };
        vec![format!("{head} · {said}")]
    }

    /// Calls that will not come back, now that the turn is over. Work in the background may still do.
    pub(super) fn given_up(&mut self) -> Vec<String> {
        let paint = self.look.paint;
        let mut lines: Vec<String> = Vec::new();
        for open in std::mem::take(&mut self.open)
            .into_values()
            .filter(|open| !open.nested)
        {
            let head = head(
                paint,
                &sanitise(&open.name),
                &brief(&open.name, &open.input),
                false,
            );
            lines.push(format!("{head} · {}", paint.careful("no result")));
        }
        lines.sort_unstable();
        lines
    }

    pub(super) fn turn_end(&self, end: &TurnEnd) -> Vec<String> {
        let paint = self.look.paint;
        let mut parts = vec![counted(end.turns, "turn")];
        parts.extend(end.duration_s.map(duration));
        let read = end.tokens.input + end.tokens.cache_read + end.tokens.cache_write;
        if read + end.tokens.output > 0 {
            parts.push(format!(
                "{} in, {} out",
                tokens(read),
                tokens(end.tokens.output)
            ));
        }
        parts.extend(end.cost_usd.map(dollars));
        parts.extend(end.origin.as_ref().map(|origin| format!("for {origin}")));
        let figures = paint.dim(&format!(" · {}", sanitise(&parts.join(" · "))));
        let word = match (end.is_error, end.outcome) {
            (true, outcome) => paint.bad(&outcome.replace('_', " ")),
            (false, "success") => paint.good("done"),
            (false, outcome) => paint.careful(&outcome.replace('_', " ")),
        };
        let mut lines = vec![format!("{word}{figures}")];
        if end.is_error && end.outcome != "interrupted" && !end.text.trim().is_empty() {
            lines.push(format!("  {}", short(&end.text)));
        }
        lines
    }
}

fn who(by: &str) -> &str {
    match by {
        "person" => "you",
        "limit" => "a limit",
        "cli" => "the CLI",
        other => other,
    }
}

fn head(paint: Paint, name: &str, what: &str, nested: bool) -> String {
    let indent = if nested { "    " } else { "  " };
    let gap = if what.is_empty() { "" } else { " " };
    format!("{indent}{}{gap}{what}", paint.name(name))
}

/// Events that need nothing from earlier ones.
pub(super) fn plain(paint: Paint, verbose: bool, event: &RunEvent) -> Vec<String> {
    match event {
        RunEvent::Progress {
            tool,
            done,
            total,
            message,
        } if verbose => {
            let of = total
                .map(|total| format!(" of {total}"))
                .unwrap_or_default();
            let said = message.as_deref().map(short).unwrap_or_default();
            vec![paint.dim(&format!("  {}: {done}{of} {said}", sanitise(tool)))]
        }
        RunEvent::Hook(hook) => hook_line(paint, verbose, hook).into_iter().collect(),
        RunEvent::Task(task) => task_line(paint, verbose, task).into_iter().collect(),
        RunEvent::Retry {
            attempt,
            of,
            delay_s,
            status,
            error,
        } => {
            let status = status
                .map(|status| format!(" {status}"))
                .unwrap_or_default();
            let what = format!(
                "  the API failed ({}{status}); attempt {attempt} of {of} in {}",
                short(error),
                duration(*delay_s)
            );
            vec![paint.careful(&what)]
        }
        RunEvent::Compaction {
            trigger,
            before,
            after,
        } => {
            let figures = match (before, after) {
                (Some(before), Some(after)) => {
                    format!(": {} to {} tokens", tokens(*before), tokens(*after))
                }
                _ => String::new(),
            };
            vec![paint.dim(&format!(
                "  conversation compacted ({}){figures}",
                short(trigger)
            ))]
        }
        RunEvent::Notice { level, text } => vec![match level.as_str() {
            "error" => paint.bad(&format!("  {}", short(text))),
            "info" => paint.dim(&format!("  {}", short(text))),
            _ => paint.careful(&format!("  {}", short(text))),
        }],
        RunEvent::Other { kind, subtype, .. } if verbose => {
            let subtype = subtype
                .as_ref()
                .map(|word| format!("/{word}"))
                .unwrap_or_default();
            vec![paint.dim(&format!(
                "  unknown message {}",
                short(&format!("{kind}{subtype}"))
            ))]
        }
        RunEvent::End(end) => last(paint, end),
        _ => Vec::new(),
    }
}

/// Only hooks that did something.
fn hook_line(paint: Paint, verbose: bool, hook: &Hook) -> Option<String> {
    let idle = matches!(
        hook.outcome.as_str(),
        "none" | "async" | "success" | "cancelled"
    );
    if idle && !verbose {
        return None;
    }
    let tool = hook
        .tool
        .as_ref()
        .map(|tool| format!(" {tool}"))
        .unwrap_or_default();
    let reason = hook
        .reason
        .as_ref()
        .map(|reason| format!(": {reason}"))
        .unwrap_or_default();
    let code = hook.exit_code.filter(|code| *code != 0);
    let code = code
        .map(|code| format!(" (exit {code})"))
        .unwrap_or_default();
    let what = short(&format!(
        "hook {}{tool} · {}{code}{reason}",
        hook.event, hook.outcome
    ));
    let what = format!("  {what}");
    Some(match hook.outcome.as_str() {
        "failed" | "timed_out" | "error" => paint.bad(&what),
        _ if idle => paint.dim(&what),
        _ => paint.careful(&what),
    })
}

fn task_line(paint: Paint, verbose: bool, task: &Task) -> Option<String> {
    let running = matches!(task.status.as_str(), "running" | "pending" | "paused");
    if running && !verbose {
        return None;
    }
    let mut parts = vec![format!("task {}", task.status)];
    parts.extend(task.kind.clone());
    parts.extend(task.description.clone());
    parts.extend(task.tool.as_ref().map(|tool| format!("used {tool}")));
    parts.extend(task.summary.clone());
    parts.retain(|part| !part.trim().is_empty());
    Some(paint.dim(&format!("    {}", short(&parts.join(" · ")))))
}

fn last(paint: Paint, end: &End) -> Vec<String> {
    let mut lines = Vec::new();
    if end.denied > 0 {
        let calls = counted(end.denied, "call");
        lines.push(paint.careful(&format!("{calls} denied, since nobody may decide")));
    }
    if end.unknown > 0 {
        let messages = counted(end.unknown, "message");
        lines.push(paint.careful(&format!(
            "{messages} of a kind this version does not know (see --json)"
        )));
    }
    if end.malformed > 0 {
        let what = match end.malformed {
            1 => "1 line of the CLI was no message".to_owned(),
            count => format!("{} of the CLI were no messages", counted(count, "line")),
        };
        lines.push(paint.careful(&what));
    }
    if let Some(path) = &end.recording {
        let masked = match end.masked {
            Some(masked) => format!(", {} masked", counted(masked, "value")),
            None => String::new(),
        };
        let part = if end.recorded_in_part {
            ", not to the end"
        } else {
            ""
        };
        lines.push(paint.dim(&format!("recorded in {}{part}{masked}", sanitise(path))));
    }
    if let Some(id) = end.session_id.as_ref().filter(|id| !id.is_empty()) {
        let sim = simulator(end.simulated.as_deref());
        lines.push(paint.dim(&sanitise(&format!(
            "to go on: cca-tui run{sim} --resume {id}"
        ))));
    }
    lines
}

/// The flag that chooses the simulator again: only it knows the session.
fn simulator(scenario: Option<&str>) -> String {
    match scenario {
        None => String::new(),
        Some("") => " --sim".to_owned(),
        Some(name) => {
            let quoted = shlex::try_quote(name).unwrap_or_else(|_| name.into());
            format!(" --sim {quoted}")
        }
    }
}
