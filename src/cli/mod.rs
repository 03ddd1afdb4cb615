//! The command line. Owns: clap types only, one file for each command that has more than a few flags. Does not own: what
//! any of it does.

mod run;
mod session;
mod sim;
mod tools;

pub(crate) use run::Run;
pub(crate) use sim::{Sim, USUAL};
pub(crate) use tools::Tools;

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
    /// Run prompts without a screen: readable lines or JSON events, decisions by rules, an exit code that tells
    Run(Box<Run>),
    /// Open the screen on the built-in simulator: no network, no account, no CLI
    #[cfg(feature = "tui")]
    Demo(Demo),
    /// Say what is in a recording: frames, turns, tools, decisions, hooks, states, what was never answered
    Inspect(Inspect),
    /// List the lines of a recording that fit a filter: `~tool Bash ~latency > 1s`, `~pending | ~error`, words
    Lines(Lines),
    /// List, check and call tools from TOML files, without any session
    Tools(Tools),
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

#[derive(Debug, Args)]
#[command(after_long_help = filter_help())]
pub(crate) struct Lines {
    /// A recording, a capture, the output of `claude --output-format stream-json`, or a transcript of the CLI
    pub(crate) file: PathBuf,
    /// Which lines; all of them without it. `--help` lists the terms
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) filter: String,
    /// Print the lines themselves, byte for byte, instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// The table of the filter language.
fn filter_help() -> String {
    let mut text = "Filter: terms side by side all hold; & | ! and ( ) join them; a word or \"text\" is looked for in the line\n".to_owned();
    for operator in cca::trace::filter::OPERATORS {
        let term = format!("{} {}", operator.name, operator.example);
        text.extend([&format!("  {term:<24} "), operator.help, "\n"]);
    }
    text
}

#[cfg(feature = "tui")]
#[derive(Debug, Args)]
pub(crate) struct Demo {
    /// A scenario that comes along, or a file
    #[arg(default_value = "playground")]
    pub(crate) scenario: String,
    /// Colours: default, dark, light, high-contrast, colour-blind, gruvbox, catppuccin
    #[arg(long, default_value = "default", env = "CCA_THEME")]
    pub(crate) theme: String,
}
