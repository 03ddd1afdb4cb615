//! Standing in for the CLI of any SDK. Owns: the processes of a tap and the bytes between them.
//! Does not own: the recording format (`trace`), where recordings are kept (`library`).
//!
//! Four processes, and the one the SDK knows **is** the CLI:
//!
//! ```text
//! SDK --stdin-->  pump --pipe-->  CLI        the process the SDK started becomes the CLI by `exec`: its exit code, the
//! SDK <-stdout--  pump <--pipe--  CLI        signals it gets and how it is killed are the SDK's and the kernel's business
//! SDK <-stderr--  pump <--pipe--  CLI
//!                 pump --journal-> scribe -> the recording
//! ```
//!
//! The *pump* is no child of the CLI (it is started through a process that ends at once), has a session of its own, and
//! heeds no signal: it ends when what it stands between has ended. Each piece goes into the journal, a pipe, before it is
//! passed on: so the order in the recording is the order of cause and effect, and what was passed on is with the kernel
//! even if the pump is killed. The *scribe* reads the journal and writes the recording. If it is gone, or has not made
//! room for a second, the pump does without it.
//!
//! **Invariant:** nothing that concerns the recording can end, change or hold up the traffic for longer than that second.

mod carry;
mod ending;
mod journal;
mod lane;
mod near;
mod order;
mod pump;
mod role;
mod scribe;
mod start;

pub use order::Record;
pub use role::play;
pub use start::{StartError, Tap, become_cli};
