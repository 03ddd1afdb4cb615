//! PURE. Which rows of a list fit what is typed. Owns: the fuzzy match, and which of two rows fits better.

use super::picker::Row;
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

/// The numbers of the rows that fit, the best first: all of them if nothing is typed.
pub(super) fn narrowed(rows: &[Row], query: &str) -> Vec<usize> {
    if query.trim().is_empty() {
        return (0..rows.len()).collect();
    }
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(query, CaseMatching::Ignore, Normalization::Smart);
    let mut letters = Vec::new();
    let mut scored: Vec<(u32, usize)> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let label = Utf32Str::new(&row.label, &mut letters);
        let by_label = pattern.score(label, &mut matcher).map(|score| score * 2);
        let whole = format!("{} {} {} {}", row.label, row.value, row.detail, row.aside);
        let whole = Utf32Str::new(&whole, &mut letters);
        let score = by_label.or_else(|| pattern.score(whole, &mut matcher));
        scored.extend(score.map(|score| (score, index)));
    }
    // The best first; rows of equal worth stay in their order.
    scored.sort_by_key(|(score, index)| (std::cmp::Reverse(*score), *index));
    scored.into_iter().map(|(_, index)| index).collect()
}
