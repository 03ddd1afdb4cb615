//! A flood of frames behind the screen: keys that are seen meanwhile, and what the screen costs the flood.

use crate::pty::{Pty, Start};
use crate::{Measured, median, quantile};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Frames of a flood that is as fast as it is read.
const FRAMES: usize = 100_000;
/// Frames a second while keys are pressed.
const RATE: usize = 20_000;

pub(crate) async fn measure(rounds: usize) -> Measured<()> {
    keys().await?;
    ingest(rounds).await
}

pub(crate) fn scenario(
    folder: &tempfile::TempDir,
    frames: usize,
    per_second: Option<usize>,
) -> Measured<String> {
    let rate = per_second.map_or_else(String::new, |rate| format!(", per_second = {rate}"));
    let text = format!(
        "description = \"a flood\"\n[session]\nwords_per_second = 0\n[[otherwise]]\nflood = {{ frames = {frames}{rate} }}\n[[otherwise]]\nsay = \"that was all of it\"\n"
    );
    let path = folder.path().join("flood.toml");
    std::fs::write(&path, text)?;
    Ok(path.display().to_string())
}

/// A key every 50 ms while frames come in; each must be seen before the next.
async fn keys() -> Measured<()> {
    let folder = tempfile::tempdir()?;
    let scenario = scenario(&folder, RATE * 6, Some(RATE))?;
    let mut pty = Pty::open(Start::demo(&scenario), 60, 200)?;
    pty.until("idle").await?;
    pty.keys("go\r").await?;
    pty.until("running").await?;
    let mut typed = String::new();
    let mut seen = Vec::new();
    for letter in "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz".chars() {
        pty.read_for(Duration::from_millis(50)).await;
        typed.push(letter);
        let began = Instant::now();
        pty.keys(letter.encode_utf8(&mut [0; 4])).await?;
        pty.until(&typed).await?;
        seen.push(began.elapsed().as_secs_f64() * 1e3);
    }
    println!(
        "a key during {RATE} frames a second: seen after {:.1} ms (p50), {:.1} ms (p99); goal 50 ms",
        quantile(&mut seen, 0.5),
        quantile(&mut seen, 0.99)
    );
    Ok(())
}

/// The same flood behind the screen and without one.
async fn ingest(rounds: usize) -> Measured<()> {
    let folder = tempfile::tempdir()?;
    let scenario = scenario(&folder, FRAMES, None)?;
    // A run has its start and its end in it; a short one has nothing else.
    let other = tempfile::tempdir()?;
    let short = self::scenario(&other, 1, None)?;
    let mut ratios = Vec::new();
    let mut rates = Vec::new();
    for _ in 0..rounds {
        let alone = headless(&scenario, folder.path()).await?;
        let alone = alone - headless(&short, folder.path()).await?;
        let mut pty = Pty::open(Start::demo(&scenario), 60, 200)?;
        pty.until("idle").await?;
        let began = Instant::now();
        pty.keys("go\r").await?;
        pty.until("that was all of it").await?;
        let behind = began.elapsed().as_secs_f64();
        ratios.push(alone / behind);
        #[allow(clippy::cast_precision_loss, reason = "a rate")]
        rates.push(FRAMES as f64 / behind);
    }
    println!(
        "{FRAMES} frames behind the screen: {:.0} % of the rate of `run --quiet` ({:.0} frames/s); goal 60 %, better 80 %",
        median(&mut ratios) * 100.0,
        median(&mut rates)
    );
    Ok(())
}

/// From the prompt to the result, without a screen.
async fn headless(scenario: &str, home: &std::path::Path) -> Measured<f64> {
    let began = Instant::now();
    let status = tokio::process::Command::new(env!("CARGO_BIN_EXE_cca-tui"))
        .args(["run", "--quiet", "--sim", scenario, "go"])
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("HOME", home)
        .current_dir(home)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .status()
        .await?;
    if !status.success() {
        return Err(format!("`run` ended with {status}").into());
    }
    Ok(began.elapsed().as_secs_f64())
}
