//! How long to wait before the next try.

use std::time::Duration;

pub fn delay(attempt: u32) -> Duration {
    Duration::from_millis(100 * 2u64.pow(attempt))
}

pub fn worth_it(status: u16) -> bool {
    matches!(status, 429 | 500..=599)
}
// TODO: honour retry-after
