//! What a process knows about itself. Owns: the monotonic clock, peak memory, CPU time, the core it runs on.
//! Does not own: starting processes (`measure`).

use crate::job::Failure;
use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use nix::time::{ClockId, clock_gettime};
use nix::unistd::Pid;

/// The monotonic clock, the same for all processes of a machine.
pub(crate) fn now_ns() -> Result<u64, Failure> {
    let time = clock_gettime(ClockId::CLOCK_MONOTONIC)?;
    Ok(u64::try_from(time.tv_sec())? * 1_000_000_000 + u64::try_from(time.tv_nsec())?)
}

/// The most memory this process has had since it was executed.
pub(crate) fn peak_kb() -> Result<u64, Failure> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let figure = line.and_then(|line| line.split_whitespace().next());
    Ok(figure
        .ok_or("the kernel does not tell the peak memory (VmHWM)")?
        .parse()?)
}

/// User and system time of this process so far.
pub(crate) fn cpu_us() -> Result<u64, Failure> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    let micros = |time: TimeVal| u64::try_from(time.tv_sec() * 1_000_000 + time.tv_usec());
    Ok(micros(usage.user_time())? + micros(usage.system_time())?)
}

/// Stays on one core from now on, with every process started from here. Where that is not allowed nothing changes.
pub(crate) fn stay_on_one_core() {
    let this = Pid::from_raw(0);
    let Ok(allowed) = sched_getaffinity(this) else {
        return;
    };
    // The last one: the first takes more interrupts.
    let core = (0..CpuSet::count())
        .rev()
        .find(|core| allowed.is_set(*core).unwrap_or(false));
    let mut one = CpuSet::new();
    if let Some(core) = core
        && one.set(core).is_ok()
    {
        let _ = sched_setaffinity(this, &one);
    }
}
