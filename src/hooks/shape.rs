//! The file as it is written. Owns: its keys and their types. Does not own: what they mean together (`read`).

use crate::command::Template;
use crate::config::{Json, Spanned};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A file of hooks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileShape {
    pub(super) hooks: Vec<HookShape>,
}

/// One hook.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HookShape {
    /// What messages call it.
    pub(super) name: Option<String>,
    pub(super) event: Spanned<String>,
    pub(super) matcher: Option<Spanned<String>>,
    pub(super) timeout_ms: Option<Spanned<u64>>,
    pub(super) on_failure: Option<Spanned<Then>>,
    pub(super) on_timeout: Option<Spanned<Then>>,
    pub(super) log: Option<String>,
    pub(super) deny: Option<PatternShape>,
    pub(super) ask: Option<PatternShape>,
    pub(super) rewrite: Option<RewriteShape>,
    pub(super) command: Option<CommandShape>,
    pub(super) context: Option<Template>,
}

/// What happens to the action when its hook cannot say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Then {
    /// It goes on as if there were no hook.
    Continue,
    /// It is held up.
    Block,
}

/// What `deny` and `ask` are about.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PatternShape {
    #[serde(default)]
    pub(super) rules: Vec<Spanned<String>>,
    pub(super) field: Option<Spanned<String>>,
    pub(super) pattern: Option<Spanned<String>>,
    pub(super) reason: Option<String>,
}

/// How the input of a tool changes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RewriteShape {
    #[serde(default)]
    pub(super) set: BTreeMap<String, Spanned<Json>>,
    #[serde(default)]
    pub(super) remove: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) replace: Vec<ReplaceShape>,
}

/// A part of a text that is replaced.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReplaceShape {
    pub(super) field: Spanned<String>,
    pub(super) pattern: Spanned<String>,
    pub(super) with: String,
}

/// A program that decides.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommandShape {
    pub(super) run: Spanned<Vec<String>>,
    pub(super) cwd: Option<PathBuf>,
    #[serde(default)]
    pub(super) env: BTreeMap<String, Spanned<String>>,
    pub(super) inherit: Option<Vec<String>>,
    pub(super) max_output: Option<Spanned<usize>>,
}
