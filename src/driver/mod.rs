//! The one meeting point: turns I/O into a session's inputs and performs its outputs.
//!
//! Owns: reading, writing, stamping, recording, running handlers, the clock. Does not own: what anything means
//! (`session`), who consumes it (`agent`, the screen). One owner polls it; nothing here waits for anything else:
//! a write that does not fit keeps its place while reading goes on, and a handler never blocks either.

mod jobs;
mod outbox;
mod poll;
mod serve;
mod services;

pub use services::{Callback, CallbackError, CallbackFuture, RequestContext, Services};

use crate::session::{Input, Output, Signal};
use crate::tools::CallContext;
use crate::trace::{Direction, LineForm, Moment, Note, Payload, Recorder, Traffic, Wrote};
use crate::transport::child::{ExitReport, Signal as ProcessSignal};
use crate::transport::{Link, Process, Reader};
use crate::wire::{Frame, Framer};
use jobs::Jobs;
use outbox::Outbox;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Instant;
use tokio::time::Sleep;
use tokio_util::sync::CancellationToken;

/// How much is read at a time in the end: what a pipe holds, if nobody makes it wider; and what is read is still at hand
/// when it is taken apart.
const READ: usize = 64 * 1024;
/// How much at first: most sessions say little, and there may be many.
const FIRST_READ: usize = 4 * 1024;
/// How many batches of steady output may come before standard error and the process are asked again: a task that never
/// waits is never woken by them.
const QUIET: u8 = 32;

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
    buffer: Vec<u8>,
    recorder: Option<Recorder>,
    services: Services,
    jobs: Jobs,
    /// What every handler is told; its token ends with the session.
    cx: CallContext,
    began: Instant,
    seq: u64,
    timer: Option<(Moment, Pin<Box<Sleep>>)>,
    drain: Option<Pin<Box<Sleep>>>,
    /// Bytes that were read since the process is gone.
    drained: usize,
    /// Why the recording stopped, until it is told.
    recording_stopped: Option<String>,
    /// It is still to be told that the recording is redacted.
    redaction_untold: bool,
    loss_told: bool,
    /// For this many batches, standard error and the process are not asked again: they had nothing to tell in this turn
    /// of the task, and will wake it.
    quiet: u8,
    waker: Waker,
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
            buffer: vec![0; FIRST_READ],
            redaction_untold: true,
            recorder,
            jobs: Jobs::default(),
            cx: CallContext {
                session_id: String::new(),
                cancel: CancellationToken::new(),
                progress: services.progress.clone(),
            },
            services,
            began: Instant::now(),
            seq: 0,
            timer: None,
            drain: None,
            drained: 0,
            recording_stopped: None,
            loss_told: false,
            quiet: 0,
            waker: Waker::noop().clone(),
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

    /// Lines to the CLI that wait to be written: it does not read them.
    pub fn queued(&self) -> usize {
        self.outbox.len()
    }

    /// Whether nothing waits to be written and no handler runs.
    pub fn only_listens(&self) -> bool {
        !self.outbox.is_waiting() && self.jobs.is_empty()
    }

    /// The in-process servers and callbacks.
    pub fn services(&self) -> &Services {
        &self.services
    }

    /// What handlers are told the session is called. Returns whether that is new.
    pub fn set_session_id(&mut self, id: &str) -> bool {
        let new = self.cx.session_id != id;
        if new {
            id.clone_into(&mut self.cx.session_id);
        }
        new
    }

    /// Stamps and records a note.
    pub fn note(&mut self, note: Note) -> Traffic {
        let mut traffic = self.unstamped(note);
        self.stamp(&mut traffic);
        traffic
    }

    /// Gives traffic its number and records it, just before it is acted on: so the recording has everything in the order
    /// in which it changed the state.
    pub fn stamp(&mut self, traffic: &mut Traffic) {
        if traffic.seq == 0 {
            self.seq += 1;
            traffic.seq = self.seq;
            if let Some(reason) = write(&mut self.recorder, traffic) {
                // Told with the next inputs: the note cannot be recorded any more, so notes about notes do not go on
                // for ever.
                self.recording_stopped = Some(reason);
            }
        }
    }

    fn unstamped(&self, note: Note) -> Traffic {
        Traffic::noted(0, self.now(), note)
    }

    /// Says that secrets are taken out of the recording, and how many were.
    fn tell_redaction(&self, batch: &mut Vec<Input>) {
        if let Some(masked) = self.recorder.as_ref().and_then(Recorder::masked) {
            batch.push(Input::Traffic(self.unstamped(Note::Redacted { masked })));
        }
    }

    /// Whether the process is gone and everything it said was handed on.
    pub fn is_over(&self) -> bool {
        self.exit_told
    }

    /// Performs one output; an answer that is known at once comes back as an input. Notes and replies are not for us.
    pub fn perform(&mut self, output: Output) -> Option<Input> {
        match output {
            Output::Send(outgoing) => {
                // Whoever else still works on this answer can stop.
                if let Frame::ControlResponse(response) = &outgoing.frame
                    && let Some(id) = &response.response.request_id
                {
                    self.jobs.cancel(id);
                }
                self.outbox.push(outgoing);
            }
            Output::CloseInput => self.outbox.close(),
            Output::Signal(Signal::Terminate) => self.process.signal(ProcessSignal::Terminate),
            Output::Signal(Signal::Kill) => self.process.signal(ProcessSignal::Kill),
            Output::Drop { id } => {
                self.jobs.cancel(&id);
                self.outbox.withdraw(&id);
            }
            Output::Serve(mut request) => {
                let id = request.request_id.take().unwrap_or_default();
                let answer = serve::serve(
                    &self.services,
                    &mut self.jobs,
                    &self.cx,
                    &id,
                    &mut request.request,
                )?;
                let at = self.now();
                return Some(Input::Answer { at, id, answer });
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
        if std::mem::take(&mut self.redaction_untold) {
            self.tell_redaction(batch);
        }
        // What was written is told before the answers to it are read; and what is known is handed on at once.
        self.poll_write(cx, batch);
        if batch.is_empty() {
            self.poll_jobs(cx, batch);
        }
        if batch.is_empty() {
            // Who had nothing to tell in this turn of the task is not asked again: it wakes the task when it has.
            let quiet = self.quiet > 0 && self.exit.is_none() && self.waker.will_wake(cx.waker());
            if quiet {
                self.quiet -= 1;
            } else {
                self.waker.clone_from(cx.waker());
                self.poll_stderr(cx, batch);
                self.quiet = if batch.is_empty() { QUIET } else { 0 };
            }
            // What a process left behind is at most a pipe full, so it is read whether it is wanted or not: nothing is
            // lost, and its end is known at once.
            if reading || self.exit.is_some() {
                self.poll_read(cx, batch);
            }
            if !quiet {
                self.poll_exit(cx, batch);
            }
            self.poll_loss(batch);
            self.poll_timer(cx, batch, deadline);
        }
        if let Some(reason) = self.recording_stopped.take() {
            let note = self.unstamped(Note::RecordingStopped { reason });
            batch.push(Input::Traffic(note));
        }
        if batch.is_empty() {
            // Any of them may be the one that wakes us.
            self.quiet = 0;
            return Poll::Pending;
        }
        Poll::Ready(())
    }

    /// Writes what can be written now and adds that to `batch`; nothing else is looked at.
    pub fn poll_written(&mut self, cx: &mut Context<'_>, batch: &mut Vec<Input>) {
        self.poll_write(cx, batch);
    }

    /// Hands what was recorded to the operating system: what is shown survives our own death.
    pub fn flush(&mut self) {
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
    let Traffic {
        seq,
        at,
        direction,
        line,
        ..
    } = traffic;
    let form = form(traffic);
    // What came in was taken apart by its line breaks and decoded.
    let wrote = if *direction == Direction::In && form == LineForm::Json {
        open.write_decoded(*seq, *at, *direction, line)
    } else {
        open.write(*seq, *at, *direction, line, form)
    };
    match wrote {
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
        self.cx.cancel.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncWriteExt as _;

    /// One turn of a task in which standard output never runs dry.
    #[tokio::test]
    async fn steady_output_does_not_hide_the_rest() {
        let (mut link, mut peer) = Link::memory();
        let (mut stderr, reader) = tokio::io::duplex(1024);
        link.stderr = Some(Box::new(reader));
        let mut driver = Driver::new(link, Services::default(), None, 1024);
        let mut heard = None;
        for round in 0..10 * u32::from(QUIET) {
            peer.stdout
                .write_all(b"{\"type\":\"keep_alive\"}\n")
                .await
                .unwrap();
            if round == 3 {
                stderr.write_all(b"trouble\n").await.unwrap();
            }
            let mut batch = Vec::new();
            // With the waker of a real task: an idle one does not know its own copy again.
            let next = std::future::poll_fn(|cx| {
                Poll::Ready(driver.poll_next(cx, &mut batch, true, None).is_ready())
            });
            assert!(tokio::task::unconstrained(next).await, "{round}");
            let told = batch.iter().any(|input| match input {
                Input::Traffic(traffic) => traffic.direction == Direction::Stderr,
                _ => false,
            });
            if told {
                heard = Some(round);
                break;
            }
        }
        assert!(
            heard.is_some_and(|round| round <= 3 + u32::from(QUIET)),
            "{heard:?}"
        );
    }
}
