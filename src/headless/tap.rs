//! `cca-tui tap`. Owns: how its failures are told, and the script for SDKs that take one path.
//! Does not own: the tap (`tap`).

use super::sanitise;
use super::script::{self, Kind, ScriptError};
use crate::tap::{Tap, become_cli};
use crate::transport::launch::{CliSearch, LaunchError, find_cli};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const WRAPPER: Kind = Kind {
    by: "tap --install",
    what: "the claude CLI, recorded",
};

/// A wrapper that cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InstallError {
    /// There is no CLI.
    #[error("no `claude` CLI was found on PATH; name one with --cli PATH")]
    NoCli,
    /// The one that was named cannot be run.
    #[error("{} {problem}; name the `claude` program itself with --cli PATH", path.display())]
    Unusable {
        /// The path as given.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// It is not there.
    #[error("there is no program {}; name the `claude` CLI with --cli PATH", .0.display())]
    NoSuchCli(PathBuf),
    /// It cannot be run for another reason.
    #[error(transparent)]
    Cli(LaunchError),
    /// It would run itself for ever.
    #[error("{} would run itself; name another path, or the CLI with --cli", .0.display())]
    Itself(PathBuf),
    /// The script cannot be written.
    #[error(transparent)]
    Script(#[from] ScriptError),
}

/// Becomes the CLI; the code to end with if that fails.
pub fn run(tap: &Tap) -> ExitCode {
    let error = become_cli(tap);
    // Whoever reads this expects the CLI: one line, like a shell's.
    let _ = writeln!(
        io::stderr(),
        "cca-tui tap: {}",
        sanitise(&error.to_string())
    );
    ExitCode::from(error.code())
}

/// Writes a script that taps the CLI.
pub fn install(
    path: &Path,
    cli: Option<PathBuf>,
    record: Option<&Path>,
    redact: bool,
) -> Result<(), InstallError> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let named = cli.or_else(|| set("CCA_CLI").map(PathBuf::from));
    let cli = find_cli(&CliSearch {
        explicit: named.clone(),
        path_var: set("PATH"),
        home: set("HOME").map(PathBuf::from),
    });
    let cli = cli.map_err(|error| match error {
        LaunchError::CliNotFound { .. } => {
            named.map_or(InstallError::NoCli, InstallError::NoSuchCli)
        }
        LaunchError::CliUnusable { path, problem } => InstallError::Unusable {
            path,
            problem: problem.to_string(),
        },
        error => InstallError::Cli(error),
    })?;
    let real = |path: &Path| path.canonicalize().ok();
    if real(&cli).is_some() && real(&cli) == real(path) {
        return Err(InstallError::Itself(path.to_owned()));
    }
    let mut arguments = "tap".to_owned();
    if let Some(record) = record {
        arguments.push_str(" --record ");
        arguments.push_str(&script::absolute_word(record)?);
    }
    if redact {
        arguments.push_str(" --redact");
    }
    arguments.push_str(" -- ");
    arguments.push_str(&script::absolute_word(&cli)?);
    script::write(path, WRAPPER, &arguments)?;
    // Not on standard output: what was asked for is a file.
    let said = format!(
        "wrote {}, which runs {} and records it: name it where your SDK asks for the CLI",
        path.display(),
        cli.display()
    );
    let _ = writeln!(io::stderr(), "{}", sanitise(&said));
    Ok(())
}
