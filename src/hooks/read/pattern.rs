//! Reading what `deny` and `ask` are about. Owns: rules, fields and regular expressions as written.

use super::{Reading, no_regex};
use crate::config::{FileError, Spanned};
use crate::hooks::fields;
use crate::hooks::pattern::Pattern;
use crate::hooks::shape::PatternShape;
use crate::permissions::Rule;
use crate::wire::hook::HookEvent;
use regex::Regex;
use std::path::PathBuf;

impl Reading<'_> {
    pub(super) fn pattern(&self, shape: &PatternShape, key: &str) -> Result<Pattern, FileError> {
        let mut rules = Vec::new();
        for rule in &shape.rules {
            let at = format!("{key}.rules");
            let parsed = Rule::parse(rule.get_ref());
            rules.push(parsed.map_err(|error| self.error(rule, &at, error.to_string()))?);
            if !matches!(
                self.event,
                HookEvent::PreToolUse
                    | HookEvent::PostToolUse
                    | HookEvent::PostToolUseFailure
                    | HookEvent::PermissionRequest
            ) {
                let what = format!(
                    "rules are about tool calls, and {} is none; use `field` and `pattern`",
                    self.event
                );
                return Err(self.error(rule, &at, what));
            }
        }
        let field = match (&shape.field, &shape.pattern) {
            (None, None) => None,
            (Some(field), Some(pattern)) => {
                let path = self.path(field, &format!("{key}.field"))?;
                Some((path, self.regex(pattern, &format!("{key}.pattern"))?))
            }
            (Some(alone), None) => {
                let what = "`field` needs a `pattern`, a regular expression that is searched in it";
                return Err(self.error(alone, &format!("{key}.field"), what));
            }
            (None, Some(alone)) => {
                let what = "`pattern` needs a `field` to search in, such as \"tool_input.command\"";
                return Err(self.error(alone, &format!("{key}.pattern"), what));
            }
        };
        Ok(Pattern {
            rules,
            field,
            reason: shape.reason.clone(),
            home: std::env::var_os("HOME").map(PathBuf::from),
        })
    }

    pub(super) fn regex(&self, pattern: &Spanned<String>, key: &str) -> Result<Regex, FileError> {
        Regex::new(pattern.get_ref()).map_err(|error| self.error(pattern, key, no_regex(&error)))
    }

    fn path(&self, path: &Spanned<String>, key: &str) -> Result<String, FileError> {
        if fields::is_path(path.get_ref()) {
            return match self.unknown_field(path.get_ref()) {
                None => Ok(path.get_ref().clone()),
                Some(what) => Err(self.error(path, key, what)),
            };
        }
        let what = "is no field; write names with dots between, such as \"tool_input.command\"";
        Err(self.error(path, key, what))
    }
}
