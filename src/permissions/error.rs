//! PURE. What can be wrong with a rule.

use thiserror::Error;

/// Why a text is no rule. Every message names the text and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RuleError {
    /// Nothing there.
    #[error(
        "the rule is empty; write a tool name such as `Read`, or `Tool(pattern)` such as `Bash(git *)`"
    )]
    Empty,
    /// Parentheses that do not pair up around the pattern.
    #[error(
        "the parentheses of rule `{rule}` do not match; write `Tool(pattern)` and put a backslash before parentheses that belong to the pattern"
    )]
    Unbalanced {
        /// The whole rule.
        rule: String,
    },
    /// `Tool()`.
    #[error("rule `{rule}` has an empty pattern; write `{tool}` to match every call")]
    EmptyPattern {
        /// The whole rule.
        rule: String,
        /// The tool in it.
        tool: String,
    },
    /// A tool name no tool can have.
    #[error(
        "rule `{rule}` does not start with a tool name; tool names have letters, digits, `_` and `-`, and `*` only after `mcp__`"
    )]
    BadTool {
        /// The whole rule.
        rule: String,
    },
    /// A pattern where the tool has none, or of a form it does not have.
    #[error("rule `{rule}` has a pattern that {tool} does not know; {fix}")]
    UnknownForm {
        /// The whole rule.
        rule: String,
        /// The tool in it.
        tool: String,
        /// What to write instead.
        fix: &'static str,
    },
}
