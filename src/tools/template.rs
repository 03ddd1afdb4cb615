//! URI templates: `file:///{path}` matched against the URI the agent asks for.
//!
//! Owns the small part of RFC 6570 that can be matched backwards: `{name}` stands for one segment, `{+name}` for
//! anything. Values are handed over as written in the URI, not percent-decoded.

use std::collections::BTreeMap;

use regex::Regex;

use super::error::Error;

/// A template that is ready to be matched.
#[derive(Debug, Clone)]
pub(super) struct Template {
    pattern: Regex,
    names: Vec<String>,
}

impl Template {
    /// Checks and compiles a template.
    pub(super) fn compile(template: &str) -> Result<Self, Error> {
        let invalid = |reason: String| Error::InvalidTemplate {
            template: template.to_owned(),
            reason,
        };
        let mut pattern = String::from("^");
        let mut names = Vec::new();
        let mut rest = template;
        while let Some((literal, after)) = rest.split_once('{') {
            let Some((expression, tail)) = after.split_once('}') else {
                return Err(invalid("a `{` is never closed; add a `}`".to_owned()));
            };
            let (name, matcher) = match expression.strip_prefix('+') {
                Some(name) => (name, "(.+)"),
                None => (expression, "([^/?#]+)"),
            };
            let simple = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if name.is_empty() || !name.chars().all(simple) {
                return Err(invalid(format!(
                    "`{{{expression}}}` is not understood; write `{{name}}` for one segment or `{{+name}}` for any text"
                )));
            }
            if names.iter().any(|known| known == name) {
                return Err(invalid(format!("`{name}` is there twice; rename one")));
            }
            pattern.push_str(&regex::escape(literal));
            pattern.push_str(matcher);
            names.push(name.to_owned());
            rest = tail;
        }
        pattern.push_str(&regex::escape(rest));
        pattern.push('$');
        let pattern = Regex::new(&pattern).map_err(|error| invalid(error.to_string()))?;
        Ok(Self { pattern, names })
    }

    /// The values in `uri`, if it fits.
    pub(super) fn matches(&self, uri: &str) -> Option<BTreeMap<String, String>> {
        let captures = self.pattern.captures(uri)?;
        let values = captures
            .iter()
            .skip(1)
            .map(|found| found.map_or("", |text| text.as_str()));
        Some(
            self.names
                .iter()
                .cloned()
                .zip(values.map(ToOwned::to_owned))
                .collect(),
        )
    }
}
