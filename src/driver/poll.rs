//! The driver's senses, one at a time. Owns: reading, writing, finished handlers, the end of the process, the timer.
//! Does not own: in which order they are asked (`Driver::poll_next`).

use super::{Driver, READ};
use crate::session::{Command, Input};
use crate::trace::{Moment, Note, Pipe, Traffic};
use crate::transport::child::ExitReport;
use crate::wire::Line;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, ReadBuf};

/// Reads in a row that bring no whole line before others have a turn.
const READS: usize = 32;
/// How long output may still come after the process is gone; somebody else may hold the pipe open.
const DRAIN: Duration = Duration::from_millis(500);

/// What a pipe can hold at most: whatever comes after it is not of the process that is gone.
const DRAIN_BYTES: usize = 1 << 20;

impl Driver {
    /// A pipe that is closed while the process lives is told once: nothing can come of such a session.
    pub(super) fn poll_loss(&mut self, batch: &mut Vec<Input>) {
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

    pub(super) fn poll_write(&mut self, cx: &mut Context<'_>, batch: &mut Vec<Input>) {
        if self.outbox.is_waiting() {
            // What an answer is to is recorded before anybody can see the answer.
            self.flush();
        }
        while let Poll::Ready(Some(outgoing)) = self.outbox.poll(cx) {
            let traffic = Traffic::sent(0, self.now(), outgoing);
            batch.push(Input::Traffic(traffic));
        }
    }

    pub(super) fn poll_jobs(&mut self, cx: &mut Context<'_>, batch: &mut Vec<Input>) {
        while let Poll::Ready(done) = self.jobs.poll(cx) {
            if let Some(error) = done.failed {
                let note = Note::HandlerFailed {
                    request_id: done.id.clone(),
                    error,
                };
                batch.push(Input::Traffic(self.unstamped(note)));
            }
            batch.push(Input::Answer {
                at: self.now(),
                id: done.id,
                answer: done.answer,
            });
        }
    }

    pub(super) fn poll_read(&mut self, cx: &mut Context<'_>, batch: &mut Vec<Input>) {
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
        if self.exit.is_some() {
            self.drained += buf.filled().len();
        }
        let at = Moment::after(self.began.elapsed());
        let mut each = |line| batch.push(Input::Traffic(Traffic::received(0, at, line)));
        let full = buf.remaining() == 0;
        if ended {
            self.framer.finish(&mut each);
            self.reader = None;
        } else {
            self.framer.push(buf.filled(), &mut each);
        }
        if full && self.buffer.len() < READ {
            self.buffer.resize(self.buffer.len() * 4, 0);
        }
        !ended
    }

    pub(super) fn poll_stderr(&mut self, cx: &mut Context<'_>, batch: &mut Vec<Input>) {
        let Some(stderr) = &mut self.stderr else {
            return;
        };
        let mut buf = ReadBuf::new(&mut self.buffer);
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
            let (Line::Whole(bytes) | Line::Oversize { head: bytes, .. }) = line;
            let traffic = Traffic::stderr(0, self.now(), bytes);
            batch.push(Input::Traffic(traffic));
        }
    }

    /// The end of the process is told once all it said has been handed on.
    pub(super) fn poll_exit(&mut self, cx: &mut Context<'_>, batch: &mut Vec<Input>) {
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
                // What it left behind is to be read now, wanted or not.
                cx.waker().wake_by_ref();
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
            let at = self.now();
            let mut each = |line| batch.push(Input::Traffic(Traffic::received(0, at, line)));
            self.framer.finish(&mut each);
        }
        self.exit_told = true;
        self.cx.cancel.cancel();
        self.tell_redaction(batch);
        let note = self.unstamped(Note::Exited {
            code: report.code,
            signal: report.signal,
        });
        batch.push(Input::Traffic(note));
    }

    pub(super) fn poll_timer(
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
}
