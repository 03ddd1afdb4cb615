//! A running session, as the program that started it sees it. Owns: reading what happens, steering, waiting for the end.
//! Does not own: the typed control requests (`control`), many turns (`client`).

use super::control::Control;
use super::event::{Event, Message, TurnResult};
use super::queue::{Interest, Queue};
use super::status::Status;
use super::task::Ask;
use crate::error::Error;
use crate::session::{Answer, Command, Phase, State};
use crate::trace::{DecidedBy, Moment};
use crate::wire::permission::PermissionAnswer;
use crate::wire::requests::InterruptResponse;
use futures_util::Stream;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// What every handle of a session shares.
#[derive(Debug, Clone)]
pub(super) struct Shared {
    /// Weak, so that a forgotten [`Control`] does not keep the process alive.
    pub(super) asks: mpsc::WeakSender<Ask>,
    pub(super) status: Arc<Status>,
    pub(super) limit: Duration,
    pub(super) schema: Option<Value>,
}

impl std::fmt::Debug for Ask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Command { .. } => "Command",
            Self::Answer { .. } => "Answer",
            Self::Look(_) => "Look",
            Self::Progress(_) => "Progress",
            Self::ToolsChanged { .. } => "ToolsChanged",
        })
    }
}

impl Shared {
    /// Looks at the state where it is: nothing of it is copied.
    pub(super) async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&State, Moment) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let (tell, told) = oneshot::channel();
        let ask = Ask::Look(Box::new(move |state, now| {
            let _ = tell.send(look(state, now));
        }));
        self.send(ask, "look").await?;
        told.await.or(Err(closed("look")))
    }

    pub(super) async fn send(&self, ask: Ask, what: &str) -> Result<(), Error> {
        let asks = self.asks.upgrade().ok_or_else(|| closed(what))?;
        asks.send(ask).await.or(Err(closed(what)))
    }
}

pub(super) fn closed(operation: &str) -> Error {
    Error::Closed {
        operation: operation.to_owned(),
    }
}

/// One conversation with one CLI process.
///
/// Reading: [`next_event`](Self::next_event), [`events`](Self::events) or [`messages`](Self::messages). Whoever does
/// not read slows the CLI down: a few hundred events (or 256 KiB) are kept, then its pipe fills. What is behind that,
/// in the order of the wire, waits too: tool calls, hooks and permission requests are served once the messages before
/// them have been taken. Control requests of ours, closing and cancelling read on (up to 64 MiB), so they are never
/// blocked by messages that nobody takes. Dropping the session ends the process.
#[derive(Debug)]
pub struct Session {
    shared: Shared,
    /// As long as this is there, the session goes on.
    _alive: mpsc::Sender<Ask>,
    queue: Arc<Queue>,
    recording: Option<PathBuf>,
    /// The result of a one-shot session, once it was read.
    result: Option<Box<TurnResult>>,
}

impl Session {
    pub(super) fn new(
        shared: Shared,
        alive: mpsc::Sender<Ask>,
        queue: Arc<Queue>,
        recording: Option<PathBuf>,
    ) -> Self {
        Self {
            shared,
            _alive: alive,
            queue,
            recording,
            result: None,
        }
    }

    /// Everything that can be asked of the CLI; cheap to clone, usable from anywhere.
    pub fn control(&self) -> Control {
        Control::new(self.shared.clone())
    }

    /// The next thing that happens; `None` once the process is gone and everything was read.
    pub async fn next_event(&mut self) -> Option<Event> {
        let event = std::future::poll_fn(|cx| self.queue.poll_next(cx)).await;
        self.keep_result(event.as_ref());
        event
    }

    /// The next message of the CLI.
    pub async fn next_message(&mut self) -> Option<Message> {
        loop {
            if let Event::Message(message) = self.next_event().await? {
                return Some(message);
            }
        }
    }

    /// All events, as a stream.
    pub fn events(&mut self) -> Events<'_> {
        Events { session: self }
    }

    /// All messages, as a stream. From now on other events are not even collected.
    pub fn messages(&mut self) -> Messages<'_> {
        self.queue.set_interest(Interest::Messages);
        Messages { session: self }
    }

    fn keep_result(&mut self, event: Option<&Event>) {
        if let Some(Event::Complete(result)) = event {
            self.result = Some(result.clone());
        }
    }

    /// The state, one of nine.
    pub fn state(&self) -> Phase {
        self.shared.status.phase()
    }

    /// The session's id; empty until the CLI said something.
    pub fn id(&self) -> String {
        self.shared.status.session_id()
    }

    /// Where it is recorded; `None` if it is not, also because the file could not be made. A recording that was wanted only
    /// if possible stands beside the name it was given if that was taken.
    pub fn recording(&self) -> Option<&Path> {
        self.recording.as_deref()
    }

    /// Looks at everything that is known, in place.
    pub async fn inspect<T: Send + 'static>(
        &self,
        look: impl FnOnce(&State, Moment) -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.shared.look(look).await
    }

    /// A copy of everything that is known.
    pub async fn snapshot(&self) -> Result<State, Error> {
        self.shared.look(|state, _| state.clone()).await
    }

    /// Waits until the state is one of these.
    pub async fn wait_for(&self, wanted: impl Fn(Phase) -> bool) -> Phase {
        self.shared.status.wait_for(wanted).await
    }

    /// Answers a permission request that was left open (see [`Options::attended`](super::Options::attended)).
    /// A request that was answered or withdrawn meanwhile is an [`Error::Late`], and nothing is sent.
    pub async fn answer(
        &self,
        request_id: impl Into<String>,
        answer: PermissionAnswer,
    ) -> Result<(), Error> {
        self.open("answer")?;
        let answer = Answer::Permission {
            answer,
            by: DecidedBy::Key,
        };
        let (id, (late, told)) = (request_id.into(), oneshot::channel());
        let ask = Ask::Answer {
            id: id.clone(),
            answer,
            late,
        };
        self.shared.send(ask, "answer").await?;
        match told.await.or(Err(closed("answer")))? {
            None => Ok(()),
            Some(why) => Err(Error::Late {
                request_id: id,
                why: why.to_owned(),
            }),
        }
    }

    /// Holds every answer and prompt of ours; the agent stops at its next tool.
    pub async fn pause(&self) -> Result<(), Error> {
        self.open("pause")?;
        self.command(Command::Pause, "pause").await
    }

    /// Releases what was held, in order.
    pub async fn resume(&self) -> Result<(), Error> {
        self.open("resume")?;
        self.command(Command::Resume, "resume").await
    }

    /// Ends the turn and keeps the session. The receipt says which prompts are still queued.
    pub async fn interrupt(&self) -> Result<InterruptResponse, Error> {
        self.control().interrupt(false).await
    }

    /// Ends the session now: interrupt, close, SIGTERM, SIGKILL, each with a limit. Returns when the process is gone.
    pub async fn cancel(&self) -> Result<(), Error> {
        self.command(Command::Cancel, "cancel").await?;
        self.wait_over().await;
        Ok(())
    }

    /// Ends the session as it should end. Returns when the process is gone.
    pub async fn close(&self) -> Result<(), Error> {
        self.command(Command::Close, "close").await?;
        self.wait_over().await;
        Ok(())
    }

    /// What can have no effect on a session that is over is an error. Closing and cancelling it again is none.
    fn open(&self, what: &str) -> Result<(), Error> {
        if self.shared.status.is_over() {
            return Err(closed(what));
        }
        Ok(())
    }

    async fn command(&self, command: Command, what: &str) -> Result<(), Error> {
        self.shared
            .send(
                Ask::Command {
                    command,
                    reply: None,
                },
                what,
            )
            .await?;
        // Looking afterwards makes sure that the command was carried out before this returns.
        self.shared.look(|_, _| ()).await
    }

    pub(super) async fn wait_over(&self) {
        self.shared.status.wait_for(|_| false).await;
    }

    /// Reads to the end of the turn, ends the session, and says how it went. What is not read yet is skipped.
    pub async fn wait(mut self) -> Result<TurnResult, Error> {
        while self.result.is_none() {
            if self.next_event().await.is_none() {
                break;
            }
        }
        self.queue.set_interest(Interest::Nothing);
        let _ = self.close().await;
        match self.result.take() {
            Some(result) => check(*result, self.shared.schema.as_ref()),
            None => Err(self
                .how_it_ended("the CLI ended before it gave a result")
                .await),
        }
    }

    /// The error for a process that ended too early, with everything that explains it.
    pub async fn how_it_ended(&self, what: &str) -> Error {
        self.wait_over().await;
        let seen = self.shared.look(|state, _| {
            let exit = state.life.exit;
            let text = state
                .last_turn()
                .map(|turn| turn.text.clone())
                .filter(|text| !text.is_empty());
            (
                exit,
                text,
                state.life.stderr.iter().cloned().collect::<Vec<_>>(),
                state.phase(),
                state.life.lost_pipe,
            )
        });
        let Ok((exit, text, stderr, phase, lost)) = seen.await else {
            return closed("the session");
        };
        let how = match exit {
            Some(exit) => match (exit.code, exit.signal) {
                (Some(code), _) => format!("exit code {code}"),
                (None, Some(signal)) => format!("signal {signal}"),
                (None, None) => "no exit code".to_owned(),
            },
            None => phase.to_string(),
        };
        let reason = match (lost, text) {
            (Some(pipe), _) => format!(
                ": it had closed its {} and gone on, so it was ended",
                pipe.as_str()
            ),
            (None, Some(text)) => format!(": {text}"),
            (None, None) => String::new(),
        };
        Error::Connection {
            what: format!("{what} ({how}){reason}"),
            stderr,
        }
    }
}

/// A result that is an error becomes one; a schema that was set is checked.
pub(super) fn check(result: TurnResult, schema: Option<&Value>) -> Result<TurnResult, Error> {
    if let Some(outcome) = result
        .turn
        .outcome
        .clone()
        .filter(crate::session::Outcome::is_failure)
    {
        return Err(Error::Agent {
            outcome,
            text: result.turn.text.clone(),
        });
    }
    if let Some(schema) = schema {
        result.fits(schema)?;
    }
    Ok(result)
}

/// All events of a session.
#[derive(Debug)]
pub struct Events<'a> {
    session: &'a mut Session,
}

impl Stream for Events<'_> {
    type Item = Event;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        let session = &mut *self.get_mut().session;
        let polled = session.queue.poll_next(cx);
        if let Poll::Ready(event) = &polled {
            session.keep_result(event.as_ref());
        }
        polled
    }
}

/// All messages of a session.
#[derive(Debug)]
pub struct Messages<'a> {
    session: &'a mut Session,
}

impl Stream for Messages<'_> {
    type Item = Message;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Message>> {
        let session = &mut *self.get_mut().session;
        loop {
            match session.queue.poll_next(cx) {
                Poll::Ready(Some(Event::Message(message))) => return Poll::Ready(Some(message)),
                Poll::Ready(Some(event)) => session.keep_result(Some(&event)),
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Pending => return Poll::Pending,
            }
        }
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
