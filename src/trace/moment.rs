//! A point in time inside a session: microseconds since it started.
//!
//! Owns how such a time is spelled in a recording (seconds, six decimals). Reads no clock: whoever has one stamps.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

const MICROS_PER_SECOND: u64 = 1_000_000;

/// Microseconds since the session started.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Moment(pub u64);

impl Moment {
    /// The start itself; also the time of every entry of a file that holds no times.
    pub const START: Self = Self(0);

    /// A hundred years. No session lasts so long: a file that says so is wrong.
    pub const FAR: Self = Self(100 * 365 * 86_400 * MICROS_PER_SECOND);

    /// This moment, or that one if this one cannot be.
    #[must_use]
    pub(super) fn if_near_or(self, other: Self) -> Self {
        if self > Self::FAR { other } else { self }
    }

    /// The moment this long after the start; durations beyond the range (half a million years) are clamped.
    pub fn after(elapsed: Duration) -> Self {
        Self(u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX))
    }

    /// How long after `earlier` this is; zero if it is not after it.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_micros(self.0.saturating_sub(earlier.0))
    }

    /// Seconds for a column of eleven characters: with as many decimals as there is room for.
    #[cfg(any(feature = "cli", test))]
    pub(crate) fn in_column(self) -> String {
        let (seconds, micros) = (self.whole_seconds(), self.fraction_micros());
        match seconds {
            0..10_000 => self.to_string(),
            10_000..10_000_000 => format!("{seconds}.{:03}", micros / 1_000),
            10_000_000..100_000_000_000 => seconds.to_string(),
            _ => ">9999999999".to_owned(),
        }
    }

    /// Characters that `in_column` takes at most.
    #[cfg(test)]
    const COLUMN: usize = 11;

    pub(super) fn whole_seconds(self) -> u64 {
        self.0 / MICROS_PER_SECOND
    }

    pub(super) fn fraction_micros(self) -> u64 {
        self.0 % MICROS_PER_SECOND
    }

    /// The inverse of `Display`, exact over the whole range; `None` for any other spelling.
    pub(super) fn from_fixed(seconds: u64, six_decimals: u64) -> Option<Self> {
        seconds
            .checked_mul(MICROS_PER_SECOND)?
            .checked_add(six_decimals)
            .map(Self)
    }

    /// Seconds as other tools write them; `None` when it is no time (negative, not finite).
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "checked to be finite and not negative; a float-to-int cast saturates, and a microsecond is finer than any such clock"
    )]
    pub(super) fn from_seconds(seconds: f64) -> Option<Self> {
        (seconds.is_finite() && seconds >= 0.0)
            .then(|| Self((seconds * MICROS_PER_SECOND as f64).round() as u64))
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:06}", self.whole_seconds(), self.fraction_micros())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_seconds_with_six_decimals() {
        assert_eq!(Moment(1_234_567).to_string(), "1.234567");
        assert_eq!(Moment(42).to_string(), "0.000042");
        assert_eq!(Moment(u64::MAX).to_string(), "18446744073709.551615");
    }

    proptest::proptest! {
        #[test]
        fn a_column_is_wide_enough_for_any_time(micros: u64, digits in 0..20_u32) {
            let shown = Moment(micros / 10_u64.pow(digits)).in_column();
            proptest::prop_assert!(shown.len() <= Moment::COLUMN, "{}", shown);
        }
    }

    #[test]
    fn columns_keep_what_they_have_room_for() {
        let shown = |seconds: u64| Moment(seconds * 1_000_000 + 123_456).in_column();
        assert_eq!(shown(9_999), "9999.123456");
        assert_eq!(shown(10_000), "10000.123");
        assert_eq!(shown(9_999_999), "9999999.123");
        assert_eq!(shown(10_000_000), "10000000");
        assert_eq!(Moment(u64::MAX).in_column(), ">9999999999");
    }

    #[test]
    fn since_never_goes_below_zero() {
        assert_eq!(Moment(5).since(Moment(2)), Duration::from_micros(3));
        assert_eq!(Moment(2).since(Moment(5)), Duration::ZERO);
    }

    #[test]
    fn foreign_seconds_are_rounded_and_nonsense_refused() {
        assert_eq!(Moment::from_seconds(0.0051), Some(Moment(5_100)));
        assert_eq!(Moment::from_seconds(-0.1), None);
        assert_eq!(Moment::from_seconds(f64::NAN), None);
    }

    #[test]
    fn serde_is_the_bare_number() {
        assert_eq!(serde_json::to_string(&Moment(7)).ok().as_deref(), Some("7"));
    }
}
