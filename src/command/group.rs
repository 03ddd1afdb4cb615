//! A started program and the process group it leads. Owns: signals to the group, noticing the leader's end, reaping.
//!
//! The group's number is only certainly ours while the leader is not reaped. So its end is noticed without reaping where
//! the system can do that, the rest of the group is ended then, and only after that the leader is reaped.

use super::run::Exit;
use tokio::process::Child;

/// What is sent to a group. On systems other than unix both end the leader at once.
#[derive(Debug, Clone, Copy)]
pub(super) enum Order {
    Terminate,
    Kill,
}

/// A program that runs. Dropping it kills the group.
#[derive(Debug)]
pub(super) struct Group {
    child: Child,
    pid: Option<u32>,
    exit: Option<Exit>,
}

impl Group {
    pub(super) fn new(child: Child) -> Self {
        let pid = child.id();
        Self {
            child,
            pid,
            exit: None,
        }
    }

    pub(super) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Signals every process of the group. Does nothing once the leader was reaped and the group was ended.
    #[cfg(unix)]
    pub(super) fn signal(&mut self, order: Order) {
        use nix::sys::signal::{Signal, killpg};
        let Some(group) = self.pid.and_then(|pid| i32::try_from(pid).ok()) else {
            return;
        };
        let signal = match order {
            Order::Terminate => Signal::SIGTERM,
            Order::Kill => Signal::SIGKILL,
        };
        // What can fail here is that nobody is left to hear it.
        let _ = killpg(nix::unistd::Pid::from_raw(group), signal);
    }

    #[cfg(not(unix))]
    pub(super) fn signal(&mut self, _order: Order) {
        let _ = self.child.start_kill();
    }

    /// Waits for the leader's end. May be dropped halfway and called again.
    #[cfg(target_os = "linux")]
    pub(super) async fn ended(&mut self) {
        use tokio::signal::unix::{SignalKind, signal};
        if self.exit.is_some() {
            return;
        }
        let Ok(mut children) = signal(SignalKind::child()) else {
            return self.reap().await;
        };
        // Asked after the listening began, so no end falls between.
        while !self.has_ended() {
            children.recv().await;
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) async fn ended(&mut self) {
        self.reap().await;
    }

    #[cfg(target_os = "linux")]
    fn has_ended(&self) -> bool {
        use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
        let Some(pid) = self.pid.and_then(|pid| i32::try_from(pid).ok()) else {
            return true;
        };
        let look = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        !matches!(
            waitid(Id::Pid(nix::unistd::Pid::from_raw(pid)), look),
            Ok(WaitStatus::StillAlive)
        )
    }

    /// Waits for the leader's end and takes its status.
    pub(super) async fn reap(&mut self) {
        if self.exit.is_none() {
            let status = self.child.wait().await;
            self.exit = Some(status.map_or_else(|_| Exit::default(), Exit::from));
        }
    }

    /// How the leader ended, once reaped. The group is no longer ours from here on.
    pub(super) fn finish(mut self) -> Exit {
        match self.exit.take() {
            Some(exit) => {
                self.pid = None;
                exit
            }
            None => Exit::default(),
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if self.pid.is_some() {
            self.signal(Order::Kill);
        }
    }
}
