//! Bounds of numbers: what is beyond them is a slip of the pen, or would take the machine with it.

use super::{Check, Checked};
use crate::config::KeyPath;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A day.
pub(super) const MILLISECONDS: RangeInclusive<u64> = 0..=86_400_000;
/// Words a second.
pub(super) const SPEED: RangeInclusive<f64> = 0.0..=10_000.0;
/// Frames of a flood.
pub(super) const FRAMES: RangeInclusive<u64> = 1..=10_000_000;
/// Frames a second.
pub(super) const PER_SECOND: RangeInclusive<u64> = 1..=1_000_000;
/// Bytes of one line.
pub(super) const LINE: RangeInclusive<usize> = 1..=256 * 1024 * 1024;
/// Rounds of a repetition.
pub(super) const ROUNDS: RangeInclusive<u32> = 1..=10_000;
/// Attempts at the API.
pub(super) const ATTEMPTS: RangeInclusive<u32> = 1..=100;
/// HTTP statuses that are failures.
pub(super) const STATUS: RangeInclusive<u16> = 400..=599;
/// Exit codes.
pub(super) const CODE: RangeInclusive<i32> = 0..=255;
/// Tokens of a context window.
pub(super) const CONTEXT: RangeInclusive<u64> = 1..=100_000_000;
/// Numbers of tasks.
pub(super) const TASKS: RangeInclusive<u32> = 1..=10_000;
/// Dollars.
pub(super) const DOLLARS: RangeInclusive<f64> = 0.0..=1_000_000.0;

impl Check<'_> {
    pub(super) fn within<T: PartialOrd + Display + Copy>(
        &self,
        at: &KeyPath,
        number: T,
        range: &RangeInclusive<T>,
    ) -> Checked {
        if range.contains(&number) {
            return Ok(());
        }
        let (least, most) = (range.start(), range.end());
        self.wrong(at, format!("is {number}; it can be {least} to {most}"))
    }

    /// The same for a number that may be absent.
    pub(super) fn if_within<T: PartialOrd + Display + Copy>(
        &self,
        at: &KeyPath,
        number: Option<T>,
        range: &RangeInclusive<T>,
    ) -> Checked {
        number.map_or(Ok(()), |number| self.within(at, number, range))
    }
}
