//! PURE. Going through JSON of any size a bounded part at a time. Owns: passing over a value, and finding the entries of an
//! object or list, both from where they stopped. Any bytes will do: what is no JSON ends it, and where.

use std::ops::Range;

/// What a value is, by its first byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    List,
    Text,
    /// A number, `true`, `false`, `null`, or no JSON.
    Plain,
}

impl Kind {
    pub(super) fn of(first: u8) -> Self {
        match first {
            b'{' => Self::Object,
            b'[' => Self::List,
            b'"' => Self::Text,
            _ => Self::Plain,
        }
    }

    pub(super) fn is_nested(self) -> bool {
        matches!(self, Self::Object | Self::List)
    }
}

/// Passing over one value.
#[derive(Debug, Clone, Copy)]
struct Skip {
    at: usize,
    depth: usize,
    in_text: bool,
}

/// How far it came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Passed {
    /// The budget is used up.
    NotYet,
    /// The value ends before this byte.
    To(usize),
    /// The text ends, or is no JSON, here.
    Broken(usize),
}

impl Skip {
    fn new(at: usize) -> Self {
        Self {
            at,
            depth: 0,
            in_text: false,
        }
    }

    fn go(&mut self, text: &[u8], budget: &mut usize) -> Passed {
        loop {
            if *budget == 0 {
                return Passed::NotYet;
            }
            let Some(byte) = text.get(self.at) else {
                return Passed::Broken(text.len());
            };
            if self.in_text {
                let end = text.len().min(self.at.saturating_add(*budget));
                let part = text.get(self.at..end).unwrap_or_default();
                let Some(found) = memchr::memchr2(b'"', b'\\', part) else {
                    *budget -= part.len();
                    self.at = end;
                    continue;
                };
                *budget = budget.saturating_sub(found + 2);
                self.at += found;
                if text.get(self.at) == Some(&b'\\') {
                    self.at += 2;
                    continue;
                }
                self.at += 1;
                self.in_text = false;
            } else {
                *budget -= 1;
                match byte {
                    b'"' => {
                        self.in_text = true;
                        self.at += 1;
                        continue;
                    }
                    b'{' | b'[' => self.depth += 1,
                    b'}' | b']' if self.depth == 0 => return Passed::Broken(self.at),
                    b'}' | b']' => self.depth -= 1,
                    _ if self.depth == 0 => return self.plain(text),
                    _ => {
                        self.at += 1;
                        continue;
                    }
                }
                self.at += 1;
            }
            if self.depth == 0 {
                return Passed::To(self.at);
            }
        }
    }

    /// A number or one of the three words; nothing that is longer than any is one.
    fn plain(self, text: &[u8]) -> Passed {
        const LONGEST: usize = 4096;
        let rest = text.get(self.at..).unwrap_or_default();
        let words: [&[u8]; 3] = [b"true", b"false", b"null"];
        if let Some(word) = words.iter().find(|word| rest.starts_with(word)) {
            return Passed::To(self.at + word.len());
        }
        let number = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
        let len = rest.iter().take(LONGEST).take_while(number).count();
        match (rest.first(), len) {
            (Some(b'0'..=b'9' | b'-'), 1..LONGEST) => Passed::To(self.at + len),
            _ => Passed::Broken(self.at),
        }
    }
}

/// Where the value ends that the text begins with; however long it is, at once.
pub(super) fn end(text: &[u8]) -> Option<usize> {
    let mut budget = usize::MAX;
    match Skip::new(0).go(text, &mut budget) {
        Passed::To(end) => Some(end),
        Passed::NotYet | Passed::Broken(_) => None,
    }
}

/// An entry of an object or a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Kid {
    /// Its key without the quotes, as it is spelled; nothing in a list.
    pub(super) key: Range<usize>,
    /// Where its value begins.
    pub(super) from: usize,
    /// Where it ends, once that is known.
    pub(super) to: Option<usize>,
}

#[derive(Debug, Clone)]
enum Stage {
    /// Before an entry, or before the end; whether there was one before.
    Between(bool),
    /// In the key that begins here.
    Key(usize, Skip),
    /// In the value of the last entry.
    Value(Skip),
    /// All entries are known, and where it ends.
    Done(usize),
    /// Here it is no JSON any more.
    Broken(usize),
}

/// The entries of an object or list, as far as they are known.
#[derive(Debug, Clone)]
pub(super) struct Kids {
    object: bool,
    at: usize,
    stage: Stage,
    pub(super) list: Vec<Kid>,
}

impl Kids {
    /// Those of the value that begins here; `None` if it has none.
    pub(super) fn new(text: &[u8], at: usize) -> Option<Self> {
        let kind = Kind::of(*text.get(at)?);
        kind.is_nested().then(|| Self {
            object: kind == Kind::Object,
            at: at + 1,
            stage: Stage::Between(false),
            list: Vec::new(),
        })
    }

    /// Whether all are known, or as many as can be.
    pub(super) fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done(_) | Stage::Broken(_))
    }

    /// Where the value ends, if all of it is known.
    pub(super) fn end(&self) -> Option<usize> {
        match self.stage {
            Stage::Done(end) => Some(end),
            _ => None,
        }
    }

    /// Where it stops being JSON, if it does.
    pub(super) fn broken(&self) -> Option<usize> {
        match self.stage {
            Stage::Broken(at) => Some(at),
            _ => None,
        }
    }

    /// How far it has come.
    pub(super) fn reached(&self) -> usize {
        match self.stage {
            Stage::Key(_, skip) | Stage::Value(skip) => skip.at,
            _ => self.at,
        }
    }

    /// Somebody else knows where the value of the last entry ends.
    pub(super) fn passed(&mut self, end: usize) {
        if let (Stage::Value(skip), Some(last)) = (&self.stage, self.list.last_mut())
            && end >= skip.at
        {
            last.to = Some(end);
            self.at = end;
            self.stage = Stage::Between(true);
        }
    }

    /// Goes on until so many entries are known, all are, or the budget is used up.
    pub(super) fn step(&mut self, text: &[u8], budget: &mut usize, enough: usize) {
        while *budget > 0 {
            match &mut self.stage {
                Stage::Done(_) | Stage::Broken(_) => return,
                Stage::Between(_) if self.list.len() >= enough => return,
                Stage::Between(after) => {
                    let after = *after;
                    self.between(text, budget, after);
                }
                Stage::Key(from, skip) => match skip.go(text, budget) {
                    Passed::NotYet => return,
                    Passed::Broken(at) => self.stage = Stage::Broken(at),
                    Passed::To(end) => {
                        let key = *from + 1..end - 1;
                        self.at = end;
                        self.value(text, key);
                    }
                },
                Stage::Value(skip) => match skip.go(text, budget) {
                    Passed::NotYet => return,
                    Passed::Broken(at) => self.stage = Stage::Broken(at),
                    Passed::To(end) => self.passed(end),
                },
            }
        }
    }

    fn between(&mut self, text: &[u8], budget: &mut usize, after: bool) {
        self.space(text);
        *budget = budget.saturating_sub(1);
        let close = if self.object { b'}' } else { b']' };
        match text.get(self.at) {
            Some(byte) if *byte == close => self.stage = Stage::Done(self.at + 1),
            Some(b',') if after => {
                self.at += 1;
                self.space(text);
                self.entry(text);
            }
            Some(_) if !after => self.entry(text),
            _ => self.stage = Stage::Broken(self.at),
        }
    }

    fn entry(&mut self, text: &[u8]) {
        if !self.object {
            return self.value_here(text, self.at..self.at);
        }
        self.stage = match text.get(self.at) {
            Some(b'"') => Stage::Key(self.at, Skip::new(self.at)),
            _ => Stage::Broken(self.at),
        };
    }

    fn value(&mut self, text: &[u8], key: Range<usize>) {
        self.space(text);
        if text.get(self.at) != Some(&b':') {
            self.stage = Stage::Broken(self.at);
            return;
        }
        self.at += 1;
        self.space(text);
        self.value_here(text, key);
    }

    fn value_here(&mut self, text: &[u8], key: Range<usize>) {
        if self.at >= text.len() {
            self.stage = Stage::Broken(self.at);
            return;
        }
        self.list.push(Kid {
            key,
            from: self.at,
            to: None,
        });
        self.stage = Stage::Value(Skip::new(self.at));
    }

    /// Passes over white space. Nobody writes much of it between two tokens; who does is not followed far.
    fn space(&mut self, text: &[u8]) {
        const MOST: usize = 1 << 16;
        let rest = text.get(self.at..).unwrap_or_default();
        let space = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        self.at += rest.iter().take(MOST).take_while(space).count();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(text: &[u8], budget: usize) -> Kids {
        let mut kids = Kids::new(text, 0).unwrap();
        for _ in 0..100_000 {
            let mut left = budget;
            kids.step(text, &mut left, usize::MAX);
            if kids.is_done() {
                return kids;
            }
        }
        panic!("it never ends");
    }

    fn shown(text: &str, budget: usize) -> Vec<(String, String)> {
        let kids = all(text.as_bytes(), budget);
        let one = |kid: &Kid| {
            let to = kid.to.unwrap_or(text.len());
            (
                text.get(kid.key.clone()).unwrap().to_owned(),
                text.get(kid.from..to).unwrap().to_owned(),
            )
        };
        kids.list.iter().map(one).collect()
    }

    #[test]
    fn entries_are_found_whatever_the_budget() {
        let text = r#" {"a\"}": [1, {"x": "]"}] , "b":"c\\","d": -1.5e3,"e":{},"f":null } "#.trim();
        for budget in [1, 2, 3, 7, 1000] {
            let found = shown(text, budget);
            let values: Vec<&str> = found.iter().map(|(_, value)| value.as_str()).collect();
            assert_eq!(
                values,
                [r#"[1, {"x": "]"}]"#, r#""c\\""#, "-1.5e3", "{}", "null"]
            );
            assert_eq!(found[0].0, r#"a\"}"#);
            assert_eq!(all(text.as_bytes(), budget).end(), Some(text.len()));
        }
        assert!(shown("[]", 1).is_empty());
        assert_eq!(shown("[1,2]", 1).len(), 2);
    }

    #[test]
    fn what_is_no_json_ends_it_there() {
        let broken = |text: &str| all(text.as_bytes(), 3).broken();
        assert_eq!(broken("[1 2]"), Some(3));
        assert_eq!(broken("[1,"), Some(3));
        assert_eq!(broken("{\"a\" 1}"), Some(5));
        assert_eq!(broken("{a:1}"), Some(1));
        assert_eq!(broken("[\"abc"), Some(5));
        assert_eq!(broken("[[[["), Some(4));
        assert_eq!(broken("[1]"), None);
        assert!(Kids::new(b"12", 0).is_none());
    }

    #[test]
    fn a_million_entries_are_found_no_faster_than_they_are_wanted() {
        let text = format!("[{}0]", "0,".repeat(1_000_000));
        let mut kids = Kids::new(text.as_bytes(), 0).unwrap();
        let mut budget = usize::MAX;
        kids.step(text.as_bytes(), &mut budget, 1000);
        assert_eq!(kids.list.len(), 1000);
        assert!(kids.reached() < 3000 && !kids.is_done());
    }

    proptest! {
        #[test]
        fn any_bytes_end_and_never_panic(
            text in proptest::collection::vec(prop::sample::select(b"{}[]\",:\\ua1 \xff\n".to_vec()), 0..60),
            budget in 1_usize..9,
        ) {
            for head in [b'{', b'['] {
                let whole = [&[head], text.as_slice()].concat();
                let kids = all(&whole, budget);
                let same = all(&whole, 1000);
                prop_assert_eq!(&kids.list, &same.list);
                prop_assert!(kids.reached() <= whole.len() + 1);
            }
        }

        #[test]
        fn the_same_entries_as_another_reader_finds(
            map in proptest::collection::btree_map(".{0,6}", proptest::collection::vec(".{0,6}", 0..4), 0..6),
        ) {
            let text = serde_json::to_string_pretty(&map).unwrap();
            let kids = all(text.as_bytes(), 5);
            prop_assert_eq!(kids.list.len(), map.len());
            for (kid, (key, value)) in kids.list.iter().zip(&map) {
                let quoted = text.get(kid.key.start - 1..=kid.key.end).unwrap();
                prop_assert_eq!(&serde_json::from_str::<String>(quoted).unwrap(), key);
                let value_text = text.get(kid.from..kid.to.unwrap()).unwrap();
                prop_assert_eq!(&serde_json::from_str::<Vec<String>>(value_text).unwrap(), value);
            }
        }
    }
}
