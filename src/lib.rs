//! cca: a correct Rust SDK for the `claude` CLI's stdio control protocol.
//!
//! It starts the `claude` CLI, speaks its NDJSON control protocol, serves in-process MCP tools to it, decides its
//! permission requests, runs its hooks, and knows at any moment what state the session is in and who waits for whom.
//! Start at [`Agent`], [`Client`] or [`query()`]; tools are in [`tools`].
//!
//! # The map
//!
//! | module | what | may do I/O |
//! |---|---|---|
//! | [`wire`] | bytes to lines to frames, and back | no |
//! | [`trace`] | traffic as evidence: stamps, recordings, reading them | files |
//! | [`permissions`] | rules in the CLI's pattern syntax | no |
//! | [`session`] | what a conversation is, and the side of it that answers | no |
//! | [`tools`] | what the agent may call here; tools from TOML and demo tools (feature `cli`) | no (handlers may) |
//! | [`transport`] | how the CLI is started, the process, its pipes | yes |
//! | [`driver`] | the one meeting point: performs outputs, turns I/O into inputs | yes |
//! | [`agent`] | the front door | through the driver |
//! | `config` | files people write: strict TOML (feature `cli`) | files |
//! | `command` | one program within limits (feature `cli`) | yes |
//! | `hooks` | hooks from TOML (feature `cli`) | through `command`; log files |
//! | `simulator` | a `claude` that plays a scenario, as a process or in memory (feature `cli`) | its edges: pipes, its sessions |
//! | `setup` | from what a person typed to options (feature `cli`) | files |
//! | `logs` | what is written down while the program runs (feature `cli`) | files |
//! | `library` | the recordings of this machine's user: what is in them, which are kept (feature `cli`) | files |
//! | `tap` | standing in for the CLI of any SDK (feature `cli`, unix) | yes |
//! | `headless` | commands that print and end (feature `cli`) | files, the terminal |
//! | `tui` | the screen (feature `tui`) | runtime and terminal alone |
//!
//! Who may import whom, never back and never sideways:
//!
//! ```text
//! wire                                <- permissions, trace
//! wire, trace, permissions            <- session
//! wire, trace                         <- transport
//! wire, config, command               <- tools
//! wire, config, command, permissions  <- hooks
//! wire, config, permissions, transport <- simulator
//! wire, trace, permissions, session, tools, transport <- driver <- agent
//! wire, trace, session, config        <- library
//! wire, trace, library                <- tap
//! all of these                        <- setup <- headless
//! ```
//!
//! `config` and `command` know nobody. `tests/it/architecture.rs` has this as a table and checks it.
//!
//! # The two paths
//!
//! One line from the CLI: pipe -> [`driver`] -> [`wire`] framer and codec -> stamped with number and time -> recording
//! -> [`session::Live`] (its [`session::State::observe`] folds it) -> events -> whoever reads the [`Session`].
//!
//! One answer to the CLI: handler, rule or person -> [`session::Input::Answer`] -> [`session::Live`] ->
//! [`session::Output::Send`] -> [`driver`] -> pipe -> and only when it is written it comes back up the first path.
//! What is known is what was on the wire; so a recording replays to the same state.
//!
//! # Invariants
//!
//! * Only [`session::State::observe`] changes what we know about a session, live and replayed alike.
//! * One table holds every pending request, both directions: [`session::PendingTable`].
//! * No unbounded channel and no unbounded history; whatever is dropped is counted.
//! * No message is lost because this version does not know it.
//! * Anything the child sends may be wrong: it becomes a value, never a panic, never a hang.
//! * `wire`, `permissions`, `session`, and the simulator but for its edges do no I/O, spawn nothing, never sleep and read no
//!   clock.
//! * The front ends print nothing from outside as it came: `headless::sanitise` and `headless::escape_json` stand between.
//!
//! # Words
//!
//! *line* one NDJSON line, bytes; *frame* a decoded line; *traffic* a frame with its number, time and direction;
//! *recording* a file of traffic; *session* one conversation with one CLI process; *turn* from a prompt to its result;
//! *pending* an unanswered request, either direction; *rule* which calls are allowed, denied or asked about; *decision*
//! what was answered to a permission request, and by whom; *tool* something we serve to the agent; *hook* something that
//! is asked or told at an event of the session; *scenario* what the model in the simulator says and does.

pub mod agent;
#[cfg(feature = "cli")]
pub mod command;
#[cfg(feature = "cli")]
pub mod config;
pub mod driver;
mod error;
#[cfg(feature = "cli")]
pub mod headless;
#[cfg(feature = "cli")]
pub mod hooks;
#[cfg(feature = "cli")]
pub mod library;
#[cfg(feature = "cli")]
pub mod logs;
pub mod permissions;
pub mod sanitise;
pub mod session;
#[cfg(feature = "cli")]
pub mod setup;
#[cfg(feature = "cli")]
pub mod simulator;
#[cfg(all(feature = "cli", unix))]
pub mod tap;
pub mod tools;
pub mod trace;
pub mod transport;
#[cfg(feature = "tui")]
pub mod tui;
pub mod wire;

pub use agent::{
    Agent, Client, Control, Event, HookOptions, Message, Options, Session, TurnResult, query,
};
pub use error::Error;
pub use wire::hook::{HookEvent, HookInput, HookOutput};
pub use wire::permission::{Ask, CanUseTool, PermissionAnswer, PermissionMode};
