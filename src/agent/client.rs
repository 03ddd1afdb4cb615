//! Many turns with one CLI process. Owns: connect, query, receive the response, disconnect.
//! Does not own: anything a session can do by itself (`session`).

use super::control::Control;
use super::event::{Event, Message, TurnResult};
use super::options::Options;
use super::session::{Session, check};
use super::start::start;
use crate::error::Error;
use crate::session::{Outcome, Phase};
use crate::wire::requests::InterruptResponse;
use serde_json::Value;

/// A conversation of many turns.
///
/// ```no_run
/// # async fn example() -> Result<(), cca::Error> {
/// let mut client = cca::Client::connect(&cca::Options::new()).await?;
/// client.query("What is in this directory?").await?;
/// let answer = client.receive_response().await?;
/// println!("{}", answer.text());
/// client.query("And which file is the largest?").await?;
/// while let Some(message) = client.next_message().await {
///     if message.result().is_some() {
///         break;
///     }
/// }
/// client.disconnect().await
/// # }
/// ```
#[derive(Debug)]
pub struct Client {
    session: Session,
    schema: Option<Value>,
}

impl Client {
    /// Starts the CLI and waits until it is ready.
    pub async fn connect(options: &Options) -> Result<Self, Error> {
        Ok(Self {
            // On the heap: the start needs much room, and callers await it inside their own futures.
            session: Box::pin(start(options, true)).await?,
            schema: options.schema().cloned(),
        })
    }

    /// Says something; returns its id. While a turn runs it is queued or joins the turn.
    pub async fn query(&self, prompt: impl Into<String>) -> Result<String, Error> {
        self.session.control().prompt(prompt).await
    }

    /// Reads to the end of the turn. An error result is an error here; the session goes on all the same.
    pub async fn receive_response(&mut self) -> Result<TurnResult, Error> {
        loop {
            match self.session.next_event().await {
                Some(Event::Complete(result)) => {
                    // No model was asked, so nothing can fit a schema.
                    let schema = self
                        .schema
                        .as_ref()
                        .filter(|_| result.turn.outcome != Some(Outcome::NoTurn));
                    return check(*result, schema);
                }
                Some(_) => {}
                None => {
                    return Err(self
                        .session
                        .how_it_ended("the CLI ended before it gave a result")
                        .await);
                }
            }
        }
    }

    /// The next message.
    pub async fn next_message(&mut self) -> Option<Message> {
        self.session.next_message().await
    }

    /// The next thing that happens.
    pub async fn next_event(&mut self) -> Option<Event> {
        self.session.next_event().await
    }

    /// Everything that can be asked of the CLI.
    pub fn control(&self) -> Control {
        self.session.control()
    }

    /// The session itself: pause, resume, answer, inspect.
    pub fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    /// The state, one of nine.
    pub fn state(&self) -> Phase {
        self.session.state()
    }

    /// Ends the turn and keeps the session.
    pub async fn interrupt(&self) -> Result<InterruptResponse, Error> {
        self.session.interrupt().await
    }

    /// Ends the process as it should end.
    pub async fn disconnect(self) -> Result<(), Error> {
        self.session.close().await
    }
}
