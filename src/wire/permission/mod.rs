//! PURE. Permission on the wire: what the CLI asks, what can be answered, what an answer may change.
//!
//! Owns the shapes of `can_use_tool` and of permission updates. Does not decide: rules live in `permissions`,
//! people in front of a screen.

mod answer;
mod ask;
mod mode;
mod plan;
mod question;
mod update;

pub use answer::{Classification, PermissionAnswer};
pub use ask::{Ask, CanUseTool, McpServerRef};
pub use mode::PermissionMode;
pub use plan::PlanProposal;
pub use question::{Answers, AskUserQuestion, Question, QuestionError, QuestionOption};
pub use update::{Destination, PermissionRule, PermissionUpdate, RuleBehavior, RuleChange};

#[cfg(test)]
#[path = "permission_tests.rs"]
mod tests;
