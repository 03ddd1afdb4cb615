//! The way out. Owns: a start that fails, the steps of closing, the death of the process.
//! Does not own: the limits of the steps (`ladder`).

use super::Live;
use crate::session::ladder::{Step, after};
use crate::session::{Origin, Output, Reply};
use crate::trace::{Moment, Note};
use crate::wire::Outgoing;
use serde_json::json;

impl Live {
    /// A `result` came where the answer to `initialize` should be: it will never come.
    pub(super) fn start_failed(&mut self, out: &mut Vec<Output>) {
        let error = self
            .state
            .last_turn()
            .map(|turn| turn.text.clone())
            .unwrap_or_default();
        let waiting: Vec<String> = self.tickets.keys().cloned().collect();
        for id in waiting {
            if self
                .tickets
                .get(&id)
                .is_some_and(|ticket| ticket.operation == "initialize")
                && let Some(ticket) = self.tickets.shift_remove(&id)
            {
                let reply = Reply::Refused {
                    operation: ticket.operation,
                    error: error.clone(),
                    code: None,
                };
                out.push(Output::Reply {
                    ticket: ticket.asker,
                    reply,
                });
            }
        }
    }

    /// The process is gone: everybody who waits is told, and nobody works for it any longer.
    pub(super) fn exited(&mut self, out: &mut Vec<Output>) {
        for (_, ticket) in std::mem::take(&mut self.tickets) {
            out.push(Output::Reply {
                ticket: ticket.asker,
                reply: Reply::Gone {
                    operation: ticket.operation,
                },
            });
        }
        let unanswered = self
            .state
            .life
            .unanswered
            .iter()
            .filter(|row| row.origin == Origin::Cli);
        out.extend(unanswered.map(|row| Output::Drop { id: row.id.clone() }));
        self.answering.clear();
        self.closing = None;
        self.lost = None;
    }

    pub(super) fn close(&mut self, at: Moment, note: Note, out: &mut Vec<Output>) {
        if self.state.life.exit.is_some() {
            return;
        }
        let known = match note {
            Note::Cancelling => self.state.life.cancelled,
            _ => self.state.life.closing,
        };
        if !known {
            out.push(Output::Note(note));
        }
        if self.closing.is_some() {
            return;
        }
        self.lost = None;
        let busy = self.state.busy() || self.unwritten > 0;
        self.closing = Some(if busy && !self.state.life.input_closed {
            self.next_id += 1;
            // Queued prompts would start another turn after the interrupt.
            let body = json!({"cancel_queued": true});
            let id = format!("cca-{}", self.next_id);
            out.extend(Outgoing::request(&id, "interrupt", &body).map(Output::Send));
            Step::Interrupting {
                until: after(at, self.options.ladder.interrupt),
            }
        } else {
            self.options.ladder.close_input(at, out)
        });
    }
}
