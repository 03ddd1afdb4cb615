//! A session from its first prompt to its end. Owns: one turn for each prompt, waiting for background agents, closing.
//! Does not own: what else happens meanwhile (`wake`), starting the CLI (`drive`).

use super::ask::Asker;
use super::desk::Inquiry;
use super::event::{End, RunEvent};
use super::exit::{Stopped, Tally};
use super::narrate::{Narrator, notice};
use super::output::Output;
use super::stop::{self, Stop};
use super::wake::Flow;
use crate::agent::Client;
use crate::error::Error;
use crate::session::Task;
use serde_json::Value;
use std::path::Path;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval};

/// How long the turn may take to begin that tells about finished background work.
const AFTER_BACKGROUND: Duration = Duration::from_secs(10);
/// How long an answer that has come may take from one task of ours to another.
const PASSING_ON: Duration = Duration::from_secs(1);

/// A session and everything that is listened to while it runs.
pub(super) struct Conversation<'o> {
    pub(super) client: Client,
    pub(super) output: &'o mut Output,
    pub(super) narrator: Narrator,
    pub(super) tally: Tally,
    pub(super) stops: mpsc::Receiver<Stop>,
    pub(super) notices: mpsc::Receiver<String>,
    pub(super) ticks: Interval,
    pub(super) acknowledge: mpsc::Sender<Result<(), Error>>,
    pub(super) acknowledged: mpsc::Receiver<Result<(), Error>>,
    /// An interrupt of ours is not acknowledged yet.
    pub(super) unacknowledged: bool,
    pub(super) asker: Option<Asker>,
    /// What else the person at the terminal is asked.
    pub(super) inquiries: mpsc::Receiver<Inquiry>,
    pub(super) deadline: Option<Instant>,
    /// When patience ends with whatever is waited for.
    pub(super) grace: Option<Instant>,
    pub(super) schema: Option<Value>,
}

impl Conversation<'_> {
    /// One turn for each prompt, in one session; a turn that fails is the last one.
    pub(super) async fn prompts(&mut self, prompts: &[String]) {
        for (index, text) in prompts.iter().enumerate() {
            self.output.tell(RunEvent::Prompt {
                index,
                text: text.clone(),
            });
            let uuid = match self.client.query(text).await {
                Ok(uuid) => uuid,
                Err(error) => return self.broken(&error),
            };
            if !self.turn(&uuid, index + 1 == prompts.len()).await {
                return;
            }
        }
        self.background().await;
    }

    /// Until the prompt is answered. Whether to go on.
    async fn turn(&mut self, uuid: &str, last: bool) -> bool {
        let result = loop {
            match self.step().await {
                Flow::On => {}
                Flow::End => return false,
                Flow::Turn(result) => {
                    let turn = &result.turn;
                    let ours =
                        turn.prompts.is_empty() || turn.prompts.iter().any(|own| own == uuid);
                    if self.tally.stopped.is_some() {
                        self.settle().await;
                        return false;
                    }
                    if ours && turn.origin.is_none() {
                        break result;
                    }
                }
            }
        };
        self.asides();
        let outcome = result.turn.outcome.clone();
        self.tally.outcomes.extend(outcome.clone());
        if outcome.is_some_and(|outcome| outcome.is_failure()) {
            return false;
        }
        match self
            .schema
            .as_ref()
            .filter(|_| last)
            .map(|schema| result.fits(schema))
        {
            Some(Ok(value)) => self.output.structured(value),
            Some(Err(error)) => {
                self.output.fail(error.code(), &error.to_string());
                self.tally.broken = true;
            }
            None => {}
        }
        true
    }

    /// Sub-agents that work in the background are waited for, with the turn in which the model hears of them. Commands
    /// are not: a server would never end.
    async fn background(&mut self) {
        while let Some(agents) = self.agents().await {
            if agents == 0 && self.grace.is_none() {
                self.grace = Some(Instant::now() + AFTER_BACKGROUND);
            }
            match self.step().await {
                Flow::End => return,
                Flow::Turn(_) if self.agents().await.is_none_or(|agents| agents == 0) => return,
                Flow::On | Flow::Turn(_) => {}
            }
        }
    }

    /// How many background agents run; `None` if there never were any.
    async fn agents(&mut self) -> Option<usize> {
        let looked = self.client.session().inspect(|state, _| {
            let background = |task: &&Task| task.backgrounded && task.kind == "local_agent";
            let known = state.tasks.running.values().any(|task| background(&task));
            known.then(|| state.tasks.active().filter(background).count())
        });
        looked.await.ok().flatten()
    }

    /// The turn was interrupted and is over: the acknowledgement came before, and only has to be passed on.
    async fn settle(&mut self) {
        if !self.unacknowledged {
            return;
        }
        let told = tokio::time::timeout(PASSING_ON, self.acknowledged.recv());
        if let Ok(Some(Ok(()))) = told.await {
            self.acknowledge_told();
        }
    }

    /// What was said aside and not yet told.
    fn asides(&mut self) {
        while let Ok(text) = self.notices.try_recv() {
            self.output.tell(notice("warning", &text));
        }
    }

    pub(super) fn broken(&mut self, error: &Error) {
        self.output.fail(error.code(), &error.to_string());
        self.tally.broken = true;
    }

    /// Ends the session: as it should end, or at once if somebody wants it to stop.
    pub(super) async fn finish(&mut self) {
        if self.tally.stopped.is_none() {
            let session = self.client.session();
            tokio::select! {
                biased;
                stop = stop::next(&mut self.stops) => self.tally.stopped = Some(match stop {
                    Stop::Terminate => Stopped::Terminate,
                    Stop::Interrupt | Stop::Cancel => Stopped::Interrupt,
                }),
                _ = session.close() => {}
            }
        }
        if self.tally.stopped.is_some() {
            let _ = self.client.session().cancel().await;
        }
        while let Some(event) = self.client.next_event().await {
            self.take(event);
        }
        self.asides();
    }

    pub(super) async fn end(&mut self, recording: Option<String>) -> End {
        self.tally.denied = self.narrator.denied;
        let seen = self.client.session().inspect(|state, _| {
            let id = state.facts.session_id().map(str::to_owned);
            (
                id,
                state.usage.cost_usd,
                state.counts.malformed + state.counts.noise,
                state.life.redacted,
                state.life.recording_stopped,
            )
        });
        let (session_id, cost_usd, malformed, masked, stopped) = seen.await.unwrap_or_default();
        // What could not be begun is nowhere.
        let recording = recording.filter(|path| !stopped || Path::new(path).exists());
        End {
            session_id,
            cost_usd,
            denied: self.narrator.denied,
            unknown: self.narrator.unknown,
            malformed,
            recording,
            recorded_in_part: stopped,
            masked,
            ..End::new(self.tally.exit())
        }
    }
}
