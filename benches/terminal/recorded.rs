//! What being recorded costs the program: its CPU time for a flood, with a recording and without, in turns. Owns: both runs.
//! Does not own: what it costs a session that does nothing else (the benchmark `trace`).

use crate::flood::scenario;
use crate::pty::cpu_seconds;
use crate::{Measured, median};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Enough for the clock, which counts in hundredths of a second.
const FRAMES: usize = 1_000_000;
const PATIENCE: Duration = Duration::from_mins(2);
const LOOK: Duration = Duration::from_millis(2);

pub(crate) async fn measure(rounds: usize) -> Measured<()> {
    let folder = tempfile::tempdir()?;
    let scenario = scenario(&folder, FRAMES, None)?;
    let [mut added, mut without] = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        let bare = cost(&scenario, false).await?;
        added.push((cost(&scenario, true).await? / bare - 1.0) * 100.0);
        without.push(bare);
    }
    println!(
        "{FRAMES} frames through `run --quiet`: a recording adds {:+.1} % CPU to {:.2} s; goal 10 %",
        median(&mut added),
        median(&mut without)
    );
    Ok(())
}

/// What the program uses of a core, without the simulator, which is its child.
async fn cost(scenario: &str, recorded: bool) -> Measured<f64> {
    let home = tempfile::tempdir()?;
    let file = home.path().join("recorded.ndjson");
    let path = file.display().to_string();
    let flags: &[&str] = if recorded { &["--record", &path] } else { &[] };
    let mut run = tokio::process::Command::new(env!("CARGO_BIN_EXE_cca-tui"))
        .args(["run", "--quiet"])
        .args(flags)
        .args(["--sim", scenario, "go"])
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("HOME", home.path())
        .current_dir(home.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    let pid = run.id().ok_or("it is gone")?;
    let began = Instant::now();
    // Its time can be read until somebody asks how it ended.
    while !has_ended(pid) {
        if began.elapsed() > PATIENCE {
            return Err("the flood never ended".into());
        }
        std::thread::sleep(LOOK);
    }
    let cpu = cpu_seconds(pid)?;
    let status = run.wait().await?;
    if !status.success() {
        return Err(format!("`run` ended with {status}").into());
    }
    if recorded != file.exists() {
        return Err("it was recorded, or not, as nobody asked for".into());
    }
    Ok(cpu)
}

fn has_ended(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default();
    after.trim_start().starts_with('Z')
}
