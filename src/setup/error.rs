//! What can be wrong with what was typed. Owns: naming the flag. Does not own: the words of each domain, which are kept.

use std::fmt::Display;

/// A flag that cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{flag}: {what}")]
pub struct SetupError {
    /// The flag, as typed: `--schema`.
    pub flag: &'static str,
    /// What is wrong with its value, and what to do.
    pub what: String,
}

impl SetupError {
    pub(super) fn new(flag: &'static str, what: impl Display) -> Self {
        Self {
            flag,
            what: format!("{what}"),
        }
    }
}
