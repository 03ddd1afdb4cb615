//! A stand-in for the Messages API on the loopback interface, scripted by the prompts it is sent.
//!
//! It lets the real `claude` CLI run real turns (built-in tools, permissions, hooks, sub-agents, retries) with no
//! network and no account: start the CLI with `ANTHROPIC_BASE_URL` set to [`StandIn::base_url`] and any API key. Since
//! each prompt carries what the model will say, one server serves any number of conversations at once.
//!
//! ```text
//! let api = StandIn::start().await?;
//! let text = prompt("List the files.", [
//!     turn().text("Looking.").tool("Bash", json!({"command": "ls"})),
//!     turn().text("I saw: {{RESULT}}"),
//! ]);
//! ```
//!
//! Turn k of a script answers the k-th model request after its prompt; past the end the model says "Done.". A prompt
//! without a script is echoed. Each request is answered from its own messages, so a sub-agent follows the script in its
//! own prompt (`turn().agent(…)`). A fault spoils every attempt at its turn, or the first n with `.times(n)`.
//!
//! Where the CLI joins or moves prompts: of prompts queued while an answer streams, which become one message, the first
//! script counts; a prompt sent while a tool runs reaches the model as a note, and the script of the turn goes on.
//!
//! Test support: included by path where it is needed, so an includer may well use only a part of it.
//! Layers: `script`, `conversation`, `fill`, `choose` and `reply` are pure; `http`, `log` and `serve` do the rest.

#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "each includer uses its own part"
)]

mod choose;
mod conversation;
mod fill;
mod http;
mod log;
mod reply;
mod script;
mod serve;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::JoinHandle;

use tokio::net::TcpListener;
use tokio::sync::oneshot;

pub use log::{NotSeen, Outcome, Request};
pub use script::{Block, Fault, MARK, ToolCall, Turn, prompt, turn};

/// A running stand-in. It stops when dropped, hanging answers included.
#[derive(Debug)]
pub struct StandIn {
    address: SocketAddr,
    shared: Arc<serve::Shared>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl StandIn {
    /// Listens on a free port of 127.0.0.1 and serves from a thread of its own, so that a test that blocks its runtime
    /// does not block the model.
    pub async fn start() -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?.into_std()?;
        let address = listener.local_addr()?;
        let shared = Arc::new(serve::Shared::new());
        let (stop, stopped) = oneshot::channel();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let serving = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("stand-in".to_owned())
            .spawn(move || {
                runtime.block_on(async {
                    let Ok(listener) = TcpListener::from_std(listener) else {
                        return;
                    };
                    tokio::select! {
                        () = serve::accept(listener, serving) => {}
                        _ = stopped => {}
                    }
                });
            })?;
        Ok(Self {
            address,
            shared,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// What `ANTHROPIC_BASE_URL` should say.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The latest requests, oldest first.
    pub fn requests(&self) -> Vec<Request> {
        self.shared.log.requests()
    }

    /// The latest requests to the model, oldest first.
    pub fn model_requests(&self) -> Vec<Request> {
        self.requests()
            .into_iter()
            .filter(Request::is_for_the_model)
            .collect()
    }

    /// The first request that fits, as soon as there is one; fails after a minute. A change of outcome is seen too:
    /// `wait_for_request(|r| r.outcome == Outcome::Hanging)`.
    pub async fn wait_for_request(
        &self,
        fits: impl Fn(&Request) -> bool,
    ) -> Result<Request, NotSeen> {
        self.shared.log.wait_for(fits).await
    }

    /// Lets one hanging answer go on: the one that hangs, or the next that will.
    pub fn release(&self) {
        self.shared.releases.add_permits(1);
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
