//! The command line. Owns: clap types only, one file for each command that has more than a few flags. Does not own: what
//! any of it does.

mod config;
mod export;
#[cfg(feature = "tui")]
mod film;
mod run;
#[cfg(feature = "tui")]
mod screen;
mod session;
mod sim;
mod tap;
mod tools;

pub(crate) use config::Config;
pub(crate) use export::Export;
pub(crate) use run::Run;
#[cfg(feature = "tui")]
pub(crate) use screen::{Demo, Open, Replay, ScreenArgs};
pub(crate) use sim::{Sim, USUAL};
pub(crate) use tap::{Tap, Watch};
pub(crate) use tools::Tools;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory as _, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

/// Drive and watch sessions of the `claude` CLI: a screen on its stdio control protocol.
///
/// Without a command the screen is opened on a session with the CLI on PATH; exit code 0, 2 if what was typed or set cannot
/// be followed, 3 if the CLI could not be started, 128 and a signal's number if one ended it.
#[derive(Debug, Parser)]
#[cfg_attr(
    feature = "tui",
    command(name = "cca-tui", version, args_conflicts_with_subcommands = true)
)]
#[cfg_attr(
    not(feature = "tui"),
    command(name = "cca-tui", version, arg_required_else_help = true)
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[cfg(feature = "tui")]
    #[command(flatten)]
    pub(crate) open: Open,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run prompts without a screen: readable lines or JSON events, decisions by rules, an exit code that tells
    Run(Box<Run>),
    /// Open the screen on the built-in simulator: no network, no account, no CLI
    #[cfg(feature = "tui")]
    Demo(Demo),
    /// Open the screen on a recording: the session as it was at any moment, forwards and backwards
    #[cfg(feature = "tui")]
    Replay(Replay),
    /// Say what is set and where it came from; the keymap, the themes, trust for a project
    Config(Config),
    /// Say what is in a recording: frames, turns, tools, decisions, hooks, states, what was never answered
    Inspect(Inspect),
    /// Stand in for the CLI of any SDK: pass every byte on untouched, and record the session
    #[cfg(unix)]
    Tap(Tap),
    /// List the recordings of this machine, those of running sessions first; at a terminal, choose one and open it
    Watch(Watch),
    /// List the lines of a recording that fit a filter: `~tool Bash ~latency > 1s`, `~pending | ~error`, words
    Lines(Lines),
    /// Make a transcript, a smaller recording, a bug bundle or a film of a recording, with secrets masked
    Export(Box<Export>),
    /// List, check and call tools from TOML files, without any session
    Tools(Tools),
    /// Print a script that completes this command line in a shell: bash, zsh, fish, powershell, elvish
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the page for `man`: `cca-tui man | man -l -`
    Man {
        /// The page of one command
        command: Option<String>,
    },
    /// Be the `claude` CLI, from a script: no network, no account, no model
    #[command(disable_help_flag = true)]
    Sim(Sim),
}

impl Cli {
    /// What was typed; or what is wrong with it, or the help that was asked for, is told, and this is the exit code.
    pub(crate) fn typed() -> Result<Self, ExitCode> {
        Self::try_parse().map_err(|error| {
            let printed = error.print().and_then(|()| io::stdout().flush());
            if let Err(why) = printed
                && !error.use_stderr()
                && why.kind() != io::ErrorKind::BrokenPipe
            {
                crate::say(&format!(
                    "standard output cannot be written: {why}; check where it goes"
                ));
                return ExitCode::FAILURE;
            }
            let meant = matches!(
                error.kind(),
                ErrorKind::UnknownArgument | ErrorKind::ArgumentConflict
            );
            if let Some(command) = Self::misplaced().filter(|_| meant) {
                crate::say(&format!(
                    "options of a command stand behind it: cca-tui {command} …"
                ));
            }
            u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
        })
    }

    /// A command that stands behind options.
    fn misplaced() -> Option<String> {
        let mut words = std::env::args_os().skip(1).map(OsString::into_string);
        let first = words.next()?.ok().filter(|first| first.starts_with('-'));
        let command = Self::command();
        let is_command =
            |word: &String| command.get_subcommands().any(|one| one.get_name() == word);
        let before = words.take_while(|word| word.as_deref() != Ok("--"));
        before
            .flatten()
            .find(is_command)
            .filter(|_| first.is_some())
    }

    /// A lone word that is nearly a command is more likely that than a prompt: the command.
    #[cfg(feature = "tui")]
    pub(crate) fn nearly(word: &str) -> Option<String> {
        if word.contains(char::is_whitespace) {
            return None;
        }
        let command = Self::command();
        let names = command.get_subcommands().map(clap::Command::get_name);
        cca::config::nearest(word, names).map(str::to_owned)
    }
}

#[derive(Debug, Args)]
pub(crate) struct Inspect {
    /// A recording, a capture of `{"t","dir","msg"}` lines, the output of `claude --output-format stream-json`, a transcript
    /// of the CLI, or `-` for standard input
    pub(crate) file: PathBuf,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_long_help = filter_help())]
pub(crate) struct Lines {
    /// A recording, a capture, the output of `claude --output-format stream-json`, a transcript of the CLI, or `-` for
    /// standard input
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
