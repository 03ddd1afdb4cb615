//! The arguments of `cca-tui sim`. Owns: our own flags, which come first; everything after them is the CLI's own.

use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

/// The scenario that is played if none is named.
pub(crate) const USUAL: &str = "playground";

#[derive(Debug, Args)]
pub(crate) struct Sim {
    /// What the model does: a scenario by name, or a TOML file [default: playground]
    #[arg(long, env = "CCA_SCENARIO", value_name = "NAME|FILE")]
    pub(crate) scenario: Option<String>,
    /// List the scenarios that come with this program
    #[arg(long, conflicts_with_all = ["check", "shim"])]
    pub(crate) list: bool,
    /// Check scenario files, and say what is wrong with them
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "shim")]
    pub(crate) check: Vec<String>,
    /// Write a script that runs this program as the CLI, for SDKs that take one path
    #[arg(long, value_name = "PATH")]
    pub(crate) shim: Option<PathBuf>,
    /// Flags of the `claude` CLI; those that are not known are accepted
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "CLAUDE FLAGS"
    )]
    pub(crate) flags: Vec<OsString>,
}

#[cfg(test)]
mod tests {
    use super::Sim;
    use cca::simulator::flags::Flags;
    use clap::Args as _;

    /// `--help` is the simulated CLI's, so it must know our flags too.
    #[test]
    fn help_names_every_flag() {
        let stop = Flags::parse(&["--help".to_owned()], &|_| None, "1").unwrap_err();
        let command = Sim::augment_args(clap::Command::new("sim"));
        let flags: Vec<_> = command
            .get_arguments()
            .filter_map(clap::Arg::get_long)
            .collect();
        assert_eq!(flags.len(), 4);
        for flag in flags {
            assert!(stop.stdout.contains(&format!("\n  --{flag} ")), "{flag}");
        }
    }
}
