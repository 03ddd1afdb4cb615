//! PURE. Which words of a changed line changed. Owns: which removed line belongs to which added one.

use super::{Kind, Row};
use similar::{ChangeTag, TextDiff};
use std::ops::Range;

/// Longer lines are not compared by words.
const LONGEST: usize = 1000;
/// Pairs of lines that are compared in one diff.
const MOST: usize = 300;
/// Lines that have less than this in common were not changed but replaced.
const ALIKE: f32 = 0.35;

/// Marks the changed words of lines that stand for each other: the first removed one of a run for the first added one,
/// and so on.
pub(super) fn mark(rows: &mut [Row]) {
    let mut left = MOST;
    let mut at = 0;
    while at < rows.len() {
        let removed = run(rows, at, Kind::Removed);
        let added = run(rows, removed.end, Kind::Added);
        if removed.is_empty() || added.is_empty() {
            at = added.end.max(at + 1);
            continue;
        }
        for (old, new) in removed.clone().zip(added.clone()) {
            if left == 0 {
                return;
            }
            left -= 1;
            pair(rows, old, new);
        }
        at = added.end;
    }
}

fn run(rows: &[Row], from: usize, kind: Kind) -> Range<usize> {
    let rest = rows.get(from..).unwrap_or_default();
    let count = rest.iter().take_while(|row| row.kind == kind).count();
    from..from + count
}

fn pair(rows: &mut [Row], old: usize, new: usize) {
    let text = |at: usize| rows.get(at).map(|row| row.text.clone()).unwrap_or_default();
    let (before, after) = (text(old), text(new));
    if before.len() > LONGEST || after.len() > LONGEST {
        return;
    }
    let diff = TextDiff::from_unicode_words(before.as_str(), after.as_str());
    if diff.ratio() < ALIKE {
        return;
    }
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    let (mut in_old, mut in_new) = (0, 0);
    for change in diff.iter_all_changes() {
        let length = change.value().len();
        match change.tag() {
            ChangeTag::Equal => {
                in_old += length;
                in_new += length;
            }
            ChangeTag::Delete => {
                join(&mut removed, in_old..in_old + length);
                in_old += length;
            }
            ChangeTag::Insert => {
                join(&mut added, in_new..in_new + length);
                in_new += length;
            }
        }
    }
    if let Some(row) = rows.get_mut(old) {
        row.changed = removed;
    }
    if let Some(row) = rows.get_mut(new) {
        row.changed = added;
    }
}

fn join(ranges: &mut Vec<Range<usize>>, range: Range<usize>) {
    match ranges.last_mut() {
        Some(last) if last.end == range.start => last.end = range.end,
        _ => ranges.push(range),
    }
}
