//! PURE. What the CLI does with a call: runs it, asks, or refuses, by mode, rules and what the call would do.
//!
//! `rulebook` has the rules and directories of a session and the changes to them, `bash` and `shell` judge commands,
//! `files` judges paths, `request` makes the permission request. Rules themselves are `crate::permissions`. Patterns are
//! judged by name alone: nothing here looks at the disk.

mod bash;
mod files;
mod request;
mod rulebook;
mod shell;

pub use request::{display_name, request};
pub use rulebook::RuleBook;

use crate::permissions::{Behavior, Call};
use crate::simulator::facts::Facts;
use serde_json::{Value, json};
use std::path::Path;

/// What becomes of a call.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It runs; the kind of reason, for `tool_result_meta`.
    Run(Option<&'static str>),
    /// Somebody is asked.
    Ask(Box<Asking>),
    /// It is refused.
    Deny(Denial),
}

/// Why and how somebody is asked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Asking {
    /// `decision_reason`.
    pub reason: Option<String>,
    /// `decision_reason_type`.
    pub reason_type: Option<&'static str>,
    /// `blocked_path`.
    pub blocked_path: Option<String>,
    /// `permission_suggestions`; `None` leaves the key out.
    pub suggestions: Option<Vec<Value>>,
    /// `server_policy_ask_only`.
    pub ask_only: bool,
    /// `classifier_approvable`.
    pub classifier_approvable: Option<bool>,
    /// `requires_user_interaction`.
    pub needs_person: bool,
    /// `decision_reason_rule_source`.
    pub rule_source: Option<String>,
    /// What the model is told where nobody can be asked.
    pub message: String,
}

/// Why a call is refused without asking.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Denial {
    /// What the model is told.
    pub message: String,
    /// `decision_reason_type` of `permission_denied`.
    pub reason_type: Option<&'static str>,
    /// `decision_reason` of `permission_denied`.
    pub reason: Option<String>,
    /// `non_execution_kind` of the result.
    pub not_run: &'static str,
    /// `reason_type` of the result.
    pub result_reason_type: Option<&'static str>,
}

/// Built-in tools that never ask.
const FREE: &[&str] = &[
    "Agent",
    "Task",
    "Skill",
    "TaskCreate",
    "TaskUpdate",
    "TaskList",
    "TaskGet",
    "TaskStop",
    "TodoWrite",
    "ToolSearch",
    "CronCreate",
    "CronDelete",
    "CronList",
    "Monitor",
    "ListAgents",
    "EnterPlanMode",
    "StructuredOutput",
    "ListMcpResourcesTool",
    "ReadMcpResourceTool",
    "ReportFindings",
    "ScheduleWakeup",
    "SendMessage",
    "Workflow",
    "EnterWorktree",
    "ExitWorktree",
];

/// Judges a call.
pub fn judge(tool: &str, input: &Value, facts: &Facts) -> Verdict {
    let verdict = before_mode(tool, input, facts);
    let Verdict::Ask(asking) = verdict else {
        return verdict;
    };
    if facts.mode == "dontAsk" {
        return Verdict::Deny(Denial {
            message: format!(
                "Permission to use {tool} has been denied because Claude Code is running in don't ask mode."
            ),
            reason_type: Some("mode"),
            reason: None,
            not_run: "permission-rule",
            result_reason_type: Some("mode"),
        });
    }
    if !facts.client_answers {
        return Verdict::Deny(Denial {
            message: asking.message,
            reason_type: asking.reason_type,
            reason: asking.reason,
            not_run: "user-rejected",
            result_reason_type: None,
        });
    }
    Verdict::Ask(asking)
}

fn before_mode(tool: &str, input: &Value, facts: &Facts) -> Verdict {
    let ruled = by_rules(tool, input, facts);
    if let Some(Verdict::Deny(denial)) = ruled {
        return Verdict::Deny(denial);
    }
    if matches!(tool, "AskUserQuestion" | "ExitPlanMode") {
        return Verdict::Ask(Box::new(Asking {
            needs_person: true,
            message: not_granted(&format!("use {tool}")),
            ..Asking::default()
        }));
    }
    if let Some(Verdict::Ask(asking)) = ruled {
        return Verdict::Ask(asking);
    }
    if facts.mode == "bypassPermissions" {
        return Verdict::Run(Some("mode"));
    }
    if let Some(run) = ruled {
        return run;
    }
    let verdict = by_what_it_does(tool, input, facts);
    match &verdict {
        Verdict::Ask(asking)
            if facts.mode == "auto" && asking.reason_type != Some("safetyCheck") =>
        {
            Verdict::Run(Some("classifier"))
        }
        _ => verdict,
    }
}

fn as_call<'a>(tool: &'a str, input: &'a Value, facts: &'a Facts) -> Call<'a> {
    let home = Path::new(&facts.place.home);
    Call {
        tool_name: tool,
        input,
        cwd: Path::new(&facts.place.cwd),
        home: (!facts.place.home.is_empty()).then_some(home),
    }
}

/// What rules say: deny before ask, ask before allow.
fn by_rules(tool: &str, input: &Value, facts: &Facts) -> Option<Verdict> {
    let (behavior, source) = facts.rules.decide(&as_call(tool, input, facts))?;
    let reason_type = if tool == "Bash" {
        "subcommandResults"
    } else {
        "rule"
    };
    Some(match behavior {
        Behavior::Allow => Verdict::Run(Some(reason_type)),
        Behavior::Ask => Verdict::Ask(Box::new(Asking {
            reason_type: Some("rule"),
            rule_source: Some(source),
            message: not_granted(&format!("use {tool}")),
            ..Asking::default()
        })),
        Behavior::Deny => Verdict::Deny(Denial {
            message: denied_by_rule(tool, input),
            reason_type: Some(reason_type),
            reason: None,
            not_run: "permission-rule",
            result_reason_type: Some(reason_type),
        }),
    })
}

/// Whether such calls need not be asked about, whatever the scenario says of this one: a rule in an answer of the client
/// allows them, or the mode that counts now asks nothing about them, however it came to count. Rules that the CLI was
/// started with are no answer.
pub fn answered_for_good(tool: &str, input: &Value, facts: &Facts) -> bool {
    match judge(tool, input, facts) {
        Verdict::Run(Some("mode")) => true,
        Verdict::Run(_) => facts.rules.allowed_by_answer(&as_call(tool, input, facts)),
        Verdict::Ask(_) | Verdict::Deny(_) => false,
    }
}

fn by_what_it_does(tool: &str, input: &Value, facts: &Facts) -> Verdict {
    let text = |key: &str| input.get(key).and_then(Value::as_str).unwrap_or_default();
    match tool {
        "Bash" => bash::judge(text("command"), facts),
        "Read" | "Glob" | "Grep" | "LS" => {
            let key = if tool == "Read" { "file_path" } else { "path" };
            files::judge_read(text(key), facts)
        }
        "Edit" | "Write" | "MultiEdit" => files::judge_write(text("file_path"), facts),
        "NotebookEdit" => files::judge_write(text("notebook_path"), facts),
        "WebFetch" => web(tool, &[rule("WebFetch", domain(text("url")))]),
        "WebSearch" => web(tool, &[rule("WebSearch", None)]),
        _ if FREE.contains(&tool) => Verdict::Run(None),
        _ if tool.starts_with("mcp__") => Verdict::Ask(Box::new(Asking {
            suggestions: Some(vec![add_rules(&[rule(tool, None)], "localSettings")]),
            ask_only: true,
            message: not_granted(&format!("use {tool}")),
            ..Asking::default()
        })),
        _ => web(tool, &[rule(tool, None)]),
    }
}

fn web(tool: &str, rules: &[Value]) -> Verdict {
    Verdict::Ask(Box::new(Asking {
        suggestions: Some(vec![add_rules(rules, "localSettings")]),
        message: not_granted(&format!("use {tool}")),
        ..Asking::default()
    }))
}

/// `domain:example.com` of an address.
fn domain(url: &str) -> Option<String> {
    let rest = url.split_once("://")?.1;
    let host = rest.split(['/', '?', '#']).next()?;
    let host = host.rsplit('@').next()?.split(':').next()?;
    Some(format!("domain:{host}"))
}

fn denied_by_rule(tool: &str, input: &Value) -> String {
    let text = |key: &str| input.get(key).and_then(Value::as_str);
    match (tool, text("command"), text("url").and_then(domain)) {
        ("Bash", Some(command), _) => {
            format!("Permission to use Bash with command {command} has been denied.")
        }
        ("WebFetch", _, Some(domain)) => format!("WebFetch denied access to {domain}."),
        _ => format!("Permission to use {tool} has been denied."),
    }
}

fn not_granted(what: &str) -> String {
    format!("Claude requested permissions to {what}, but you haven't granted it yet.")
}

/// A rule in two parts, as updates carry it.
fn rule(tool: &str, content: Option<String>) -> Value {
    match content {
        Some(content) => json!({ "toolName": tool, "ruleContent": content }),
        None => json!({ "toolName": tool }),
    }
}

/// The suggestion to add rules.
fn add_rules(rules: &[Value], destination: &str) -> Value {
    json!({
        "type": "addRules",
        "rules": rules,
        "behavior": "allow",
        "destination": destination,
    })
}

/// The suggestion to accept all edits.
fn accept_edits() -> Value {
    json!({ "type": "setMode", "mode": "acceptEdits", "destination": "session" })
}

/// The suggestion to work in another directory too.
fn add_directory(directory: &str) -> Value {
    json!({ "type": "addDirectories", "directories": [directory], "destination": "session" })
}

#[cfg(test)]
#[path = "policy_tests.rs"]
mod tests;
