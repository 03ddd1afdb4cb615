//! EDGE. A running CLI process: started from a plan, signalled as a group, reaped, never left behind.
//!
//! Owns the process and its group. The child leads a group of its own, so a signal reaches the shells it started, and a
//! Ctrl-C in our terminal does not. Dropping a [`ChildProcess`] kills the group; a guard process does the same
//! if we are killed ourselves. Does not read or write the pipes: [`take_stdin`](ChildProcess::take_stdin) and its
//! siblings hand them out. Whoever takes stderr must drain it ([`StderrTail`] keeps the end), or the child can block.
//!
//! On systems other than unix there are no groups and no guard: every signal ends the process itself.

mod ended;
mod exit;
#[cfg(unix)]
mod guard;
mod pipe;
mod process;
mod spawn;
mod stderr;

pub use exit::ExitReport;
pub use process::{ChildProcess, Signal};
pub use spawn::spawn;
pub use stderr::StderrTail;
