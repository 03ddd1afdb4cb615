//! How a process ended, as a value that can be shown and stored.
//!
//! Owns the wording. Whether an ending is good or bad is for the caller: the CLI exits with 1 after a turn that ended in a
//! well-handled error.

use std::fmt;
use std::process::ExitStatus;

use serde::{Deserialize, Serialize};

/// The end of a process: a code or a signal, or neither if the system did not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExitReport {
    /// The exit code.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
}

impl ExitReport {
    /// Whether it ended with code 0.
    pub fn success(&self) -> bool {
        self.code == Some(0)
    }
}

impl From<ExitStatus> for ExitReport {
    fn from(status: ExitStatus) -> Self {
        #[cfg(unix)]
        let signal = std::os::unix::process::ExitStatusExt::signal(&status);
        #[cfg(not(unix))]
        let signal = None;
        Self {
            code: status.code(),
            signal,
        }
    }
}

impl fmt::Display for ExitReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.code, self.signal) {
            (Some(0), _) => f.write_str("ended normally"),
            // A program that catches a signal and then leaves says so by 128 + its number; the CLI does.
            (Some(code), _) => match code.checked_sub(128).and_then(signal_name) {
                Some(name) => write!(f, "exited with code {code} (after {name})"),
                None => write!(f, "exited with code {code}"),
            },
            (None, Some(signal)) => match signal_name(signal) {
                Some(name) => write!(f, "was killed by {name}"),
                None => write!(f, "was killed by signal {signal}"),
            },
            (None, None) => f.write_str("ended, but the system did not say how"),
        }
    }
}

#[cfg(unix)]
fn signal_name(number: i32) -> Option<&'static str> {
    nix::sys::signal::Signal::try_from(number)
        .ok()
        .map(nix::sys::signal::Signal::as_str)
}

#[cfg(not(unix))]
fn signal_name(_number: i32) -> Option<&'static str> {
    None
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::ExitReport;

    #[test]
    fn reports_read_well_and_survive_json() {
        let table = [
            (Some(0), None, "ended normally"),
            (Some(1), None, "exited with code 1"),
            (Some(128), None, "exited with code 128"),
            (Some(143), None, "exited with code 143 (after SIGTERM)"),
            (Some(255), None, "exited with code 255"),
            (None, Some(9), "was killed by SIGKILL"),
            (None, Some(99), "was killed by signal 99"),
            (None, None, "ended, but the system did not say how"),
        ];
        for (code, signal, text) in table {
            let report = ExitReport { code, signal };
            assert_eq!(report.to_string(), text);
            let json = serde_json::to_string(&report).unwrap();
            assert_eq!(serde_json::from_str::<ExitReport>(&json).unwrap(), report);
        }
    }
}
