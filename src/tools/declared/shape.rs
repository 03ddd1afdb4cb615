//! The file as it is written. Owns: its keys and their types. Does not own: what they mean together (`read`).

use super::argv::Words;
use super::cases::Case;
use crate::command::Template;
use crate::config::{Json, Spanned};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A file of tools.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileShape {
    /// The name of the server they are served by; the file's name if absent.
    pub(super) server: Option<Spanned<String>>,
    /// What the agent is told about all of them.
    pub(super) description: Option<String>,
    #[serde(default)]
    pub(super) tools: BTreeMap<String, ToolShape>,
}

/// One tool.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ToolShape {
    pub(super) description: Spanned<String>,
    pub(super) title: Option<String>,
    /// The short form: a name and a type each.
    pub(super) input: Option<BTreeMap<String, Spanned<String>>>,
    pub(super) schema: Option<Spanned<Json>>,
    pub(super) schema_file: Option<Spanned<PathBuf>>,
    pub(super) output_schema: Option<Spanned<Json>>,
    pub(super) read_only: Option<bool>,
    pub(super) destructive: Option<bool>,
    pub(super) idempotent: Option<bool>,
    pub(super) open_world: Option<bool>,
    #[serde(default)]
    pub(super) always_load: bool,
    pub(super) timeout_ms: Option<Spanned<u64>>,
    pub(super) command: Option<CommandShape>,
    pub(super) answer: Option<Spanned<Json>>,
    pub(super) cases: Option<Vec<Case>>,
    pub(super) cases_file: Option<Spanned<PathBuf>>,
    pub(super) manual: Option<Spanned<Template>>,
}

/// A tool that runs a program.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommandShape {
    pub(super) run: Spanned<Words>,
    pub(super) stdin: Option<Spanned<String>>,
    pub(super) cwd: Option<PathBuf>,
    #[serde(default)]
    pub(super) env: BTreeMap<String, Spanned<String>>,
    pub(super) inherit: Option<Vec<String>>,
    pub(super) max_output: Option<Spanned<usize>>,
    pub(super) ok_exit_codes: Option<Spanned<Vec<i32>>>,
    #[serde(default)]
    pub(super) output: Output,
}

/// What the program's standard output is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Output {
    #[default]
    Text,
    Json,
}

/// A file of cases.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CasesShape {
    pub(super) cases: Spanned<Vec<Case>>,
}
