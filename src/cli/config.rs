//! The command line of `config`. Owns: clap types only.

use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Config {
    /// Write a settings file to begin with, all of it commented out; one that is there is left as it is
    #[arg(long, group = "what")]
    pub(crate) init: bool,
    /// Print the keymap that counts
    #[cfg(feature = "tui")]
    #[arg(long, group = "what")]
    pub(crate) keys: bool,
    /// List the themes there are
    #[cfg(feature = "tui")]
    #[arg(long, group = "what")]
    pub(crate) themes: bool,
    /// Show what a project's settings file would be allowed, and trust its content if you say so
    #[arg(long, group = "what", value_name = "FILE", num_args = 0..=1, default_missing_value = "")]
    pub(crate) trust: Option<String>,
    /// Say yes to --trust without being asked
    #[arg(long, requires = "trust")]
    pub(crate) yes: bool,
    /// The directory whose project is looked at
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
}
