//! Clocks and figures. Owns: CPU time of the thread, peak memory, middles and extremes, the table.

use crate::Failure;
use nix::time::{ClockId, clock_gettime};

/// CPU time of this thread for some work, in microseconds.
pub(crate) fn cpu(work: impl FnOnce() -> Result<(), Failure>) -> Result<f64, Failure> {
    let now = || -> Result<f64, Failure> {
        let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID)?;
        let seconds = f64::from(u32::try_from(time.tv_sec())?);
        let nanos = f64::from(u32::try_from(time.tv_nsec())?);
        Ok(seconds * 1e6 + nanos / 1e3)
    };
    let before = now()?;
    work()?;
    Ok(now()? - before)
}

/// The most memory this process has had.
pub(crate) fn peak_kb() -> Result<f64, Failure> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let figure = line.and_then(|line| line.split_whitespace().next());
    let figure: u32 = figure.ok_or("the kernel does not tell VmHWM")?.parse()?;
    Ok(f64::from(figure))
}

/// Microseconds of frames, and of the frames they are compared to.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    pub(crate) own: Vec<f64>,
    pub(crate) reference: Vec<f64>,
}

impl Compared {
    /// The middle of ours.
    pub(crate) fn middle(&self) -> f64 {
        at(&self.own, 50)
    }

    /// What 99 of a hundred of ours stay below.
    pub(crate) fn slow(&self) -> f64 {
        at(&self.own, 99)
    }

    /// All of ours.
    pub(crate) fn sum(&self) -> f64 {
        self.own.iter().sum()
    }
}

/// The middle of some figures.
pub(crate) fn middle(values: &[f64]) -> f64 {
    at(values, 50)
}

fn at(values: &[f64], hundredth: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let index = sorted.len().saturating_sub(1) * hundredth / 100;
    sorted.get(index).copied().unwrap_or(f64::NAN)
}

/// A figure should not be above this.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Goal(pub(crate) f64);

impl Goal {
    fn verdict(self, figure: f64) -> &'static str {
        if figure <= self.0 { "met" } else { "above" }
    }
}

/// Prints line by line.
#[derive(Debug)]
pub(crate) struct Table;

impl Table {
    pub(crate) fn head() {
        println!("screen benchmark, 200x60; CPU time of the thread; ratios are of middles\n");
        println!(
            "{:<48} {:>10} {:>10}  {:<7}",
            "what", "figure", "goal", "verdict"
        );
    }

    /// A ratio to the reference.
    pub(crate) fn ratio(what: &str, compared: &Compared, goal: Goal) {
        let reference = at(&compared.reference, 50);
        let ratio = compared.middle() / reference;
        println!(
            "{what:<48} {ratio:>9.2}x {:>9}x  {:<7} {:.0} / {reference:.0} us, p99 {:.0} / {:.0} us",
            goal.0,
            goal.verdict(ratio),
            compared.middle(),
            compared.slow(),
            at(&compared.reference, 99),
        );
    }

    /// A ratio of two figures of ours.
    pub(crate) fn factor(what: &str, factor: f64, goal: Goal) {
        println!(
            "{what:<48} {factor:>9.2}x {:>9}x  {}",
            goal.0,
            goal.verdict(factor)
        );
    }

    /// A time.
    pub(crate) fn time(what: &str, micros: f64, goal: Goal) {
        println!(
            "{what:<48} {micros:>7.0} us {:>7} us  {}",
            goal.0,
            goal.verdict(micros)
        );
    }

    /// Memory.
    pub(crate) fn memory(what: &str, kb: f64, goal: Goal) {
        let megabytes = kb / 1024.0;
        println!(
            "{what:<48} {megabytes:>7.0} MB {:>7} MB  {}",
            goal.0,
            goal.verdict(megabytes)
        );
    }
}
