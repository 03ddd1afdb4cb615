//! What a person wants of a session, as typed. Owns: the fields. Does not own: what they mean (`prepare`).

use crate::config::settings::Checked;
use std::path::PathBuf;

/// Everything the flags of a session can say. Paths are as typed: relative to the directory we were started in.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Wanted {
    /// `--allow`: rules of calls that may run.
    pub allow: Vec<String>,
    /// `--deny`: rules of calls that may not.
    pub deny: Vec<String>,
    /// `--permission-mode`.
    pub permission_mode: Option<String>,
    /// `--model`.
    pub model: Option<String>,
    /// `--max-turns`.
    pub max_turns: Option<u32>,
    /// `--budget`, in dollars.
    pub budget_usd: Option<f64>,
    /// `--schema`: a file with the JSON Schema of the final answer.
    pub schema: Option<PathBuf>,
    /// `--resume`: the session to go on with.
    pub resume: Option<String>,
    /// `--continue`: go on with the latest session of the directory.
    pub continue_latest: bool,
    /// `--fork`: under a new id.
    pub fork: bool,
    /// `--mcp-config`: files, or JSON objects as they are.
    pub mcp_config: Vec<String>,
    /// `--tools`: TOML files, or the word `demo`.
    pub tools: Vec<String>,
    /// `--hooks`: TOML files.
    pub hooks: Vec<PathBuf>,
    /// `--cwd`: where the agent works.
    pub cwd: Option<PathBuf>,
    /// `--record`: where everything on the wire is written.
    pub record: Option<PathBuf>,
    /// `--no-record`: nothing is recorded, whatever is set.
    pub no_record: bool,
    /// `--redact`: secrets are masked in what is recorded.
    pub redact: bool,
    /// Nobody asked for this recording: the session goes on without it if it cannot be made.
    pub record_if_possible: bool,
    /// `--cli`: the `claude` to run.
    pub cli: Option<PathBuf>,
    /// `--via`: the words before it, such as `ssh host`.
    pub via: Option<String>,
    /// Files that a trusted project names: their content as it was trusted.
    pub checked: Checked,
    /// `--sim`: the built-in simulator instead, with a scenario by name or file.
    pub simulate: Option<String>,
}
