//! Measures the library against references that run beside it. Owns: which role this process has.
//! Does not own: the roles (`cli`, `raw`, `minimal`, `contender`), the measurements (`plan`).
//!
//! One executable is everything: it starts itself again as a client (`raw`, `minimal`, or the library), and each client
//! starts it again as the CLI. A machine's speed differs by the minute, so nothing here is judged by a time: each figure
//! is the median of ratios to a reference that ran in the same round. A slow machine is no failure; a message that is
//! lost or wrong is.
//!
//! ```text
//! cargo bench                       everything
//! cargo bench -- --quick            fewer and shorter rounds
//! CCA_BENCH_10GB=1 cargo bench      ten gigabytes instead of one in the long session
//! CCA_BENCH_RUNTIME=multi           the library on the multi-thread runtime
//! cargo test --benches              a smoke test
//! ```

use std::process::ExitCode;

#[cfg(target_os = "linux")]
mod cli;
#[cfg(target_os = "linux")]
mod contender;
#[cfg(target_os = "linux")]
mod frames;
#[cfg(target_os = "linux")]
mod hello;
#[cfg(target_os = "linux")]
mod job;
#[cfg(target_os = "linux")]
mod lines;
#[cfg(target_os = "linux")]
mod measure;
#[cfg(target_os = "linux")]
mod minimal;
#[cfg(target_os = "linux")]
mod plan;
#[cfg(target_os = "linux")]
mod process;
#[cfg(target_os = "linux")]
mod raw;
#[cfg(target_os = "linux")]
mod size;
#[cfg(target_os = "linux")]
mod table;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    let done = match std::env::var(job::ROLE) {
        Ok(name) => play(&name).map(|()| true),
        Err(_) => match size::asked() {
            Some(size) => plan::measure(&size),
            None => Ok(true),
        },
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            tell(&*error);
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    // Peak memory, packet pipes and cores are asked of the kernel in ways only Linux has.
    ExitCode::SUCCESS
}

#[cfg(target_os = "linux")]
#[allow(clippy::print_stderr, reason = "why there are no figures")]
fn tell(error: &dyn std::error::Error) {
    let role = std::env::var(job::ROLE).unwrap_or_else(|_| "protocol benchmark".to_owned());
    eprintln!("{role}: {error}");
}

/// Plays a role; a client prints its report.
#[cfg(target_os = "linux")]
#[allow(
    clippy::print_stdout,
    reason = "the report, to whoever started the client"
)]
fn play(name: &str) -> Result<(), job::Failure> {
    use job::Role;

    let role = Role::parse(name);
    let role = role.ok_or_else(|| format!("{} is {name:?}; unset it", job::ROLE))?;
    if role == Role::Cli {
        return cli::run();
    }
    let given = job::Job::given()?;
    if given.pin {
        process::stay_on_one_core();
    }
    let mut report = match role {
        Role::Raw => raw::run(&given)?,
        Role::Minimal => minimal::run(&given)?,
        Role::Cca | Role::Cli => contender::run(&given)?,
    };
    report.peak_kb = process::peak_kb()?;
    report.cpu_us = process::cpu_us()?;
    println!("{}", serde_json::to_string(&report)?);
    Ok(())
}
