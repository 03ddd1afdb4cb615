//! One session of a piece. Owns: speaking to it and reading on to a moment, keeping everything it tells.

use super::stage::{Place, Side};
use super::story::Told;
use crate::stand_in::{Turn, prompt};
use crate::support::watch;
use crate::support::{Failure, Stage, TestResult};
use cca::session::{Fate, ItemKind};
use cca::wire::permission::CanUseTool;
use cca::{Client, Control, Event, PermissionAnswer, Session};
use serde_json::Value;
use std::sync::{Arc, Mutex};

/// Many prompts or one.
pub enum Door {
    Many(Client),
    Once(Session),
}

impl From<Client> for Door {
    fn from(client: Client) -> Self {
        Self::Many(client)
    }
}

impl From<Session> for Door {
    fn from(session: Session) -> Self {
        Self::Once(session)
    }
}

/// A session on one side.
pub struct Player<'a> {
    pub place: &'a Place,
    pub side: Side,
    pub stage: &'a Stage,
    door: Door,
    told: Arc<Mutex<Vec<Told>>>,
}

impl<'a> Player<'a> {
    pub(super) fn new(place: &'a Place, door: Door, told: Arc<Mutex<Vec<Told>>>) -> Self {
        Self {
            place,
            side: place.side,
            stage: &place.stage,
            door,
            told,
        }
    }

    pub fn session(&mut self) -> &mut Session {
        match &mut self.door {
            Door::Many(client) => client.session(),
            Door::Once(session) => session,
        }
    }

    pub fn control(&self) -> Control {
        match &self.door {
            Door::Many(client) => client.control(),
            Door::Once(session) => session.control(),
        }
    }

    /// What is said on this side: the real model answers with `turns`, the simulator with the next turn of its scenario.
    pub fn words(&self, visible: &str, turns: impl IntoIterator<Item = Turn>) -> String {
        words(self.side, visible, turns)
    }

    /// Says something.
    pub async fn say(
        &mut self,
        visible: &str,
        turns: impl IntoIterator<Item = Turn>,
    ) -> Result<String, Failure> {
        Ok(self.control().prompt(self.words(visible, turns)).await?)
    }

    /// Says something and reads on until the CLI is idle again.
    pub async fn turn(
        &mut self,
        visible: &str,
        turns: impl IntoIterator<Item = Turn>,
    ) -> TestResult {
        self.say(visible, turns).await?;
        self.until_idle().await
    }

    /// Lets a model that hangs go on. The simulator's speaks slowly instead, and needs no word.
    pub fn release(&self) {
        if self.side == Side::Real {
            self.stage.api.release();
        }
    }

    /// Something the client learned in another way than by an event.
    pub fn note(&self, what: impl Into<String>) {
        self.place.note(what);
    }

    /// Reads on up to the first event that fits.
    pub async fn until(&mut self, what: &str, fits: impl Fn(&Event) -> bool) -> TestResult {
        while let Some(event) = self.session().next_event().await {
            let last = fits(&event);
            self.keep(event);
            if last {
                return Ok(());
            }
        }
        Err(Failure::new(format!("the session ended before: {what}")))
    }

    /// Reads on up to the end of the turn.
    pub async fn until_complete(&mut self) -> TestResult {
        self.until("the end of the turn", |event| {
            matches!(event, Event::Complete(_))
        })
        .await
    }

    /// Reads on up to the CLI's word that it is idle, which follows the end of the last turn.
    pub async fn until_idle(&mut self) -> TestResult {
        self.until("idle", |event| match event {
            Event::Message(message) => {
                let line = &message.traffic().line;
                let frame: Value = serde_json::from_slice(line).unwrap_or_default();
                frame["subtype"] == "session_state_changed" && frame["state"] == "idle"
            }
            _ => false,
        })
        .await
    }

    /// Reads on up to the next permission request.
    pub async fn until_asked(&mut self) -> Result<(String, CanUseTool), Failure> {
        self.until("a permission request", |event| {
            matches!(event, Event::PermissionAsked { .. })
        })
        .await?;
        match self.told.lock().unwrap().last() {
            Some(Told::Event(Event::PermissionAsked { id, request })) => {
                Ok((id.clone(), (**request).clone()))
            }
            _ => Err(Failure::new("nothing was asked")),
        }
    }

    /// Answers a permission request.
    pub async fn answer(&mut self, id: &str, answer: PermissionAnswer) -> TestResult {
        Ok(self.session().answer(id, answer).await?)
    }

    /// Reads on up to the first piece of streamed text.
    pub async fn until_streaming(&mut self) -> TestResult {
        self.until("a piece of text", |event| match event {
            Event::Message(message) => message.delta().is_some(),
            _ => false,
        })
        .await
    }

    /// Waits until the CLI says that it has queued a prompt.
    pub async fn until_queued(&mut self, uuid: &str) -> TestResult {
        let uuid = uuid.to_owned();
        watch::known(self.session(), "a queued prompt", move |state| match &state
            .transcript
            .prompt(&uuid)?
            .kind
        {
            ItemKind::Prompt(prompt) => (prompt.fate == Fate::Queued).then_some(()),
            _ => None,
        })
        .await
    }

    /// Reads on up to the end of the process.
    pub async fn until_ended(&mut self) {
        while let Some(event) = self.session().next_event().await {
            self.keep(event);
        }
    }

    /// Ends the session and reads the rest.
    pub async fn end(&mut self) -> TestResult {
        self.session().close().await?;
        self.until_ended().await;
        Ok(())
    }

    fn keep(&self, event: Event) {
        self.told.lock().unwrap().push(Told::Event(event));
    }
}

/// A prompt as it is sent to one side.
pub fn words(side: Side, visible: &str, turns: impl IntoIterator<Item = Turn>) -> String {
    match side {
        Side::Real => prompt(visible, turns),
        Side::Simulated => visible.to_owned(),
    }
}
