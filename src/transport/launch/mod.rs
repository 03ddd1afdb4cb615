//! PURE, except `find`. How the CLI is started: typed options in, argv, environment and directory out.
//!
//! Owns every flag and variable the CLI understands ([`LaunchOptions`]), the MCP entries of `--mcp-config`
//! ([`McpServer`]), the list of variables that are inherited ([`DEFAULT_INHERIT`]) and the launcher prefix (`ssh host`,
//! `docker exec -i box`). The result is a [`LaunchPlan`], which the edge module [`child`](super::child) performs.
//! Does not start anything, and does not speak the protocol.
//!
//! ```
//! use cca::transport::launch::{CliPath, HostEnv, LaunchOptions};
//!
//! let options = LaunchOptions::default().model("opus").max_turns(3u32);
//! let plan = options.plan(&CliPath::new("/usr/local/bin/claude"), &HostEnv::default())?;
//! assert!(plan.argv.contains(&"--model=opus".into()));
//! # Ok::<(), cca::transport::launch::LaunchError>(())
//! ```

mod argv;
mod env;
mod error;
mod expand;
mod find;
mod mcp;
mod mcp_config;
mod options;
mod plan;
mod remote;
mod setters;
mod values;
mod words;

pub use env::{DEFAULT_INHERIT, EnvEdit, HostEnv, NEVER_INHERIT};
pub use error::LaunchError;
pub use expand::{MissingVariable, expand};
pub use find::{CliPath, CliSearch, find_cli, installed_version};
pub use mcp::McpServer;
pub use mcp_config::parse_mcp_config;
pub use options::LaunchOptions;
pub use plan::LaunchPlan;
pub use remote::{LauncherWords, parse_launcher};
pub use values::{
    Effort, Fork, PermissionPrompts, SessionChoice, SettingSource, Settings, StartMode,
    SystemPrompt, Thinking, ToolSet,
};
