//! EDGE. The two ends of a session's pipes. Owns: joining a process (or a peer in memory) to a reader and a writer.
//! Does not own: what is read and written (`driver`).

use super::child::{ChildProcess, ExitReport, Signal};
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream};
use tokio::sync::{mpsc, oneshot};

/// What a session reads from.
pub type Reader = Box<dyn AsyncRead + Send + Unpin>;
/// What a session writes to.
pub type Writer = Box<dyn AsyncWrite + Send + Unpin>;

/// Everything a driver needs of the other side.
pub struct Link {
    /// Its standard output.
    pub reader: Reader,
    /// Its standard input.
    pub writer: Option<Writer>,
    /// Its standard error.
    pub stderr: Option<Reader>,
    /// Its process.
    pub process: Process,
}

impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Link")
            .field("pid", &self.process.pid)
            .finish_non_exhaustive()
    }
}

/// A process somebody else keeps: it can be signalled, and its end is reported once.
#[derive(Debug)]
pub struct Process {
    /// Its id, if it is a process of this machine.
    pub pid: Option<u32>,
    /// How it ended, once it has.
    pub exit: oneshot::Receiver<ExitReport>,
    signals: mpsc::Sender<Signal>,
}

impl Process {
    /// Sends a signal to its process group; nothing happens if it is gone.
    pub fn signal(&self, signal: Signal) {
        // Two signals at most are ever in flight (TERM, KILL); a full channel means that the keeper is gone.
        let _ = self.signals.try_send(signal);
    }
}

impl Link {
    /// Joins a child process. A small task keeps it: dropping the link kills its whole group.
    ///
    /// Must be called inside a tokio runtime.
    pub fn child(mut child: ChildProcess) -> Self {
        let reader: Reader = match child.take_stdout() {
            Some(stdout) => Box::new(stdout),
            None => Box::new(tokio::io::empty()),
        };
        let writer = child.take_stdin().map(|stdin| Box::new(stdin) as Writer);
        let stderr = child.take_stderr().map(|stderr| Box::new(stderr) as Reader);
        let pid = child.pid();
        let (signals, inbox) = mpsc::channel(8);
        let (ended, exit) = oneshot::channel();
        tokio::spawn(keep(child, inbox, ended));
        Self {
            reader,
            writer,
            stderr,
            process: Process {
                pid: Some(pid),
                exit,
                signals,
            },
        }
    }

    /// A link without a process, and the other side of it: for tests and for peers in the same program.
    pub fn memory() -> (Self, Peer) {
        let (stdout_peer, stdout) = tokio::io::duplex(64 * 1024);
        let (stdin, stdin_peer) = tokio::io::duplex(64 * 1024);
        let (signals, inbox) = mpsc::channel(8);
        let (ended, exit) = oneshot::channel();
        let link = Self {
            reader: Box::new(stdout),
            writer: Some(Box::new(stdin)),
            stderr: None,
            process: Process {
                pid: None,
                exit,
                signals,
            },
        };
        (
            link,
            Peer {
                stdout: stdout_peer,
                stdin: stdin_peer,
                signals: inbox,
                ended,
            },
        )
    }
}

/// The other side of a link in memory.
#[derive(Debug)]
pub struct Peer {
    /// What it says.
    pub stdout: DuplexStream,
    /// What it is told.
    pub stdin: DuplexStream,
    /// Signals it gets.
    pub signals: mpsc::Receiver<Signal>,
    /// How it ends.
    pub ended: oneshot::Sender<ExitReport>,
}

async fn keep(
    mut child: ChildProcess,
    mut inbox: mpsc::Receiver<Signal>,
    ended: oneshot::Sender<ExitReport>,
) {
    loop {
        tokio::select! {
            report = child.wait() => {
                let _ = ended.send(report);
                return;
            }
            signal = inbox.recv() => match signal {
                Some(signal) => {
                    if let Err(error) = child.signal(signal) {
                        tracing::warn!(%error, "the CLI could not be signalled");
                    }
                    if signal == Signal::Terminate {
                        // From here on nothing of the group stays, also what ignores SIGTERM: the leader's end, the
                        // next step of the ladder and the end of the link all lead to SIGKILL.
                        tokio::select! {
                            () = child.ended_unreaped() => {}
                            _ = inbox.recv() => {}
                        }
                        if let Err(error) = child.signal(Signal::Kill) {
                            tracing::warn!(%error, "the CLI could not be killed");
                        }
                        let _ = ended.send(child.wait().await);
                        return;
                    }
                }
                // The link is gone: dropping the child kills its group.
                None => return,
            },
        }
    }
}
