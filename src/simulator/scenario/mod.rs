//! PURE. What a simulated CLI does, as a person writes it: strict TOML.
//!
//! A scenario is a list of turns played in order, then rules that answer any other prompt. `script` has its outer shape,
//! `step` the verbs, `work` and `trouble` what belongs to them, `ask` what a permission request looks like. Reading it is
//! `Scenario::read` (the types, then `check`); `answer` says which steps a prompt gets, `fill` puts values into texts;
//! `shipped` are those that come with the program.

mod answer;
mod ask;
mod check;
mod either;
pub mod fill;
mod script;
mod shipped;
mod step;
mod trouble;
mod verb;
mod walk;
mod work;

pub use answer::{Answer, AnsweredBy, Asked, Compiled, Used, pattern};
pub use ask::{Ask, AskDetails, AskWhen, Suggestion, Withdrawal};
pub use script::{Rule, Scenario, SessionFacts, Silence, StartUp, Turn};
pub use shipped::shipped;
pub use step::{Branch, Repeat, Speech, Step};
pub use trouble::{
    Compaction, Exit, Failure, FailureKind, Flood, FloodMix, Huge, Notice, Retry, Signal, Status,
    Usage,
};
pub use verb::VERBS;
pub use work::{
    Agent, BackgroundShell, Choice, Hook, Parallel, Plan, Question, Questions, Task, Todo, ToolCall,
};
