//! PURE. Which key of a TOML text stands where. Owns: paths such as `on[0].steps[2].tool.name`, from a place in the text
//! and back. Does not own: lines and columns (`document`).
//!
//! Parsers know the place of an error well and its key badly, above all inside enums; whoever checks a parsed value knows
//! its key and not its place. The tree of the text knows both.

use std::fmt;
use std::fmt::Write as _;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The way from the top of a document to one of its values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyPath(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Key(String),
    Index(usize),
}

impl KeyPath {
    /// The document as a whole.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, one key deeper.
    #[must_use]
    pub fn key(&self, name: &str) -> Self {
        self.deeper(Part::Key(name.to_owned()))
    }

    /// The same, at one element of a list, from 0.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        self.deeper(Part::Index(index))
    }

    /// Whether it is the document as a whole.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn deeper(&self, part: Part) -> Self {
        let mut parts = self.0.clone();
        parts.push(part);
        Self(parts)
    }
}

impl fmt::Display for KeyPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, part) in self.0.iter().enumerate() {
            match part {
                Part::Index(index) => write!(f, "[{index}]")?,
                Part::Key(name) => {
                    if position > 0 {
                        f.write_char('.')?;
                    }
                    write_key(name, f)?;
                }
            }
        }
        Ok(())
    }
}

/// As TOML would have it: bare if it can be, in quotes otherwise.
fn write_key(name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(bare) {
        f.write_str(name)
    } else {
        write!(f, "{name:?}")
    }
}

/// One value of a text, with the key or list it stands in.
struct Found {
    path: KeyPath,
    key: Option<Range<usize>>,
    value: Range<usize>,
    /// Whether something can be inside it.
    holds_more: bool,
    odd: Option<Odd>,
}

/// A value that TOML can write and JSON cannot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Odd {
    /// A date, a time, or both.
    Date,
    /// `nan` or `inf`.
    NotFinite,
}

/// Every value of a text and its place.
pub(crate) struct Places(Vec<Found>);

impl Places {
    /// What can be understood of the text; nothing if it is no TOML.
    pub(crate) fn of(text: &str) -> Self {
        let mut found = Vec::new();
        if let Ok(table) = DeTable::parse(text) {
            list_table(table.get_ref(), &KeyPath::new(), &mut found);
        }
        Self(found)
    }

    /// The innermost key or value that encloses the place.
    pub(crate) fn at(&self, place: usize) -> Option<&KeyPath> {
        let holds = |range: &Range<usize>| range.contains(&place);
        let enclosing = self
            .0
            .iter()
            .filter(|found| holds(&found.value) || found.key.as_ref().is_some_and(holds));
        enclosing
            .max_by_key(|found| found.path.0.len())
            .map(|found| &found.path)
    }

    /// Where the value of the path stands, or else the innermost thing around it that is there. The path is cut where
    /// nothing can be inside: of a table that was written in a short form, the parts have no keys.
    pub(crate) fn find(&self, path: &KeyPath) -> Option<(KeyPath, Range<usize>)> {
        (1..=path.0.len()).rev().find_map(|length| {
            let around = path.0.get(..length)?;
            let found = self.0.iter().find(|found| found.path.0 == around)?;
            let path = if found.holds_more { path } else { &found.path };
            Some((path.clone(), found.value.clone()))
        })
    }

    /// The first value that JSON has no form for.
    pub(crate) fn odd(&self) -> Option<(&KeyPath, Range<usize>, Odd)> {
        self.0
            .iter()
            .find_map(|found| Some((&found.path, found.value.clone(), found.odd?)))
    }
}

fn list_table(table: &DeTable<'_>, path: &KeyPath, found: &mut Vec<Found>) {
    for (key, value) in table {
        let path = path.key(key.get_ref());
        list_value(value, &path, Some(key.span()), found);
    }
}

fn list_value(
    value: &Spanned<DeValue<'_>>,
    path: &KeyPath,
    key: Option<Range<usize>>,
    found: &mut Vec<Found>,
) {
    found.push(Found {
        path: path.clone(),
        key,
        value: value.span(),
        holds_more: matches!(value.get_ref(), DeValue::Table(_) | DeValue::Array(_)),
        odd: odd(value.get_ref()),
    });
    match value.get_ref() {
        DeValue::Table(table) => list_table(table, path, found),
        DeValue::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                list_value(item, &path.index(index), None, found);
            }
        }
        _ => {}
    }
}

fn odd(value: &DeValue<'_>) -> Option<Odd> {
    match value {
        DeValue::Datetime(_) => Some(Odd::Date),
        DeValue::Float(number) => number
            .as_str()
            .parse::<f64>()
            .is_ok_and(|number| !number.is_finite())
            .then_some(Odd::NotFinite),
        _ => None,
    }
}
