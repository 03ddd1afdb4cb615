//! What a program gets to see of our environment. Owns: the choice by name. Does not own: any value.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use toml::Spanned;

/// What is passed on when nobody says otherwise: enough to find programs and to speak the user's language, and nothing
/// that is likely to be a secret.
pub const DEFAULT_INHERITED: [&str; 7] = ["PATH", "HOME", "LANG", "LC_*", "TMPDIR", "TZ", "USER"];

/// The environment of a program: some of ours by name, and values of its own, which win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Environment {
    inherited: Vec<String>,
    set: Vec<(String, String)>,
}

impl Default for Environment {
    fn default() -> Self {
        Self::inheriting(DEFAULT_INHERITED)
    }
}

impl Environment {
    /// Only these names of ours; a final `*` stands for any end.
    pub fn inheriting<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        Self {
            inherited: names.into_iter().map(Into::into).collect(),
            set: Vec::new(),
        }
    }

    /// Adds a value of its own.
    #[must_use]
    pub fn set(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.set.push((name.into(), value.into()));
        self
    }

    /// As a file says it: the names that are inherited if it names any, and the values it gives. An error tells which
    /// variable is wrong, and why.
    pub fn declared<'a>(
        inherited: Option<&[String]>,
        values: &'a BTreeMap<String, Spanned<String>>,
    ) -> Result<Self, (&'a str, &'a Spanned<String>, &'static str)> {
        let mut environment = match inherited {
            Some(names) => Self::inheriting(names.iter().cloned()),
            None => Self::default(),
        };
        for (name, value) in values {
            if let Some(problem) = problem(name, value.get_ref()) {
                return Err((name, value, problem));
            }
            environment = environment.set(name, value.get_ref());
        }
        Ok(environment)
    }

    pub(super) fn resolved(
        &self,
        ours: impl Iterator<Item = (OsString, OsString)>,
    ) -> Vec<(OsString, OsString)> {
        let mut all: Vec<_> = ours.filter(|(name, _)| self.inherits(name)).collect();
        for (name, value) in &self.set {
            let name = OsString::from(name);
            all.retain(|(known, _)| *known != name);
            all.push((name, value.into()));
        }
        all
    }

    fn inherits(&self, name: &OsStr) -> bool {
        let Some(name) = name.to_str() else {
            return false;
        };
        self.inherited
            .iter()
            .any(|pattern| match pattern.strip_suffix('*') {
                Some(start) => name.starts_with(start),
                None => name == pattern,
            })
    }
}

/// What is wrong with a variable, if anything.
fn problem(name: &str, value: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some("the name of a variable is empty; give it one, or drop it")
    } else if name.contains(['=', '\0']) {
        Some("the name of a variable has no `=` and no NUL in it")
    } else if value.contains('\0') {
        Some("the value has a NUL in it; drop it")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Environment;
    use std::ffi::OsString;

    fn names(environment: &Environment) -> Vec<(OsString, OsString)> {
        let ours = [
            ("PATH", "/bin"),
            ("LC_ALL", "C"),
            ("API_KEY", "secret"),
            ("LANG", "C"),
        ];
        environment.resolved(
            ours.into_iter()
                .map(|(name, value)| (name.into(), value.into())),
        )
    }

    #[test]
    fn only_chosen_names_pass_and_own_values_win() {
        let pair = |name: &str, value: &str| (OsString::from(name), OsString::from(value));
        let default = names(&Environment::default());
        assert_eq!(
            default,
            [pair("PATH", "/bin"), pair("LC_ALL", "C"), pair("LANG", "C")]
        );
        let own = Environment::inheriting(["API_*", "PATH"]).set("PATH", "/opt");
        assert_eq!(
            names(&own),
            [pair("API_KEY", "secret"), pair("PATH", "/opt")]
        );
        assert_eq!(names(&Environment::inheriting([""; 0])), []);
    }
}
