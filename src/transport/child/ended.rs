//! Seeing the end of a process without reaping it, so that its group can still be reached.
//!
//! Owns that one look. The steps of ending a session are `session`'s, sending the signals is the keeper's (`link`).

use super::ChildProcess;
#[cfg(target_os = "linux")]
use std::time::Duration;

impl ChildProcess {
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
