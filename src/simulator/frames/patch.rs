//! PURE. `structuredPatch`: the hunks of a change, with three lines around them, as file edits report them.

use serde_json::{Value, json};

const AROUND: usize = 3;
/// Above this many lines on either side the common start and end are cut off and the rest is one change.
const EXACT_LIMIT: usize = 400;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edit<'a> {
    Keep(&'a str),
    Remove(&'a str),
    Add(&'a str),
}

/// The hunks that turn `old` into `new`.
pub fn hunks(old: &str, new: &str) -> Value {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let edits = edits(&old, &new);
    let changes: Vec<usize> = edits
        .iter()
        .enumerate()
        .filter(|(_, edit)| !matches!(edit, Edit::Keep(_)))
        .map(|(index, _)| index)
        .collect();
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for at in changes {
        let (from, to) = (
            at.saturating_sub(AROUND),
            (at + AROUND + 1).min(edits.len()),
        );
        match ranges.last_mut() {
            Some(last) if from <= last.1 => last.1 = to,
            _ => ranges.push((from, to)),
        }
    }
    ranges
        .iter()
        .map(|&(from, to)| hunk(&edits, from, to))
        .collect()
}

fn hunk(edits: &[Edit<'_>], from: usize, to: usize) -> Value {
    let (mut old_start, mut new_start) = (1, 1);
    for edit in edits.iter().take(from) {
        old_start += usize::from(!matches!(edit, Edit::Add(_)));
        new_start += usize::from(!matches!(edit, Edit::Remove(_)));
    }
    let (mut old_lines, mut new_lines, mut lines) = (0, 0, Vec::new());
    for edit in edits.iter().take(to).skip(from) {
        old_lines += usize::from(!matches!(edit, Edit::Add(_)));
        new_lines += usize::from(!matches!(edit, Edit::Remove(_)));
        lines.push(match edit {
            Edit::Keep(line) => format!(" {line}"),
            Edit::Remove(line) => format!("-{line}"),
            Edit::Add(line) => format!("+{line}"),
        });
    }
    json!({
        "oldStart": old_start,
        "oldLines": old_lines,
        "newStart": new_start,
        "newLines": new_lines,
        "lines": lines,
    })
}

/// Keeps the common start and end, and finds the longest common part of what is between.
fn edits<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Edit<'a>> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - start;
    let end = (old.iter().rev().zip(new.iter().rev()))
        .take(rest)
        .take_while(|(a, b)| a == b)
        .count();
    let middle = |lines: &[&'a str]| -> Vec<&'a str> {
        let length = lines.len() - start - end;
        lines.iter().skip(start).take(length).copied().collect()
    };
    let mut edits: Vec<Edit<'a>> = old
        .iter()
        .take(start)
        .map(|line| Edit::Keep(line))
        .collect();
    edits.extend(between(&middle(old), &middle(new)));
    edits.extend(
        old.iter()
            .skip(old.len() - end)
            .map(|line| Edit::Keep(line)),
    );
    edits
}

fn between<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Edit<'a>> {
    if old.len() > EXACT_LIMIT || new.len() > EXACT_LIMIT {
        let removed = old.iter().map(|line| Edit::Remove(line));
        return removed
            .chain(new.iter().map(|line| Edit::Add(line)))
            .collect();
    }
    // `common[i][j]`: how many lines the rests from i and j share
    let width = new.len() + 1;
    let mut common = vec![0_usize; (old.len() + 1) * width];
    let at =
        |table: &[usize], i: usize, j: usize| table.get(i * width + j).copied().unwrap_or_default();
    for (i, a) in old.iter().enumerate().rev() {
        for (j, b) in new.iter().enumerate().rev() {
            let best = if a == b {
                at(&common, i + 1, j + 1) + 1
            } else {
                at(&common, i + 1, j).max(at(&common, i, j + 1))
            };
            if let Some(cell) = common.get_mut(i * width + j) {
                *cell = best;
            }
        }
    }
    let (mut i, mut j, mut edits) = (0, 0, Vec::new());
    loop {
        match (old.get(i), new.get(j)) {
            (Some(a), Some(b)) if a == b => {
                edits.push(Edit::Keep(a));
                i += 1;
                j += 1;
            }
            (Some(a), b) if b.is_none() || at(&common, i + 1, j) >= at(&common, i, j + 1) => {
                edits.push(Edit::Remove(a));
                i += 1;
            }
            (_, Some(b)) => {
                edits.push(Edit::Add(b));
                j += 1;
            }
            // Both are at their end; a rest of the old one alone was taken care of above.
            (_, None) => return edits,
        }
    }
}

#[cfg(test)]
#[path = "patch_tests.rs"]
mod tests;
