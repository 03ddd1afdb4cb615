//! What the agent may call here: tools, resources and prompts, served to the CLI by an in-process MCP server.
//!
//! Owns the definitions ([`Tool`], [`Resource`], [`Prompt`]), their checks ([`Schema`]) and the answering
//! ([`Server::handle`]). Spawns nothing and writes nothing: the driver passes messages in, runs the futures it gets
//! back and sends the answers. Imports only `wire`, except for `declared`, the tools from TOML files. With feature `cli`,
//! `demo` has tools that are ready to serve.
//!
//! ```
//! use cca::tools::{Schema, Server, Tool};
//! use serde_json::Value;
//!
//! # fn main() -> Result<(), cca::tools::Error> {
//! let add = Tool::new("add", "Add two numbers")
//!     .schema(Schema::simple([("a", "number"), ("b", "number")]))
//!     .read_only()
//!     .handler(|args: Value, _cx| async move {
//!         let number = |key: &str| args.get(key).and_then(Value::as_f64).unwrap_or_default();
//!         Ok(format!("{}", number("a") + number("b")))
//!     });
//! let calc = Server::new("calc")?.version("1.2.0").tool(add)?;
//! assert_eq!(calc.qualified("add"), "mcp__calc__add");
//! # Ok(())
//! # }
//! ```

mod contents;
mod context;
#[cfg(feature = "cli")]
pub mod declared;
#[cfg(feature = "cli")]
pub mod demo;
mod error;
mod explain;
mod flat;
mod handler;
mod name;
mod prompt;
mod resource;
mod result;
mod run;
mod schema;
mod server;
mod template;
mod tool;

pub use contents::ResourceContents;
pub use context::{CallContext, Progress, ProgressSink, ToolContext};
pub use error::{Error, Kind, ToolError};
pub use prompt::{Prompt, PromptArguments, PromptMessage, PromptResult, Role};
pub use resource::{ReadResult, Resource, ResourceRequest};
pub use result::{Content, Json, ToolResult};
pub use schema::{CompiledSchema, Schema};
pub use server::{DEFAULT_MAX_RESULT, Handled, Revision, Server, ToolStatus};
pub use tool::{Annotations, Tool};
