//! PURE. The rules that would have allowed a call. Owns: finding them, narrow enough to be said yes to without much
//! thought, and checking that they do allow it. Does not own: adding them to anything.

use std::path::Path;

use serde_json::Value;

use super::rule::{EDITS, READS};
use super::{Behavior, Call, Rules, command};
use crate::wire::permission::CanUseTool;

/// Programs whose second word says what they do.
const WITH_SUBCOMMANDS: [&str; 18] = [
    "git",
    "gh",
    "cargo",
    "npm",
    "pnpm",
    "yarn",
    "docker",
    "kubectl",
    "go",
    "make",
    "pip",
    "uv",
    "apt",
    "brew",
    "systemctl",
    "terraform",
    "helm",
    "dotnet",
];
/// Programs that can do anything or undo nothing: only exactly this command is proposed.
const RISKY: [&str; 37] = [
    "rm", "sudo", "doas", "su", "sh", "bash", "zsh", "dash", "fish", "ksh", "eval", "exec",
    "command", "env", "xargs", "dd", "mkfs", "curl", "wget", "ssh", "scp", "python", "python3",
    "node", "deno", "bun", "npx", "perl", "ruby", "php", "awk", "find", "timeout", "nohup", "nice",
    "time", "busybox",
];
/// A rule longer than this is no help to anybody.
const LONGEST: usize = 200;

/// Rules that together would allow this call and its like; none if no rule can, because somebody wants a person to decide.
pub fn propose(request: &CanUseTool, cwd: &Path, home: Option<&Path>) -> Vec<String> {
    if wants_person(request) {
        return Vec::new();
    }
    let call = Call {
        tool_name: &request.tool_name,
        input: &request.input,
        cwd,
        home,
    };
    candidates(&call)
        .into_iter()
        .find(|rules| allows(rules, &call))
        .unwrap_or_default()
}

/// Whether a person is to decide whatever the rules say: the tool itself wants it, or a hook, an `ask` rule, or the CLI's
/// safety check does.
pub fn wants_person(request: &CanUseTool) -> bool {
    let reason = request.decision_reason_type.as_deref().unwrap_or_default();
    request.requires_user_interaction
        || matches!(reason, "hook" | "rule" | "safetyCheck")
        || request
            .matched_ask_rule
            .as_ref()
            .is_some_and(|rule| !rule.is_null())
}

fn allows(rules: &[String], call: &Call<'_>) -> bool {
    let parsed = Rules::parse([], [], rules.iter().map(String::as_str));
    parsed
        .ok()
        .and_then(|rules| rules.decide(call))
        .is_some_and(|verdict| verdict.behavior == Behavior::Allow)
}

/// From narrow to wide; the last one covers every call of the tool.
fn candidates(call: &Call<'_>) -> Vec<Vec<String>> {
    let text = |key: &str| call.input.get(key).and_then(Value::as_str);
    let tool = call.tool_name;
    let one = |pattern: Option<String>| pattern.map(|pattern| vec![format!("{tool}({pattern})")]);
    let mut found: Vec<Vec<String>> = Vec::new();
    match tool {
        "Bash" => found.extend(text("command").map(commands).into_iter().flatten()),
        "WebFetch" => found.extend(one(text("url")
            .and_then(host)
            .map(|host| format!("domain:{host}")))),
        "Agent" | "Task" => found.extend(one(text("subagent_type").map(escaped))),
        "Skill" => found.extend(one(text("skill").or_else(|| text("command")).map(escaped))),
        _ if EDITS.contains(&tool) || READS.contains(&tool) => {
            let path = ["file_path", "notebook_path", "path"]
                .into_iter()
                .find_map(text);
            let family = if EDITS.contains(&tool) {
                "Edit"
            } else {
                "Read"
            };
            let pattern = path.and_then(|path| place(Path::new(path), call.cwd, call.home));
            found.extend(pattern.map(|pattern| vec![format!("{family}({pattern})")]));
        }
        _ => {}
    }
    found.retain(|rules| rules.iter().all(|rule| rule.len() <= LONGEST));
    found.push(vec![tool.to_owned()]);
    found
}

/// One rule for each simple command of a line; else the line as it stands.
fn commands(line: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    if let Some(parts) = command::certain_parts(line) {
        let mut rules: Vec<String> = Vec::new();
        for part in parts {
            let rule = format!("Bash({})", pattern_of(&part));
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        found.push(rules);
    }
    if !line.contains('\n') {
        found.push(vec![format!("Bash({})", escaped(line.trim()))]);
    }
    found
}

fn pattern_of(part: &str) -> String {
    let mut words = part.split(' ');
    let first = words.next().unwrap_or_default();
    let name = first.rsplit('/').next().unwrap_or(first);
    if RISKY.contains(&name) {
        return escaped(part);
    }
    match words.next() {
        Some(second) if WITH_SUBCOMMANDS.contains(&name) && !second.starts_with('-') => {
            format!("{} {} *", escaped(first), escaped(second))
        }
        _ => format!("{} *", escaped(first)),
    }
}

fn escaped(text: &str) -> String {
    text.replace('*', "\\*")
        .replace('(', "\\(")
        .replace(')', "\\)")
}

/// A file directly in the working directory by its name, anything else by its directory.
fn place(path: &Path, cwd: &Path, home: Option<&Path>) -> Option<String> {
    let relative = if path.is_relative() {
        Some(path)
    } else {
        path.strip_prefix(cwd).ok()
    };
    let at_home = || path.strip_prefix(home?).ok();
    let (prefix, rest) = if let Some(relative) = relative {
        ("", relative)
    } else if let Some(below) = at_home() {
        ("~/", below)
    } else {
        ("//", path.strip_prefix("/").ok()?)
    };
    let parent = rest.parent().filter(|parent| *parent != Path::new(""));
    let pattern = match parent {
        Some(parent) => format!("{prefix}{}/**", parent.to_str()?),
        None => format!("{prefix}{}", rest.to_str()?),
    };
    Some(pattern.replace('(', "\\(").replace(')', "\\)"))
}

fn host(url: &str) -> Option<&str> {
    let rest = url.split_once("://")?.1;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    Some(host.split(':').next().unwrap_or(host)).filter(|host| !host.is_empty())
}

#[cfg(test)]
#[path = "propose_tests.rs"]
mod tests;
