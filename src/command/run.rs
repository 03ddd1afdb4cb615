//! The run itself. Owns: the pipes, the time limit, and the order in which a group is ended. Does not own: what the result
//! means.
//!
//! The work is a task of its own, so that a caller who drops the future still leaves the program its moment between
//! SIGTERM and SIGKILL. If the runtime goes, the task is dropped and the group is killed at once.

use super::group::{Group, Order};
use super::{Capture, Program, RunError};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{ChildStdin, Command};
use tokio_util::sync::CancellationToken;

/// How long somebody who still holds a pipe is read from after the program itself is gone.
const DRAIN: Duration = Duration::from_millis(300);
/// How long a killed program is waited for; longer, and the system itself is stuck.
const LAST_WAIT: Duration = Duration::from_secs(5);

/// The exit of a program: a code or a signal, or neither if the system did not say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Exit {
    /// The exit code.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
}

impl From<ExitStatus> for Exit {
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

impl std::fmt::Display for Exit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.code, self.signal) {
            (Some(code), _) => write!(f, "exit code {code}"),
            (None, Some(signal)) => write!(f, "killed by signal {signal}"),
            (None, None) => f.write_str("ended in a way the system did not tell"),
        }
    }
}

/// Why a run is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The program ended by itself.
    Exited,
    /// It took too long and was ended.
    TimedOut,
    /// Nobody wanted its result any more, and it was ended.
    Cancelled,
}

/// A run that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// Why.
    pub ended: Ended,
    /// How.
    pub exit: Exit,
    /// The beginning of its standard output.
    pub stdout: Capture,
    /// The beginning of its standard error.
    pub stderr: Capture,
}

impl Program {
    /// Runs it to its end. Cancelling the token, or dropping the future, ends it and its group: SIGTERM, a moment of
    /// grace, SIGKILL. Must be called inside a tokio runtime with I/O and time.
    pub async fn run(self, cancel: &CancellationToken) -> Result<Finished, RunError> {
        let group = self.start()?;
        let stop = cancel.child_token();
        let dropped = stop.clone().drop_guard();
        let program = self.words.first().cloned().unwrap_or_default();
        let finished = tokio::spawn(self.supervise(group, stop)).await;
        drop(dropped);
        finished.map_err(|error| RunError::Start {
            program,
            source: std::io::Error::other(error),
        })
    }

    fn start(&self) -> Result<Group, RunError> {
        let Some((program, arguments)) = self.words.split_first() else {
            return Err(RunError::Empty);
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env_clear()
            .envs(self.environment.resolved(std::env::vars_os()))
            .stdin(if self.stdin.is_empty() {
                Stdio::null()
            } else {
                Stdio::piped()
            })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        command.process_group(0);
        #[cfg(not(unix))]
        command.kill_on_drop(true);
        if let Some(cwd) = &self.cwd {
            command.current_dir(cwd);
        }
        match command.spawn() {
            Ok(child) => Ok(Group::new(child)),
            Err(error) => Err(RunError::explain(program, self.cwd.as_deref(), error)),
        }
    }

    async fn supervise(mut self, mut group: Group, stop: CancellationToken) -> Finished {
        let mut stdout = Capture::new(self.max_output);
        let mut stderr = Capture::new(self.max_output);
        let child = group.child();
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let bytes = std::mem::take(&mut self.stdin);
        let ended = {
            let reading = async {
                tokio::join!(pump(output, &mut stdout), pump(errors, &mut stderr));
            };
            let mut feeding = std::pin::pin!(feed(input, bytes));
            let mut fed = false;
            let mut reading = std::pin::pin!(reading);
            let mut late = std::pin::pin!(passed(self.limit));
            let mut read = false;
            let ended = loop {
                tokio::select! {
                    biased;
                    () = stop.cancelled() => break Ended::Cancelled,
                    () = &mut late => break Ended::TimedOut,
                    () = group.ended() => break Ended::Exited,
                    () = &mut feeding, if !fed => fed = true,
                    () = &mut reading, if !read => read = true,
                }
            };
            let quiet = async {
                if !read {
                    reading.await;
                }
            };
            if ended == Ended::Exited {
                // What it started may still write its last words, but not for long.
                let _ = tokio::time::timeout(DRAIN, quiet).await;
            } else {
                group.signal(Order::Terminate);
                let gone = async { tokio::join!(group.ended(), quiet) };
                let _ = tokio::time::timeout(self.grace, gone).await;
            }
            ended
        };
        group.signal(Order::Kill);
        let _ = tokio::time::timeout(LAST_WAIT, group.reap()).await;
        Finished {
            ended,
            exit: group.finish(),
            stdout,
            stderr,
        }
    }
}

async fn passed(limit: Option<Duration>) {
    match limit {
        Some(limit) => tokio::time::sleep(limit).await,
        None => std::future::pending().await,
    }
}

/// Reads to the end. What is over the limit is read too, or the program would stall on a full pipe.
async fn pump(from: Option<impl AsyncRead + Unpin>, into: &mut Capture) {
    let Some(mut from) = from else { return };
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        into.push(buffer.get(..count).unwrap_or_default());
    }
}

/// A program need not read its input: one that closes it is no failure.
async fn feed(into: Option<ChildStdin>, bytes: Vec<u8>) {
    let Some(mut into) = into else { return };
    let _ = into.write_all(&bytes).await;
}
