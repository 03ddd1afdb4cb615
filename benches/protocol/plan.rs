//! What is measured, against what, and what has to hold. Owns: the list of measurements with their goals.
//! Does not own: running them (`measure`), showing them (`table`).

use crate::job::{Failure, Job, Report, Role, Script};
use crate::measure::{compare, run};
use crate::size::Size;
use crate::table::{Goal, Table, megabytes};

/// How much the peak may still grow after a tenth of a long session.
const FLAT_KB: u64 = 2 * 1024;

/// Measures everything; the answer is whether all that must hold did.
pub(crate) fn measure(size: &Size) -> Result<bool, Failure> {
    let mut table = Table::new(size.judged);
    Table::head(size.name);
    calls(size, &mut table)?;
    ingest(size, &mut table)?;
    crowd(size, &mut table)?;
    start(size, &mut table)?;
    long_line(size, &mut table)?;
    splits(&mut table)?;
    volume(size, &mut table)?;
    Ok(!table.has_failed())
}

#[allow(
    clippy::cast_precision_loss,
    reason = "figures of a measurement are far below 2^52"
)]
fn figure(count: u64, per: f64) -> f64 {
    count as f64 / per
}

fn calls(size: &Size, table: &mut Table) -> Result<(), Failure> {
    let mut job = Job::one(Script {
        calls: size.calls,
        ..Script::default()
    });
    job.pin = true;
    let compared = compare(size.call_rounds, Role::Raw, &job, |report| {
        figure(report.cli.p50_ns, 1e3)
    })?;
    let what = format!("tool call p50, {} calls, one core", size.calls);
    let goal = Goal {
        limit: 2.3,
        stretch: Some(1.9),
    };
    table.ratio(&what, &compared, goal, "us");
    right(table, "  every sum right", &compared.reports);
    Ok(())
}

fn right(table: &mut Table, what: &str, reports: &[Report]) {
    let wrong: u64 = reports.iter().map(|report| report.cli.wrong).sum();
    table.check(what, wrong == 0, &format!("{wrong} wrong"));
}

fn ingest(size: &Size, table: &mut Table) -> Result<(), Failure> {
    let mut job = Job::one(Script {
        frames: size.frames,
        ..Script::default()
    });
    let cpu = |report: &Report| figure(report.cpu_us, 1e3);
    let compared = compare(size.ingest_rounds, Role::Minimal, &job, cpu)?;
    let what = format!("ingest of {} frames, client CPU", size.frames);
    let goal = Goal {
        limit: 1.25,
        stretch: Some(0.65),
    };
    table.ratio(&what, &compared, goal, "ms");
    for report in &compared.reports {
        whole(table, "  nothing lost", report);
    }
    table.memory("  peak memory", compared.peak_kb(), 12);
    job.sleep_ms = 300;
    let report = run(Role::Cca, &job)?;
    whole(table, "  nothing lost, reader sleeps 300 ms", &report);
    table.memory("  peak memory, reader sleeps 300 ms", report.peak_kb, 12);
    Ok(())
}

fn whole(table: &mut Table, what: &str, report: &Report) {
    let (messages, bytes) = (report.lost(), report.lost_bytes());
    let detail = format!("{messages} lost, {bytes} B off");
    let some = report.cli.messages > 0;
    table.check(what, some && messages == 0 && bytes == 0, &detail);
}

fn crowd(size: &Size, table: &mut Table) -> Result<(), Failure> {
    let job = Job {
        sessions: size.crowd,
        script: Script {
            calls: size.crowd_calls,
            ..Script::default()
        },
        ..Job::default()
    };
    let total = |report: &Report| figure(report.finished_ns - report.started_ns, 1e6);
    let compared = compare(size.crowd_rounds, Role::Raw, &job, total)?;
    let what = format!(
        "{} sessions x {} tool calls, total",
        size.crowd, size.crowd_calls
    );
    let goal = Goal {
        limit: 1.7,
        stretch: None,
    };
    table.ratio(&what, &compared, goal, "ms");
    right(table, "  every sum right", &compared.reports);
    table.memory("  peak memory", compared.peak_kb(), 16);
    Ok(())
}

fn start(size: &Size, table: &mut Table) -> Result<(), Failure> {
    let job = Job::one(Script::default());
    let ready = |report: &Report| figure(report.initialized_ns - report.started_ns, 1e6);
    let compared = compare(size.start_rounds, Role::Raw, &job, ready)?;
    let goal = Goal {
        limit: 1.6,
        stretch: None,
    };
    table.ratio("start until initialize is answered", &compared, goal, "ms");
    Ok(())
}

fn long_line(size: &Size, table: &mut Table) -> Result<(), Failure> {
    let report = run(
        Role::Cca,
        &Job::one(Script {
            long_text: size.long_text,
            ..Script::default()
        }),
    )?;
    let intact = report.garbled == 0 && report.lost() == 0 && report.lost_bytes() == 0;
    let what = format!(
        "one line of {} MB arrives whole",
        size.long_text / 1_000_000
    );
    let detail = format!("peak {:.0} MB", megabytes(report.peak_kb));
    table.check(
        &what,
        intact && report.bytes > size.long_text as u64,
        &detail,
    );
    Ok(())
}

fn splits(table: &mut Table) -> Result<(), Failure> {
    let report = run(
        Role::Cca,
        &Job::one(Script {
            splits: true,
            ..Script::default()
        }),
    )?;
    let intact = report.garbled == 0 && report.lost() == 0 && report.lost_bytes() == 0;
    let forced = if report.cli.cuts_enforced {
        "cuts"
    } else {
        "cuts, not enforced by the pipe"
    };
    let detail = format!("{} {forced}", report.messages.saturating_sub(1));
    let what = "UTF-8 cut at every byte arrives whole";
    table.check(what, intact && report.messages > 100, &detail);
    Ok(())
}

fn volume(size: &Size, table: &mut Table) -> Result<(), Failure> {
    let report = run(
        Role::Cca,
        &Job::one(Script {
            bytes: size.volume,
            ..Script::default()
        }),
    )?;
    let what = format!("a session of {} MB", size.volume / 1_000_000);
    whole(table, &format!("{what}, nothing lost"), &report);
    if !size.judged {
        // So short a session ends before the buffers have their size.
        return Ok(());
    }
    let growth = report.peak_kb.saturating_sub(report.early_kb);
    let detail = format!(
        "{:.1} MB at 10 %, {:.1} MB at the end",
        megabytes(report.early_kb),
        megabytes(report.peak_kb)
    );
    table.check(
        &format!("{what}, flat memory"),
        report.early_kb > 0 && growth <= FLAT_KB,
        &detail,
    );
    Ok(())
}
