//! What was masked. Owns: counting by kind and place, within bounds.

use super::span::Span;
use serde::Serialize;
use std::collections::BTreeMap;

/// Different rows that are kept; beyond it only the total counts.
const ROWS: usize = 500;

/// How much was masked of what, and where.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    rows: BTreeMap<(&'static str, String), u64>,
    total: u64,
}

/// One kind of secret in one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TallyRow {
    /// What it was taken for.
    pub kind: &'static str,
    /// Where it stood: the direction and type of the line, `argv`, `cwd`.
    pub place: String,
    /// How often.
    pub count: u64,
}

impl Tally {
    /// Nothing was masked.
    pub const NOTHING: Self = Self {
        rows: BTreeMap::new(),
        total: 0,
    };

    pub(super) fn count(&mut self, span: &Span, place: &str) {
        self.total += 1;
        let key = (span.kind, place.to_owned());
        if self.rows.len() < ROWS || self.rows.contains_key(&key) {
            *self.rows.entry(key).or_default() += 1;
        }
    }

    /// The beginning of something was left out, because its block ended before it could be told from a secret.
    pub(super) fn count_left_out(&mut self, place: &str) {
        self.count(&Span::new(0, 0, "unfinished, and left out"), place);
    }

    /// How much was masked in all.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// What was masked where.
    pub fn rows(&self) -> Vec<TallyRow> {
        let row = |((kind, place), count): (&(&'static str, String), &u64)| TallyRow {
            kind,
            place: place.clone(),
            count: *count,
        };
        self.rows.iter().map(row).collect()
    }
}
