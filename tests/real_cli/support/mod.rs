//! What the tests of this target share: finding the CLI, a sandbox to run it in, and the bare wire to it.

#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "grows ahead of its users"
)]

mod bare;
mod cli;
mod sandbox;
pub mod scene;
pub mod sdk;
mod stage;
pub mod stdio_server;
pub mod watch;

use cca::transport::launch::McpServer;
use std::fmt;

pub use bare::{BareCli, is};
pub use cli::{Cli, CliMissing};
pub use sandbox::Sandbox;
pub use stage::Stage;

/// A stdio MCP server with a tool `ask`, which has the user fill in a form and gives back what was answered.
pub fn elicitor() -> McpServer {
    McpServer::stdio("/bin/sh", ["-c", include_str!("elicitor.sh")])
}

/// Why a test failed. Made from any error by `?`; prints as the error's message, not as its fields.
pub struct Failure(String);

/// What a test returns.
pub type TestResult = Result<(), Failure>;

impl Failure {
    /// A failure with a message of its own.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}
