//! The task that runs one session. Owns: the loop between the driver, the pure session and its handle.
//! Does not own: I/O (`driver`), rules of the protocol (`session`).

use super::event::{self, Before, Event, Wanted};
use super::queue::{MAX_BYTES, MAX_EVENTS, Queue};
use super::status::Status;
use crate::driver::Driver;
use crate::session::{Answer, Command, Input, Live, Output, Reply, State};
use crate::tools::{Progress, Revision};
use crate::trace::{Moment, Note, Traffic};
use serde_json::json;
use std::collections::{HashMap, VecDeque};
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};

/// How long a server's change may stay unacknowledged.
const NOTICE_LIMIT: Duration = Duration::from_mins(1);

/// Looks at the state where it is.
pub(super) type Look = Box<dyn FnOnce(&State, Moment) + Send>;

/// What a handle wants of its session.
pub(super) enum Ask {
    Command {
        command: Command,
        reply: Option<oneshot::Sender<Reply>>,
    },
    Answer {
        id: String,
        answer: Answer,
        /// Told why it is too late, if it is.
        late: oneshot::Sender<Option<&'static str>>,
    },
    Look(Look),
    Progress(Progress),
    ToolsChanged {
        server: String,
        notifications: Vec<&'static str>,
    },
}

pub(super) struct Task {
    pub(super) driver: Driver,
    pub(super) live: Live,
    pub(super) queue: Arc<Queue>,
    pub(super) status: Arc<Status>,
    pub(super) replies: HashMap<u64, oneshot::Sender<Reply>>,
    pub(super) next_ticket: u64,
    pub(super) interactive: bool,
    /// Used again and again, so that a line costs no allocation here.
    pub(super) outputs: Vec<Output>,
    pub(super) following: VecDeque<Input>,
}

impl Task {
    /// Runs until the process is gone.
    pub(super) async fn run(mut self, mut asks: mpsc::Receiver<Ask>) {
        let mut batch = Vec::new();
        let mut out = Vec::new();
        let mut handles = true;
        let queue = Arc::clone(&self.queue);
        let spawned = Note::Spawned {
            pid: self.driver.pid(),
            interactive: self.interactive,
        };
        let spawned = self.driver.note(spawned);
        self.feed(Input::Traffic(spawned), &mut out);
        while !self.driver.is_over() {
            let reading = self.live.closing() || queue.has_room(self.live.waits_for_cli());
            tokio::select! {
                biased;
                ask = asks.recv(), if handles => {
                    if let Some(ask) = ask {
                        self.asked(ask, &mut out);
                    } else {
                        // Nobody can reach the session any more: end it.
                        handles = false;
                        queue.set_interest(super::queue::Interest::Nothing);
                        let at = self.driver.now();
                        self.feed(Input::Command { at, command: Command::Cancel }, &mut out);
                    }
                },
                () = poll_fn(|cx| self.step(cx, &mut batch, reading, &mut out)) => {}
                () = queue.room(), if !reading => {}
            }
            self.publish(&mut out);
        }
        self.publish(&mut out);
        self.queue.close();
        self.status.set_over();
        // The end state can be looked at for as long as anybody holds a handle; everything else is told that it is over.
        while let Some(ask) = asks.recv().await {
            self.asked(ask, &mut out);
            out.clear();
        }
    }

    /// Takes in what the driver has next. What follows from it is written at once, if it fits: an answer does not wait
    /// until everybody else had a turn.
    fn step(
        &mut self,
        cx: &mut Context<'_>,
        batch: &mut Vec<Input>,
        reading: bool,
        out: &mut Vec<Event>,
    ) -> Poll<()> {
        if let Poll::Ready(ticket) = self.poll_given_up(cx) {
            let at = self.driver.now();
            let command = Command::Withdraw { ticket };
            self.feed(Input::Command { at, command }, out);
            return Poll::Ready(());
        }
        let mut taken = 0;
        loop {
            let deadline = self.live.next_deadline();
            let polled = self.driver.poll_next(cx, batch, reading, deadline);
            if polled.is_pending() {
                return if taken > 0 {
                    Poll::Ready(())
                } else {
                    Poll::Pending
                };
            }
            while !batch.is_empty() {
                for input in batch.drain(..) {
                    taken += weight(&input);
                    self.feed(input, out);
                }
                self.driver.poll_written(cx, batch);
            }
            // In a flood, what has come meanwhile is handed on with it: one write to the recording costs less than many.
            // Nobody waits for it: not a handler, nor the CLI for an answer.
            let full = taken >= MAX_BYTES || out.len() >= MAX_EVENTS;
            if full || !reading || !self.driver.only_listens() {
                return Poll::Ready(());
            }
        }
    }

    /// Somebody who asked no longer waits for the reply: the future was dropped.
    fn poll_given_up(&mut self, cx: &mut Context<'_>) -> Poll<u64> {
        let mut waiting = self.replies.iter_mut();
        let found = waiting.find_map(|(ticket, reply)| {
            let given_up = reply.poll_closed(cx).is_ready();
            given_up.then_some(*ticket)
        });
        match found {
            Some(ticket) => {
                self.replies.remove(&ticket);
                Poll::Ready(ticket)
            }
            None => Poll::Pending,
        }
    }

    /// Takes in one input and everything that follows from it at once.
    fn feed(&mut self, input: Input, events: &mut Vec<Event>) {
        let mut outputs = std::mem::take(&mut self.outputs);
        self.feed_one(input, &mut outputs, events);
        while let Some(input) = self.following.pop_front() {
            self.feed_one(input, &mut outputs, events);
        }
        self.outputs = outputs;
    }

    fn feed_one(&mut self, input: Input, outputs: &mut Vec<Output>, events: &mut Vec<Event>) {
        match input {
            Input::Traffic(traffic) => self.take_in(traffic, outputs, events),
            other => self.live.handle_into(other, outputs),
        }
        for output in outputs.drain(..) {
            match output {
                Output::Note(note) => {
                    let noted = Input::Traffic(self.driver.note(note));
                    self.following.push_back(noted);
                }
                Output::Reply { ticket, reply } => {
                    if let Some(waiting) = self.replies.remove(&ticket) {
                        self.driver.flush();
                        let _ = waiting.send(reply);
                    }
                }
                output => self.following.extend(self.driver.perform(output)),
            }
        }
    }

    fn take_in(
        &mut self,
        mut traffic: Traffic,
        outputs: &mut Vec<Output>,
        events: &mut Vec<Event>,
    ) {
        self.driver.stamp(&mut traffic);
        let before = Before::of(self.live.state());
        self.live.on_traffic(&mut traffic, outputs);
        // What a rule decides is nobody's question.
        let served = outputs
            .iter()
            .any(|output| matches!(output, Output::Serve(_)));
        let wanted = Wanted {
            all: self.queue.wants_all(),
            served,
        };
        event::events(before, self.live.state(), traffic, wanted, events);
    }

    fn asked(&mut self, ask: Ask, out: &mut Vec<Event>) {
        let at = self.driver.now();
        match ask {
            Ask::Command { command, reply } => {
                let command = self.ticketed(command, reply);
                self.feed(Input::Command { at, command }, out);
            }
            Ask::Answer { id, answer, late } => {
                let _ = late.send(self.live.why_late(&id));
                self.feed(Input::Answer { at, id, answer }, out);
            }
            Ask::Look(look) => {
                // Whoever looks may panic; the session does not. Its end of the channel is dropped, which tells.
                let state = self.live.state();
                let _ = catch_unwind(AssertUnwindSafe(|| look(state, at)));
            }
            Ask::Progress(progress) => out.push(Event::Progress(progress)),
            Ask::ToolsChanged {
                server,
                notifications,
            } => {
                let handshake = self.live.state().start_up.servers.get(&server);
                if handshake.is_none_or(|handshake| handshake.tools_asked.is_none()) {
                    return;
                }
                for method in notifications {
                    let body = json!({"server_name": server, "message": {"jsonrpc": "2.0", "method": method}});
                    let subtype = "mcp_message".to_owned();
                    let command = Command::Request {
                        ticket: 0,
                        subtype,
                        body,
                        limit: Some(NOTICE_LIMIT),
                    };
                    self.feed(Input::Command { at, command }, out);
                }
            }
        }
    }

    /// Gives the command a ticket of ours, under which its reply is found.
    fn ticketed(&mut self, command: Command, reply: Option<oneshot::Sender<Reply>>) -> Command {
        let Some(reply) = reply else { return command };
        self.next_ticket += 1;
        let ticket = self.next_ticket;
        self.replies.insert(ticket, reply);
        match command {
            Command::Prompt { prompt, .. } => Command::Prompt { ticket, prompt },
            Command::Request {
                subtype,
                body,
                limit,
                ..
            } => Command::Request {
                ticket,
                subtype,
                body,
                limit,
            },
            other => other,
        }
    }

    /// Hands on what happened. What is shown is in the hands of the operating system by then.
    fn publish(&mut self, out: &mut Vec<Event>) {
        self.driver.flush();
        let state = self.live.state();
        let id = state.facts.session_id().unwrap_or_default();
        let phase = state.phase();
        if self.driver.set_session_id(id) {
            self.status.set_session_id(id);
        }
        self.status.set_phase(phase);
        if !out.is_empty() {
            self.queue.push(out, self.live.closing());
        }
    }
}

/// What taking in an input counts; at least something.
fn weight(input: &Input) -> usize {
    match input {
        Input::Traffic(traffic) => traffic.line.len().max(1),
        _ => 1,
    }
}

impl Drop for Task {
    /// Also when the runtime shuts down under it: nobody is left waiting.
    fn drop(&mut self) {
        self.status.set_over();
        self.queue.close();
    }
}

/// Tells the session whenever one of its servers changes what it offers.
pub(super) async fn watch_servers(
    servers: Vec<(String, watch::Receiver<Revision>)>,
    asks: mpsc::WeakSender<Ask>,
) {
    let watchers = servers.into_iter().map(|(name, mut revisions)| {
        let asks = asks.clone();
        async move {
            let mut seen = *revisions.borrow_and_update();
            while revisions.changed().await.is_ok() {
                let now = *revisions.borrow_and_update();
                let notifications = now.notifications_since(seen);
                seen = now;
                let Some(asks) = asks.upgrade() else { return };
                if asks
                    .send(Ask::ToolsChanged {
                        server: name.clone(),
                        notifications,
                    })
                    .await
                    .is_err()
                {
                    return;
                }
            }
        }
    });
    futures_util::future::join_all(watchers).await;
}
