//! EDGE. What time it is in a session that goes on while it is looked at. Owns: whether somebody still writes its
//! recording, and the clock. Does not own: whether anybody waits for time to pass (`reel`).

use crate::library;
use crate::trace::Moment;
use chrono::{DateTime, Utc};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often it is looked at: what waits is counted in seconds.
const BEAT: Duration = Duration::from_secs(1);

/// The clock of a recording that is followed.
#[derive(Debug)]
pub(super) struct Pulse {
    path: PathBuf,
    started: DateTime<Utc>,
    looked: Option<Instant>,
}

impl Pulse {
    /// The clock of a file, if it is known when that began.
    pub(super) fn of(path: &Path, started: Option<DateTime<Utc>>) -> Option<Self> {
        started.map(|started| Self {
            path: path.to_owned(),
            started,
            looked: None,
        })
    }

    /// The time now, once a second, for as long as somebody writes it.
    pub(super) fn beat(&mut self) -> Option<Moment> {
        if self.looked.is_some_and(|looked| looked.elapsed() < BEAT) {
            return None;
        }
        self.looked = Some(Instant::now());
        let passed = Utc::now().signed_duration_since(self.started);
        let passed = passed
            .to_std()
            .ok()
            .filter(|_| library::is_live(&self.path));
        passed.map(Moment::after)
    }
}
