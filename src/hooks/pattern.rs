//! PURE. What `deny` and `ask` are about: rules for tool calls, and a regular expression on one field. Owns: whether an
//! input is meant. Does not own: what is answered then (`act`).

use super::fields;
use crate::permissions::{Call, Rule};
use regex::Regex;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// Conditions; one that holds is enough. Without any, every input is meant.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    pub(super) rules: Vec<Rule>,
    pub(super) field: Option<(String, Regex)>,
    pub(super) reason: Option<String>,
    /// What `~` stands for in rules.
    pub(super) home: Option<PathBuf>,
}

impl Pattern {
    /// Why the input is meant, if it is: the reason of the file, or what matched.
    pub(super) fn matches(&self, input: &Map<String, Value>) -> Option<String> {
        let found = if self.rules.is_empty() && self.field.is_none() {
            "this is not done here".to_owned()
        } else if let Some(rule) = self.rule(input) {
            format!("the rule {rule} covers this call")
        } else {
            let (path, regex) = self.field.as_ref()?;
            // A field that is not there cannot match.
            let text = fields::text(input, path)?;
            regex
                .is_match(&text)
                .then(|| format!("{path} matches {regex}"))?
        };
        Some(self.reason.clone().unwrap_or(found))
    }

    fn rule(&self, input: &Map<String, Value>) -> Option<&Rule> {
        let null = Value::Null;
        let cwd = fields::text(input, "cwd").unwrap_or_else(|| "/".to_owned());
        let call = Call {
            tool_name: input.get("tool_name")?.as_str()?,
            input: input.get("tool_input").unwrap_or(&null),
            cwd: Path::new(&cwd),
            home: self.home.as_deref(),
        };
        self.rules.iter().find(|rule| rule.refuses(&call))
    }
}
