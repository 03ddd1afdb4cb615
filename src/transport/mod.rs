//! EDGE. The child process and how it is started.
//!
//! [`launch`] turns options into a plan without touching anything; [`child`] performs the plan: it starts the process,
//! signals its whole group, reaps it, and makes sure it does not outlive us. [`Link`] joins either a child or a
//! peer in memory to a session. None of them knows what the lines mean.

pub mod child;
pub mod history;
pub mod launch;
mod link;

pub use link::{Link, Peer, Process, Reader, Writer};
