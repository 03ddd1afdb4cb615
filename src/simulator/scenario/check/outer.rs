//! Checks of the outer shape: what the CLI says about itself, its start, turns and rules.

use super::limits::{CODE, CONTEXT, DOLLARS, MILLISECONDS, SPEED};
use super::names::Scope;
use super::words::SERVER;
use super::{Check, Checked};
use crate::config::{FileError, KeyPath};
use crate::simulator::scenario::answer::pattern;
use crate::simulator::scenario::script::{Rule, Scenario, SessionFacts, StartUp};
use regex::Regex;
use serde_json::Value;

impl Check<'_> {
    pub(super) fn session(&self, session: &SessionFacts) -> Checked {
        let at = KeyPath::new().key("session");
        for (key, text) in [
            ("model", &session.model),
            ("cli_version", &session.cli_version),
        ] {
            if let Some(text) = text {
                self.filled(&at, key, text)?;
            }
        }
        for (index, dollars) in session.price.iter().flatten().enumerate() {
            self.within(&at.key("price").index(index), *dollars, &DOLLARS)?;
        }
        self.if_within(
            &at.key("words_per_second"),
            session.words_per_second,
            &SPEED,
        )?;
        self.if_within(&at.key("context_window"), session.context_window, &CONTEXT)?;
        for (name, description) in &session.slash_commands {
            let at = at.key("slash_commands").key(name);
            if !description.is_string() {
                return self.wrong(&at, "is the command's description; write a text");
            }
            if name.is_empty() || name.starts_with('/') || name.contains(char::is_whitespace) {
                return self.wrong(
                    &at,
                    "is no name of a command; write it without `/` and spaces",
                );
            }
        }
        for (name, status) in &session.mcp_servers {
            let at = at.key("mcp_servers").key(name);
            match status {
                Value::String(status) => self.word(&at, status, &SERVER)?,
                _ => return self.wrong(&at, "is the server's status; write a text"),
            }
        }
        Ok(())
    }

    pub(super) fn start(&self, start: &StartUp) -> Checked {
        let at = KeyPath::new().key("start");
        self.within(&at.key("delay_ms"), start.delay_ms, &MILLISECONDS)?;
        let delay = start.initialize_delay_ms;
        self.within(&at.key("initialize_delay_ms"), delay, &MILLISECONDS)?;
        self.if_within(&at.key("exit"), start.exit, &CODE)?;
        if start.exit.is_some() && start.fail.is_some() {
            return self.wrong(
                &at.key("fail"),
                "stands beside `exit`; the process ends once",
            );
        }
        Ok(())
    }

    /// Turns, rules and `otherwise`; gives back the expressions of the rules.
    pub(super) fn scripts(&self, scenario: &Scenario) -> Result<Vec<Regex>, FileError> {
        let top = KeyPath::new();
        if let Some(wanted) = &scenario.turns_on {
            let at = top.key("turns_on");
            if scenario.turns.is_empty() {
                self.wrong(
                    &at,
                    "says who takes the next turn, and there are no `turns`",
                )?;
            }
            pattern(wanted.get_ref())
                .map_err(|error| self.document.error_at(&at, not_compiled(&error)))?;
        }
        for (index, turn) in scenario.turns.iter().enumerate() {
            let at = top.key("turns").index(index).key("steps");
            self.steps(&turn.steps, &at, &Scope::default())?;
        }
        let mut expressions = Vec::new();
        for (index, rule) in scenario.on.iter().enumerate() {
            expressions.push(self.rule(rule, &top.key("on").index(index))?);
        }
        let otherwise = top.key("otherwise");
        self.steps(&scenario.otherwise, &otherwise, &Scope::default())?;
        Ok(expressions)
    }

    fn rule(&self, rule: &Rule, at: &KeyPath) -> Result<Regex, FileError> {
        let prompt = at.key("prompt");
        let expression = pattern(rule.prompt.get_ref())
            .map_err(|error| self.document.error_at(&prompt, not_compiled(&error)))?;
        for name in expression.capture_names().flatten() {
            self.new_name(&prompt, name)?;
        }
        if rule.times == Some(0) {
            let what = "is 0, so the rule never answers; write 1 or more";
            self.wrong(&at.key("times"), what)?;
        }
        if rule.steps.is_empty() {
            let what = "is empty; write at least one step";
            self.wrong(&at.key("steps"), what)?;
        }
        let scope = Scope::of_rule(&expression);
        self.steps(&rule.steps, &at.key("steps"), &scope)?;
        Ok(expression)
    }
}

/// The reason alone: the library draws the expression and an arrow on several lines.
pub(super) fn not_compiled(error: &regex::Error) -> String {
    let text = error.to_string();
    let reason = text.lines().last().unwrap_or_default();
    let reason = reason.trim_start_matches("error: ");
    format!("is no regular expression: {reason}")
}
