//! Clocks and memory. Owns: what a piece of work took, and printing it beside its references.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike as _;
use std::time::{Duration, Instant};

/// What something took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Took {
    /// Of this process, or of those it started, whichever did the work.
    pub(crate) cpu: Duration,
    pub(crate) wall: Duration,
}

fn cpu(who: UsageWho) -> Duration {
    let usage = getrusage(who).expect("the kernel tells CPU time");
    let micros = usage.user_time() + usage.system_time();
    Duration::from_micros(u64::try_from(micros.num_microseconds()).unwrap_or(0))
}

/// Times work done here.
pub(crate) fn here<T>(work: impl FnOnce() -> T) -> (Took, T) {
    timed(UsageWho::RUSAGE_SELF, work)
}

/// Times work done by processes that are started and waited for.
pub(crate) fn there<T>(work: impl FnOnce() -> T) -> (Took, T) {
    timed(UsageWho::RUSAGE_CHILDREN, work)
}

fn timed<T>(who: UsageWho, work: impl FnOnce() -> T) -> (Took, T) {
    let (before, start) = (cpu(who), Instant::now());
    let done = work();
    let took = Took {
        wall: start.elapsed(),
        cpu: cpu(who).saturating_sub(before),
    };
    (took, done)
}

/// The most memory since [`forget_peak`], in megabytes; with what was there before.
pub(crate) fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next());
    kilobytes
        .and_then(|text| text.parse::<f64>().ok())
        .unwrap_or(0.0)
        / 1024.0
}

/// From now on the peak is counted anew, where the kernel can do that.
pub(crate) fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// Figures of one kind, one a round.
#[derive(Debug, Clone, Default)]
pub(crate) struct Figures(Vec<Took>);

impl Figures {
    pub(crate) fn add(&mut self, took: Took) {
        self.0.push(took);
    }

    fn median(&self) -> Took {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied().unwrap_or_default()
    }

    /// The median of the ratios to what ran in the same round.
    pub(crate) fn ratio(&self, to: &Self) -> f64 {
        let ratio = |(own, other): (&Took, &Took)| own.cpu.as_secs_f64() / other.cpu.as_secs_f64();
        let mut ratios: Vec<f64> = self.0.iter().zip(&to.0).map(ratio).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN)
    }

    pub(crate) fn print(&self, what: &str, more: &str) {
        row(what, self.median(), more);
    }
}

pub(crate) fn row(what: &str, took: Took, more: &str) {
    println!(
        "  {what:<36} {:>9.1} ms cpu {:>9.1} ms  {more}",
        took.cpu.as_secs_f64() * 1e3,
        took.wall.as_secs_f64() * 1e3
    );
}
