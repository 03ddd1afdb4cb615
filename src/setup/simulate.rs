//! The built-in simulator as the CLI. Owns: which program and words that is, and what of our environment it gets.
//! Does not own: the simulator.

use super::SetupError;
use crate::agent::Options;
use crate::transport::launch::{HostEnv, LaunchOptions};
use std::ffi::OsString;
use std::path::Path;

/// The CLI is this very program.
pub(super) fn simulated(options: Options, scenario: &str) -> Result<Options, SetupError> {
    let program = std::env::current_exe().map_err(|error| {
        let what = format!("this program cannot find itself ({error}); use `--cli` instead");
        SetupError::new("--sim", what)
    })?;
    let words = words(scenario);
    Ok(options.cli(|launch| launch.cli_path(program).cli_words(words).inherit("CCA_*")))
}

/// A scenario file is named absolutely: the simulator may be started in another directory.
fn words(scenario: &str) -> Vec<OsString> {
    let mut words = vec![OsString::from("sim")];
    if !scenario.is_empty() {
        let path = Path::new(scenario);
        let named = if names_file(scenario) {
            std::path::absolute(path).map_or_else(|_| scenario.into(), Into::into)
        } else {
            OsString::from(scenario)
        };
        words.extend(["--scenario".into(), named]);
    }
    words
}

fn names_file(scenario: &str) -> bool {
    let path = Path::new(scenario);
    path.extension().is_some_and(|end| end == "toml")
        || scenario.contains(std::path::MAIN_SEPARATOR)
}

/// Whether a word after `--sim` can only be meant as a scenario: a file, or a name without spaces.
pub fn is_scenario(word: &str) -> bool {
    names_file(word)
        || word
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
}

/// The real CLI if one is found as these options say, else the simulator with this scenario.
pub fn cli_or_simulator(options: Options, scenario: &str) -> Result<Options, SetupError> {
    let mut launch = LaunchOptions::default();
    let options = options.cli(|own| {
        launch = own.clone();
        own
    });
    if launch.locate(&HostEnv::current()).is_ok() {
        Ok(options)
    } else {
        simulated(options, scenario)
    }
}
