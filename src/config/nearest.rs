//! PURE. What somebody meant who misspelt a word. Owns: the nearest of the words there are.

/// The word most like the one written, if any is like it at all.
///
/// ```
/// let verbs = ["say", "think", "tool"];
/// assert_eq!(cca::config::nearest("thnik", verbs), Some("think"));
/// assert_eq!(cca::config::nearest("juggle", verbs), None);
/// ```
pub fn nearest<'a>(written: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written = written.to_lowercase();
    // A third of the letters may be wrong; more of them make another word. Any letter is like any other.
    let letters = written.chars().count();
    let limit = (letters / 3).max(usize::from(letters > 1));
    words
        .into_iter()
        .map(|word| (distance(&written, &word.to_lowercase()), word))
        .filter(|(far, _)| *far <= limit)
        .min_by_key(|(far, _)| *far)
        .map(|(_, word)| word)
}

/// How many letters have to be put in, taken out, changed, or swapped with their neighbour.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    let mut last = None;
    for (up, letter) in one.chars().enumerate() {
        let mut next = vec![up + 1];
        for (left, opposite) in other.iter().enumerate() {
            let at = |row: &[usize], index: usize| row.get(index).copied().unwrap_or(usize::MAX);
            let changed = at(&row, left) + usize::from(letter != *opposite);
            let moved = at(&row, left + 1).min(at(&next, left)) + 1;
            let mut best = changed.min(moved);
            let neighbour = left.checked_sub(1).and_then(|index| other.get(index));
            if last == Some(*opposite) && neighbour == Some(&letter) {
                best = best.min(at(&before, left - 1) + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
        last = Some(letter);
    }
    row.last().copied().unwrap_or(0)
}
