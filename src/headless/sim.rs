//! `cca-tui sim`: the simulated CLI as a program. Owns: its exit code, dying of a signal, the script that stands in for the
//! CLI. Does not own: the simulator (`simulator`), listing and checking scenarios (`scenarios`).

use super::{sanitise, scenarios};
use crate::simulator::scenario::shipped;
use crate::simulator::{self, Ended, SimulatorError};
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Command;
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
    /// There is no such scenario.
    #[error(transparent)]
    Scenario(#[from] SimulatorError),
}

/// Lists the scenarios that come with the program.
pub fn list(out: &mut impl Write) -> io::Result<ExitCode> {
    scenarios::unless_closed(scenarios::list(out))?;
    Ok(ExitCode::SUCCESS)
}

/// Checks scenario files.
pub fn check(files: &[String], out: &mut impl Write) -> io::Result<ExitCode> {
    let wrong = scenarios::check(files, out)?;
    Ok(if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Is the CLI, until it ends; the code to end with.
pub fn play(scenario: &str, flags: Vec<OsString>) -> Result<ExitCode, SimulatorError> {
    let script = simulator::script(scenario)?;
    let code = match simulator::play(script, flags, complain)? {
        Ended::Exit(code) => code,
        Ended::Die(signal) => {
            die(signal);
            // Only if the signal did not end us.
            128
        }
    };
    Ok(ExitCode::from(u8::try_from(code & 0xff).unwrap_or(1)))
}

/// Writes to standard error; whoever does not listen does not want to know.
fn complain(text: &str) {
    let mut stderr = io::stderr();
    let shown = for_stderr(text, stderr.is_terminal());
    let _ = writeln!(stderr, "{shown}");
}

/// Scenarios and clients choose what is in there: programs get it as it is, a terminal must not obey it.
fn for_stderr(text: &str, terminal: bool) -> Cow<'_, str> {
    if !terminal {
        return Cow::Borrowed(text);
    }
    let lines: Vec<_> = text.lines().map(sanitise).collect();
    Cow::Owned(lines.join("\n"))
}

#[cfg(unix)]
fn die(signal: simulator::scenario::Signal) {
    use nix::sys::signal::{self, Signal};
    use simulator::scenario::Signal as Deadly;
    use std::os::unix::process::CommandExt as _;
    let (signal, name) = match signal {
        Deadly::Kill => (Signal::SIGKILL, "KILL"),
        Deadly::Term => (Signal::SIGTERM, "TERM"),
        Deadly::Segv => (Signal::SIGSEGV, "SEGV"),
        Deadly::Abrt => (Signal::SIGABRT, "ABRT"),
    };
    if matches!(signal, Signal::SIGTERM | Signal::SIGSEGV) {
        // The runtime's handler for the one and the language's for the other are still there; another program in our
        // place has none of them. It is the same process, with all that its parent knows of it.
        let mut shell = Command::new("/bin/sh");
        let _not_replaced = shell
            .args(["-c", &format!("kill -s {name} $$")])
            .env_clear()
            .exec();
    }
    let _ = signal::raise(signal);
}

#[cfg(not(unix))]
fn die(_signal: simulator::scenario::Signal) {}

/// Writes a script that runs this program as the CLI; the scenario must be a good one.
pub fn write_shim(path: &Path, scenario: Option<&str>) -> Result<(), ShimError> {
    if let Some(scenario) = scenario {
        simulator::script(scenario)?;
    }
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
        // A file must be found from wherever the script is run; a scenario of ours has no place.
        let path = Path::new(scenario);
        let place = if shipped().iter().any(|(name, _)| *name == scenario) {
            path.to_owned()
        } else {
            std::path::absolute(path).map_err(ShimError::Program)?
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
    use super::{for_stderr, quoted};

    #[test]
    fn words_survive_the_shell() {
        assert_eq!(quoted("/a b/c"), "'/a b/c'");
        assert_eq!(quoted("it's $x"), "'it'\\''s $x'");
    }

    #[test]
    fn a_terminal_obeys_nobody() {
        let text = "bad \u{1b}[2J line\nnext";
        assert_eq!(for_stderr(text, true), "bad \\e[2J line\nnext");
        assert_eq!(for_stderr(text, false), text);
    }
}
