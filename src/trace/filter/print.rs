//! A filter as text that reads back as the same filter. Owns: spelling and quoting.

use super::expr::{Compare, Expr, Term};
use super::lexer::ends_word;
use super::operators::{Takes, name_of};
use super::values::{show_size, show_time};
use crate::trace::Direction;
use std::fmt;

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All(parts) => joined(f, parts, " ", |part| matches!(part, Self::Any(_))),
            Self::Any(parts) => joined(f, parts, " | ", |_| false),
            Self::Not(inner) => match **inner {
                Self::All(_) | Self::Any(_) => write!(f, "!({inner})"),
                _ => write!(f, "!{inner}"),
            },
            Self::Is(term) => fmt::Display::fmt(term, f),
        }
    }
}

fn joined(
    f: &mut fmt::Formatter<'_>,
    parts: &[Expr],
    between: &str,
    wrap: impl Fn(&Expr) -> bool,
) -> fmt::Result {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            f.write_str(between)?;
        }
        if wrap(part) {
            write!(f, "({part})")?;
        } else {
            write!(f, "{part}")?;
        }
    }
    Ok(())
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Direction(all) => {
                let words: Vec<&str> = all.iter().map(|way| direction_word(*way)).collect();
                write!(f, "{} {}", name_of(Takes::Directions), words.join(","))
            }
            Self::Kind(names) => list(f, Takes::Kinds, names),
            Self::Subtype(names) => list(f, Takes::Subtypes, names),
            Self::Tool(names) => list(f, Takes::Tools, names),
            Self::Server(names) => list(f, Takes::Servers, names),
            Self::Id(names) => list(f, Takes::Ids, names),
            Self::Agent(names) => list(f, Takes::Agents, names),
            Self::Raw(pattern) => {
                write!(f, "{} {}", name_of(Takes::Regex), word(pattern.source()))
            }
            Self::Text(pattern) => f.write_str(&word(pattern.source())),
            Self::Size(compare, bytes) => compared(f, Takes::Size, *compare, &show_size(*bytes)),
            Self::Latency(compare, time) => {
                compared(f, Takes::Latency, *compare, &show_time(*time))
            }
            Self::Age(compare, time) => compared(f, Takes::Age, *compare, &show_time(*time)),
            Self::At(from, to) => {
                let show = |end: &Option<u64>| end.map(show_time).unwrap_or_default();
                write!(f, "{} {}..{}", name_of(Takes::Range), show(from), show(to))
            }
            Self::Mark(mark) => f.write_str(name_of(Takes::Mark(*mark))),
        }
    }
}

/// The word for a direction in a filter; shorter than in recordings for the one that is typed most.
pub(super) fn direction_word(direction: Direction) -> &'static str {
    match direction {
        Direction::Stderr => "err",
        other => other.as_str(),
    }
}

fn list(f: &mut fmt::Formatter<'_>, takes: Takes, names: &[String]) -> fmt::Result {
    let words: Vec<String> = names.iter().map(|name| word(name)).collect();
    write!(f, "{} {}", name_of(takes), words.join(","))
}

fn compared(
    f: &mut fmt::Formatter<'_>,
    takes: Takes,
    compare: Compare,
    value: &str,
) -> fmt::Result {
    write!(f, "{} {} {value}", name_of(takes), compare.as_str())
}

/// A text as one token: in quotes where it would be something else without.
fn word(text: &str) -> String {
    let starts_other = text.starts_with(['~', '!']);
    if text.is_empty() || starts_other || text.contains(ends_word) {
        let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
        format!("\"{escaped}\"")
    } else {
        text.to_owned()
    }
}
