//! The one meeting point: turns I/O into a session's inputs and performs its outputs.
//!
//! Owns: reading, writing, stamping, recording, running handlers, the clock. Does not own: what anything means
//! (`session`), who consumes it (`agent`, the screen). One owner polls it; nothing here waits for anything else:
//! a write that does not fit keeps its place while reading goes on, and a handler never blocks either.

mod jobs;
mod outbox;
mod serve;
mod services;

pub use services::{Callback, CallbackError, CallbackFuture, RequestContext, Services};

use crate::session::{Command, Input, Output, Signal};
use crate::trace::{Direction, LineForm, Moment, Note, Payload, Pipe, Recorder, Traffic, Wrote};
use crate::transport::child::{ExitReport, Signal as ProcessSignal};
use crate::transport::{Link, Process, Reader};
use crate::wire::{Frame, Framer};
use jobs::Jobs;
use outbox::Outbox;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::time::Sleep;
use tokio_util::sync::CancellationToken;

/// How much is read at a time: what a pipe holds.
const READ: usize = 64 * 1024;
/// Reads in a row that bring no whole line before others have a turn.
const READS: usize = 32;
/// How long output may still come after the process is gone; somebody else may hold the pipe open.
const DRAIN: Duration = Duration::from_millis(500);
/// What a pipe can hold at most: whatever comes after it is not of the process that is gone.
const DRAIN_BYTES: usize = 1 << 20;

/// A session's hands and senses.
pub struct Driver {
    reader: Option<Reader>,
    stderr: Option<Reader>,
    outbox: Outbox,
    process: Process,
    exit: Option<ExitReport>,
    exit_told: bool,
    framer: Framer,
    stderr_framer: Framer,
    buffer: Box<[u8]>,
    recorder: Option<Recorder>,
    services: Services,
    session_id: String,
    jobs: Jobs,
    root: CancellationToken,
    began: Instant,
    seq: u64,
    timer: Option<(Moment, Pin<Box<Sleep>>)>,
    drain: Option<Pin<Box<Sleep>>>,
    /// Bytes that were read since the process is gone.
    drained: usize,
    /// Why the recording stopped, until it is told.
    recording_stopped: Option<String>,
    loss_told: bool,
}

impl std::fmt::Debug for Driver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Driver")
            .field("seq", &self.seq)
            .field("process", &self.process)
            .finish_non_exhaustive()
    }
}

impl Driver {
    /// A driver over a link. `line_cap` bounds a line; `recorder` gets everything before anybody acts on it.
    pub fn new(
        link: Link,
        services: Services,
        recorder: Option<Recorder>,
        line_cap: usize,
    ) -> Self {
        Self {
            reader: Some(link.reader),
            stderr: link.stderr,
            outbox: Outbox::new(link.writer),
            process: link.process,
            exit: None,
            exit_told: false,
            framer: Framer::with_cap(line_cap),
            stderr_framer: Framer::with_cap(64 * 1024),
            buffer: vec![0; READ].into_boxed_slice(),
            recorder,
            services,
            session_id: String::new(),
            jobs: Jobs::default(),
            root: CancellationToken::new(),
            began: Instant::now(),
            seq: 0,
            timer: None,
            drain: None,
            drained: 0,
            recording_stopped: None,
            loss_told: false,
        }
    }

    /// The time now, since the session began.
    pub fn now(&self) -> Moment {
        Moment::after(self.began.elapsed())
    }

    /// The process id, if there is a process.
    pub fn pid(&self) -> Option<u32> {
        self.process.pid
    }

    /// The in-process servers and callbacks.
    pub fn services(&self) -> &Services {
        &self.services
    }

    /// What handlers are told the session is called.
    pub fn set_session_id(&mut self, id: &str) {
        if self.session_id != id {
            id.clone_into(&mut self.session_id);
        }
    }

    /// Stamps and records a note.
    pub fn note(&mut self, note: Note) -> Traffic {
        let traffic = Traffic::noted(self.next_seq(), self.now(), note);
        self.record(&traffic);
        traffic
    }

    /// Whether the process is gone and everything it said was handed on.
    pub fn is_over(&self) -> bool {
        self.exit_told
    }

    /// Performs one output; an answer that is known at once comes back as an input. Notes and replies are not for us.
    pub fn perform(&mut self, output: Output) -> Option<Input> {
        match output {
            Output::Send(outgoing) => self.outbox.push(outgoing),
            Output::CloseInput => self.outbox.close(),
            Output::Signal(Signal::Terminate) => self.process.signal(ProcessSignal::Terminate),
            Output::Signal(Signal::Kill) => self.process.signal(ProcessSignal::Kill),
            Output::Drop { id } => self.jobs.cancel(&id),
            Output::Serve(request) => {
                let answer = serve::serve(
                    &self.services,
                    &mut self.jobs,
                    &self.root,
                    &self.session_id,
                    &request,
                )?;
                return Some(Input::Answer {
                    at: self.now(),
                    id: request.request_id.unwrap_or_default(),
                    answer,
                });
            }
            Output::Note(_) | Output::Reply { .. } => {}
        }
        None
    }

    /// Waits until something happened, and adds it to `batch`. `reading` says whether more output of the CLI is
    /// wanted now: if not, the pipe fills and the CLI waits. Cancel-safe: nothing is lost if the future is dropped.
    pub async fn next(&mut self, batch: &mut Vec<Input>, reading: bool, deadline: Option<Moment>) {
        std::future::poll_fn(|cx| self.poll_next(cx, batch, reading, deadline)).await;
    }

    /// The same to be polled.
    pub fn poll_next(
        &mut self,
        cx: &mut Context<'_>,
        batch: &mut Vec<Input>,
        reading: bool,
        deadline: Option<Moment>,
    ) -> Poll<()> {
        self.poll_write(cx, batch);
        self.poll_jobs(cx, batch);
        self.poll_stderr(cx, batch);
        // Reading comes last: what was written is told before the answers to it. What a process left behind is at
        // most a pipe full, so it is read whether it is wanted or not: nothing is lost, and its end is known at once.
        if reading || self.exit.is_some() {
            self.poll_read(cx, batch);
        }
        self.poll_exit(cx, batch);
        self.poll_loss(batch);
        self.poll_timer(cx, batch, deadline);
        if !batch.is_empty() {
            self.flush();
        }
        if let Some(reason) = self.recording_stopped.take() {
            batch.push(Input::Traffic(self.note(Note::RecordingStopped { reason })));
        }
        if batch.is_empty() {
            return Poll::Pending;
        }
        Poll::Ready(())
    }

    /// A pipe that is closed while the process lives is told once: nothing can come of such a session.
    fn poll_loss(&mut self, batch: &mut Vec<Input>) {
        if self.loss_told || self.exit.is_some() {
            return;
        }
        let pipe = match (&self.reader, self.outbox.is_broken()) {
            (None, _) => Pipe::Output,
            (_, true) => Pipe::Input,
            _ => return,
        };
        self.loss_told = true;
        batch.push(Input::Command {
            at: self.now(),
            command: Command::Lost { pipe },
        });
    }

    fn poll_write(&mut self, cx: &mut Context<'_>, batch: &mut Vec<Input>) {
        while let Poll::Ready(Some(outgoing)) = self.outbox.poll(cx) {
            let traffic = Traffic::sent(self.next_seq(), self.now(), outgoing);
            self.record(&traffic);
            batch.push(Input::Traffic(traffic));
        }
    }

    fn poll_jobs(&mut self, cx: &mut Context<'_>, batch: &mut Vec<Input>) {
        while let Poll::Ready(done) = self.jobs.poll(cx) {
            if let Some(error) = done.failed {
                let note = Note::HandlerFailed {
                    request_id: done.id.clone(),
                    error,
                };
                batch.push(Input::Traffic(self.note(note)));
            }
            batch.push(Input::Answer {
                at: self.now(),
                id: done.id,
                answer: done.answer,
            });
        }
    }

    fn poll_read(&mut self, cx: &mut Context<'_>, batch: &mut Vec<Input>) {
        // A long line comes in many pieces: go on until there is something to tell, but let others have a turn too.
        for _ in 0..READS {
            if !self.poll_read_once(cx, batch) {
                return;
            }
            if !batch.is_empty() {
                return;
            }
        }
        cx.waker().wake_by_ref();
    }

    /// One read. Returns whether another one may bring more.
    fn poll_read_once(&mut self, cx: &mut Context<'_>, batch: &mut Vec<Input>) -> bool {
        let Some(reader) = &mut self.reader else {
            return false;
        };
        let mut buf = ReadBuf::new(&mut self.buffer);
        let ended = match Pin::new(reader).poll_read(cx, &mut buf) {
            Poll::Pending => return false,
            Poll::Ready(Ok(())) => buf.filled().is_empty(),
            Poll::Ready(Err(error)) => {
                tracing::debug!(%error, "reading from the CLI failed");
                true
            }
        };
        let at = Moment::after(self.began.elapsed());
        if self.exit.is_some() {
            self.drained += buf.filled().len();
        }
        let (seq, recorder) = (&mut self.seq, &mut self.recorder);
        let stopped = &mut self.recording_stopped;
        let mut each = |line| {
            *seq += 1;
            let traffic = Traffic::received(*seq, at, &line);
            if let Some(reason) = write(recorder, &traffic) {
                *stopped = Some(reason);
            }
            batch.push(Input::Traffic(traffic));
        };
        if ended {
            self.framer.finish(&mut each);
            self.reader = None;
        } else {
            self.framer.push(buf.filled(), &mut each);
        }
        !ended
    }

    fn poll_stderr(&mut self, cx: &mut Context<'_>, batch: &mut Vec<Input>) {
        let Some(stderr) = &mut self.stderr else {
            return;
        };
        let mut small = [0; 4096];
        let mut buf = ReadBuf::new(&mut small);
        let mut lines = Vec::new();
        match Pin::new(stderr).poll_read(cx, &mut buf) {
            Poll::Pending => return,
            Poll::Ready(Ok(())) if !buf.filled().is_empty() => {
                if self.exit.is_some() {
                    self.drained += buf.filled().len();
                }
                self.stderr_framer
                    .push(buf.filled(), &mut |line| lines.push(line));
                if lines.is_empty() {
                    cx.waker().wake_by_ref();
                }
            }
            Poll::Ready(_) => {
                self.stderr_framer.finish(&mut |line| lines.push(line));
                self.stderr = None;
            }
        }
        for line in lines {
            let bytes = match line {
                crate::wire::Line::Whole(bytes)
                | crate::wire::Line::Oversize { head: bytes, .. } => bytes,
            };
            let traffic = Traffic::stderr(self.next_seq(), self.now(), bytes);
            self.record(&traffic);
            batch.push(Input::Traffic(traffic));
        }
    }

    /// The end of the process is told once all it said has been handed on.
    fn poll_exit(&mut self, cx: &mut Context<'_>, batch: &mut Vec<Input>) {
        if self.exit_told {
            return;
        }
        if self.exit.is_none() {
            match Pin::new(&mut self.process.exit).poll(cx) {
                Poll::Pending => {}
                Poll::Ready(Ok(report)) => self.exit = Some(report),
                // The keeper is gone without a word: the process was killed with it.
                Poll::Ready(Err(_)) => {
                    self.exit = Some(ExitReport {
                        code: None,
                        signal: Some(9),
                    });
                }
            }
            if self.exit.is_some() {
                self.outbox.give_up();
                self.drain = Some(Box::pin(tokio::time::sleep(DRAIN)));
            }
        }
        let Some(report) = self.exit else { return };
        if self.reader.is_some() || self.stderr.is_some() {
            let waited = self
                .drain
                .as_mut()
                .is_none_or(|drain| drain.as_mut().poll(cx).is_ready());
            // Somebody else may hold the pipe and be silent, or write to it for ever.
            let quiet = waited && batch.is_empty();
            if !quiet && self.drained <= DRAIN_BYTES {
                return;
            }
            self.reader = None;
            self.stderr = None;
        }
        self.exit_told = true;
        self.root.cancel();
        let note = self.note(Note::Exited {
            code: report.code,
            signal: report.signal,
        });
        batch.push(Input::Traffic(note));
    }

    fn poll_timer(
        &mut self,
        cx: &mut Context<'_>,
        batch: &mut Vec<Input>,
        deadline: Option<Moment>,
    ) {
        let Some(deadline) = deadline else {
            return self.timer = None;
        };
        let armed = self.timer.as_ref().is_some_and(|(at, _)| *at == deadline);
        if !armed {
            let wait = deadline.since(self.now());
            self.timer = Some((deadline, Box::pin(tokio::time::sleep(wait))));
        }
        if let Some((_, sleep)) = &mut self.timer
            && sleep.as_mut().poll(cx).is_ready()
        {
            self.timer = None;
            batch.push(Input::Tick(self.now().max(deadline)));
        }
    }

    fn next_seq(&mut self) -> u64 {
        self.seq += 1;
        self.seq
    }

    fn record(&mut self, traffic: &Traffic) {
        // Told with the next inputs: the note cannot be recorded any more, so notes about notes do not go on for ever.
        if let Some(reason) = write(&mut self.recorder, traffic) {
            self.recording_stopped = Some(reason);
        }
    }

    /// Hands what was recorded to the operating system: what is shown survives our own death.
    fn flush(&mut self) {
        if let Some(recorder) = &mut self.recorder
            && let Wrote::Stopped(error) = recorder.flush()
        {
            self.recording_stopped = Some(error.to_string());
        }
    }
}

/// Writes to the recording, if there is one; says why it stopped, once.
fn write(recorder: &mut Option<Recorder>, traffic: &Traffic) -> Option<String> {
    let open = recorder.as_mut()?;
    match open.write(
        traffic.seq,
        traffic.at,
        traffic.direction,
        &traffic.line,
        form(traffic),
    ) {
        Wrote::Kept | Wrote::Skipped => None,
        Wrote::Stopped(error) => Some(error.to_string()),
    }
}

fn form(traffic: &Traffic) -> LineForm {
    match &traffic.payload {
        Payload::Note(_) => LineForm::Json,
        Payload::Frame(frame) if traffic.direction == Direction::Out || !frame.is_malformed() => {
            let whole = traffic.line.starts_with(b"{") && traffic.line.ends_with(b"}");
            if whole {
                LineForm::Json
            } else {
                LineForm::Text
            }
        }
        Payload::Frame(Frame::Noise(_)) => LineForm::Text,
        _ => LineForm::of(&traffic.line),
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.root.cancel();
    }
}
