//! What the tap costs: the round trip of a tool call and a flood, with and without it, in turns, in one run. Calls follow
//! each other at once, when the pump runs where the CLI does, or come two milliseconds apart, when it is left where it is.
//!
//! One executable is both sides: it is the client, and it starts itself as the CLI, directly or through `cca-tui tap`. Both
//! sides do nothing but read and write, so that what is timed is the pipes and what stands between them. Each figure is the
//! median over interleaved rounds. A line that is lost, or that is not in the recording, is a failure; a slow machine is
//! not.
//!
//! ```text
//! cargo bench --bench tap              nine rounds of 5,000 calls, 500 spaced ones; 1 GB
//! cargo bench --bench tap -- --quick   three rounds of 2,000 calls, 200 spaced ones; 100 MB
//! cargo bench --bench tap -- --10gb    10 GB through it, and how much memory that takes
//! ```
//!
//! Recordings are read as they grow, and their place on the disk is given back behind the reader: no run needs more than a
//! few hundred megabytes.
#![allow(clippy::print_stdout, reason = "what it is run for")]

use std::process::ExitCode;

#[cfg(target_os = "linux")]
mod follow;
#[cfg(target_os = "linux")]
mod process;
#[cfg(target_os = "linux")]
mod sides;

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    // Cores are chosen and the ends of recordings are seen in ways only Linux has.
    ExitCode::SUCCESS
}

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    let done = match std::env::var(sides::ROLE) {
        Ok(role) => sides::be_cli(&role),
        Err(_) if std::env::args().any(|word| word == "--bench") => measure::all(),
        // `cargo test` only wants to know that it builds.
        Err(_) => Ok(()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(target_os = "linux")]
mod measure {
    use super::follow::Follower;
    use super::sides::{Failure, Session, Way, recorded_lines};
    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    use nix::unistd::Pid;
    use std::time::Instant;

    /// However much goes through it: what waits for a slow disk is bounded, and so is the rest.
    const MEMORY_KB: u64 = 128_000;

    /// What the tap may add to a call, in microseconds.
    const GOAL_US: f64 = 15.0;

    pub(super) fn all() -> Result<(), Failure> {
        let asked = |wanted: &str| std::env::args().any(|word| word == wanted);
        if asked("--10gb") {
            return flood(10_000, 1);
        }
        let quick = asked("--quick");
        let (rounds, calls) = if quick { (3, 2_000) } else { (9, 5_000) };
        let (megabytes, floods) = if quick { (100, 1) } else { (1_000, 3) };
        println!("tap benchmark; medians of interleaved rounds\n");
        calls_on("any core", "calls", rounds, calls)?;
        calls_on("any core", "spaced", rounds, calls / 10)?;
        let all = sched_getaffinity(Pid::from_raw(0))?;
        stay_on_one_core(&all)?;
        calls_on("one core", "calls", rounds, calls)?;
        calls_on("one core", "spaced", rounds, calls / 10)?;
        sched_setaffinity(Pid::from_raw(0), &all)?;
        flood(megabytes, floods)
    }

    /// The last one: the first takes more interrupts. Everything that is started from here stays there too.
    fn stay_on_one_core(allowed: &CpuSet) -> Result<(), Failure> {
        let mut cores = (0..CpuSet::count()).rev();
        let core = cores.find(|core| allowed.is_set(*core).unwrap_or(false));
        let mut one = CpuSet::new();
        one.set(core.ok_or("no core")?)?;
        Ok(sched_setaffinity(Pid::from_raw(0), &one)?)
    }

    #[allow(clippy::cast_precision_loss, reason = "a mean")]
    fn calls_on(where_: &str, how: &str, rounds: usize, calls: u64) -> Result<(), Failure> {
        let (mut bare, mut tapped, mut added) = (Vec::new(), Vec::new(), Vec::new());
        let (mut pump, mut idle) = (Vec::new(), Vec::new());
        let role = format!("{how} {calls}");
        for _ in 0..rounds {
            let folder = tempfile::tempdir()?;
            let record = folder.path().join("calls.ndjson");
            let without = Session::start(Way::Bare, &role)?.answer_all()?;
            let with = Session::start(Way::Tapped(&record), &role)?.answer_all()?;
            let lines = recorded_lines(&record)?;
            // Each call, each answer, and the figures at the end.
            if lines != 2 * calls + 1 {
                return Err(format!("{lines} lines recorded of {}", 2 * calls + 1).into());
            }
            bare.push(without.call);
            tapped.push(with.call);
            added.push(with.call - without.call);
            pump.push(with.pump.as_secs_f64() * 1e6 / calls as f64);
            idle.push(with.pump_idle.as_secs_f64() * 1e6);
        }
        let added = median(&mut added);
        let (what, verdict) = if how == "spaced" {
            ("tool call 2 ms after the last", String::new())
        } else {
            let verdict = if added <= GOAL_US { "met" } else { "above" };
            ("tool call", format!(" (<= {GOAL_US} us: {verdict})"))
        };
        println!(
            "{what} p50, {calls} calls, {where_}: {:.1} us without, {:.1} us with; {added:.1} us added{verdict}; all recorded",
            median(&mut bare),
            median(&mut tapped)
        );
        println!(
            "  CPU time of the pump: {:.1} us a call; {:.0} us in 200 ms of silence after them",
            median(&mut pump),
            median(&mut idle)
        );
        Ok(())
    }

    #[allow(clippy::cast_precision_loss, reason = "a rate")]
    fn flood(megabytes: u64, rounds: usize) -> Result<(), Failure> {
        let bytes = megabytes * 1_000_000;
        let role = format!("flood {bytes}");
        let (mut bare, mut tapped) = (Vec::new(), Vec::new());
        let (mut whole, mut early, mut most) = (true, 0, 0);
        for _ in 0..rounds {
            let began = Instant::now();
            let without = Session::start(Way::Bare, &role)?.count_all()?;
            bare.push(without.1 as f64 / 1e6 / began.elapsed().as_secs_f64());

            let folder = tempfile::tempdir()?;
            let record = folder.path().join("flood.ndjson");
            let follower = Follower::start(&record, bytes);
            let began = Instant::now();
            let session = Session::start(Way::Tapped(&record), &role)?;
            follower.watch(session.pid());
            let with = session.count_all()?;
            tapped.push(with.1 as f64 / 1e6 / began.elapsed().as_secs_f64());
            if without != with || with.1 < bytes {
                return Err(format!(
                    "{without:?} lines and bytes without the tap, {with:?} with it"
                )
                .into());
            }
            let seen = follower.seen()?;
            if seen.lines != with.0 {
                whole = false;
                println!("  {} lines recorded of {}", seen.lines, with.0);
            }
            (early, most) = (early.max(seen.memory_early), most.max(seen.memory));
        }
        println!(
            "flood of {megabytes} MB: {:.0} MB/s without, {:.0} MB/s with; nothing lost, {}",
            median(&mut bare),
            median(&mut tapped),
            if whole {
                "all recorded"
            } else {
                "the recording fell behind and says so"
            }
        );
        let flat = most <= MEMORY_KB;
        println!(
            "memory of pump and scribe together: at most {:.1} MB in the first tenth, {:.1} MB in all (<= {} MB: {})",
            early as f64 / 1e3,
            most as f64 / 1e3,
            MEMORY_KB / 1000,
            if flat { "met" } else { "above" }
        );
        if flat {
            Ok(())
        } else {
            Err("memory is not bounded".into())
        }
    }

    fn median(values: &mut [f64]) -> f64 {
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
    }
}
