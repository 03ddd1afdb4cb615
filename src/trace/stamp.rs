//! What a line that stands in a file by itself says of when it was written, and which way it went. Owns: the clock of a
//! file whose lines bring their own times, and telling prompts from what the CLI wrote. Pure.

use super::store::scan::Scanned;
use super::{Direction, Moment};
use chrono::{DateTime, Utc};

/// The clock of such a file: its first time is its start.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Stamps {
    first: Option<DateTime<Utc>>,
}

impl Stamps {
    /// When a line was written, as far as it says so, and that is neither before the first nor longer after it than any
    /// session lasts.
    pub(super) fn at(&mut self, line: &Scanned<'_>) -> Option<Moment> {
        if line.timestamp.is_empty() {
            return None;
        }
        let text = std::str::from_utf8(line.timestamp).ok()?;
        let time = DateTime::parse_from_rfc3339(text).ok()?.to_utc();
        let first = *self.first.get_or_insert(time);
        let micros = time.signed_duration_since(first).num_microseconds()?;
        let at = u64::try_from(micros).ok().map(Moment);
        at.filter(|at| *at <= Moment::FAR)
    }

    /// When the file begins, by the clock on the wall.
    pub(super) fn started(&self) -> Option<DateTime<Utc>> {
        self.first
    }
}

/// In a transcript, what a person wrote went to the CLI; all else came from it.
pub(super) fn direction(line: &Scanned<'_>) -> Direction {
    let typed = line.transcript && line.kind == b"user" && !line.synthetic;
    if typed && line.results.iter().all(|id| id.is_empty()) {
        Direction::Out
    } else {
        Direction::In
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::store::scan::scan;

    #[test]
    fn a_time_that_cannot_be_is_no_time() {
        let mut stamps = Stamps::default();
        let mut at = |time: &str| {
            let line = format!(r#"{{"type":"user","timestamp":"{time}","sessionId":"s"}}"#);
            stamps.at(&scan(line.as_bytes())).map(|at| at.0)
        };
        assert_eq!(at("2026-01-01T00:00:00.000Z"), Some(0));
        assert_eq!(at("2026-01-01T00:00:01.500Z"), Some(1_500_000));
        assert_eq!(at("9999-01-01T00:00:00.000Z"), None);
        assert_eq!(at("1999-01-01T00:00:00.000Z"), None);
        assert_eq!(at("yesterday"), None);
    }
}
