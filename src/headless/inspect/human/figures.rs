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

pub(super) fn secs(time: Time) -> String {
    time.map(|seconds| format!("{seconds:.3} s"))
        .unwrap_or_default()
}

pub(super) fn millis(time: Time) -> String {
    time.map(|ms| {
        if ms < 10_000.0 {
            format!("{ms:.1} ms")
        } else {
            format!("{:.1} s", ms / 1000.0)
        }
    })
    .unwrap_or_default()
}

pub(super) fn latency(row: Option<LatencyRow>) -> [String; 3] {
    row.map_or_else(Default::default, |row| {
        [row.min, row.p50, row.max].map(|ms| millis(Some(ms)))
    })
}
