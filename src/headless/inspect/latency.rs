//! PURE. How long things took, in bounded memory. Owns: minimum, median, maximum and total of any number of durations.
//! Does not own: whose durations they are.

use std::time::Duration;

/// Up to this many durations the median is exact; beyond it, it is that of an even sample of this size.
const SAMPLE: usize = 512;

/// Durations of one kind.
#[derive(Debug, Clone, Default)]
pub(super) struct Latencies {
    count: u64,
    total: Duration,
    min: Duration,
    max: Duration,
    sample: Vec<Duration>,
    /// The state of a small generator: the same recording always gives the same sample.
    dice: u64,
}

impl Latencies {
    pub(super) fn add(&mut self, took: Duration) {
        self.count += 1;
        self.total = self.total.saturating_add(took);
        self.min = if self.count == 1 {
            took
        } else {
            self.min.min(took)
        };
        self.max = self.max.max(took);
        if self.sample.len() < SAMPLE {
            self.sample.push(took);
            return;
        }
        // Every duration so far stays in the sample with the same chance.
        let place = usize::try_from(self.roll() % self.count).unwrap_or(usize::MAX);
        if let Some(slot) = self.sample.get_mut(place) {
            *slot = took;
        }
    }

    fn roll(&mut self) -> u64 {
        self.dice = self
            .dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.dice >> 20
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn min(&self) -> Duration {
        self.min
    }

    pub(super) fn max(&self) -> Duration {
        self.max
    }

    pub(super) fn total(&self) -> Duration {
        self.total
    }

    /// The middle one; of an even number the lower of the two in the middle.
    pub(super) fn median(&self) -> Duration {
        let mut sorted = self.sample.clone();
        sorted.sort_unstable();
        sorted
            .get(sorted.len().saturating_sub(1) / 2)
            .copied()
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(millis: impl Iterator<Item = u64>) -> Latencies {
        let mut all = Latencies::default();
        millis.for_each(|ms| all.add(Duration::from_millis(ms)));
        all
    }

    #[test]
    fn few_durations_are_exact() {
        let all = of([30, 10, 20].into_iter());
        let shown = [all.min(), all.median(), all.max(), all.total()].map(|took| took.as_millis());
        assert_eq!(shown, [10, 20, 30, 60]);
        assert_eq!(of([4, 2].into_iter()).median().as_millis(), 2);
        assert!(of(std::iter::empty()).is_empty());
    }

    #[test]
    fn many_durations_take_bounded_memory_and_give_a_near_median() {
        let all = of((0..100_000).map(|n| n * 7919 % 100_000));
        assert_eq!(all.sample.len(), SAMPLE);
        assert_eq!((all.min().as_millis(), all.max().as_millis()), (0, 99_999));
        let median = all.median().as_millis();
        assert!((40_000..60_000).contains(&median), "{median}");
    }
}
