//! The fold, notes: what happened to a session beside its pipes.
//! Owns: what each note changes. Does not own: the notes themselves (`trace`), writing them (`live`).

use super::life::Exit;
use super::pending::Origin;
use super::startup::StartUp;
use super::state::{CliWord, State};
use super::transcript::Streaming;
use crate::trace::{HeldThing, Moment, Note, Traffic};

impl State {
    pub(super) fn observe_note(&mut self, note: &Note, traffic: &Traffic) {
        match note {
            Note::Spawned { pid, interactive } => {
                self.life.spawned = true;
                self.life.pid = *pid;
                self.life.interactive = *interactive;
                StartUp::first(&mut self.start_up.spawned, traffic.at);
            }
            Note::Exited { code, signal } => self.exited(*code, *signal, traffic),
            Note::InputClosed => self.life.input_closed = true,
            Note::PipeLost { pipe } => {
                self.life.lost_pipe = Some(*pipe);
                self.odd(
                    traffic,
                    format!("the CLI closed its {} and went on", pipe.as_str()),
                );
            }
            Note::Closing => self.life.closing = true,
            Note::Cancelling => {
                self.life.closing = true;
                self.life.cancelled = true;
            }
            Note::Signalled { signal } => self.life.signalled = Some(signal.clone()),
            Note::Paused => self.life.paused = true,
            Note::Resumed => {
                self.life.paused = false;
                self.life.held.clear();
                self.pending.none_held();
            }
            Note::Held(thing) => self.held(thing),
            Note::TakenBack { uuid } => self.life.held.retain(|thing| !thing.is_prompt(uuid)),
            Note::Decided { request_id, by } => {
                if let Some(row) = self.pending.get_mut(Origin::Cli, request_id) {
                    row.decided_by = Some(by.clone());
                }
            }
            Note::Deadline {
                request_id,
                after_ms,
            } => self.limited(request_id, *after_ms),
            Note::TimedOut { request_id } => {
                if let Some(row) = self.pending.remove(Origin::Us, request_id) {
                    self.odd(
                        traffic,
                        format!("{} was not answered in time", row.asked.label()),
                    );
                }
            }
            Note::LateAnswer { request_id, why } => {
                self.counts.late_answers += 1;
                self.odd(
                    traffic,
                    format!("our answer to {request_id} came too late: {why}"),
                );
            }
            Note::HandlerFailed { request_id, error } => {
                self.odd(
                    traffic,
                    format!("the handler for {request_id} failed: {error}"),
                );
            }
            Note::Past { entry } => self.transcript.past(entry, traffic),
            Note::RecordingStopped { reason } => {
                self.life.recording_stopped = true;
                self.odd(traffic, format!("the recording stopped: {reason}"));
            }
            Note::Redacted { masked } => self.life.redacted = Some(*masked),
            Note::Other => {}
        }
    }

    fn limited(&mut self, request_id: &str, after_ms: u64) {
        if let Some(row) = self.pending.get_mut(Origin::Us, request_id) {
            let after = after_ms.saturating_mul(1000);
            row.deadline = Some(Moment(row.since.0.saturating_add(after)));
        }
    }

    fn held(&mut self, thing: &HeldThing) {
        if let HeldThing::Answer { request_id } = thing
            && let Some(row) = self.pending.get_mut(Origin::Cli, request_id)
        {
            row.held = true;
        }
        self.life.held.push(thing.clone());
    }

    fn exited(&mut self, code: Option<i32>, signal: Option<i32>, traffic: &Traffic) {
        self.life.exit = Some(Exit {
            at: traffic.at,
            code,
            signal,
        });
        self.life.unanswered = self.pending.drain();
        for row in self.life.unanswered.clone() {
            self.decisions.withdrawn(&row, traffic.at);
            self.hooks.withdrawn(&row, traffic.at);
        }
        let open: Vec<String> = self.open_tools.keys().cloned().collect();
        self.lose_tools(|_| true);
        self.transcript.close_calls(open.into_iter(), traffic.at);
        self.tasks.all_over(traffic.at);
        self.streaming = Streaming::default();
        self.life.lost_prompts = self.prompts.len();
        self.prompts.clear();
        self.settle_prompts();
        self.cli = CliWord::default();
        self.usage.retry = None;
    }
}
