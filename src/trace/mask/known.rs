//! Values that were seen under a telling name and are secrets wherever else they stand. Owns: remembering them, within
//! bounds, and finding them. Does not own: what is worth remembering (`find`).

use super::span::Span;
use aho_corasick::{AhoCorasick, MatchKind};
use std::collections::BTreeSet;

/// Values that are remembered, and their bytes; and as many other spellings of them, which take no room from values.
const MOST: usize = 2_000;
const MOST_BYTES: usize = 256 << 10;
/// New ones that are looked for one by one: with every one of them the whole would have to be made anew.
const SINGLE: usize = 16;

const SEEN: &str = "seen under a telling name";

/// Values that are remembered.
#[derive(Debug, Default)]
pub(super) struct Known {
    learned: BTreeSet<String>,
    values: Taken,
    spellings: Taken,
    /// Those that are not in `whole` yet.
    fresh: Vec<String>,
    whole: Option<AhoCorasick>,
}

/// How much room is taken.
#[derive(Debug, Default)]
struct Taken {
    count: usize,
    bytes: usize,
}

impl Taken {
    fn has_room_for(&self, text: &str) -> bool {
        self.count < MOST && self.bytes + text.len() <= MOST_BYTES
    }

    fn take(&mut self, text: &str) {
        self.count += 1;
        self.bytes += text.len();
    }
}

impl Known {
    /// Remembers a value, and says whether it is new. It is found after [`Known::know`].
    pub(super) fn learn(&mut self, value: &str) -> bool {
        let new = self.values.has_room_for(value) && self.insert(value);
        if new {
            self.values.take(value);
        }
        new
    }

    /// The same for another spelling of a value.
    pub(super) fn learn_spelling(&mut self, spelled: &str) -> bool {
        let new = self.spellings.has_room_for(spelled) && self.insert(spelled);
        if new {
            self.spellings.take(spelled);
        }
        new
    }

    fn insert(&mut self, text: &str) -> bool {
        let new = !text.is_empty() && self.learned.insert(text.to_owned());
        if new {
            self.fresh.push(text.to_owned());
        }
        new
    }

    /// Whether a word is the beginning of a value.
    pub(super) fn any_begins_with(&self, word: &str) -> bool {
        let from = self.learned.range(word.to_owned()..);
        let mut longer = from.skip_while(|known| *known == word);
        longer.next().is_some_and(|known| known.starts_with(word))
    }

    /// From now on all of them are found.
    pub(super) fn know(&mut self) {
        if self.fresh.len() <= SINGLE {
            return;
        }
        // Of two that begin alike the longer one is meant.
        let whole = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(&self.learned);
        if let Ok(whole) = whole {
            self.whole = Some(whole);
            self.fresh.clear();
        }
    }

    /// Where they stand.
    pub(super) fn find(&self, text: &str, out: &mut Vec<Span>) {
        if let Some(whole) = &self.whole {
            let found = whole.find_iter(text);
            out.extend(found.map(|found| Span::new(found.start(), found.end(), SEEN)));
        }
        for value in &self.fresh {
            let found = memchr::memmem::find_iter(text.as_bytes(), value);
            out.extend(found.map(|at| Span::new(at, at + value.len(), SEEN)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, MOST, MOST_BYTES};

    #[test]
    fn all_of_many_and_long_ones_are_found() {
        for length in [12, 500] {
            let value = |number: usize| format!("{number:08}{}", "x".repeat(length - 8));
            let mut known = Known::default();
            let learned = (0..3_000).filter(|number| {
                let new = known.learn(&value(*number));
                known.know();
                new
            });
            let learned: Vec<_> = learned.collect();
            assert!(learned.len() == MOST || learned.len() == MOST_BYTES / length);
            for number in learned {
                let mut found = Vec::new();
                known.find(&format!("a {} b", value(number)), &mut found);
                assert!(!found.is_empty(), "{number}");
                assert_eq!((found[0].start, found[0].end), (2, 2 + length));
            }
        }
    }

    #[test]
    fn other_spellings_take_no_room_from_values() {
        let mut known = Known::default();
        let spelled =
            (0..3_000).filter(|number| known.learn_spelling(&format!("spelled-{number}")));
        assert_eq!(spelled.count(), MOST);
        let values = (0..3_000).filter(|number| known.learn(&format!("value-{number}")));
        assert_eq!(values.count(), MOST);
    }

    #[test]
    fn a_beginning_is_known_and_the_longest_is_found() {
        let mut known = Known::default();
        for value in ["abc123", "abc123def456", "zzz"] {
            assert!(known.learn(value) && !known.learn(value));
        }
        assert!(known.any_begins_with("abc123") && known.any_begins_with("zz"));
        assert!(!known.any_begins_with("zzz") && !known.any_begins_with("abd"));
        let mut found = Vec::new();
        known.find("abc123def456", &mut found);
        assert!(super::super::span::merged(found) == [super::Span::new(0, 12, super::SEEN)]);
    }
}
