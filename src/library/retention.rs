//! Which recordings are deleted, and when. Owns: the limits, choosing, deleting, and remembering what was deleted.
//! Does not own: what is in them (`summary`).

use super::index::{self, Listed};
use super::{is_live, is_ours};
use crate::config::paths;
use crate::config::settings::{Key, Places, Projects, Settings};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;
use std::time::Duration;

/// How old a recording gets.
pub const MAX_AGE: Duration = Duration::from_hours(30 * 24);
/// How much all of them may take.
pub const MAX_BYTES: u64 = 2 * 1024 * 1024 * 1024;
/// What was written so lately is never deleted: who has just made a file may not have taken hold of it yet.
const FRESH_MS: u64 = 60_000;
/// How many deletions are remembered.
const REMEMBERED: usize = 200;

/// What is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Recordings that were last written longer ago are deleted.
    pub max_age: Duration,
    /// If all together are larger, the oldest are deleted.
    pub max_bytes: u64,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            max_age: MAX_AGE,
            max_bytes: MAX_BYTES,
        }
    }
}

/// Why a recording was deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// It was too old.
    Age,
    /// All together were too large, and it was the oldest.
    Size,
}

/// A recording that was deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deleted {
    /// Its name.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Why.
    pub why: Why,
    /// When.
    pub at: DateTime<Utc>,
}

impl Retention {
    /// As it is set.
    pub fn of(settings: &Settings) -> Self {
        let usual = Self::default();
        let days = settings.number(Key::RecordingsDays);
        let mib = settings.number(Key::RecordingsMib);
        Self {
            max_age: days.map_or(usual.max_age, |days| Duration::from_hours(days * 24)),
            max_bytes: mib.map_or(usual.max_bytes, |mib| mib << 20),
        }
    }

    /// As the user has set it. Without a word where the settings cannot be read: then nothing is deleted.
    pub fn of_user() -> Option<Self> {
        user_settings().map(|settings| Self::of(&settings))
    }

    /// What is to be deleted now. Never what is live, and never what has another name than ours: somebody put it there.
    pub fn choose(&self, listed: &[Listed], now: DateTime<Utc>) -> Vec<(String, Why)> {
        let now_ms = u64::try_from(now.timestamp_millis()).unwrap_or(0);
        let oldest_ms = u64::try_from(self.max_age.as_millis())
            .map_or(0, |age_ms| now_ms.saturating_sub(age_ms));
        let mut newest_first: Vec<&Listed> = listed.iter().collect();
        newest_first.sort_by(|a, b| (b.modified_ms, &b.name).cmp(&(a.modified_ms, &a.name)));
        let mut total: u64 = 0;
        let mut chosen = Vec::new();
        for recording in newest_first {
            let fresh = recording.modified_ms.saturating_add(FRESH_MS) > now_ms;
            let deletable = !recording.live && !fresh && is_ours(&recording.name);
            let with_it = total.saturating_add(recording.bytes);
            if deletable && recording.modified_ms < oldest_ms {
                chosen.push((recording.name.clone(), Why::Age));
            } else if deletable && with_it > self.max_bytes {
                chosen.push((recording.name.clone(), Why::Size));
            } else {
                total = with_it;
            }
        }
        chosen
    }
}

/// The settings of the user alone, if they can be read.
fn user_settings() -> Option<Settings> {
    let places = Places {
        config: paths::config_dir(),
        state: paths::state_dir(),
        directory: std::path::PathBuf::new(),
        projects: Projects::Untrusted,
    };
    Settings::load(&places, |name| std::env::var(name).ok()).ok()
}

/// Whether the user wants secrets masked in what is recorded; if that cannot be read, they are.
pub fn redacts() -> bool {
    user_settings().is_none_or(|settings| settings.flag(Key::Redact))
}

/// Deletes what is too old or too much, and says what that was.
pub fn sweep(folder: &Path, retention: &Retention, now: DateTime<Utc>) -> io::Result<Vec<Deleted>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let _lock = index::lock(folder);
    let mut index = index::read(folder);
    // What is in them does not matter here: nothing is read.
    let listed = index::files(folder)?;
    let mut deleted = Vec::new();
    for (name, why) in retention.choose(&listed, now) {
        let Some(recording) = listed.iter().find(|recording| recording.name == name) else {
            continue;
        };
        // Somebody may have begun to write it meanwhile.
        if !is_live(&recording.path) && std::fs::remove_file(&recording.path).is_ok() {
            deleted.push(Deleted {
                bytes: recording.bytes,
                name,
                why,
                at: now,
            });
        }
    }
    if !deleted.is_empty() {
        index.deleted.extend(deleted.iter().cloned());
        let surplus = index.deleted.len().saturating_sub(REMEMBERED);
        index.deleted.drain(..surplus);
        index::write(folder, &mut index);
    }
    Ok(deleted)
}
