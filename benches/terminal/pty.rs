//! A program in a terminal. Owns: starting it, reading it through an emulator, and what it costs.

use crate::Measured;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// No step takes so long unless something is wrong.
const PATIENCE: Duration = Duration::from_mins(2);
/// What the kernel counts a second of CPU in.
const TICKS: f64 = 100.0;

/// A program and its arguments.
#[derive(Debug)]
pub(crate) struct Start {
    program: String,
    arguments: Vec<String>,
}

impl Start {
    pub(crate) fn less(file: &Path) -> Self {
        Self::program("less", &[&file.display().to_string()])
    }

    pub(crate) fn program(program: &str, arguments: &[&str]) -> Self {
        Self {
            program: program.to_owned(),
            arguments: arguments.iter().map(|word| (*word).to_owned()).collect(),
        }
    }

    pub(crate) fn replay(file: &Path) -> Self {
        let program = env!("CARGO_BIN_EXE_cca-tui");
        Self::program(program, &["replay", &file.display().to_string()])
    }

    pub(crate) fn demo(scenario: &str) -> Self {
        Self::program(env!("CARGO_BIN_EXE_cca-tui"), &["demo", scenario])
    }
}

/// A program in a terminal.
pub(crate) struct Pty {
    end: pty_process::Pty,
    child: tokio::process::Child,
    parser: vt100::Parser,
    _home: tempfile::TempDir,
}

impl Pty {
    pub(crate) fn open(start: Start, rows: u16, columns: u16) -> Measured<Self> {
        let home = tempfile::tempdir()?;
        let (pty, pts) = pty_process::open()?;
        pty.resize(pty_process::Size::new(rows, columns))?;
        let child = pty_process::Command::new(start.program)
            .args(start.arguments)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", home.path())
            .env("TERM", "xterm-256color")
            .env("LANG", "C.UTF-8")
            .current_dir(home.path())
            .kill_on_drop(true)
            .spawn(pts)?;
        Ok(Self {
            end: pty,
            child,
            parser: vt100::Parser::new(rows.try_into()?, columns.try_into()?, 0),
            _home: home,
        })
    }

    pub(crate) fn contains(&self, text: &str) -> bool {
        self.screen().contains(text)
    }

    /// What is on the screen, row by row.
    pub(crate) fn screen(&self) -> String {
        let screen = self.parser.screen();
        let rows: Vec<String> = screen.rows(0, u16::MAX).collect();
        rows.join("\n")
    }

    pub(crate) async fn keys(&mut self, keys: &str) -> Measured<()> {
        Ok(self.end.write_all(keys.as_bytes()).await?)
    }

    /// Reads until this is on the screen.
    pub(crate) async fn until(&mut self, text: &str) -> Measured<()> {
        self.until_screen(text, |screen| screen.contains(text))
            .await
    }

    /// Reads until the screen is like this.
    pub(crate) async fn until_screen(
        &mut self,
        what: &str,
        fits: impl Fn(&str) -> bool,
    ) -> Measured<()> {
        let began = Instant::now();
        let mut buffer = vec![0; 64 * 1024];
        while !fits(&self.screen()) {
            let left = PATIENCE.saturating_sub(began.elapsed());
            let read = tokio::time::timeout(left, self.end.read(&mut buffer)).await;
            let Ok(count) = read else {
                return Err(format!("never came: {what}\n{}", self.screen()).into());
            };
            let count = count?;
            if count == 0 {
                return Err(format!("it ended before: {what}").into());
            }
            self.parser.process(buffer.get(..count).unwrap_or_default());
        }
        Ok(())
    }

    /// Reads for this long; how many bytes came.
    pub(crate) async fn read_for(&mut self, time: Duration) -> usize {
        let end = Instant::now() + time;
        let mut buffer = vec![0; 64 * 1024];
        let mut total = 0;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match tokio::time::timeout(left, self.end.read(&mut buffer)).await {
                Ok(Ok(count @ 1..)) => {
                    total += count;
                    self.parser.process(buffer.get(..count).unwrap_or_default());
                }
                _ => return total,
            }
        }
    }

    /// The most memory that the process had, in megabytes.
    pub(crate) fn peak_megabytes(&self) -> Measured<f64> {
        let pid = self.child.id().ok_or("it is gone")?;
        let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next());
        let kilobytes: f64 = kilobytes.ok_or("no peak is told")?.parse()?;
        Ok(kilobytes / 1024.0)
    }

    /// Ends it and waits until it is gone, so that what comes next is alone.
    pub(crate) async fn end(mut self) {
        let _ = self.child.kill().await;
    }

    /// What the process has used of a core, without its children.
    pub(crate) fn cpu_seconds(&self) -> Measured<f64> {
        cpu_seconds(self.child.id().ok_or("it is gone")?)
    }
}

/// What a process has used of a core, without its children; also one that has ended and that nobody has asked how.
pub(crate) fn cpu_seconds(pid: u32) -> Measured<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name may have spaces in it; what follows it has not.
    let after = stat.rsplit(')').next().unwrap_or_default();
    let fields = after.split_whitespace().skip(11).take(2);
    let ticks = fields.filter_map(|field| field.parse::<f64>().ok());
    Ok(ticks.sum::<f64>() / TICKS)
}
