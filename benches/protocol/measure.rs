//! Running clients and comparing them. Owns: starting a role in a process of its own with a limit on its time,
//! interleaved rounds, medians of ratios. Does not own: what is compared (`plan`), how it is shown (`table`).

use crate::job::{Failure, JOB, Job, ROLE, Report, Role};
use crate::process::now_ns;
use std::io::Read as _;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// No run takes so long, on any machine, unless it hangs.
fn hung_after(job: &Job) -> Duration {
    Duration::from_secs(120 + job.script.bytes / 5_000_000)
}

/// Runs a client in a process of its own.
pub(crate) fn run(role: Role, job: &Job) -> Result<Report, Failure> {
    let mut command = Command::new(std::env::current_exe()?);
    command
        .env(ROLE, role.name())
        .env(JOB, serde_json::to_string(job)?)
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    let started_ns = now_ns()?;
    let mut child = command.spawn()?;
    let mut output = child.stdout.take().ok_or("the client has no output")?;
    let (tell, told) = mpsc::sync_channel(1);
    std::thread::spawn(move || {
        let mut text = String::new();
        let read = output.read_to_string(&mut text).map(|_| text);
        let _ = tell.send(read);
    });
    let limit = hung_after(job);
    let Ok(text) = told.recv_timeout(limit) else {
        child.kill()?;
        child.wait()?;
        return Err(format!(
            "the client `{}` was not done after {} s: it hangs",
            role.name(),
            limit.as_secs()
        )
        .into());
    };
    let status = child.wait()?;
    if !status.success() {
        return Err(format!("the client `{}` ended with {status}", role.name()).into());
    }
    let mut report: Report = serde_json::from_str(&text?)?;
    report.started_ns = started_ns;
    Ok(report)
}

/// Two clients over some rounds.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    /// Contender to reference, one per round, in order of size.
    pub(crate) ratios: Vec<f64>,
    /// The middle figure of the reference.
    pub(crate) reference: f64,
    /// The middle figure of the contender.
    pub(crate) contender: f64,
    /// What the contender reported, one per round.
    pub(crate) reports: Vec<Report>,
}

impl Compared {
    /// The verdict.
    pub(crate) fn ratio(&self) -> f64 {
        median(&self.ratios)
    }

    /// The most memory of any round.
    pub(crate) fn peak_kb(&self) -> u64 {
        self.reports
            .iter()
            .map(|report| report.peak_kb)
            .max()
            .unwrap_or_default()
    }
}

/// Runs both by turns, each first in every other round, so that what the machine does meanwhile hits both alike.
pub(crate) fn compare(
    rounds: usize,
    reference: Role,
    job: &Job,
    figure: impl Fn(&Report) -> f64,
) -> Result<Compared, Failure> {
    let mut compared = Compared::default();
    let (mut references, mut contenders) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        let (one, other) = if round % 2 == 0 {
            let one = run(reference, job)?;
            (one, run(Role::Cca, job)?)
        } else {
            let other = run(Role::Cca, job)?;
            (run(reference, job)?, other)
        };
        let (base, own) = (figure(&one), figure(&other));
        compared.ratios.push(own / base);
        references.push(base);
        contenders.push(own);
        compared.reports.push(other);
    }
    compared.ratios.sort_unstable_by(f64::total_cmp);
    references.sort_unstable_by(f64::total_cmp);
    contenders.sort_unstable_by(f64::total_cmp);
    compared.reference = median(&references);
    compared.contender = median(&contenders);
    Ok(compared)
}

/// The middle of sorted figures.
fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    let upper = sorted.get(middle).copied().unwrap_or(f64::NAN);
    if sorted.len().is_multiple_of(2) {
        let lower = sorted.get(middle.wrapping_sub(1)).copied();
        f64::midpoint(lower.unwrap_or(f64::NAN), upper)
    } else {
        upper
    }
}
