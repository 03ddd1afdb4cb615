//! `cca-tui config`. Owns: which of its tasks is meant.

use super::{attended, places, printed, settings, unread, usage};
use crate::cli;
use cca::config::settings::{Places, Projects, Settings};
use cca::headless::config::{Answer, Folders, init, print, trust};
use cca::setup::Wanted;
use color_eyre::eyre::{Report, WrapErr as _};
use std::io;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn config(arguments: &cli::Config) -> Result<ExitCode, Report> {
    let mut places = places(arguments.cwd.as_deref(), Projects::AsTrusted);
    if let Some(file) = named(arguments) {
        places.directory = folder_of(file);
    }
    let settings = match settings(&places) {
        Ok(settings) => settings,
        Err(error) => return Ok(usage(&error)),
    };
    let mut out = io::stdout().lock();
    #[cfg(feature = "tui")]
    if arguments.keys || arguments.themes {
        let (text, wrong) = if arguments.keys {
            cca::tui::listing::keys(&settings)
        } else {
            cca::tui::listing::themes(&settings)
        };
        let code = printed(io::Write::write_all(&mut out, text.as_bytes()))?;
        return Ok(wrong.map_or(code, |error| usage(&error)));
    }
    if arguments.init {
        return done(init(&settings, &mut out));
    }
    if arguments.trust.is_some() {
        let mut person = io::stdin().lock();
        let answer = match (arguments.yes, attended()) {
            (true, _) => Answer::Yes,
            (false, true) => Answer::Ask(&mut person),
            (false, false) => Answer::Nobody,
        };
        return done(trust(&settings, &places, answer, &mut out));
    }
    let folders = folders(&places);
    let code = printed(print(&settings, &folders, &mut out))?;
    for odd in unread() {
        crate::say(&odd.to_string());
    }
    let wrong = problems(&settings);
    Ok(wrong.iter().fold(code, |_, what| usage(what)))
}

/// What a session or a screen with these settings would stumble over.
fn problems(settings: &Settings) -> Vec<String> {
    let mut wrong = Vec::new();
    #[cfg(feature = "tui")]
    wrong.extend(cca::tui::check(settings).iter().map(ToString::to_string));
    wrong.extend(super::log_filter(settings).err());
    let session = cca::setup::layered(Wanted::default(), settings);
    wrong.extend(session.err().map(|error| error.to_string()));
    wrong
}

fn named(arguments: &cli::Config) -> Option<&Path> {
    let file = arguments.trust.as_deref()?;
    (!file.is_empty()).then(|| Path::new(file))
}

/// A file is looked for in its own folder; a folder is one itself.
fn folder_of(file: &Path) -> std::path::PathBuf {
    let path = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    if path.is_dir() {
        return path;
    }
    path.parent().map(Path::to_owned).unwrap_or_default()
}

fn folders(places: &Places) -> Folders {
    Folders {
        config: places.config.clone(),
        state: places.state.clone(),
        log: places.state.as_deref().map(cca::logs::file),
    }
}

/// Exit code 1 says that it was not done, for a reason that was told.
fn done(done: io::Result<bool>) -> Result<ExitCode, Report> {
    let done = done.wrap_err("a file of the settings, or standard output, cannot be written");
    Ok(if done? {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
