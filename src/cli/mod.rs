//! The command line. Owns: clap types only, one file for each command that has more than a few flags. Does not own: what
//! any of it does.

mod sim;

pub(crate) use sim::{Sim, USUAL};

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// See and control the Claude Code stdio protocol.
#[derive(Debug, Parser)]
#[command(name = "cca-tui", version, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Say what is in a recording: frames, turns, tools, decisions, hooks, states, what was never answered
    Inspect(Inspect),
    /// Be the `claude` CLI, from a script: no network, no account, no model
    #[command(disable_help_flag = true)]
    Sim(Sim),
}

#[derive(Debug, Args)]
pub(crate) struct Inspect {
    /// A recording, a capture of `{"t","dir","msg"}` lines, or the output of `claude --output-format stream-json`
    pub(crate) file: PathBuf,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}
