//! PURE. Numbers for people. Owns: units, decimals, and titles that count. Does not own: where they stand.

use crate::headless::inspect::summary::{LatencyRow, Time};

/// Rows of one section that are shown; `--json` has them all.
pub(super) const ROWS: usize = 40;

/// A title that says how many there are, and if not all are shown.
pub(super) fn title(what: &str, total: u64, kept: usize) -> String {
    let shown = kept.min(ROWS) as u64;
    if shown < total {
        format!("{what} ({total}, {shown} shown)")
    } else {
        format!("{what} ({total})")
    }
}

pub(super) fn count(count: Option<&u64>) -> String {
    count.map(u64::to_string).unwrap_or_default()
}

pub(super) fn nonzero(count: u64) -> String {
    if count == 0 {
        String::new()
    } else {
        count.to_string()
    }
}

/// Seconds that are shown as such; what takes longer is told in days.
const LONG: f64 = 10_000_000.0;
/// Days that anything can last, as far as we tell.
const MOST_DAYS: f64 = 99_999.0;

pub(super) fn secs(time: Time) -> String {
    time.map(|seconds| {
        if seconds < LONG {
            format!("{:.3} s", seconds.max(0.0))
        } else {
            days(seconds)
        }
    })
    .unwrap_or_default()
}

pub(super) fn millis(time: Time) -> String {
    time.map(|ms| {
        if ms < 10_000.0 {
            format!("{:.1} ms", ms.max(0.0))
        } else if ms < LONG * 1000.0 {
            format!("{:.1} s", ms / 1000.0)
        } else {
            days(ms / 1000.0)
        }
    })
    .unwrap_or_default()
}

/// Also for what is no number at all.
fn days(seconds: f64) -> String {
    let days = seconds / 86_400.0;
    if days <= MOST_DAYS {
        format!("{days:.0} days")
    } else {
        format!(">{MOST_DAYS:.0} days")
    }
}

pub(super) fn latency(row: Option<LatencyRow>) -> [String; 3] {
    row.map_or_else(Default::default, |row| {
        [row.min, row.p50, row.max].map(|ms| millis(Some(ms)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_time_takes_more_than_its_column(time in any::<f64>()) {
            for shown in [secs(Some(time)), millis(Some(time))] {
                prop_assert!(shown.len() <= 13, "{}", shown);
            }
        }
    }

    #[test]
    fn times_are_told_in_what_fits_them() {
        assert_eq!(secs(Some(1.5)), "1.500 s");
        assert_eq!(secs(Some(9_999_999.0)), "9999999.000 s");
        assert_eq!(secs(Some(1e12)), ">99999 days");
        assert_eq!(secs(Some(-1.0)), "0.000 s");
        assert_eq!(millis(Some(2e10)), "231 days");
        assert_eq!(secs(Some(f64::NAN)), ">99999 days");
    }
}
