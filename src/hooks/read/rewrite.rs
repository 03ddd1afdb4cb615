//! Reading a rewrite. Owns: that it changes something, and nothing but the input of a tool.

use super::Reading;
use crate::command::Template;
use crate::config::{FileError, Spanned};
use crate::hooks::fields;
use crate::hooks::rewrite::{New, ROOT, Rewrite};
use crate::hooks::shape::{ReplaceShape, RewriteShape};
use serde_json::Value;

impl Reading<'_> {
    /// A path below the tool's input.
    fn below<T>(&self, at: &Spanned<T>, path: &str, key: &str) -> Result<String, FileError> {
        if let Some(rest) = path.strip_prefix(ROOT).filter(|rest| fields::is_path(rest)) {
            return Ok(rest.to_owned());
        }
        let what = format!(
            "`{path}` cannot be rewritten; only what is below `{ROOT}` can, such as \"{ROOT}command\""
        );
        Err(self.error(at, key, what))
    }

    pub(super) fn rewrite(&self, shape: &RewriteShape) -> Result<Rewrite, FileError> {
        if shape.set.is_empty() && shape.remove.is_empty() && shape.replace.is_empty() {
            let what = "it changes nothing; add `set`, `remove` or `replace`";
            return Err(self.error(&self.shape.event, "rewrite", what));
        }
        let mut rewrite = Rewrite {
            set: Vec::new(),
            remove: Vec::new(),
            replace: Vec::new(),
        };
        for (path, value) in &shape.set {
            let key = format!("rewrite.set.\"{path}\"");
            let new = match &value.get_ref().0 {
                Value::String(text) => New::Text(
                    Template::parse(text)
                        .map_err(|error| self.error(value, &key, error.to_string()))?,
                ),
                other => New::Value(other.clone()),
            };
            rewrite.set.push((self.below(value, path, &key)?, new));
        }
        for path in &shape.remove {
            let path = self.below(path, path.get_ref(), "rewrite.remove")?;
            rewrite.remove.push(path);
        }
        for ReplaceShape {
            field,
            pattern,
            with,
        } in &shape.replace
        {
            let path = self.below(field, field.get_ref(), "rewrite.replace.field")?;
            if let Some(what) = self.unknown_field(field.get_ref()) {
                return Err(self.error(field, "rewrite.replace.field", what));
            }
            rewrite.replace.push((
                path,
                self.regex(pattern, "rewrite.replace.pattern")?,
                with.clone(),
            ));
        }
        Ok(rewrite)
    }
}
