//! What could be typed next. Owns: finding out what the cursor stands in. Does not own: the names in a recording, which
//! come in as a [`Vocabulary`].

use super::lexer::{Placed, Token, tokens};
use super::operators::{OPERATORS, Takes, named};

/// The names that occur.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// Types.
    pub kinds: Vec<String>,
    /// Subtypes and what is below them.
    pub subtypes: Vec<String>,
    /// Full names of tools.
    pub tools: Vec<String>,
    /// MCP servers.
    pub servers: Vec<String>,
    /// Sub-agents.
    pub agents: Vec<String>,
    /// Ids that occur near where one is, nearest first.
    pub ids: Vec<String>,
    /// Ranges of times about where one is.
    pub ranges: Vec<String>,
}

/// One thing that could stand there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// What to put in.
    pub text: String,
    /// What it is for; empty for names.
    pub help: &'static str,
}

/// What could stand in place of a part of the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Completion {
    /// Where the part begins, in bytes.
    pub from: usize,
    /// Where it ends: the cursor.
    pub to: usize,
    /// What could stand there, best first.
    pub candidates: Vec<Candidate>,
}

/// What could be typed at the cursor, which is given in bytes.
pub fn complete(text: &str, cursor: usize, known: &Vocabulary) -> Completion {
    let cursor = text.floor_char_boundary(cursor.min(text.len()));
    let before = text.get(..cursor).unwrap_or_default();
    let all = tokens(before);
    let touching = all.last().filter(|last| last.to == cursor);
    let (partial, from, earlier) = match touching {
        Some(last) => match &last.token {
            Token::Operator(name) => (name.clone(), last.from, before_last(&all)),
            Token::Word(word) | Token::Quoted(word, _) => {
                (word.clone(), last.from, before_last(&all))
            }
            _ => (String::new(), cursor, all.as_slice()),
        },
        None => (String::new(), cursor, all.as_slice()),
    };
    let candidates = match operator_of(earlier) {
        Some(takes) if !partial.starts_with('~') => values(takes, &partial, known),
        _ if partial.is_empty() || partial.starts_with('~') => operators(&partial),
        _ => Vec::new(),
    };
    Completion {
        from,
        to: cursor,
        candidates,
    }
}

fn before_last(all: &[Placed]) -> &[Placed] {
    all.split_last().map_or(&[], |(_, earlier)| earlier)
}

/// The operator whose value comes next: it stands right before, or before values that end with a comma.
fn operator_of(earlier: &[Placed]) -> Option<Takes> {
    let mut rest = earlier.iter().rev().map(|placed| &placed.token);
    loop {
        match rest.next()? {
            Token::Operator(name) => {
                let takes = named(name)?.takes;
                return (!matches!(takes, Takes::Mark(_))).then_some(takes);
            }
            Token::Comma => match rest.next()? {
                Token::Word(_) | Token::Quoted(..) => {
                    // The value before may itself follow a comma or the operator.
                }
                _ => return None,
            },
            _ => return None,
        }
    }
}

fn operators(partial: &str) -> Vec<Candidate> {
    OPERATORS
        .iter()
        .filter(|operator| operator.name.starts_with(partial))
        .map(|operator| Candidate {
            text: operator.name.to_owned(),
            help: operator.help,
        })
        .collect()
}

/// What a range of times may look like.
const RANGES: [(&str, &str); 3] = [
    ("10..20", "from the tenth second to the twentieth"),
    ("1.5m..", "from then on"),
    ("..500ms", "up to then"),
];

/// What a regular expression may look like.
const EXPRESSIONS: [(&str, &str); 3] = [
    ("\"exit code [1-9]\"", "quotes around what has spaces"),
    ("\"(?i)timeout|refused\"", "one or the other, in any case"),
    ("\"\\\"is_error\\\": ?true\"", "a quote in quotes is \\\""),
];

fn forms(forms: &[(&str, &'static str)], partial: &str) -> Vec<Candidate> {
    let one = |(form, help): &(&str, &'static str)| Candidate {
        text: (*form).to_owned(),
        help,
    };
    let shown = if partial.is_empty() { forms } else { &[] };
    shown.iter().map(one).collect()
}

fn values(takes: Takes, partial: &str, known: &Vocabulary) -> Vec<Candidate> {
    const DIRECTIONS: [&str; 4] = ["in", "out", "err", "note"];
    if takes == Takes::Regex {
        return forms(&EXPRESSIONS, partial);
    }
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let names: Vec<String> = match takes {
        Takes::Directions => owned(&DIRECTIONS),
        Takes::Kinds => known.kinds.clone(),
        Takes::Subtypes => known.subtypes.clone(),
        Takes::Tools => known.tools.clone(),
        Takes::Servers => known.servers.clone(),
        Takes::Agents => {
            let mut names: Vec<String> = owned(&["main"]);
            names.extend(known.agents.iter().cloned());
            names
        }
        Takes::Ids => known.ids.clone(),
        Takes::Range => known.ranges.clone(),
        Takes::Size | Takes::Latency | Takes::Age if partial.is_empty() => owned(&["> ", "< "]),
        _ => Vec::new(),
    };
    let wanted = partial.to_lowercase();
    let (mut starts, others): (Vec<String>, Vec<String>) = names
        .into_iter()
        .filter(|name| name.to_lowercase().contains(&wanted))
        .partition(|name| name.to_lowercase().starts_with(&wanted));
    starts.extend(others);
    let one = |text| Candidate { text, help: "" };
    let mut found: Vec<Candidate> = starts.into_iter().map(one).collect();
    if takes == Takes::Range {
        found.extend(forms(&RANGES, partial));
    }
    found
}
