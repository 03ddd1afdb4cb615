//! PURE. One rule: its text taken apart, and whether it covers a call.
//!
//! A rule without a pattern covers every call of its tool. An allow rule then covers that tool only, as in the CLI; a
//! deny or ask rule covers the tool's whole family (`Edit` also stops `Write`), because the other reading would leave
//! the door open that was meant to be shut.

use serde_json::Value;

use super::command::CommandRule;
use super::path::PathRule;
use super::rules::{Call, Side};
use super::wildcard::Wildcard;
use super::{RuleError, domain};

pub(super) const EDITS: [&str; 4] = ["Edit", "Write", "MultiEdit", "NotebookEdit"];
pub(super) const READS: [&str; 5] = ["Read", "Grep", "Glob", "LS", "NotebookRead"];
const AGENTS: [&str; 2] = ["Agent", "Task"];

/// One permission rule.
#[derive(Debug, Clone)]
pub struct Rule {
    text: String,
    tool: String,
    pattern: Pattern,
}

#[derive(Debug, Clone)]
enum Pattern {
    Every,
    McpServer,
    McpName(Wildcard),
    Command(CommandRule),
    Path(PathRule),
    Domain(String),
    Agent(Wildcard),
    Skill(Wildcard),
}

impl Rule {
    /// Reads `Tool` or `Tool(pattern)`.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(RuleError::Empty);
        }
        let (tool, pattern) = split(text).ok_or_else(|| RuleError::Unbalanced {
            rule: text.to_owned(),
        })?;
        let pattern = pattern.map(unescape_parentheses);
        Self::build(text, tool.trim(), pattern.as_deref())
    }

    /// The two parts that a permission update carries, of a text that is a rule.
    pub fn take_apart(text: &str) -> Result<(String, Option<String>), RuleError> {
        let text = text.trim();
        Self::parse(text)?;
        let (tool, pattern) = split(text).ok_or_else(|| RuleError::Unbalanced {
            rule: text.to_owned(),
        })?;
        Ok((tool.trim().to_owned(), pattern.map(unescape_parentheses)))
    }

    /// From the two parts that a permission update carries; the pattern needs no escapes here.
    pub fn from_parts(tool: &str, pattern: Option<&str>) -> Result<Self, RuleError> {
        let text = match pattern {
            Some(pattern) => format!("{tool}({pattern})"),
            None => tool.to_owned(),
        };
        if tool.is_empty() {
            return Err(RuleError::Empty);
        }
        Self::build(&text, tool, pattern)
    }

    fn build(text: &str, tool: &str, pattern: Option<&str>) -> Result<Self, RuleError> {
        check_tool(text, tool)?;
        let pattern = match pattern.map(str::trim) {
            None | Some("*") => every(tool),
            Some("") => {
                return Err(RuleError::EmptyPattern {
                    rule: text.to_owned(),
                    tool: tool.to_owned(),
                });
            }
            Some(pattern) => specific(tool, pattern).map_err(|fix| RuleError::UnknownForm {
                rule: text.to_owned(),
                tool: tool.to_owned(),
                fix,
            })?,
        };
        Ok(Self {
            text: text.to_owned(),
            tool: tool.to_owned(),
            pattern,
        })
    }

    /// As an allow rule: certainly covers the whole call.
    pub fn allows(&self, call: &Call<'_>) -> bool {
        self.covers(call, Side::Allow)
    }

    /// As a deny or ask rule: covers the call, or might.
    pub fn refuses(&self, call: &Call<'_>) -> bool {
        self.covers(call, Side::Refuse)
    }

    /// As an allow rule: covers one simple command of a compound one.
    pub(super) fn allows_part(&self, part: &str) -> bool {
        match &self.pattern {
            Pattern::Command(rule) => rule.covers_part(part),
            _ => false,
        }
    }

    fn covers(&self, call: &Call<'_>, side: Side) -> bool {
        let name = call.tool_name;
        match &self.pattern {
            Pattern::Every => {
                self.tool == name
                    || same_family(&AGENTS, &self.tool, name)
                    || (side == Side::Refuse && self.family_has(name))
            }
            Pattern::McpServer => name
                .strip_prefix(&self.tool)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with("__")),
            Pattern::McpName(regex) => regex.is_match(name),
            Pattern::Command(rule) => {
                command_of(call).is_some_and(|command| rule.covers(command, side))
            }
            Pattern::Path(rule) => {
                (self.tool == name || self.family_has(name)) && rule.matches(call, side)
            }
            Pattern::Domain(rule) => {
                name == "WebFetch"
                    && text_field(call, "url").is_some_and(|url| domain::matches(rule, url, side))
            }
            Pattern::Agent(regex) => {
                AGENTS.contains(&name)
                    && regex
                        .is_match(text_field(call, "subagent_type").unwrap_or("general-purpose"))
            }
            Pattern::Skill(regex) => {
                let skill = text_field(call, "skill").or_else(|| text_field(call, "command"));
                name == "Skill" && skill.is_some_and(|skill| regex.is_match(skill))
            }
        }
    }

    /// `Edit` and `Read` stand for all tools of their kind, the others only for themselves.
    fn family_has(&self, name: &str) -> bool {
        match self.tool.as_str() {
            "Edit" => EDITS.contains(&name),
            "Read" => READS.contains(&name),
            _ => false,
        }
    }
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// The command of a Bash call.
pub(super) fn command_of<'a>(call: &Call<'a>) -> Option<&'a str> {
    (call.tool_name == "Bash").then_some(())?;
    call.input.get("command").and_then(Value::as_str)
}

fn text_field<'a>(call: &Call<'a>, key: &str) -> Option<&'a str> {
    call.input.get(key).and_then(Value::as_str)
}

fn same_family(family: &[&str], one: &str, other: &str) -> bool {
    family.contains(&one) && family.contains(&other)
}

fn check_tool(text: &str, tool: &str) -> Result<(), RuleError> {
    let wildcard = tool.starts_with("mcp__");
    let valid =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-') || (c == '*' && wildcard);
    if !tool.is_empty() && tool.chars().all(valid) && tool != "mcp__" {
        return Ok(());
    }
    Err(RuleError::BadTool {
        rule: text.to_owned(),
    })
}

fn every(tool: &str) -> Pattern {
    let Some(name) = tool.strip_prefix("mcp__") else {
        return Pattern::Every;
    };
    if tool.contains('*') {
        return Pattern::McpName(Wildcard::new(tool));
    }
    if name.contains("__") {
        Pattern::Every
    } else {
        Pattern::McpServer
    }
}

fn specific(tool: &str, pattern: &str) -> Result<Pattern, &'static str> {
    if EDITS.contains(&tool) || READS.contains(&tool) {
        return PathRule::parse(pattern).map(Pattern::Path);
    }
    match tool {
        "Bash" => CommandRule::parse(pattern).map(Pattern::Command),
        "WebFetch" => match pattern.strip_prefix("domain:").map(str::trim) {
            Some(domain) if is_domain(domain) => Ok(Pattern::Domain(domain.to_lowercase())),
            _ => Err("write `WebFetch(domain:example.com)` or `WebFetch(domain:*.example.com)`"),
        },
        "Agent" | "Task" => Ok(Pattern::Agent(Wildcard::new(pattern))),
        "Skill" => Ok(Pattern::Skill(Wildcard::new(pattern))),
        tool if tool.starts_with("mcp__") => {
            Err("rules for MCP tools take no pattern; write `mcp__server__tool`")
        }
        _ => Err("write the tool name alone to match every call"),
    }
}

fn is_domain(domain: &str) -> bool {
    let host = domain.strip_prefix("*.").unwrap_or(domain);
    !host.is_empty()
        && !host.starts_with('.')
        && host
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | ':'))
}

/// Splits at the outermost parentheses, which must close at the very end.
fn split(text: &str) -> Option<(&str, Option<&str>)> {
    let (mut depth, mut escaped, mut open) = (0_usize, false, None);
    for (index, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '(' => {
                depth += 1;
                open = open.or(Some(index));
            }
            ')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 && index + 1 != text.len() {
                    return None;
                }
            }
            _ => {}
        }
    }
    match open {
        None => Some((text, None)),
        Some(_) if depth > 0 => None,
        Some(open) => {
            let pattern = text.get(open + 1..text.len() - 1)?;
            Some((text.get(..open)?, Some(pattern)))
        }
    }
}

fn unescape_parentheses(pattern: &str) -> String {
    pattern.replace("\\(", "(").replace("\\)", ")")
}
