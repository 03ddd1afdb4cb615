//! `cca-tui sim`: the simulated CLI as a program. Owns: its exit code, dying of a signal, the script that stands in for the
//! CLI. Does not own: the simulator (`simulator`), listing and checking scenarios (`scenarios`).

use super::scenarios;
use crate::simulator::{self, Ended, SimulatorError};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The second line of each script we write: only such files are overwritten.
const MARK: &str = "# written by `cca-tui sim --shim`: the simulator as the claude CLI";

/// A script that cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShimError {
    /// Something else is there.
    #[error("{} is not a script of `cca-tui sim --shim`; name another path, or remove it first", .0.display())]
    Occupied(PathBuf),
    /// The place cannot be written.
    #[error("{} cannot be written: {}", .0.display(), .1)]
    Write(PathBuf, io::Error),
    /// The path of this program is unknown.
    #[error("the path of this program cannot be told: {0}")]
    Program(io::Error),
    /// A path cannot stand in a script.
    #[error("{} is not UTF-8; move the program or the scenario to a path that is", .0.display())]
    Path(PathBuf),
}

/// Lists the scenarios that come with the program.
pub fn list(out: &mut impl Write) -> io::Result<ExitCode> {
    closed_is_fine(scenarios::list(out).and_then(|()| out.flush()))?;
    Ok(ExitCode::SUCCESS)
}

/// Checks scenario files.
pub fn check(files: &[String], out: &mut impl Write) -> io::Result<ExitCode> {
    let wrong = scenarios::check(files, out)?;
    closed_is_fine(out.flush())?;
    Ok(if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn closed_is_fine(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Is the CLI, until it ends; the code to end with.
pub fn play(scenario: &str, flags: Vec<OsString>) -> Result<ExitCode, SimulatorError> {
    let script = simulator::script(scenario)?;
    let code = match simulator::play(script, flags)? {
        Ended::Exit(code) => code,
        Ended::Die(signal) => {
            die(signal);
            // Only if the signal did not end us.
            128
        }
    };
    Ok(ExitCode::from(u8::try_from(code & 0xff).unwrap_or(1)))
}

#[cfg(unix)]
fn die(signal: simulator::scenario::Signal) {
    use nix::sys::signal::{self, Signal};
    use simulator::scenario::Signal as Deadly;
    let signal = match signal {
        Deadly::Kill => Signal::SIGKILL,
        Deadly::Term => Signal::SIGTERM,
        Deadly::Segv => Signal::SIGSEGV,
        Deadly::Abrt => Signal::SIGABRT,
    };
    let _ = signal::raise(signal);
}

#[cfg(not(unix))]
fn die(_signal: simulator::scenario::Signal) {}

/// Writes a script that runs this program as the CLI.
pub fn write_shim(path: &Path, scenario: Option<&str>) -> Result<(), ShimError> {
    let text = shim(scenario)?;
    if let Ok(there) = std::fs::read(path) {
        let there = String::from_utf8_lossy(&there);
        if there.lines().nth(1) != Some(MARK) {
            return Err(ShimError::Occupied(path.to_owned()));
        }
    } else if path.symlink_metadata().is_ok() {
        return Err(ShimError::Occupied(path.to_owned()));
    }
    let failed = |error| ShimError::Write(path.to_owned(), error);
    std::fs::write(path, text).map_err(failed)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(path, mode).map_err(failed)?;
    }
    Ok(())
}

fn shim(scenario: Option<&str>) -> Result<String, ShimError> {
    let program = std::env::current_exe().map_err(ShimError::Program)?;
    let word = |path: &Path| match path.to_str() {
        Some(text) => Ok(quoted(text)),
        None => Err(ShimError::Path(path.to_owned())),
    };
    let mut command = format!("exec {} sim", word(&program)?);
    if let Some(scenario) = scenario {
        // A file must be found from wherever the script is run.
        let path = Path::new(scenario);
        let place = if path.is_file() {
            std::path::absolute(path).map_err(ShimError::Program)?
        } else {
            path.to_owned()
        };
        command.push_str(" --scenario ");
        command.push_str(&word(&place)?);
    }
    Ok(format!("#!/bin/sh\n{MARK}\n{command} \"$@\"\n"))
}

/// A word for the shell, whatever is in it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_survive_the_shell() {
        assert_eq!(quoted("/a b/c"), "'/a b/c'");
        assert_eq!(quoted("it's $x"), "'it'\\''s $x'");
    }
}
