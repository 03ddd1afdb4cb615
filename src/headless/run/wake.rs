//! What a conversation wakes up for, and what follows. Owns: the one place where everything is waited for at once.
//! Does not own: what is done with a finished turn (`conversation`).

use super::ask::{Asker, Heard, Reply};
use super::conversation::Conversation;
use super::desk::Inquiry;
use super::drive::at;
use super::exit::Stopped;
use super::narrate::notice;
use super::progress::Status;
use super::stop::{self, Stop};
use crate::agent::{Event, TurnResult};
use crate::error::Error;
use std::io::ErrorKind;
use std::time::Duration;
use tokio::time::Instant;

/// How long an interrupted turn may take to end before the session is cancelled.
const AFTER_INTERRUPT: Duration = Duration::from_secs(10);
/// The same if the time is over: whoever gave a limit has no patience left.
const AFTER_TIMEOUT: Duration = Duration::from_secs(2);

/// What the loop wakes up for.
enum Happened {
    Event(Option<Event>),
    Stop(Stop),
    Late,
    Patience,
    Acknowledged(Result<(), Error>),
    Notice(String),
    Inquiry(Inquiry),
    Heard(Heard),
    Tick,
}

/// What follows from it.
pub(super) enum Flow {
    /// Wait for the next thing.
    On,
    /// A turn ended.
    Turn(Box<TurnResult>),
    /// End the session.
    End,
}

impl Conversation<'_> {
    /// Waits for one thing and does what follows from it.
    pub(super) async fn step(&mut self) -> Flow {
        let progress =
            self.output.has_progress() && !self.asker.as_ref().is_some_and(Asker::is_open);
        let happened = tokio::select! {
            biased;
            stop = stop::next(&mut self.stops) => Happened::Stop(stop),
            () = at(self.deadline) => Happened::Late,
            () = at(self.grace) => Happened::Patience,
            Some(result) = self.acknowledged.recv() => Happened::Acknowledged(result),
            Some(text) = self.notices.recv() => Happened::Notice(text),
            event = self.client.next_event() => Happened::Event(event),
            Some(inquiry) = self.inquiries.recv() => Happened::Inquiry(inquiry),
            heard = heard(&mut self.asker) => Happened::Heard(heard),
            _ = self.ticks.tick(), if progress => Happened::Tick,
        };
        let flow = match happened {
            Happened::Event(Some(event)) => self.take(event),
            Happened::Event(None) => {
                if self.tally.stopped.is_none() {
                    let what = "the CLI ended before it gave a result";
                    let error = self.client.session().how_it_ended(what).await;
                    self.broken(&error);
                }
                Flow::End
            }
            Happened::Stop(stop) => self.stop(stop),
            Happened::Late => {
                self.deadline = None;
                self.output.say("--timeout: the time is over; interrupting");
                self.interrupt(Stopped::Timeout);
                Flow::On
            }
            Happened::Patience => {
                if self.tally.stopped.is_some() {
                    self.output
                        .say("the turn did not end after the interrupt; cancelling");
                }
                Flow::End
            }
            Happened::Acknowledged(Ok(())) => {
                self.acknowledge_told();
                Flow::On
            }
            Happened::Acknowledged(Err(error)) => {
                self.output
                    .say(&format!("the interrupt failed ({error}); cancelling"));
                Flow::End
            }
            Happened::Notice(text) => {
                self.output.tell(notice("warning", &text));
                Flow::On
            }
            Happened::Inquiry(inquiry) => {
                let shown = self
                    .asker
                    .as_mut()
                    .and_then(|asker| asker.inquired(inquiry));
                self.show(shown);
                Flow::On
            }
            Happened::Heard(heard) => self.heard(heard).await,
            Happened::Tick => {
                let status = self.client.session().inspect(Status::of).await;
                if let Ok(status) = status {
                    self.output.progress(&status);
                }
                Flow::On
            }
        };
        self.check_output(flow)
    }

    pub(super) fn acknowledge_told(&mut self) {
        self.unacknowledged = false;
        self.output
            .tell(notice("info", "the CLI acknowledged the interrupt"));
    }

    /// A reader that has gone away ends the run, quietly.
    fn check_output(&mut self, flow: Flow) -> Flow {
        match self
            .output
            .failed()
            .map(|error| (error.kind(), error.to_string()))
        {
            None => flow,
            Some((ErrorKind::BrokenPipe, _)) => {
                self.tally.stopped.get_or_insert(Stopped::ClosedOutput);
                Flow::End
            }
            Some((_, error)) => {
                self.output.say(&format!(
                    "standard output cannot be written: {error}; check where it goes"
                ));
                self.tally.broken = true;
                Flow::End
            }
        }
    }

    pub(super) fn take(&mut self, event: Event) -> Flow {
        for told in self.narrator.narrate(&event) {
            self.output.tell(told);
        }
        if let Some(asker) = &mut self.asker {
            let show = match &event {
                Event::PermissionAsked { id, request } => {
                    asker.asked(id.clone(), (**request).clone())
                }
                Event::PermissionDecided(decision) => asker.over_with(&decision.request_id),
                _ => None,
            };
            self.show(show);
        }
        match event {
            Event::Complete(result) => Flow::Turn(result),
            _ => Flow::On,
        }
    }

    fn stop(&mut self, stop: Stop) -> Flow {
        match stop {
            Stop::Interrupt => {
                self.output
                    .say("interrupting; press Ctrl-C again to cancel");
                self.interrupt(Stopped::Interrupt);
                Flow::On
            }
            Stop::Cancel => {
                self.output.say("cancelling; press Ctrl-C again to kill it");
                self.tally.stopped = Some(Stopped::Interrupt);
                Flow::End
            }
            Stop::Terminate => {
                self.tally.stopped = Some(Stopped::Terminate);
                Flow::End
            }
        }
    }

    /// Asks the CLI to end the turn; its answer and the result come as they come.
    fn interrupt(&mut self, why: Stopped) {
        self.tally.stopped = Some(why);
        self.unacknowledged = true;
        let patience = match why {
            Stopped::Timeout => AFTER_TIMEOUT,
            _ => AFTER_INTERRUPT,
        };
        self.grace = Some(Instant::now() + patience);
        let (control, tell) = (self.client.control(), self.acknowledge.clone());
        tokio::spawn(async move {
            let result = control.interrupt(true).await.map(drop);
            let _ = tell.send(result).await;
        });
    }

    fn show(&mut self, text: Option<String>) {
        if let Some(text) = text {
            self.output.ask(&text);
        }
    }

    async fn heard(&mut self, heard: Heard) -> Flow {
        let Some(asker) = &mut self.asker else {
            return Flow::On;
        };
        let line = match heard {
            Heard::Line(line) => Some(line),
            Heard::Nobody => None,
            Heard::Withdrawn => {
                let shown = asker.withdrawn();
                self.show(Some(shown));
                return Flow::On;
            }
        };
        match asker.reply(line.as_deref()) {
            Reply::Ignored => {}
            Reply::Say(text) => self.output.ask(&text),
            Reply::HandedOn => {
                let next = asker.next();
                self.show(next);
            }
            Reply::Answer(id, answer) => {
                let next = asker.next();
                if let Err(error) = self.client.session().answer(id, *answer).await {
                    self.output.say(&error.to_string());
                }
                self.show(next);
            }
        }
        Flow::On
    }
}

async fn heard(asker: &mut Option<Asker>) -> Heard {
    match asker {
        Some(asker) => asker.listen().await,
        None => std::future::pending().await,
    }
}
