//! The SDK's front door: [`Agent`], [`Session`], [`Client`], [`query()`], and their [`Options`].
//!
//! Owns: what a program that uses this crate sees. Does not own: I/O (`driver`), the protocol (`session`, `wire`).
//! Examples use only this and [`crate::tools`].

mod check;
mod client;
mod connect;
mod control;
mod conversation;
mod event;
mod first_request;
mod guard;
mod options;
mod queue;
mod requests;
mod session;
mod start;
mod status;
mod task;

pub use client::Client;
pub use control::Control;
pub use event::{Event, Message, TurnResult};
pub use options::{HookOptions, Options};
pub use session::{Events, Messages, Session};
pub use start::Parts;

use crate::error::Error;
use crate::transport::Link;

/// An agent: options that can be started any number of times.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use cca::tools::{Schema, Server, Tool};
/// use cca::{Agent, Options, PermissionAnswer};
///
/// let add = Tool::new("add", "Adds two numbers")
///     .schema(Schema::simple([("a", "number"), ("b", "number")]))
///     .handler(|args, _| async move {
///         let number = |key: &str| args[key].as_f64().unwrap_or_default();
///         Ok((number("a") + number("b")).to_string())
///     });
/// let options = Options::new()
///     .server(Server::new("calc")?.tool(add)?)
///     .allow("mcp__calc__*")?
///     .on_permission(|asked, _| async move { Ok(PermissionAnswer::deny(format!("{}: no", asked.tool_name))) });
///
/// let mut session = Agent::new(options).start_session("What is 15 + 27? Use the calculator.").await?;
/// while let Some(message) = session.next_message().await {
///     if let Some(text) = message.text() {
///         println!("{text}");
///     }
///     if message.result().is_some() {
///         break;
///     }
/// }
/// let result = session.wait().await?;
/// println!("{} for ${:?}", result.text(), result.cost_usd);
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Agent {
    options: Options,
}

impl Agent {
    /// An agent with these options.
    pub fn new(options: Options) -> Self {
        Self { options }
    }

    /// Starts a session for one prompt. It is `completed` once the result is there; [`Session::wait`] ends it.
    pub async fn start_session(&self, prompt: impl Into<String>) -> Result<Session, Error> {
        let prompt = prompt.into();
        if prompt.trim().is_empty() {
            return Err(Error::Config(
                "the prompt is empty; say what the agent should do".to_owned(),
            ));
        }
        let session = Box::pin(start::start(&self.options, false)).await?;
        session.control().prompt(prompt).await?;
        Ok(session)
    }

    /// Starts a session for many prompts.
    pub async fn connect(&self) -> Result<Client, Error> {
        Client::connect(&self.options).await
    }

    /// The parts of a session for many prompts, for a front end that runs the loop itself. The CLI is started; the first
    /// thing to send is [`Parts::initialize`].
    pub fn parts(&self) -> Result<Parts, Error> {
        start::parts(&self.options)
    }

    /// A session over any link, without starting a process and without `initialize`: for peers in the same program.
    pub fn attach(&self, link: Link) -> Session {
        let place = start::LivePlace {
            cwd: std::env::current_dir().unwrap_or_default(),
            home: None,
        };
        start::over(link, &self.options, None, true, place)
    }
}

/// One prompt, one answer.
///
/// ```no_run
/// # async fn example() -> Result<(), cca::Error> {
/// let answer = cca::query("Say hello.", cca::Options::new().max_turns(1)).await?;
/// println!("{}", answer.text());
/// # Ok(()) }
/// ```
pub async fn query(prompt: impl Into<String>, options: Options) -> Result<TurnResult, Error> {
    Agent::new(options)
        .start_session(prompt)
        .await?
        .wait()
        .await
}
