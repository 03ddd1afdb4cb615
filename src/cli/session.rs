//! The flags of a session, the same for every command that starts one. Owns: clap types. Does not own: what they mean
//! (`cca::setup`).

use cca::config::settings::Checked;
use cca::setup::Wanted;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Session")]
pub(crate) struct SessionArgs {
    /// Let calls that match run, e.g. `Bash(git *)`, `Edit(src/**)`, `mcp__calc__*`; repeatable
    #[arg(long, value_name = "RULE")]
    allow: Vec<String>,
    /// Refuse calls that match, whatever allows them; repeatable
    #[arg(long, value_name = "RULE")]
    deny: Vec<String>,
    /// default, acceptEdits, plan, dontAsk, auto or bypassPermissions
    #[arg(long, value_name = "MODE")]
    permission_mode: Option<String>,
    /// The model, by name or alias
    #[arg(long)]
    model: Option<String>,
    /// How many round trips to the model a turn may take
    #[arg(long, value_name = "N")]
    max_turns: Option<u32>,
    /// How many dollars the session may cost
    #[arg(long, value_name = "USD", allow_negative_numbers = true)]
    budget: Option<f64>,
    /// A JSON Schema for the final answer, which is then all that is printed
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    /// Go on with this session
    #[arg(long, value_name = "ID", conflicts_with = "continue_latest")]
    resume: Option<String>,
    /// Go on with the latest session of the directory
    #[arg(long = "continue")]
    continue_latest: bool,
    /// Go on under a new id, leaving the old session as it is
    #[arg(long)]
    fork: bool,
    /// MCP servers: a file like .mcp.json, or the JSON itself; repeatable
    #[arg(long, value_name = "FILE|JSON")]
    mcp_config: Vec<String>,
    /// Tools to serve: a TOML file, or `demo` for the built-in ones; repeatable
    #[arg(long, value_name = "FILE.toml|demo")]
    tools: Vec<String>,
    /// Hooks to run: a TOML file; repeatable
    #[arg(long, value_name = "FILE.toml")]
    hooks: Vec<PathBuf>,
    /// Where the agent works
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,
    /// Record every line on the wire to this new file, instead of one in ~/.local/state/cca-tui/recordings
    #[arg(long, value_name = "FILE", conflicts_with = "no_record")]
    record: Option<PathBuf>,
    /// Record nothing
    #[arg(long)]
    no_record: bool,
    /// Mask secrets in what is recorded, before it is written; what goes over the wire stays as it is
    #[arg(long, conflicts_with = "no_record")]
    redact: bool,
    /// The `claude` to run, instead of the one in `CCA_CLI` or on PATH
    #[arg(long, value_name = "PATH")]
    cli: Option<PathBuf>,
    /// Words before it, to run it elsewhere: "ssh host", "docker exec -i box"
    #[arg(long, value_name = "WORDS")]
    via: Option<String>,
    /// Use the built-in simulator instead, with a scenario by name or TOML file. Without --tools it serves `demo`, and rules
    /// let those run that read no files: add, subtract, multiply, divide, now, uuid
    #[arg(long, value_name = "SCENARIO", num_args = 0..=1, default_missing_value = "")]
    sim: Option<String>,
}

impl SessionArgs {
    /// Whether the final answer has a schema.
    pub(crate) fn has_schema(&self) -> bool {
        self.schema.is_some()
    }

    /// `--sim` takes a word that may have been meant as the prompt: if it cannot be a scenario, it was.
    pub(crate) fn prompt_after_sim(&mut self) -> Option<String> {
        let word = self.sim.as_mut()?;
        (!cca::setup::is_scenario(word)).then(|| std::mem::take(word))
    }
}

impl From<SessionArgs> for Wanted {
    fn from(args: SessionArgs) -> Self {
        Self {
            allow: args.allow,
            deny: args.deny,
            permission_mode: args.permission_mode,
            model: args.model,
            max_turns: args.max_turns,
            budget_usd: args.budget,
            schema: args.schema,
            resume: args.resume,
            continue_latest: args.continue_latest,
            fork: args.fork,
            mcp_config: args.mcp_config,
            tools: args.tools,
            hooks: args.hooks,
            cwd: args.cwd,
            record: args.record,
            no_record: args.no_record,
            redact: args.redact,
            record_if_possible: false,
            cli: args.cli,
            via: args.via,
            checked: Checked::default(),
            simulate: args.sim,
        }
    }
}
