//! The handle of a running process.
//!
//! Owns signalling and reaping, and the rule that ties them: once the process is reaped its number may belong to someone
//! else, so from then on nothing is signalled.

use std::io;

use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout};

use super::ExitReport;

/// What may be sent to a child. On systems other than unix each of them ends the process at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Please end (SIGTERM).
    Terminate,
    /// End now (SIGKILL).
    Kill,
    /// The terminal is gone (SIGHUP).
    Hangup,
    /// Ctrl-C (SIGINT); the CLI ends its turn and quits.
    Interrupt,
}

/// A process we started, and the group it leads. Dropping it kills the group.
#[derive(Debug)]
pub struct ChildProcess {
    child: Child,
    pid: u32,
    reaped: Option<ExitReport>,
}

impl ChildProcess {
    pub(super) fn new(child: Child, pid: u32) -> Self {
        #[cfg(unix)]
        super::guard::register(pid);
        Self {
            child,
            pid,
            reaped: None,
        }
    }

    /// The process number, which is also the group's. Still answers after the end.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// The pipe to its stdin, the first time. Dropping the pipe closes it.
    pub fn take_stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// The pipe from its stdout, the first time.
    pub fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// Lets it say more before somebody reads. To be asked for before the pipe is taken.
    pub fn widen_stdout(&self) {
        if let Some(stdout) = &self.child.stdout {
            super::pipe::widen(stdout);
        }
    }

    /// The pipe from its stderr, the first time. Must be drained.
    pub fn take_stderr(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    /// Signals the whole group. Does nothing once the process was reaped.
    #[cfg(unix)]
    pub fn signal(&self, signal: Signal) -> io::Result<()> {
        use nix::sys::signal::{Signal as Unix, killpg};
        if self.reaped.is_some() {
            return Ok(());
        }
        let signal = match signal {
            Signal::Terminate => Unix::SIGTERM,
            Signal::Kill => Unix::SIGKILL,
            Signal::Hangup => Unix::SIGHUP,
            Signal::Interrupt => Unix::SIGINT,
        };
        let group = i32::try_from(self.pid).map_err(io::Error::other)?;
        match killpg(nix::unistd::Pid::from_raw(group), signal) {
            // An unreaped child keeps its group alive, so this is a group of zombies: nothing left to tell.
            Ok(()) | Err(nix::errno::Errno::ESRCH) => Ok(()),
            // macOS answers this for a group of zombies.
            #[cfg(target_os = "macos")]
            Err(nix::errno::Errno::EPERM) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Ends the process. Does nothing once it was reaped.
    #[cfg(not(unix))]
    pub fn signal(&mut self, _signal: Signal) -> io::Result<()> {
        if self.reaped.is_some() {
            return Ok(());
        }
        self.child.start_kill()
    }

    /// Waits for the end and reaps. May be dropped halfway and called again; answers at once after the end.
    /// Closes stdin first if nobody took it, since the CLI waits for that.
    pub async fn wait(&mut self) -> ExitReport {
        if let Some(report) = self.reaped {
            return report;
        }
        let report = match self.child.wait().await {
            Ok(status) => ExitReport::from(status),
            Err(error) => {
                // Somebody else reaped it (a host that waits for any child): it is gone, and nobody can say how.
                tracing::warn!(pid = self.pid, %error, "the end of the child could not be read");
                ExitReport {
                    code: None,
                    signal: None,
                }
            }
        };
        self.reaped = Some(report);
        #[cfg(unix)]
        super::guard::unregister(self.pid);
        report
    }

    /// Whether the process has ended and is still to be reaped, as far as the system can tell without reaping.
    #[cfg(target_os = "linux")]
    pub(super) fn has_ended_unreaped(&self) -> bool {
        use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
        let Ok(pid) = i32::try_from(self.pid) else {
            return false;
        };
        let look = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        self.reaped.is_none()
            && !matches!(
                waitid(Id::Pid(nix::unistd::Pid::from_raw(pid)), look),
                Ok(WaitStatus::StillAlive)
            )
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        if self.reaped.is_some() {
            return;
        }
        if let Err(error) = self.signal(Signal::Kill) {
            tracing::warn!(pid = self.pid, %error, "the child could not be killed");
        }
        #[cfg(unix)]
        super::guard::unregister(self.pid);
    }
}
