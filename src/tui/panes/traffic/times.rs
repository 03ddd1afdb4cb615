//! PURE. Which times are shown. Owns: the ways, their order and words, and the clock they are by. Does not own: how a time is
//! written (`row`); whose clock it is, whoever opens the lines says.

use super::TrafficView;
use super::row::by_clock;
use crate::trace::Moment;
use chrono::{DateTime, FixedOffset};

/// Which time is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Times {
    /// Since the session started.
    #[default]
    SinceStart,
    /// Since the row above.
    Since,
    /// By the clock on the wall.
    Clock,
}

impl Times {
    /// The next way to show it.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::SinceStart => Self::Since,
            Self::Since => Self::Clock,
            Self::Clock => Self::SinceStart,
        }
    }

    /// What is shown, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::SinceStart => "times since the start",
            Self::Since => "times since the line before",
            Self::Clock => "times by the clock",
        }
    }
}

impl TrafficView {
    /// When the session started, by the clock on the wall, as far as that is known.
    pub fn started(&self) -> Option<DateTime<FixedOffset>> {
        let lines = self.lines();
        match (lines.store.started(), self.began) {
            // A file that is followed may have become another one.
            (Some(told), Some(began)) => Some(told.with_timezone(began.offset())),
            (told, began) => began.or(told.map(|time| time.fixed_offset())),
        }
    }

    /// When something was, by the clock, to the second.
    pub fn clock_of(&self, at: Moment) -> Option<String> {
        let time = by_clock(self.started()?, at)?;
        Some(time.format("%H:%M:%S").to_string())
    }

    /// The time zone that the times are in, where they are by the clock.
    pub fn zone(&self) -> Option<String> {
        let started = self.started().filter(|_| self.times == Times::Clock)?;
        let offset = *started.offset();
        Some(match offset.local_minus_utc() {
            0 => "UTC".to_owned(),
            _ => format!("UTC{offset}"),
        })
    }
}
