//! PURE. Three lists of rules and the verdict they give on one call.
//!
//! Deny comes before ask, ask before allow; within a list the first rule that matches is named.

use std::path::Path;

use serde_json::Value;

use super::{Rule, RuleError, command};

/// Rules, by what they say.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// Never run.
    pub deny: Vec<Rule>,
    /// Always ask a person.
    pub ask: Vec<Rule>,
    /// Run without asking.
    pub allow: Vec<Rule>,
}

/// A tool call to decide on.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// The tool.
    pub tool_name: &'a str,
    /// What it would be given.
    pub input: &'a Value,
    /// What relative paths are relative to; absolute.
    pub cwd: &'a Path,
    /// What `~` stands for; without it, rules and paths with `~` are never certain.
    pub home: Option<&'a Path>,
}

/// What the rules say about a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// What to do.
    pub behavior: Behavior,
    /// The rule that said so; several, joined with ` + `, when each covers a part of a command.
    pub rule: String,
}

/// What to do with a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behavior {
    /// Run it.
    Allow,
    /// Refuse it.
    Deny,
    /// Ask a person.
    Ask,
}

/// How doubt is resolved: against allowing, for refusing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Allow,
    Refuse,
}

impl Rules {
    /// Parses the three lists; the first bad rule is the error.
    pub fn parse<'a>(
        deny: impl IntoIterator<Item = &'a str>,
        ask: impl IntoIterator<Item = &'a str>,
        allow: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, RuleError> {
        Ok(Self {
            deny: deny
                .into_iter()
                .map(Rule::parse)
                .collect::<Result<_, _>>()?,
            ask: ask.into_iter().map(Rule::parse).collect::<Result<_, _>>()?,
            allow: allow
                .into_iter()
                .map(Rule::parse)
                .collect::<Result<_, _>>()?,
        })
    }

    /// The verdict, or `None` when no rule has one.
    pub fn decide(&self, call: &Call<'_>) -> Option<Verdict> {
        let refused = |rules: &[Rule], behavior| {
            let rule = rules.iter().find(|rule| rule.refuses(call))?;
            Some(Verdict {
                behavior,
                rule: rule.to_string(),
            })
        };
        refused(&self.deny, Behavior::Deny)
            .or_else(|| refused(&self.ask, Behavior::Ask))
            .or_else(|| self.allowed(call))
    }

    fn allowed(&self, call: &Call<'_>) -> Option<Verdict> {
        let rule = match self.allow.iter().find(|rule| rule.allows(call)) {
            Some(rule) => rule.to_string(),
            None => self.allowed_in_parts(call)?,
        };
        Some(Verdict {
            behavior: Behavior::Allow,
            rule,
        })
    }

    /// A compound command may be covered by several rules, each for some of its parts.
    fn allowed_in_parts(&self, call: &Call<'_>) -> Option<String> {
        let command = super::rule::command_of(call)?;
        let mut used: Vec<String> = Vec::new();
        for part in command::certain_parts(command)? {
            let rule = self.allow.iter().find(|rule| rule.allows_part(&part))?;
            let name = rule.to_string();
            if !used.contains(&name) {
                used.push(name);
            }
        }
        (!used.is_empty()).then(|| used.join(" + "))
    }
}
