//! Being told to stop. Owns: counting Ctrl-C, SIGTERM, and the way out when nothing else helps.
//! Does not own: interrupting and cancelling (`drive`).

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::sync::mpsc;

/// What somebody outside wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// Ctrl-C, for the first time.
    Interrupt,
    /// Ctrl-C, for the second time.
    Cancel,
    /// SIGTERM.
    Terminate,
}

/// The CLI's process group, once there is one; 0 without.
#[derive(Debug, Clone, Default)]
pub(super) struct Group(Arc<AtomicU32>);

impl Group {
    pub(super) fn set(&self, pid: Option<u32>) {
        self.0.store(pid.unwrap_or(0), Ordering::Release);
    }

    fn kill(&self) {
        #[cfg(unix)]
        if let Ok(id @ 1..) = i32::try_from(self.0.load(Ordering::Acquire)) {
            use nix::sys::signal::{Signal, killpg};
            let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
        }
    }
}

/// Listens from now on, in a task of its own: it must get through even when our output is stuck.
pub(super) fn listen(group: Group) -> mpsc::Receiver<Stop> {
    let (tell, told) = mpsc::channel(4);
    let mut signals = Signals::listen();
    tokio::spawn(async move {
        let mut asked = 0_u32;
        loop {
            let stop = match signals.next().await {
                // Not counted: whoever sends SIGTERM has patience, or SIGKILL.
                Heard::Terminate => Stop::Terminate,
                Heard::Interrupt => {
                    asked += 1;
                    match asked {
                        1 => Stop::Interrupt,
                        2 => Stop::Cancel,
                        _ => at_once(&group),
                    }
                }
            };
            // A full queue means that nobody has looked at the earlier ones yet.
            let _ = tell.try_send(stop);
        }
    });
    told
}

/// The next wish to stop; none ever if nobody can be heard.
pub(super) async fn next(stops: &mut mpsc::Receiver<Stop>) -> Stop {
    match stops.recv().await {
        Some(stop) => stop,
        None => std::future::pending().await,
    }
}

#[expect(
    clippy::exit,
    reason = "the third Ctrl-C: whatever else runs is what it is meant to end"
)]
fn at_once(group: &Group) -> ! {
    group.kill();
    std::process::exit(i32::from(super::Exit::Interrupted.code()));
}

enum Heard {
    Interrupt,
    Terminate,
}

#[cfg(unix)]
struct Signals {
    interrupt: Option<tokio::signal::unix::Signal>,
    terminate: Option<tokio::signal::unix::Signal>,
}

#[cfg(unix)]
impl Signals {
    fn listen() -> Self {
        use tokio::signal::unix::{SignalKind, signal};
        Self {
            interrupt: signal(SignalKind::interrupt()).ok(),
            terminate: signal(SignalKind::terminate()).ok(),
        }
    }

    async fn next(&mut self) -> Heard {
        async fn heard(signal: &mut Option<tokio::signal::unix::Signal>) {
            let heard = match signal {
                Some(signal) => signal.recv().await,
                None => None,
            };
            if heard.is_none() {
                std::future::pending::<()>().await;
            }
        }
        tokio::select! {
            () = heard(&mut self.interrupt) => Heard::Interrupt,
            () = heard(&mut self.terminate) => Heard::Terminate,
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn listen() -> Self {
        Self
    }

    async fn next(&mut self) -> Heard {
        match tokio::signal::ctrl_c().await {
            Ok(()) => Heard::Interrupt,
            Err(_) => std::future::pending().await,
        }
    }
}
