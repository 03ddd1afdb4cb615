//! The program in a real terminal: how soon there is something to see, how soon a key is seen while a flood comes in, what
//! the screen costs the flood, what being recorded costs it, what the screen does when nothing happens, and how a large
//! recording opens and is searched.
//!
//! Everything is a ratio to a reference of the same run: `less` for the first frame (and `gitui`, where there is one),
//! `cca-tui run` for the flood, `less`, `grep -c` and serde for the recording. A lost frame is a failure; a slow one is a
//! figure.
//!
//! ```text
//! cargo bench --bench terminal                    nine rounds, a recording of 100 MB
//! cargo bench --bench terminal -- --quick         three
//! cargo bench --bench terminal -- start recording these parts only: start idle flood recorded recording
//! cargo bench --bench terminal -- --full          a recording of 1 GB
//! cargo bench --bench terminal -- --size 500      of 500 MB
//! cargo bench --bench terminal -- --file PATH     one that is there, made like ours
//! cargo bench --bench terminal -- --gitui PATH    with this gitui instead of the one on PATH
//! ```
#![allow(clippy::print_stdout, reason = "what it is run for")]

mod first;
mod flood;
mod pty;
mod recorded;
mod recording;

// What a recording is made of and compared with is the same as where no screen is.
#[allow(
    dead_code,
    clippy::expect_used,
    reason = "some of it is for the other benchmark; a reference that fails is no reference"
)]
#[path = "../trace/gauge.rs"]
mod gauge;
#[path = "../trace/make.rs"]
mod make;
#[allow(clippy::expect_used, reason = "a reference that fails is no reference")]
#[path = "../trace/references.rs"]
mod references;

use pty::{Pty, Start};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

pub(crate) type Measured<T> = Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    if !std::env::args().any(|word| word == "--bench") {
        // `cargo test` only wants to know that it builds.
        return ExitCode::SUCCESS;
    }
    let asked = Asked::read();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let done = runtime
        .map_err(Into::into)
        .and_then(|runtime| runtime.block_on(measure(asked?)));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

const PARTS: [&str; 5] = ["start", "idle", "flood", "recorded", "recording"];

/// What is asked for.
struct Asked {
    rounds: usize,
    parts: Vec<&'static str>,
    megabytes: u64,
    file: Option<PathBuf>,
    gitui: Option<PathBuf>,
}

impl Asked {
    fn read() -> Measured<Self> {
        let words: Vec<String> = std::env::args().skip(1).collect();
        let has = |word: &str| words.iter().any(|given| given == word);
        let after = |word: &str| {
            let at = words.iter().position(|given| given == word)?;
            words.get(at + 1).cloned()
        };
        let megabytes = match after("--size") {
            Some(size) => size.parse()?,
            None if has("--full") => 1000,
            None => 100,
        };
        let mut parts: Vec<&str> = PARTS.into_iter().filter(|part| has(part)).collect();
        if parts.is_empty() {
            parts = PARTS.to_vec();
        }
        Ok(Self {
            rounds: if has("--quick") { 3 } else { 9 },
            parts,
            megabytes,
            file: after("--file").map(PathBuf::from),
            gitui: after("--gitui").map(PathBuf::from),
        })
    }
}

async fn measure(asked: Asked) -> Measured<()> {
    let wants = |part| asked.parts.contains(&part);
    if wants("start") {
        first::measure(asked.rounds, asked.gitui.clone()).await?;
    }
    if wants("idle") {
        idle().await?;
    }
    if wants("flood") {
        flood::measure(asked.rounds.min(5)).await?;
    }
    if wants("recorded") {
        recorded::measure(asked.rounds.min(5)).await?;
    }
    if wants("recording") {
        recording::measure(asked.rounds.min(5), asked.megabytes, asked.file).await?;
    }
    Ok(())
}

/// A session that is open, and nothing happens: what is written to the terminal, and what it costs.
async fn idle() -> Measured<()> {
    let mut pty = Pty::open(Start::demo("playground"), 30, 100)?;
    pty.until("idle").await?;
    let (bytes, cpu) = watched(&mut pty).await?;
    println!("idle: {bytes:.0} bytes written, {cpu:.2} % of a core; goal 0 bytes, 0.2 %");
    if bytes > 0.0 {
        return Err("an idle screen wrote to the terminal".into());
    }
    // Only the time that is counted may be drawn.
    pty.keys("list files\r").await?;
    pty.until("needs you").await?;
    let (bytes, cpu) = watched(&mut pty).await?;
    println!(
        "a request waits: {bytes:.0} bytes a second, {cpu:.2} % of a core; only the time that is counted"
    );
    Ok(())
}

/// Bytes a second that are written while nothing happens, and how many hundredths of a core are used.
async fn watched(pty: &mut Pty) -> Measured<(f64, f64)> {
    const WATCHED: Duration = Duration::from_secs(5);
    // Let the last frame of what happened go by.
    pty.read_for(Duration::from_millis(1500)).await;
    let before = pty.cpu_seconds()?;
    let bytes = pty.read_for(WATCHED).await;
    let cpu = pty.cpu_seconds()? - before;
    let seconds = WATCHED.as_secs_f64();
    let bytes = f64::from(u32::try_from(bytes)?);
    Ok((bytes / seconds, cpu / seconds * 100.0))
}

pub(crate) fn median(values: &mut [f64]) -> f64 {
    quantile(values, 0.5)
}

#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a place in a short list"
)]
pub(crate) fn quantile(values: &mut [f64], part: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = (values.len() as f64 * part) as usize;
    let at = at.min(values.len().saturating_sub(1));
    values.get(at).copied().unwrap_or(f64::NAN)
}
