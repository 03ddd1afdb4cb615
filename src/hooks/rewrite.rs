//! PURE. Changing the input of a tool before it runs. Owns: set, remove and replace, in this order. Does not own: whether
//! the call may run; rewriting leaves that question as it is.

use super::fields;
use crate::command::Template;
use regex::Regex;
use serde_json::{Map, Value};

/// Where every path of a rewrite begins.
pub(super) const ROOT: &str = "tool_input.";

/// A checked rewrite. Paths are below `tool_input`.
#[derive(Debug, Clone)]
pub(super) struct Rewrite {
    pub(super) set: Vec<(String, New)>,
    pub(super) remove: Vec<String>,
    pub(super) replace: Vec<(String, Regex, String)>,
}

/// What is put somewhere.
#[derive(Debug, Clone)]
pub(super) enum New {
    Text(Template),
    Value(Value),
}

impl Rewrite {
    /// The changed input, or `None` if nothing changes. The error says what is missing.
    pub(super) fn apply(
        &self,
        input: &Map<String, Value>,
    ) -> Result<Option<Map<String, Value>>, String> {
        let Some(Value::Object(old)) = input.get("tool_input") else {
            return Err("the call has no input that could be rewritten".to_owned());
        };
        let mut new = old.clone();
        for (path, value) in &self.set {
            let value = match value {
                New::Value(value) => value.clone(),
                New::Text(template) => filled(template, input)?.into(),
            };
            if !fields::set(&mut new, path, value) {
                return Err(format!(
                    "{ROOT}{path} cannot be set, because a part of that path is no object"
                ));
            }
        }
        for path in &self.remove {
            fields::remove(&mut new, path);
        }
        for (path, regex, with) in &self.replace {
            if let Some(Value::String(text)) = fields::get(&new, path) {
                let text = regex.replace_all(text, with.as_str()).into_owned();
                fields::set(&mut new, path, text.into());
            }
        }
        Ok((new != *old).then_some(new))
    }
}

/// A text with fields of the input filled in.
pub(super) fn filled(template: &Template, input: &Map<String, Value>) -> Result<String, String> {
    let absent = |name: &&str| fields::text(input, name).is_none();
    let mut names = template.placeholders().map(|slot| slot.name.as_str());
    match names.find(absent) {
        Some(name) => Err(format!("the input has no field `{name}` to fill in")),
        None => Ok(template
            .fill(|name| fields::text(input, name))
            .unwrap_or_default()),
    }
}
