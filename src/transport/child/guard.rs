//! Ends our children if we are killed in a way that runs none of our code (SIGKILL, a crash, the OOM killer).
//!
//! One `/bin/sh` per host process, started with the first child. It reads the groups to end from a socket whose other end
//! only we hold; when we are gone, however that came about, it reads the end of that stream, sends SIGTERM to every group
//! still registered, gives them about two seconds, sends SIGKILL and leaves. It runs in a group of its own, ignores what
//! a terminal may send, and holds neither a terminal nor a directory nor our pipes.
//!
//! The guard is a second net: if it cannot be started or has died, that is logged and nothing else changes. Our end of the
//! socket never blocks, and is closed in every child on exec.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// `+N` registers group N, `-N` forgets it, the end of input is the end of us. A `sleep` that knows no fractions costs a
/// whole second and counts for it. `kill -s NAME -- -N` is the one spelling for groups that dash and bash share.
const SCRIPT: &str = r#"
trap '' INT TERM HUP QUIT TSTP PIPE
groups=' '
while read -r line; do
  id=${line#?}
  case $line in
    +*) groups="$groups$id " ;;
    -*) case $groups in *" $id "*) groups="${groups%%" $id "*} ${groups#*" $id "}" ;; esac ;;
  esac
done
send() { for id in $groups; do kill -s "$1" -- "-$id"; done; }
alive() { for id in $groups; do kill -s 0 -- "-$id" && return 0; done; return 1; }
send TERM
tenths=0
while [ "$tenths" -lt 20 ] && alive; do
  sleep 0.1 || { sleep 1; tenths=$((tenths + 9)); }
  tenths=$((tenths + 1))
done
send KILL
"#;

static GUARD: Mutex<Guard> = Mutex::new(Guard {
    running: None,
    groups: BTreeSet::new(),
});

struct Guard {
    running: Option<Running>,
    groups: BTreeSet<u32>,
}

struct Running {
    shell: Child,
    orders: UnixStream,
}

/// From now on, the group `pgid` does not outlive us.
pub(super) fn register(pgid: u32) {
    let mut guard = GUARD.lock().unwrap_or_else(PoisonError::into_inner);
    guard.groups.insert(pgid);
    guard.update(&format!("+{pgid}\n"));
}

/// The group `pgid` is no longer ours: its leader was reaped, or killed on purpose.
pub(super) fn unregister(pgid: u32) {
    let mut guard = GUARD.lock().unwrap_or_else(PoisonError::into_inner);
    if guard.groups.remove(&pgid) {
        guard.update(&format!("-{pgid}\n"));
    }
}

impl Guard {
    /// Passes one change on. With no guard yet, or a dead one, a new one is told about every group there is.
    fn update(&mut self, order: &str) {
        if self.tell(order) || self.groups.is_empty() {
            return;
        }
        match Running::start() {
            Ok(running) => {
                self.running = Some(running);
                let all: Vec<_> = self
                    .groups
                    .iter()
                    .map(|group| format!("+{group}\n"))
                    .collect();
                self.tell(&all.concat());
            }
            Err(error) => {
                tracing::warn!(%error, "no guard process: children may survive if this process is killed");
            }
        }
    }

    /// Whether the guard took the order. One that did not is dismissed.
    fn tell(&mut self, order: &str) -> bool {
        let Some(running) = &mut self.running else {
            return false;
        };
        let Err(error) = running.tell(order) else {
            return true;
        };
        tracing::warn!(%error, "the guard process does not answer and is replaced");
        if let Some(running) = self.running.take() {
            running.dismiss();
        }
        false
    }
}

impl Running {
    fn start() -> io::Result<Self> {
        let (orders, theirs) = UnixStream::pair()?;
        orders.set_nonblocking(true)?;
        let shell = Command::new("/bin/sh")
            .args(["-c", SCRIPT])
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .current_dir("/")
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        Ok(Self { shell, orders })
    }

    /// Asks for the shell's end as well: for a moment after it, a write can still succeed, namely while another thread
    /// is between fork and exec and its child holds the socket too.
    fn tell(&mut self, order: &str) -> io::Result<()> {
        if let Some(status) = self.shell.try_wait()? {
            return Err(io::Error::other(format!("it has ended ({status})")));
        }
        self.orders.write_all(order.as_bytes())
    }

    /// Killed before its stream ends, so that it does not take the end for ours; then reaped.
    fn dismiss(mut self) {
        if let Err(error) = self.shell.kill().and_then(|()| self.shell.wait().map(drop)) {
            tracing::warn!(%error, "the old guard process could not be ended");
        }
    }
}

#[cfg(test)]
#[path = "guard_tests.rs"]
mod tests;
