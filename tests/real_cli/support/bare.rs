//! The CLI on the bare wire: a process, JSON lines in and out, no SDK.
//!
//! For proving the stand-in and for seeing what the CLI itself does. Every wait is bounded; a failure shows the last
//! frames and stderr.

use std::collections::VecDeque;
use std::io;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::{Cli, Failure, Sandbox};

/// The longest silence, and the longest exit, that is not a failure.
const PATIENCE: Duration = Duration::from_mins(1);
/// Frames shown with a failure, and how much of each.
const SHOWN_FRAMES: usize = 8;
const SHOWN_CHARS: usize = 300;
const STDERR_BYTES: u64 = 64 * 1024;

/// A running CLI. Its whole process group is killed when dropped.
#[derive(Debug)]
pub struct BareCli {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Lines<BufReader<ChildStdout>>,
    stderr: JoinHandle<String>,
    latest: VecDeque<String>,
}

impl BareCli {
    /// Starts the CLI with the flags of the protocol and `flags`.
    pub fn start(cli: &Cli, sandbox: &Sandbox, flags: &[&str]) -> io::Result<Self> {
        let mut all = vec!["--include-partial-messages"];
        all.extend(flags);
        Self::start_as(cli.path(), sandbox, &all)
    }

    /// The same with another program in the place of the CLI, and whole messages only.
    pub fn start_as(program: &Path, sandbox: &Sandbox, flags: &[&str]) -> io::Result<Self> {
        let mut child = Command::new(program)
            .args([
                "--output-format",
                "stream-json",
                "--input-format",
                "stream-json",
            ])
            .arg("--verbose")
            .args(flags)
            .current_dir(sandbox.project())
            .env_clear()
            .envs(sandbox.env())
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let missing = || io::Error::other("a pipe to the CLI is missing");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        let stderr = tokio::spawn(async move {
            let mut kept = Vec::new();
            let mut stderr = stderr.take(STDERR_BYTES);
            let _ = stderr.read_to_end(&mut kept).await;
            // The rest is read and dropped: a full pipe would block the CLI.
            let _ = tokio::io::copy(&mut stderr.into_inner(), &mut tokio::io::sink()).await;
            String::from_utf8_lossy(&kept).into_owned()
        });
        let stdout = BufReader::new(stdout).lines();
        Ok(Self {
            child,
            stdin: Some(stdin),
            stdout,
            stderr,
            latest: VecDeque::new(),
        })
    }

    /// Writes one frame.
    pub async fn send(&mut self, frame: &Value) -> Result<(), Failure> {
        self.send_line(&frame.to_string()).await
    }

    /// Writes any line.
    pub async fn send_line(&mut self, line: &str) -> Result<(), Failure> {
        let stdin = self
            .stdin
            .as_mut()
            .ok_or_else(|| Failure::new("stdin of the CLI is closed already"))?;
        stdin.write_all(format!("{line}\n").as_bytes()).await?;
        Ok(stdin.flush().await?)
    }

    /// Sends `initialize` and returns the response to it.
    pub async fn initialize(&mut self) -> Result<Value, Failure> {
        let request = json!({"subtype": "initialize"});
        self.send(&json!({"type": "control_request", "request_id": "init", "request": request}))
            .await?;
        let mut frames = self.until(|frame| is(frame, "control_response")).await?;
        frames
            .pop()
            .ok_or_else(|| Failure::new("no response to initialize"))
    }

    /// Sends a prompt.
    pub async fn prompt(&mut self, text: &str) -> Result<(), Failure> {
        let message = json!({"role": "user", "content": text});
        self.send(&json!({"type": "user", "message": message, "parent_tool_use_id": null, "session_id": ""})).await
    }

    /// The next frame; `None` when stdout has ended.
    pub async fn next(&mut self) -> Result<Option<Value>, Failure> {
        let line = self.next_line().await?;
        Ok(line.map(|line| serde_json::from_str(&line)).transpose()?)
    }

    /// The next line, whatever it says.
    pub async fn next_line(&mut self) -> Result<Option<String>, Failure> {
        let Ok(line) = timeout(PATIENCE, self.stdout.next_line()).await else {
            return Err(self.explain("the CLI was silent for too long").await);
        };
        let Some(line) = line? else {
            return Ok(None);
        };
        if self.latest.len() == SHOWN_FRAMES {
            self.latest.pop_front();
        }
        self.latest
            .push_back(line.chars().take(SHOWN_CHARS).collect());
        Ok(Some(line))
    }

    /// The frames up to the first that fits, which is the last of them.
    pub async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Result<Vec<Value>, Failure> {
        let mut frames = Vec::new();
        while let Some(frame) = self.next().await? {
            let last = fits(&frame);
            frames.push(frame);
            if last {
                return Ok(frames);
            }
        }
        Err(self.explain("stdout of the CLI ended early").await)
    }

    /// The frames of a turn; its `result` is the last.
    pub async fn until_result(&mut self) -> Result<Vec<Value>, Failure> {
        self.until(|frame| is(frame, "result")).await
    }

    /// Closes stdin.
    pub fn close(&mut self) {
        drop(self.stdin.take());
    }

    /// Closes stdin, reads the rest and waits for the exit.
    pub async fn finish(mut self) -> Result<ExitStatus, Failure> {
        self.close();
        self.ended().await
    }

    /// Kills the whole process group and waits for the exit.
    pub async fn kill(mut self) -> Result<ExitStatus, Failure> {
        self.signal(Signal::SIGKILL)?;
        self.ended().await
    }

    /// Sends a signal to the whole process group. Does nothing once the CLI is reaped: its id may be another's by then.
    pub fn signal(&self, signal: Signal) -> Result<(), Failure> {
        match self.child.id() {
            Some(id) => Ok(killpg(Pid::from_raw(i32::try_from(id)?), signal)?),
            None => Ok(()),
        }
    }

    async fn ended(&mut self) -> Result<ExitStatus, Failure> {
        // A killed CLI may leave half a line; it is no frame and of no interest here.
        while let Ok(Some(_)) = timeout(PATIENCE, self.stdout.next_line()).await? {}
        Ok(timeout(PATIENCE, self.child.wait()).await??)
    }

    async fn explain(&mut self, what: &str) -> Failure {
        let _ = self.signal(Signal::SIGKILL);
        let stderr = timeout(PATIENCE, &mut self.stderr).await;
        let stderr = stderr.ok().and_then(Result::ok).unwrap_or_default();
        let frames: Vec<&str> = self.latest.iter().map(String::as_str).collect();
        Failure::new(format!(
            "{what}\nits last frames:\n{}\nits stderr:\n{stderr}",
            frames.join("\n")
        ))
    }
}

impl Drop for BareCli {
    fn drop(&mut self) {
        // Tools the CLI started are in its group; `kill_on_drop` alone would leave them behind.
        let _ = self.signal(Signal::SIGKILL);
    }
}

/// Whether a frame is of a type, given as `type` or `type/subtype`.
pub fn is(frame: &Value, wanted: &str) -> bool {
    let field = |name: &str| frame.get(name).and_then(Value::as_str).unwrap_or_default();
    match wanted.split_once('/') {
        Some((kind, subtype)) => field("type") == kind && field("subtype") == subtype,
        None => field("type") == wanted,
    }
}
