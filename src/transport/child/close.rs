//! The way down, with a bound on each step: stdin is closed, then SIGTERM, then SIGKILL.
//!
//! Owns the steps and their times. Sending `interrupt` first, and closing a stdin that was taken, is the caller's part.

use std::time::Duration;

use tokio::time::timeout;

use super::{ChildProcess, ExitReport, Signal};

/// How long each step may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CloseLadder {
    /// From the end of stdin to SIGTERM. The CLI finishes its turn and writes its transcript in this time.
    pub after_eof: Duration,
    /// From SIGTERM to SIGKILL.
    pub after_terminate: Duration,
}

impl Default for CloseLadder {
    fn default() -> Self {
        Self {
            after_eof: Duration::from_secs(5),
            after_terminate: Duration::from_secs(5),
        }
    }
}

impl ChildProcess {
    /// Ends the process, as gently as `ladder` allows, and reaps it. Whoever took stdin must have dropped it by now.
    ///
    /// A process that ends by itself may leave processes behind on purpose, and they are left alone. From SIGTERM on,
    /// nothing of the group stays.
    pub async fn close(&mut self, ladder: CloseLadder) -> ExitReport {
        drop(self.take_stdin());
        if let Ok(report) = timeout(ladder.after_eof, self.wait()).await {
            return report;
        }
        self.send(Signal::Terminate);
        // A timeout is fine: the next step is for that.
        drop(timeout(ladder.after_terminate, self.ended_unreaped()).await);
        self.send(Signal::Kill);
        self.wait().await
    }

    fn send(&mut self, signal: Signal) {
        if let Err(error) = self.signal(signal) {
            tracing::warn!(pid = self.pid(), ?signal, %error, "the child could not be signalled");
        }
    }

    /// Returns when the leader has ended, but leaves it unreaped: as long as it is, its group's number is ours, and
    /// SIGKILL can be sent to whatever of the group ignored SIGTERM.
    #[cfg(target_os = "linux")]
    pub(in crate::transport) async fn ended_unreaped(&mut self) {
        const LOOK_EVERY: Duration = Duration::from_millis(10);
        while !self.has_ended_unreaped() {
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Elsewhere the end cannot be seen without reaping.
    #[cfg(not(target_os = "linux"))]
    pub(in crate::transport) async fn ended_unreaped(&mut self) {
        self.wait().await;
    }
}
