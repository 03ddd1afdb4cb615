//! `cca-tui sim --list` and `--check`: what scenarios there are, and whether a file is one. Owns: what is printed.
//! Does not own: reading and checking them (`simulator`).

use super::sanitise;
use crate::config::{Document, FileError};
use crate::simulator::library;
use crate::simulator::scenario::{Scenario, shipped};
use std::io::{self, Write};

/// Name and description of the scenarios that come with the program.
pub fn list(out: &mut impl Write) -> io::Result<()> {
    let longest = shipped().iter().map(|(name, _)| name.len()).max();
    let width = longest.unwrap_or(0);
    for (name, text) in shipped() {
        let described = Scenario::read(&Document::new(*name, *text));
        let description =
            described.map_or_else(|error| error.to_string(), |scenario| scenario.description);
        writeln!(out, "{name:width$}  {}", sanitise(&description))?;
    }
    out.flush()
}

/// Reads each scenario, by name or path, and says what is in it or what is wrong. Gives back how many are bad, even if
/// nobody reads what is said.
pub fn check(scenarios: &[String], out: &mut impl Write) -> io::Result<usize> {
    let mut bad = 0;
    for name in scenarios {
        let line = match read(name) {
            Ok(scenario) => format!("{name}: ok, {}", counts(&scenario)),
            Err(error) => {
                bad += 1;
                error.to_string()
            }
        };
        unless_closed(writeln!(out, "{}", sanitise(&line)))?;
    }
    unless_closed(out.flush())?;
    Ok(bad)
}

/// A pipe whose reader left is no failure; of anything else it is said what could not be written.
pub(super) fn unless_closed(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => {
            let what = format!("standard output cannot be written: {error}; check where it goes");
            Err(io::Error::new(error.kind(), what))
        }
        Ok(()) => Ok(()),
    }
}

fn read(name: &str) -> Result<Scenario, FileError> {
    Scenario::read(&library::find(name)?)
}

fn counts(scenario: &Scenario) -> String {
    let parts = [
        count(scenario.turns.len(), "turn"),
        count(scenario.on.len(), "rule"),
        count(scenario.steps().len(), "step"),
    ];
    parts.join(", ")
}

fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
