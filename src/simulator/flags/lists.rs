//! PURE. Lists of tools and rules: split at commas and spaces, but never inside parentheses.

/// The entries of several lists: `Bash(git log, git diff) Edit,Read` has three.
pub(super) fn entries<'a>(lists: impl Iterator<Item = &'a str>) -> Vec<String> {
    lists.flat_map(split).collect()
}

fn split(list: &str) -> Vec<String> {
    let (mut entries, mut entry, mut depth) = (Vec::new(), String::new(), 0_usize);
    for c in list.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && (c == ',' || c.is_whitespace()) {
            entries.push(std::mem::take(&mut entry));
        } else {
            entry.push(c);
        }
    }
    entries.push(entry);
    entries.retain(|entry| !entry.is_empty());
    entries
}
