//! The words of a command line, each checked on its way in.
//!
//! Owns what a single argument may be: not empty where a value is needed, no NUL, not longer than the system takes, and in
//! a list joined by commas no comma of its own. Every complaint names the option. Does not know any flag.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::LaunchError;

/// Linux takes no single argument of 128 KiB or more, and says so with an error nobody understands.
pub(super) const LONGEST_ARGUMENT: usize = 128 * 1024 - 1;

/// The words so far; each is checked on its way in.
#[derive(Default)]
pub(super) struct Words(pub(super) Vec<OsString>);

impl Words {
    pub(super) fn flag(&mut self, flag: &str) {
        self.0.push(flag.into());
    }

    pub(super) fn flag_if(&mut self, on: bool, flag: &str) {
        if on {
            self.flag(flag);
        }
    }

    pub(super) fn value(
        &mut self,
        option: &str,
        flag: &str,
        value: impl AsRef<OsStr>,
    ) -> Result<(), LaunchError> {
        let value = value.as_ref();
        if value.is_empty() {
            return Err(LaunchError::option(
                option,
                "the value is empty",
                "Give a value, or leave the option out",
            ));
        }
        let mut word = OsString::from(flag);
        word.push("=");
        word.push(value);
        self.word(option, word)
    }

    pub(super) fn value_if<V: AsRef<OsStr>>(
        &mut self,
        option: &str,
        flag: &str,
        value: Option<V>,
    ) -> Result<(), LaunchError> {
        value.map_or(Ok(()), |value| self.value(option, flag, value))
    }

    pub(super) fn path(
        &mut self,
        option: &str,
        flag: &str,
        path: &Path,
    ) -> Result<(), LaunchError> {
        self.value(option, flag, path)
    }

    pub(super) fn joined(
        &mut self,
        option: &str,
        flag: &str,
        items: &[String],
    ) -> Result<(), LaunchError> {
        if items.is_empty() {
            return Ok(());
        }
        for item in items {
            if item.trim().is_empty() {
                return Err(LaunchError::option(
                    option,
                    "one of its entries is empty",
                    "Remove the empty entry",
                ));
            }
            if has_bare_comma(item) {
                let fix = "Give each one as an entry of its own";
                return Err(LaunchError::option(
                    option,
                    format!("`{item}` holds several entries"),
                    fix,
                ));
            }
        }
        self.value(option, flag, items.join(","))
    }

    pub(super) fn word(&mut self, option: &str, word: OsString) -> Result<(), LaunchError> {
        if word.as_encoded_bytes().contains(&0) {
            let fix = "Remove it: the system cannot pass it on";
            return Err(LaunchError::option(
                option,
                "it contains a NUL character",
                fix,
            ));
        }
        if word.len() > LONGEST_ARGUMENT {
            let problem = format!(
                "{} bytes are too long for one argument of a command line",
                word.len()
            );
            let fix = format!(
                "Stay below {LONGEST_ARGUMENT} bytes, or use the form of this option that names a file"
            );
            return Err(LaunchError::option(option, problem, fix));
        }
        self.0.push(word);
        Ok(())
    }
}

/// Whether a rule has a comma outside parentheses, where the CLI would split it: `Bash(a, b)` is one rule, `Bash,Read` two.
fn has_bare_comma(rule: &str) -> bool {
    let mut depth = 0_usize;
    rule.chars().any(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
}
