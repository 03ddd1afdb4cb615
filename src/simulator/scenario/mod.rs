//! PURE. What a simulated CLI does, as a person writes it: strict TOML.
//!
//! A scenario is a list of turns played in order, then rules that answer any other prompt. `script` has its outer shape,
//! `step` the verbs, `work` and `trouble` what belongs to them, `ask` what a permission request looks like.

mod ask;
mod script;
mod step;
mod trouble;
mod work;

pub use ask::{Ask, AskDetails, AskWhen, Suggestion, Withdrawal};
pub use script::{Rule, Scenario, SessionFacts, Silence, StartUp, Turn};
pub use step::{Branch, Repeat, Speech, Step};
pub use trouble::{
    Compaction, Exit, Failure, FailureKind, Flood, FloodMix, Huge, Notice, Retry, Signal, Status,
    Usage,
};
pub use work::{
    Agent, BackgroundShell, Choice, Hook, Parallel, Plan, Question, Questions, Task, Todo, ToolCall,
};
