//! The program in a real terminal: how soon there is something to see, how soon a key is seen while a flood comes in, what
//! the screen costs the flood, and what it does when nothing happens.
//!
//! Everything is a ratio to a reference of the same run: `less` for the first frame, `cca-tui run` for the flood. A lost
//! frame is a failure; a slow one is a figure.
//!
//! ```text
//! cargo bench --bench terminal              nine rounds
//! cargo bench --bench terminal -- --quick   three
//! ```
#![allow(clippy::print_stdout, reason = "what it is run for")]

mod flood;
mod pty;

use pty::{Pty, Start};
use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

pub(crate) type Measured<T> = Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    if !std::env::args().any(|word| word == "--bench") {
        // `cargo test` only wants to know that it builds.
        return ExitCode::SUCCESS;
    }
    let quick = std::env::args().any(|word| word == "--quick");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let done = runtime
        .map_err(Into::into)
        .and_then(|runtime| runtime.block_on(measure(if quick { 3 } else { 9 })));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn measure(rounds: usize) -> Measured<()> {
    first_frame(rounds).await?;
    idle().await?;
    flood::measure(rounds.min(5)).await
}

/// From the start of the process to the first frame with something on it.
async fn first_frame(rounds: usize) -> Measured<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("small.txt");
    std::fs::write(&file, "something to see\n".repeat(20))?;
    let (mut ratios, mut ours, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let less = shown(Start::less(&file), "something to see").await?;
        let own = shown(Start::demo("playground"), "Conversation").await?;
        ratios.push(own / less);
        ours.push(own * 1e3);
        theirs.push(less * 1e3);
    }
    println!(
        "first frame: {:.2}x less ({:.0} ms, less {:.0} ms); goal 2.5x, better 1.5x",
        median(&mut ratios),
        median(&mut ours),
        median(&mut theirs)
    );
    Ok(())
}

async fn shown(start: Start, text: &str) -> Measured<f64> {
    let began = Instant::now();
    let mut pty = Pty::open(start, 30, 100)?;
    pty.until(text).await?;
    Ok(began.elapsed().as_secs_f64())
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
