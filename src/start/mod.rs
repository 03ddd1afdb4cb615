//! From arguments to a front end. Owns: which settings count for a command, and which exit code an error has.
//! Does not own: the arguments (`cli`), the front ends.

mod config;
#[cfg(feature = "tui")]
mod export;
mod paper;
mod recordings;
#[cfg(feature = "tui")]
mod screen;

pub(crate) use config::config;
#[cfg(feature = "tui")]
pub(crate) use export::export;
pub(crate) use paper::{completions, man};
pub(crate) use recordings::{recorded, watch};
#[cfg(feature = "tui")]
pub(crate) use screen::{choose, demo, open, replay};

use cca::config::paths;
use cca::config::settings::variables::{self, Unread};
use cca::config::settings::{Key, Places, Projects, SettingError, Settings};
use cca::logs;
use color_eyre::eyre::{Report, WrapErr as _};
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// What was typed or set cannot be followed.
pub(crate) const USAGE: u8 = 2;
/// The CLI could not be started.
#[cfg(feature = "tui")]
pub(crate) const NOT_STARTED: u8 = 3;

/// Where settings are looked for when the agent works in this directory.
pub(crate) fn places(cwd: Option<&Path>, projects: Projects) -> Places {
    let here = std::env::current_dir().unwrap_or_default();
    // With a launcher it may be a directory that is not here.
    let directory = cwd.map(|cwd| here.join(cwd)).filter(|cwd| cwd.is_dir());
    Places {
        config: paths::config_dir(),
        state: paths::state_dir(),
        directory: directory.unwrap_or(here),
        projects,
    }
}

/// The settings that count there.
pub(crate) fn settings(places: &Places) -> Result<Settings, SettingError> {
    let mut settings = Settings::load(places, |name| std::env::var(name).ok())?;
    // One that is like none of ours may be somebody else's.
    let nearly = unread().into_iter().filter(|odd| odd.meant.is_some());
    settings.oddities = nearly.map(|odd| odd.to_string()).collect();
    Ok(settings)
}

/// What is logged, as it is set.
pub(crate) fn log_filter(settings: &Settings) -> Result<logs::Filter, String> {
    let level = settings.text(Key::LogLevel).unwrap_or("info");
    logs::filter(level).map_err(|what| {
        let origin = settings.origin(Key::LogLevel);
        let origin = origin.map_or_else(|| "log.level".to_owned(), ToString::to_string);
        format!("{origin}: {}: {what}", Key::LogLevel)
    })
}

/// Variables that look like ours and that nobody reads.
pub(crate) fn unread() -> Vec<Unread> {
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    variables::unread(names)
}

/// Whether somebody is at both ends of the terminal.
pub(crate) fn attended() -> bool {
    use std::io::IsTerminal as _;
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// What was to be printed is; a reader that went away has read enough.
pub(crate) fn printed(written: io::Result<()>) -> Result<ExitCode, Report> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).wrap_err("standard output cannot be written")
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Says it in one line; the code for what was typed or set.
pub(crate) fn usage(error: &impl std::fmt::Display) -> ExitCode {
    crate::say(&error.to_string());
    ExitCode::from(USAGE)
}
