//! How fast the simulator floods a client, as a ratio to a bare loop that writes the same bytes in 64 KiB writes.
//!
//! Both are processes that write to a pipe, and one reader counts what comes out of it, in turns, in one run: a slow
//! machine slows both. Too few lines are a failure; a slow flood is a figure.
//!
//! ```text
//! cargo bench --bench simulator              200,000 frames, nine rounds
//! cargo bench --bench simulator -- --quick   20,000 frames, three rounds
//! ```
#![allow(clippy::print_stdout, reason = "what it is run for")]

use std::error::Error;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// Says that this process is the bare loop: the file with the bytes, and how many lines are to be written.
const ROLE: &str = "CCA_BENCH_BARE";
const WRITE: usize = 64 * 1024;
const PROMPT: &[u8] = b"{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"go\"}}\n";

fn main() -> ExitCode {
    let done = match std::env::var(ROLE) {
        Ok(role) => bare(&role),
        Err(_) if std::env::args().any(|word| word == "--bench") => measure(),
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

fn measure() -> Result<(), Box<dyn Error>> {
    let quick = std::env::args().any(|word| word == "--quick");
    let (frames, rounds) = if quick { (20_000, 3) } else { (200_000, 9) };
    let folder = tempfile::tempdir()?;
    let scenario = folder.path().join("flood.toml");
    let step = format!("[[turns]]\nsteps = [{{ flood = {{ frames = {frames} }} }}]\n");
    std::fs::write(&scenario, step)?;
    let sample = sample(folder.path(), &scenario)?;
    let mut ratios = Vec::new();
    let mut rates = Vec::new();
    for _ in 0..rounds {
        let reference = drain(bare_process(&sample, frames)?, frames)?;
        let flood = drain(simulator(folder.path(), &scenario)?, frames)?;
        ratios.push(reference.as_secs_f64() / flood.as_secs_f64());
        #[allow(clippy::cast_precision_loss, reason = "a rate")]
        rates.push(frames as f64 / flood.as_secs_f64());
    }
    println!(
        "simulator: {frames} frames at {:.2} of the rate of a bare loop with {} KiB writes ({:.0} frames/s)",
        median(&mut ratios),
        WRITE / 1024,
        median(&mut rates)
    );
    Ok(())
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn simulator(home: &Path, scenario: &Path) -> io::Result<Child> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cca-tui"))
        .args(["sim", "--scenario"])
        .arg(scenario)
        .args([
            "--output-format=stream-json",
            "--verbose",
            "--input-format=stream-json",
        ])
        .arg("--no-session-persistence")
        .env_clear()
        .env("HOME", home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(PROMPT)?;
    }
    Ok(child)
}

/// The lines of the flood that come again and again.
fn sample(home: &Path, scenario: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let mut child = simulator(home, scenario)?;
    let mut all = Vec::new();
    if let Some(stdout) = child.stdout.take() {
        stdout.take(4 * 1024 * 1024).read_to_end(&mut all)?;
    }
    child.kill()?;
    child.wait()?;
    let floods = all.split_inclusive(|byte| *byte == b'\n').skip(1);
    let period: Vec<u8> = floods.take(200).flatten().copied().collect();
    let file = home.join("sample");
    std::fs::write(&file, period)?;
    Ok(file)
}

fn bare_process(sample: &Path, frames: u64) -> Result<Child, Box<dyn Error>> {
    let role = format!("{frames} {}", sample.display());
    let child = Command::new(std::env::current_exe()?)
        .env(ROLE, role)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    Ok(child)
}

/// The bare loop: as many lines as are wanted, in large writes.
fn bare(role: &str) -> Result<(), Box<dyn Error>> {
    let (frames, file) = role.split_once(' ').ok_or("a number and a file")?;
    let mut left: u64 = frames.parse()?;
    let sample = std::fs::read(file)?;
    let mut block = Vec::new();
    let mut lines = 0;
    while block.len() < WRITE {
        block.extend_from_slice(&sample);
        lines += 200;
    }
    let mut stdout = io::stdout().lock();
    while left > 0 {
        for piece in block.chunks(WRITE) {
            stdout.write_all(piece)?;
        }
        left = left.saturating_sub(lines);
    }
    stdout.flush()?;
    Ok(())
}

/// Reads until the end; how long it took from the first byte.
fn drain(mut child: Child, frames: u64) -> Result<Duration, Box<dyn Error>> {
    let mut stdout = child.stdout.take().ok_or("a pipe")?;
    let mut buffer = vec![0; WRITE];
    let mut lines = 0;
    let mut began = None;
    loop {
        let length = stdout.read(&mut buffer)?;
        if length == 0 {
            break;
        }
        began.get_or_insert_with(Instant::now);
        let part = buffer.get(..length).unwrap_or_default();
        lines += u64::try_from(memchr::memchr_iter(b'\n', part).count())?;
    }
    let took = began.map(|began| began.elapsed());
    child.wait()?;
    if lines < frames {
        return Err(format!("{lines} lines instead of {frames}").into());
    }
    took.ok_or_else(|| "nothing came".into())
}
