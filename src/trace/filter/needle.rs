//! What a filter cannot do without: a text that must be somewhere in every line that fits. Owns: finding it in many lines at
//! once, so that those without it need not be looked at one by one.

use super::expr::{Expr, Pattern, Term};
use memchr::memmem::Finder;

/// A text that every line that fits has in it, as it stands in the raw line.
#[derive(Debug)]
pub(in crate::trace) enum Needle<'a> {
    /// What this pattern finds.
    Pattern(&'a Pattern),
    /// This text.
    Plain(Box<Finder<'a>>),
}

impl<'a> Needle<'a> {
    pub(super) fn of(expr: &'a Expr) -> Option<Self> {
        match expr {
            Expr::Is(Term::Text(pattern)) => Some(Self::Pattern(pattern)),
            Expr::Is(Term::Raw(pattern)) if is_free(pattern.source()) => {
                Some(Self::Pattern(pattern))
            }
            Expr::Is(Term::Id(ids)) => match ids.as_slice() {
                [id] if !id.is_empty() => Some(Self::Plain(Box::new(Finder::new(id.as_bytes())))),
                _ => None,
            },
            Expr::All(parts) => parts.iter().find_map(Self::of),
            Expr::Any(_) | Expr::Not(_) | Expr::Is(_) => None,
        }
    }

    /// Where it first may be in these lines: nothing before that place fits.
    pub(in crate::trace) fn first_in(&self, lines: &[u8]) -> Option<usize> {
        match self {
            Self::Pattern(pattern) => pattern.first_in(lines),
            Self::Plain(finder) => finder.find(lines),
        }
    }
}

/// Whether what the pattern finds in a line it also finds among other lines: it must not ask where the line begins or ends,
/// nor what stands beside. Says no if in doubt.
fn is_free(pattern: &str) -> bool {
    let bound = ["^", "$", "(?", r"\b", r"\B", r"\A", r"\z", r"\<", r"\>"];
    !pattern.is_empty() && !bound.iter().any(|bound| pattern.contains(bound))
}
