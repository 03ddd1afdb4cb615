//! The processes of a tap, seen from outside. Owns: finding one, and what it has taken of the machine.

use std::path::PathBuf;
use std::time::Duration;

/// A process by its folder under `/proc`.
pub(crate) struct Process(PathBuf);

impl Process {
    /// The pump or the scribe of the tap whose CLI is this process.
    pub(crate) fn find(part: &str, cli: u64) -> Option<Self> {
        let processes = std::fs::read_dir("/proc").ok()?;
        processes.flatten().find_map(|process| {
            let line = std::fs::read(process.path().join("cmdline")).ok()?;
            let words: Vec<&[u8]> = line.split(|byte| *byte == 0).collect();
            let fits = words.get(1) == Some(&&b"__tap"[..])
                && words.get(2) == Some(&part.as_bytes())
                && words.get(4) == Some(&cli.to_string().as_bytes());
            fits.then(|| Self(process.path()))
        })
    }

    /// The memory that it has now, in kB.
    pub(crate) fn resident(&self) -> Option<u64> {
        let status = std::fs::read_to_string(self.0.join("status")).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix("kB")?.trim().parse().ok()
    }

    /// The time that its threads have run.
    pub(crate) fn cpu_time(&self) -> Option<Duration> {
        let threads = std::fs::read_dir(self.0.join("task")).ok()?;
        let nanos = threads.flatten().map(|thread| {
            let stat = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
            stat.split_ascii_whitespace().next()?.parse::<u64>().ok()
        });
        nanos.sum::<Option<u64>>().map(Duration::from_nanos)
    }
}
