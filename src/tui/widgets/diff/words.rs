//! PURE. Which words of a changed line changed. Owns: which removed line belongs to which added one.

use super::{Kind, Row};
use similar::{ChangeTag, TextDiff};
use std::ops::Range;

/// Longer lines are not compared by words.
const LONGEST: usize = 1000;
/// Pairs of lines that are compared in one diff.
const MOST: usize = 300;
/// Longer runs of changed lines are not searched for the lines that are most alike.
const MOST_COMPARED: usize = 64;
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
        for (old, new) in pairs(rows, removed.clone(), added.clone()) {
            if left == 0 {
                return;
            }
            left -= 1;
            pair(rows, old, new);
        }
        at = added.end;
    }
}

/// Which removed line stands for which added one, in their order: those that are most alike in a short run, else one
/// after the other.
fn pairs(rows: &[Row], removed: Range<usize>, added: Range<usize>) -> Vec<(usize, usize)> {
    if removed.len() * added.len() > MOST_COMPARED {
        return removed.zip(added).collect();
    }
    let text = |at: usize| rows.get(at).map_or("", |row| row.text.as_str());
    let mut found = Vec::new();
    let mut from = added.start;
    for old in removed {
        let alike = |new: &usize| likeness(text(old), text(*new));
        let best = (from..added.end)
            .max_by(|one, other| alike(one).total_cmp(&alike(other)).then(other.cmp(one)));
        if let Some(best) = best.filter(|best| alike(best) >= ALIKE) {
            found.push((old, best));
            from = best + 1;
        }
    }
    found
}

fn likeness(old: &str, new: &str) -> f32 {
    if old.len() > LONGEST || new.len() > LONGEST {
        return 0.0;
    }
    TextDiff::from_unicode_words(old, new).ratio()
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
