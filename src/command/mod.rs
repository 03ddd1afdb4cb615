//! One program, run once, within limits. Owns: argv without a shell, an environment of chosen names, bounded output, a
//! time limit, and the end of the process group the program leads. Does not own: what the program is for, or what its
//! output means, or a child that leaves the group (`setsid`): it lives on.
//!
//! ```text
//! Template --fill--> words --+
//! Environment ---------------+--> Program --run--> Finished (how it ended, what it wrote)
//! ```
//!
//! A program leads a process group of its own. Whatever ends its run (its own exit, the time limit, a cancelled token, a
//! dropped future) also ends what is left of that group.
//!
//! **Invariant:** nothing here knows another module of this crate, and no word passes through a shell.

mod capture;
mod environment;
mod error;
mod group;
mod program;
mod run;
mod template;

pub use capture::Capture;
pub use environment::{DEFAULT_INHERITED, Environment};
pub use error::RunError;
pub use program::{DEFAULT_MAX_OUTPUT, Program};
pub use run::{Ended, Exit, Finished};
pub use template::{Placeholder, Template, TemplateError};

#[cfg(test)]
#[cfg(unix)]
mod run_tests;
#[cfg(test)]
mod template_tests;
