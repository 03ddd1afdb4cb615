//! What we say and ask. Owns: prompts, control requests, their limits and replies.
//! Does not own: answers to the CLI (`answers`), ending (`ending`).

use super::{Live, Ticket};
use crate::session::ladder::after;
use crate::session::{Origin, Output, Pending, Reply};
use crate::trace::{HeldThing, Moment, Note};
use crate::wire::control::{ControlRequest, ResponseBody};
use crate::wire::{EncodeError, Outgoing, Prompt};
use serde_json::Value;
use std::time::Duration;

impl Live {
    pub(super) fn prompt(&mut self, ticket: u64, prompt: Prompt, out: &mut Vec<Output>) {
        if !self.is_open() {
            return out.push(Output::Reply {
                ticket,
                reply: Reply::Gone {
                    operation: "prompt".to_owned(),
                },
            });
        }
        let thing = HeldThing::Prompt {
            uuid: prompt.uuid.clone(),
            text: prompt.content.plain_text(),
        };
        match Outgoing::user(prompt) {
            Ok(outgoing) if self.state.life.paused => self.hold(thing, outgoing, out),
            Ok(outgoing) => {
                self.unwritten += 1;
                out.push(Output::Send(outgoing));
            }
            Err(error) => return out.push(unwritable(ticket, &error)),
        }
        out.push(Output::Reply {
            ticket,
            reply: Reply::Accepted,
        });
    }

    pub(super) fn request(
        &mut self,
        at: Moment,
        (ticket, subtype): (u64, String),
        body: &Value,
        limit: Option<Duration>,
        out: &mut Vec<Output>,
    ) {
        if !self.is_open() {
            return out.push(Output::Reply {
                ticket,
                reply: Reply::Gone { operation: subtype },
            });
        }
        self.next_id += 1;
        let id = format!("cca-{}", self.next_id);
        match Outgoing::request(&id, &subtype, body) {
            Ok(outgoing) => {
                self.tickets.insert(
                    id,
                    Ticket {
                        asker: ticket,
                        operation: subtype,
                        limit,
                        // Until it is on the wire: a child that does not read must not be waited for either.
                        deadline: limit.map(|limit| after(at, limit)),
                    },
                );
                out.push(Output::Send(outgoing));
            }
            Err(error) => out.push(unwritable(ticket, &error)),
        }
    }

    /// A request of ours is on the wire: its limit counts from now on.
    pub(super) fn sent(&mut self, request: &ControlRequest, at: Moment, out: &mut Vec<Output>) {
        let id = request.request_id.as_deref().unwrap_or_default();
        if let Some(ticket) = self.tickets.get_mut(id)
            && let Some(limit) = ticket.limit
        {
            ticket.deadline = Some(after(at, limit));
            let after_ms = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
            out.push(Output::Note(Note::Deadline {
                request_id: id.to_owned(),
                after_ms,
            }));
        }
    }

    pub(super) fn withdraw(&mut self, ticket: u64, out: &mut Vec<Output>) {
        let found = self
            .tickets
            .iter()
            .find(|(_, waiting)| waiting.asker == ticket)
            .map(|(id, _)| id.clone());
        if let Some(id) = found {
            self.tickets.shift_remove(&id);
            if self.is_open() {
                out.extend(Outgoing::cancel(&id).map(Output::Send));
            }
        }
    }

    pub(super) fn answered(&mut self, body: &ResponseBody, out: &mut Vec<Output>) {
        let id = body.request_id.as_deref().unwrap_or_default();
        let Some(ticket) = self.tickets.shift_remove(id) else {
            return;
        };
        let reply = if body.is_error() {
            let error = body.error.clone().unwrap_or_default();
            Reply::Refused {
                operation: ticket.operation,
                error,
                code: body.error_code.clone(),
            }
        } else {
            Reply::Answered(Box::new(body.clone()))
        };
        out.push(Output::Reply {
            ticket: ticket.asker,
            reply,
        });
    }

    pub(super) fn on_tick(&mut self, now: Moment, out: &mut Vec<Output>) {
        if self.state.life.exit.is_some() {
            return;
        }
        let late = |ticket: &Ticket| ticket.deadline.is_some_and(|deadline| now >= deadline);
        let late: Vec<String> = self
            .tickets
            .iter()
            .filter(|(_, ticket)| late(ticket))
            .map(|(id, _)| id.clone())
            .collect();
        for id in late {
            let Some(ticket) = self.tickets.shift_remove(&id) else {
                continue;
            };
            let others = self.state.pending.iter().filter(|row| row.id != id);
            let pending = others.map(|row| describe(row, now)).collect();
            let after = ticket.limit.unwrap_or_default();
            out.push(Output::Note(Note::TimedOut {
                request_id: id.clone(),
            }));
            if self.can_write() {
                out.extend(Outgoing::cancel(&id).map(Output::Send));
            }
            let reply = Reply::TimedOut {
                operation: ticket.operation,
                after,
                pending,
            };
            out.push(Output::Reply {
                ticket: ticket.asker,
                reply,
            });
        }
        if let Some((pipe, _)) = self.lost.take_if(|(_, until)| now >= *until) {
            // No interrupt: it could not be read, or its answer could not.
            out.push(Output::Note(Note::PipeLost { pipe }));
            self.closing = Some(self.options.ladder.close_input(now, out));
        }
        if let Some(step) = self.closing {
            self.closing = Some(
                self.options
                    .ladder
                    .advance(step, now, self.state.busy(), out),
            );
        }
    }
}

/// One waiting request in words: who waits for whom, and how long.
fn describe(row: &Pending, now: Moment) -> String {
    let who = match row.origin {
        Origin::Cli => "the CLI waits for our answer to",
        Origin::Us => "we wait for the CLI's answer to",
    };
    format!(
        "{who} {} since {} s",
        row.asked.label(),
        now.since(row.since).as_secs()
    )
}

fn unwritable(ticket: u64, error: &EncodeError) -> Output {
    Output::Reply {
        ticket,
        reply: Reply::Unwritable {
            error: error.to_string(),
        },
    }
}
