//! PURE. Permission rules in the pattern syntax of the CLI, and the decision they lead to.
//!
//! Owns parsing rules and matching them against a call. Does not ask anybody, does not touch the file system (so a
//! symbolic link is judged by its name), and has no opinion on calls that no rule matches.
//!
//! The two sides are not symmetric, on purpose. An **allow** rule matches only what is certainly covered by it: what
//! cannot be understood is not allowed. A **deny** or **ask** rule matches whatever might be covered by it.
//!
//! ```
//! use cca::permissions::{Behavior, Call, Rules};
//! use serde_json::json;
//! use std::path::Path;
//!
//! let rules = Rules::parse(["Bash(rm *)"], [], ["Bash(git *)"]).unwrap();
//! let decide = |command: &str| {
//!     let input = json!({ "command": command });
//!     let call = Call { tool_name: "Bash", input: &input, cwd: Path::new("/p"), home: None };
//!     rules.decide(&call).map(|verdict| verdict.behavior)
//! };
//! assert_eq!(decide("git status"), Some(Behavior::Allow));
//! assert_eq!(decide("git status && rm -rf /"), Some(Behavior::Deny));
//! assert_eq!(decide("git status && make"), None);
//! ```

mod command;
mod domain;
mod error;
mod glob;
mod path;
mod propose;
mod rule;
mod rules;
mod shell;
mod wildcard;

pub use error::RuleError;
pub use propose::{propose, wants_person};
pub use rule::Rule;
pub use rules::{Behavior, Call, Rules, Verdict};

#[cfg(test)]
#[path = "permissions_tests/mod.rs"]
mod tests;
