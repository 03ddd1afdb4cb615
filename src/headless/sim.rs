//! `cca-tui sim`: the simulated CLI as a program. Owns: its exit code, dying of a signal, the script that stands in for the
//! CLI. Does not own: the simulator (`simulator`), listing and checking scenarios (`scenarios`).

use super::script::{self, Kind, ScriptError};
use super::{sanitise, scenarios};
use crate::simulator::scenario::shipped;
use crate::simulator::{self, Ended, SimulatorError};
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
#[cfg(unix)]
use std::process::Command;
use std::process::ExitCode;

const SHIM: Kind = Kind {
    by: "sim --shim",
    what: "the simulator as the claude CLI",
};

/// A script that cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShimError {
    /// The script itself.
    #[error(transparent)]
    Script(#[from] ScriptError),
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
    let mut arguments = "sim".to_owned();
    if let Some(scenario) = scenario {
        simulator::script(scenario)?;
        // A file must be found from wherever the script is run; a scenario of ours has no place.
        let place = Path::new(scenario);
        let place = if shipped().iter().any(|(name, _)| *name == scenario) {
            script::word(place)?
        } else {
            script::absolute_word(place)?
        };
        arguments.push_str(" --scenario ");
        arguments.push_str(&place);
    }
    Ok(script::write(path, SHIM, &arguments)?)
}

#[cfg(test)]
mod tests {
    use super::for_stderr;

    #[test]
    fn a_terminal_obeys_nobody() {
        let text = "bad \u{1b}[2J line\nnext";
        assert_eq!(for_stderr(text, true), "bad \\e[2J line\nnext");
        assert_eq!(for_stderr(text, false), text);
    }
}
