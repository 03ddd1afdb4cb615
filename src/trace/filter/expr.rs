//! What a filter says, as a tree. Owns: the terms. Does not own: their spelling (`parse`, `print`) or judging (`fit`).

use crate::trace::Direction;
use std::cmp::Ordering;
use std::fmt::Write as _;
use std::ops::Range;

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// All of them; two at least, none of them an `All` itself.
    All(Vec<Expr>),
    /// Any of them; two at least, none of them an `Any` itself.
    Any(Vec<Expr>),
    /// Not this.
    Not(Box<Expr>),
    /// A single question.
    Is(Term),
}

/// A single question about a line. Lists of names mean any of them.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// Which way it went.
    Direction(Vec<Direction>),
    /// Its type.
    Kind(Vec<String>),
    /// Its subtype or what is below.
    Subtype(Vec<String>),
    /// The tool it is about.
    Tool(Vec<String>),
    /// The server it is about.
    Server(Vec<String>),
    /// An id in it.
    Id(Vec<String>),
    /// The sub-agent it belongs to.
    Agent(Vec<String>),
    /// A regular expression on the raw line.
    Raw(Pattern),
    /// A text in the raw line, in any case.
    Text(Pattern),
    /// Its size in bytes.
    Size(Compare, u64),
    /// How long the answer took, in microseconds.
    Latency(Compare, u64),
    /// How long ago, in microseconds.
    Age(Compare, u64),
    /// When, in microseconds since the start, both ends included.
    At(Option<u64>, Option<u64>),
    /// A mark.
    Mark(Mark),
}

/// What may be marked on a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A request without an answer.
    Pending,
    /// Something failed.
    Error,
    /// Unknown to this version.
    Unknown,
    /// No message.
    Malformed,
    /// Odd in some way.
    Lint,
    /// An answer nobody waited for.
    Late,
    /// A request that was withdrawn.
    Withdrawn,
    /// Marked by the user.
    Marked,
}

/// How two numbers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compare {
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
}

impl Compare {
    /// All, longest spelling first.
    pub(super) const ALL: [(&'static str, Self); 5] = [
        (">=", Self::AtLeast),
        ("<=", Self::AtMost),
        (">", Self::More),
        ("<", Self::Less),
        ("=", Self::Equal),
    ];

    /// As it is typed.
    pub fn as_str(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, compare)| *compare == self)
            .map_or("=", |(text, _)| text)
    }

    /// Whether it holds.
    pub(super) fn holds(self, left: u64, right: u64) -> bool {
        let order = left.cmp(&right);
        match self {
            Self::More => order == Ordering::Greater,
            Self::AtLeast => order != Ordering::Less,
            Self::Less => order == Ordering::Less,
            Self::AtMost => order != Ordering::Greater,
            Self::Equal => order == Ordering::Equal,
        }
    }
}

/// A compiled pattern with the text it was made from.
#[derive(Debug, Clone)]
pub struct Pattern {
    source: String,
    regex: regex::bytes::Regex,
}

/// The most memory a compiled pattern may take.
const PATTERN_LIMIT: usize = 4 << 20;

impl Pattern {
    /// A regular expression.
    pub fn regex(source: &str) -> Result<Self, regex::Error> {
        let regex = regex::bytes::RegexBuilder::new(source)
            .size_limit(PATTERN_LIMIT)
            .build()?;
        Ok(Self {
            source: source.to_owned(),
            regex,
        })
    }

    /// A plain text in any case. A line of JSON may spell it with escapes, those that it needs or (as Python does) for
    /// everything that is not ASCII: that counts too.
    pub fn text(source: &str) -> Result<Self, regex::Error> {
        let quoted = serde_json::to_string(source).unwrap_or_default();
        let inside = quoted.strip_prefix('"').unwrap_or(&quoted);
        let inside = inside.strip_suffix('"').unwrap_or(inside);
        let mut spellings = vec![source.to_owned()];
        for other in [inside.to_owned(), ascii(inside)] {
            if !other.is_empty() && !spellings.contains(&other) {
                spellings.push(other);
            }
        }
        let spellings: Vec<String> = spellings.iter().map(|text| regex::escape(text)).collect();
        let pattern = spellings.join("|");
        let regex = regex::bytes::RegexBuilder::new(&pattern)
            .case_insensitive(true)
            .size_limit(PATTERN_LIMIT)
            .build()?;
        Ok(Self {
            source: source.to_owned(),
            regex,
        })
    }

    /// The text it was made from.
    pub fn source(&self) -> &str {
        &self.source
    }

    pub(super) fn first_in(&self, text: &[u8]) -> Option<usize> {
        self.regex.find(text).map(|found| found.start())
    }

    pub(super) fn is_in(&self, text: &[u8]) -> bool {
        self.regex.is_match(text)
    }

    /// Where it stands in a text, one after the other; matches of nothing are left out.
    pub fn spans<'t>(&'t self, text: &'t [u8]) -> impl Iterator<Item = Range<usize>> + 't {
        let found = self.regex.find_iter(text).map(|found| found.range());
        found.filter(|range| !range.is_empty())
    }
}

/// A text with an escape for everything that is not ASCII.
fn ascii(text: &str) -> String {
    let mut spelled = String::new();
    for letter in text.chars() {
        if letter.is_ascii() {
            spelled.push(letter);
            continue;
        }
        for unit in letter.encode_utf16(&mut [0; 2]) {
            let _ = write!(spelled, "\\u{unit:04x}");
        }
    }
    spelled
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl Expr {
    /// All of these; nested ones are joined.
    pub fn all(parts: Vec<Self>) -> Option<Self> {
        let flat = parts.into_iter().flat_map(|part| match part {
            Self::All(inner) => inner,
            other => vec![other],
        });
        one_or(flat.collect(), Self::All)
    }

    /// Any of these; nested ones are joined.
    pub fn any(parts: Vec<Self>) -> Option<Self> {
        let flat = parts.into_iter().flat_map(|part| match part {
            Self::Any(inner) => inner,
            other => vec![other],
        });
        one_or(flat.collect(), Self::Any)
    }

    /// The patterns that a line that fits may be expected to have.
    pub fn patterns(&self) -> Vec<&Pattern> {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::patterns).collect(),
            Self::Is(Term::Raw(pattern) | Term::Text(pattern)) => vec![pattern],
            Self::Not(_) | Self::Is(_) => Vec::new(),
        }
    }

    /// Whether a line that fits now may not fit later, or the other way round, because of what comes after it.
    pub fn changes(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::changes),
            Self::Not(inner) => inner.changes(),
            Self::Is(term) => matches!(
                term,
                Term::Latency(..) | Term::Age(..) | Term::Mark(Mark::Pending | Mark::Withdrawn)
            ),
        }
    }

    /// The ages it asks for, in microseconds: a line that grows older than one of them may fit, or no longer.
    pub fn ages(&self) -> Vec<u64> {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::ages).collect(),
            Self::Not(inner) => inner.ages(),
            Self::Is(Term::Age(_, age)) => vec![*age],
            Self::Is(_) => Vec::new(),
        }
    }

    /// Not this.
    #[must_use]
    pub fn negated(self) -> Self {
        Self::Not(Box::new(self))
    }
}

fn one_or(mut parts: Vec<Expr>, many: fn(Vec<Expr>) -> Expr) -> Option<Expr> {
    if parts.len() > 1 {
        Some(many(parts))
    } else {
        parts.pop()
    }
}
