//! PURE. What a conversation is: its state folded from traffic, and the side of it that answers.
//!
//! [`State::observe`] is the only thing that changes what we know about a session, for live, replayed and watched
//! sessions alike. [`Live`] adds the side that answers: [`Input`] in, [`Output`]s out.
//!
//! **Invariant:** nothing here does I/O, spawns, sleeps or reads a clock: time comes in with the input. ([`Timeline`] keeps
//! its checkpoints outside of memory, by way of `trace`.)

mod bounded;
mod checkpoints;
mod decisions;
pub mod explain;
mod facts;
mod hooks;
mod input;
mod ladder;
mod life;
mod live;
mod observe;
mod observe_control;
mod observe_notes;
mod observe_stored;
mod observe_tools;
mod outcome;
mod output;
mod pack;
mod pending;
mod phase;
mod respell;
mod servers;
mod startup;
mod state;
mod tasks;
pub mod timeline;
mod tool_stats;
mod transcript;
mod usage;

pub use bounded::Bounded;
pub use decisions::{Decision, Decisions, Verdict};
pub use facts::Facts;
pub use hooks::{HookOutcome, HookRun, Hooks, Place, Registered};
pub use input::{Answer, Command, Input};
pub use ladder::Ladder;
pub use life::{Exit, Life, OpenPrompts};
pub use live::{GATE, Live, LiveOptions};
pub use outcome::{Outcome, Turn};
pub use output::{Output, Reply, Signal};
pub use pending::{Asked, Origin, Pending, PendingTable};
pub use phase::{Activity, Phase};
pub use servers::Server;
pub use startup::{Handshake, StartUp, Step};
pub use state::{Counts, Oddity, OpenTool, State, Transition};
pub use tasks::{Task, Tasks, Todo};
pub use timeline::Timeline;
pub use tool_stats::{ToolStat, ToolStats};
pub use transcript::{
    Fate, Item, ItemKind, Limits, Partial, PartialKind, Prompted, Streaming, ToolCall, ToolOutcome,
    Transcript,
};
pub use usage::{Compaction, Retry, Usage};
