//! Recording by default. Owns: where a session is recorded when nobody said, and that old recordings go.
//! Does not own: the folder (`cca::library`), recording (`cca::trace`).

use super::{places, settings, usage};
use cca::config::paths;
use cca::config::settings::{Key, Projects, Settings};
use cca::library::{self, Retention};
use cca::setup::Wanted;
use chrono::Utc;
use color_eyre::eyre::Report;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Says where the session is recorded, if nobody did. A simulated session is no work of anybody: it is recorded only
/// where a file is named for it.
pub(crate) fn recorded(mut wanted: Wanted, settings: &Settings) -> Wanted {
    let off = wanted.no_record || !settings.flag(Key::Record);
    if off || wanted.record.is_some() || wanted.simulate.is_some() {
        return wanted;
    }
    tidy_up(Retention::of(settings));
    wanted.record_if_possible = true;
    wanted.record = match settings.text(Key::RecordDir).map(Path::new) {
        Some(folder) => Some(named(folder)),
        // One that cannot be made is told when the file cannot be.
        None => library::folder().map(|folder| named(&folder)),
    };
    if let Some(folder) = wanted.record.as_deref().and_then(Path::parent) {
        let _ = paths::make_private_dir(folder);
    }
    wanted
}

/// A name that nobody else takes: the time and the process.
fn named(folder: &Path) -> PathBuf {
    folder.join(library::file_name(Utc::now(), std::process::id()))
}

/// Deletes what is too old or too much, beside everything else: nobody waits for it.
fn tidy_up(retention: Retention) {
    let beside = std::thread::Builder::new().name("tidy-up".to_owned());
    let _ = beside.spawn(move || library::tidy_up(&retention, Utc::now()));
}

/// `cca-tui watch`, as a table or JSON.
pub(crate) fn watch(json: bool, prune: bool) -> Result<ExitCode, Report> {
    let settings = match settings(&places(None, Projects::Untrusted)) {
        Ok(settings) => settings,
        Err(error) => return Ok(usage(&error)),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let retention = Retention::of(&settings);
    Ok(cca::headless::watch::run(
        json, prune, &retention, &mut out,
    )?)
}
