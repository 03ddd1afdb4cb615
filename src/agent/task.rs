//! The task that runs one session. Owns: the loop between the driver, the pure session and its handle.
//! Does not own: I/O (`driver`), rules of the protocol (`session`).

use super::event::{Before, Event, events};
use super::queue::Queue;
use crate::driver::Driver;
use crate::session::{Answer, Command, Input, Live, Output, Phase, Reply, State};
use crate::tools::Revision;
use crate::trace::{Moment, Note, Traffic};
use serde_json::json;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot, watch};

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
    Look(Box<dyn FnOnce(&State, Moment) + Send>),
    ToolsChanged {
        server: String,
        notifications: Vec<&'static str>,
    },
}

/// What is always known about a session without asking.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Status {
    pub(super) phase: Phase,
    pub(super) session_id: String,
    pub(super) over: bool,
}

pub(super) struct Task {
    pub(super) driver: Driver,
    pub(super) live: Live,
    pub(super) asks: mpsc::Receiver<Ask>,
    pub(super) queue: Arc<Queue>,
    pub(super) status: watch::Sender<Status>,
    pub(super) replies: HashMap<u64, oneshot::Sender<Reply>>,
    pub(super) next_ticket: u64,
    pub(super) interactive: bool,
}

impl Task {
    /// Runs until the process is gone.
    pub(super) async fn run(mut self) {
        let mut batch = Vec::new();
        let mut out = Vec::new();
        let mut handles = true;
        let spawned = Note::Spawned {
            pid: self.driver.pid(),
            interactive: self.interactive,
        };
        let spawned = self.driver.note(spawned);
        self.feed(Input::Traffic(spawned), &mut out);
        while !self.driver.is_over() {
            let reading = self.live.closing() || self.queue.has_room(self.live.waits_for_cli());
            let deadline = self.live.next_deadline();
            tokio::select! {
                biased;
                ask = self.asks.recv(), if handles => match ask {
                    Some(ask) => self.asked(ask, &mut out),
                    // Nobody can reach the session any more: end it.
                    None => {
                        handles = false;
                        self.queue.set_interest(super::queue::Interest::Nothing);
                        let at = self.driver.now();
                        self.feed(Input::Command { at, command: Command::Cancel }, &mut out);
                    }
                },
                () = self.driver.next(&mut batch, reading, deadline) => {
                    for input in batch.drain(..) {
                        self.feed(input, &mut out);
                    }
                }
                () = self.queue.room(), if !reading => {}
            }
            self.publish(&mut out);
        }
        self.publish(&mut out);
        self.queue.close();
        self.status.send_modify(|status| status.over = true);
        // The end state can be looked at for as long as anybody holds a handle; everything else is told that it is over.
        while let Some(ask) = self.asks.recv().await {
            self.asked(ask, &mut out);
            out.clear();
        }
    }

    /// Takes in one input and everything that follows from it at once.
    fn feed(&mut self, input: Input, out: &mut Vec<Event>) {
        let mut queue = VecDeque::new();
        let mut next = Some(input);
        while let Some(input) = next.take().or_else(|| queue.pop_front()) {
            let outputs = match input {
                Input::Traffic(traffic) => self.take_in(traffic, out),
                other => self.live.handle(other),
            };
            for output in outputs {
                match output {
                    Output::Note(note) => queue.push_back(Input::Traffic(self.driver.note(note))),
                    Output::Reply { ticket, reply } => {
                        if let Some(waiting) = self.replies.remove(&ticket) {
                            let _ = waiting.send(reply);
                        }
                    }
                    output => queue.extend(self.driver.perform(output)),
                }
            }
        }
    }

    fn take_in(&mut self, traffic: Traffic, out: &mut Vec<Event>) -> Vec<Output> {
        let before = Before::of(self.live.state());
        let outputs = self.live.on_traffic(&traffic);
        let served = outputs
            .iter()
            .any(|output| matches!(output, Output::Serve(_)));
        events(before, self.live.state(), traffic, served, out);
        outputs
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
            Ask::Look(look) => look(self.live.state(), at),
            Ask::ToolsChanged {
                server,
                notifications,
            } => {
                let handshake = self.live.state().start_up.servers.get(&server);
                if handshake.is_none_or(|handshake| handshake.tools_listed.is_none()) {
                    return;
                }
                for method in notifications {
                    let body = json!({"server_name": server, "message": {"jsonrpc": "2.0", "method": method}});
                    let subtype = "mcp_message".to_owned();
                    let command = Command::Request {
                        ticket: 0,
                        subtype,
                        body,
                        limit: None,
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
        self.replies.retain(|_, waiting| !waiting.is_closed());
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

    /// Hands on what happened.
    fn publish(&mut self, out: &mut Vec<Event>) {
        let state = self.live.state();
        let id = state.facts.session_id().unwrap_or_default();
        let phase = state.phase();
        self.driver.set_session_id(id);
        self.status.send_if_modified(|status| {
            let changed = status.phase != phase || status.session_id != id;
            if changed {
                status.phase = phase;
                id.clone_into(&mut status.session_id);
            }
            changed
        });
        if !out.is_empty() {
            self.queue.push(out, self.live.closing());
        }
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
