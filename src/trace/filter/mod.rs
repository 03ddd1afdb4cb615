//! The filter language: which lines of a recording matter.
//!
//! PURE. Owns the expressions, how they are read, printed and completed, and whether a line fits. Does not own lines or
//! where they come from: a filter asks a [`Subject`], and wants its text only when everything else leaves it open.
//!
//! # The language
//!
//! Terms stand side by side (`and`), or are joined by `&`, `|` and `!`, with parentheses. A bare word, or a "text in
//! quotes", is looked for in the raw line, and in what a list calls it (`system/init`), without regard to case. Everything else begins with a `~`: see [`OPERATORS`],
//! the one table that help, completion and the parser share.
//!
//! ```
//! use cca::trace::filter::Filter;
//!
//! let filter = Filter::parse("~d in ~t control_request !(~tool Bash | ~s hook_callback)")?;
//! assert_eq!(Filter::parse(&filter.to_string())?, filter);
//! let error = Filter::parse("~size > lots").unwrap_err();
//! assert_eq!(error.column, 9);
//! # Ok::<(), cca::trace::filter::FilterError>(())
//! ```

mod complete;
mod error;
mod expr;
mod fit;
mod lexer;
mod needle;
mod operators;
mod parse;
mod print;
mod values;

pub use complete::{Candidate, Completion, Vocabulary, complete};
pub use error::FilterError;
pub use expr::{Compare, Expr, Mark, Pattern, Term};
pub use fit::{Subject, Verdict};
pub(in crate::trace) use needle::Needle;
pub use operators::{OPERATORS, Operator, Takes};

use std::fmt;

/// A whole filter. The empty one lets everything through.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Filter {
    expr: Option<Expr>,
}

impl Filter {
    /// Reads a filter as somebody typed it.
    pub fn parse(text: &str) -> Result<Self, FilterError> {
        parse::parse(text).map(|expr| Self { expr })
    }

    /// The filter of an expression.
    pub fn of(expr: Expr) -> Self {
        Self { expr: Some(expr) }
    }

    /// Whether it lets everything through.
    pub fn is_empty(&self) -> bool {
        self.expr.is_none()
    }

    /// The expression, if there is one.
    pub fn expr(&self) -> Option<&Expr> {
        self.expr.as_ref()
    }

    /// What can be said without the text of the line.
    pub fn judge(&self, subject: &impl Subject) -> Verdict {
        self.expr
            .as_ref()
            .map_or(Verdict::Fits, |expr| fit::judge(expr, subject))
    }

    /// A text that every line that fits has in it, if there is one.
    pub(in crate::trace) fn needle(&self) -> Option<Needle<'_>> {
        self.expr.as_ref().and_then(Needle::of)
    }

    /// Whether a line of this kind, as a list calls it, may fit without having that text in it.
    pub(in crate::trace) fn finds_kind(&self, kind: &str) -> bool {
        self.expr
            .as_ref()
            .is_some_and(|expr| fit::finds_kind(expr, kind))
    }

    /// Whether the line fits, given its raw text.
    pub fn fits(&self, subject: &impl Subject, text: &[u8]) -> bool {
        self.expr
            .as_ref()
            .is_none_or(|expr| fit::fits(expr, subject, text))
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expr
            .as_ref()
            .map_or(Ok(()), |expr| fmt::Display::fmt(expr, f))
    }
}

#[cfg(test)]
#[path = "filter_tests.rs"]
mod tests;
