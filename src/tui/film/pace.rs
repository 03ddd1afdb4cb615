//! PURE. When things happen in a film. Owns: from the time of a session to that of its film: speed, and how long nothing
//! may happen.

use crate::trace::Moment;
use std::time::Duration;

/// The time between two frames at the least.
const FRAME: Duration = Duration::from_millis(40);
/// How often a frame shows that time passes.
const BEAT: Duration = Duration::from_millis(250);
/// Frames that show one wait, at most.
const BEATS: u32 = 240;
/// Between lines that have no times, in microseconds.
const STEADY: u64 = 60_000;

/// The time of a line that has none.
pub(super) fn steady(number: usize) -> Moment {
    Moment(
        u64::try_from(number)
            .unwrap_or(u64::MAX)
            .saturating_mul(STEADY),
    )
}

/// How far session and film are.
#[derive(Debug)]
pub(super) struct Pace {
    speed: f64,
    idle: Duration,
    session: Moment,
    film: Duration,
    /// When the last frame was due.
    shown: Duration,
}

impl Pace {
    pub(super) fn new(speed: f64, idle: Duration) -> Self {
        Self {
            speed,
            idle,
            session: Moment::START,
            film: Duration::ZERO,
            shown: Duration::ZERO,
        }
    }

    /// Where the film is.
    pub(super) fn now(&self) -> Duration {
        self.film
    }

    /// Goes on until this moment; the frames that are due before it, with the time of the session and of the film.
    pub(super) fn until(&mut self, at: Moment) -> Vec<(Moment, Duration)> {
        let passed = at.since(self.session);
        let took = passed
            .div_f64(self.speed.clamp(0.01, 1_000.0))
            .min(self.idle);
        let before = (self.session, self.film);
        self.session = self.session.max(at);
        self.film += took;
        if self.film < self.shown + FRAME {
            return Vec::new();
        }
        let beats = took.as_millis() / BEAT.as_millis();
        let beats = u32::try_from(beats).unwrap_or(BEATS).clamp(1, BEATS);
        let step = |number: u32| {
            let share = |all: Duration| all / beats * number;
            let session = before.0.0 + u64::try_from(share(passed).as_micros()).unwrap_or(0);
            (Moment(session), before.1 + share(took))
        };
        // What happened last is shown as soon as a frame may follow the one before.
        let first = before.1.max(self.shown + FRAME).min(self.film);
        let mut steps = vec![(before.0, first)];
        steps.extend((1..beats).map(step).filter(|(_, film)| *film > first));
        self.shown = steps.last().map_or(first, |(_, film)| *film);
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(seconds: u64) -> Moment {
        Moment(seconds * 1_000_000)
    }

    #[test]
    fn a_wait_is_cut_short_and_time_still_passes_in_it() {
        let mut pace = Pace::new(2.0, Duration::from_secs(1));
        assert!(pace.until(Moment(1_000)).is_empty());
        let steps = pace.until(at(60));
        assert_eq!(steps.len(), 4);
        assert_eq!(pace.now(), Duration::from_micros(1_000_500));
        assert!(steps.is_sorted());
        assert!(steps.iter().all(|(session, _)| *session <= at(60)));
        // A clock that goes back stands still.
        assert_eq!(pace.until(at(1)).len(), 1);
        assert_eq!(pace.now(), Duration::from_micros(1_000_500));
    }

    #[test]
    fn lines_that_come_at_once_share_a_frame() {
        let mut pace = Pace::new(1.0, Duration::from_secs(1));
        let frames: usize = (0..1_000)
            .map(|n| pace.until(Moment(n * 1_000)).len())
            .sum();
        assert!((20..=25).contains(&frames), "{frames}");
    }
}
