//! The built-in simulator as the CLI. Owns: which program and words that is, and what of our environment it gets.
//! Does not own: the simulator.

use super::SetupError;
use crate::agent::Options;
use crate::config::{Document, FileError};
use crate::simulator::scenario::{Compiled, shipped};
use crate::simulator::{Connector, SimulatorError, script};
use crate::transport::launch::{HostEnv, LaunchError, LaunchOptions};
use std::ffi::OsString;
use std::path::Path;

/// The CLI is this very program, with a scenario by name or file; the usual one if it is empty.
pub(super) fn simulated(options: Options, scenario: &str) -> Result<Options, SetupError> {
    let wrong = |what: String| SetupError::new("--sim", what);
    check_scenario(scenario).map_err(|error| wrong(error.to_string()))?;
    let program = std::env::current_exe().map_err(|error| {
        wrong(format!(
            "this program cannot find itself ({error}); use `--cli`"
        ))
    })?;
    let words = words(scenario);
    Ok(options.cli(|launch| launch.cli_path(program).cli_words(words).inherit("CCA_*")))
}

/// What is wrong with a scenario is told here: the simulator's own words would only come as those of a CLI that died.
/// Those that come along are right, and reading them twice would be felt at the start.
pub fn check_scenario(scenario: &str) -> Result<(), SimulatorError> {
    if scenario.is_empty() || is_shipped(scenario) {
        return Ok(());
    }
    script(scenario).map(drop)
}

/// A scenario file is named absolutely: the simulator may be started in another directory.
fn words(scenario: &str) -> Vec<OsString> {
    let mut words = vec![OsString::from("sim")];
    if !scenario.is_empty() {
        let named = if is_shipped(scenario) {
            OsString::from(scenario)
        } else {
            std::path::absolute(scenario).map_or_else(|_| scenario.into(), Into::into)
        };
        words.extend(["--scenario".into(), named]);
    }
    words
}

fn is_shipped(name: &str) -> bool {
    shipped().iter().any(|(shipped, _)| *shipped == name)
}

/// Whether a word after `--sim` is meant as a scenario: one that is shipped, a file, or what is called like one.
pub fn is_scenario(word: &str) -> bool {
    let path = Path::new(word);
    // Not every word with a slash in it: `/help` and `yes/no` are prompts.
    let looks_like_file =
        !word.contains(char::is_whitespace) && path.extension().is_some_and(|end| end == "toml");
    word.is_empty() || is_shipped(word) || looks_like_file || path.is_file()
}

/// These options, for the real CLI if one is found as they say; without one, for the simulator in this program, with a
/// scenario in TOML. Says whether it is simulated. A CLI that was named and is not there is a mistake, never simulated.
pub fn cli_or_simulator(options: Options, scenario: &str) -> Result<(Options, bool), SetupError> {
    let mut launch = LaunchOptions::default();
    let options = options.cli(|own| {
        launch = own.clone();
        own
    });
    let host = HostEnv::current();
    let named = launch.cli_path.is_some() || host.get("CCA_CLI").is_some_and(|cli| !cli.is_empty());
    if named || launch.locate(&host).is_ok() {
        return Ok((options, false));
    }
    let wrong = |error: FileError| SetupError::new("--sim", error);
    let document = Document::new("scenario", scenario);
    let simulator = Connector::new(Compiled::read(&document).map_err(wrong)?);
    let options = options.connect_with(move |plan| simulator.connect(plan));
    Ok((options, true))
}

/// Whether the CLI that these options mean is there, without starting it.
pub fn locate(options: &Options) -> Result<(), LaunchError> {
    let mut launch = LaunchOptions::default();
    let _ = options.clone().cli(|own| {
        launch = own.clone();
        own
    });
    launch.locate(&HostEnv::current()).map(drop)
}

#[cfg(test)]
mod tests {
    use super::is_scenario;

    #[test]
    fn a_word_is_a_scenario_or_a_prompt() {
        for scenario in [
            "",
            "tour",
            "playground",
            "my.toml",
            "./x/y.toml",
            "Cargo.lock",
        ] {
            assert!(is_scenario(scenario), "{scenario}");
        }
        for prompt in [
            "hello",
            "What is 2 + 2?",
            "fix src/main.rs",
            "look at my.toml",
            "/help",
            "yes/no",
        ] {
            assert!(!is_scenario(prompt), "{prompt}");
        }
    }
}
