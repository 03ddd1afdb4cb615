//! The beginning of a JSON text as values. Owns: reading what may be cut off anywhere, or be no JSON at all: whatever was
//! read until then counts. Good enough to be shown; never used to decide anything.

/// What lies deeper is passed over.
const DEPTH: usize = 12;

/// A value, borrowed from the text.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Glimpse<'a> {
    /// A text as it is written, escapes and all; it may be cut off.
    Text(&'a str),
    /// A number, `true`, `false`, `null`.
    Plain(&'a str),
    /// Values with names, as they are written.
    Map(Vec<(&'a str, Glimpse<'a>)>),
    /// Values.
    List(Vec<Glimpse<'a>>),
}

impl<'a> Glimpse<'a> {
    /// What is in a text.
    pub(super) fn of(text: &'a str) -> Option<Self> {
        Reader { rest: text }.value(0)
    }

    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        let Self::Map(fields) = self else { return None };
        let mut fields = fields.iter();
        fields
            .find(|(name, _)| *name == key)
            .map(|(_, value)| value)
    }

    /// The value at the end of these keys.
    pub(super) fn at(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |value, key| value.get(key))
    }

    /// The text below a key, if it says something.
    pub(super) fn text(&self, key: &str) -> Option<String> {
        match self.get(key)? {
            Self::Text(raw) => Some(unescaped(raw)).filter(|text| !text.is_empty()),
            _ => None,
        }
    }

    /// A number or a word below a key.
    pub(super) fn plain(&self, key: &str) -> Option<&'a str> {
        match self.get(key)? {
            Self::Plain(word) if *word != "null" => Some(word),
            _ => None,
        }
    }

    /// The values of a list.
    pub(super) fn list(&self, key: &str) -> &[Self] {
        match self.get(key) {
            Some(Self::List(values)) => values,
            _ => &[],
        }
    }

    /// The names of its values.
    pub(super) fn keys(&self) -> Vec<&'a str> {
        match self {
            Self::Map(fields) => fields.iter().map(|(name, _)| *name).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether it holds nothing.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.is_empty(),
            Self::Plain(word) => *word == "null",
            Self::Map(fields) => fields.is_empty(),
            Self::List(values) => values.is_empty(),
        }
    }

    /// In few characters, for people: what is nested stands in brackets.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Text(raw) => unescaped(raw),
            Self::Plain(word) => (*word).to_owned(),
            Self::List(values) => {
                let values: Vec<String> = values.iter().map(Self::shown).collect();
                format!("[{}]", values.join(", "))
            }
            Self::Map(_) => format!("{{{}}}", self.fields(&[])),
        }
    }

    /// Its values with their names, but for these and for those that are nothing.
    pub(super) fn fields(&self, but: &[&str]) -> String {
        let Self::Map(fields) = self else {
            return self.shown();
        };
        let told =
            |(name, value): &&(&str, Self)| !but.contains(name) && *value != Self::Plain("null");
        let fields = fields.iter().filter(told);
        let shown = fields.map(|(name, value)| format!("{name}: {}", value.shown()));
        shown.collect::<Vec<_>>().join(", ")
    }
}

/// A text without its escapes; as it is, if they are cut off.
pub(super) fn unescaped(raw: &str) -> String {
    if !raw.contains('\\') {
        return raw.to_owned();
    }
    let whole = serde_json::from_str(&format!("\"{raw}\""));
    whole.unwrap_or_else(|_| raw.to_owned())
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, letter: char) -> bool {
        self.skip_space();
        match self.rest.strip_prefix(letter) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self, depth: usize) -> Option<Glimpse<'a>> {
        self.skip_space();
        match self.rest.chars().next()? {
            '"' => self.string().map(Glimpse::Text),
            '{' | '[' if depth >= DEPTH => Some(self.passed_over()),
            '{' => Some(self.map(depth)),
            '[' => Some(self.list(depth)),
            _ => {
                let end = self.rest.find([',', '}', ']', ' ', '\n', '\t', '\r']);
                let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
                self.rest = rest;
                (!word.is_empty()).then_some(Glimpse::Plain(word))
            }
        }
    }

    fn string(&mut self) -> Option<&'a str> {
        let inside = self.rest.strip_prefix('"')?;
        let mut escaped = false;
        let end = inside.bytes().position(|byte| {
            let ends = byte == b'"' && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        });
        let text = inside.get(..end.unwrap_or(inside.len()))?;
        self.rest = end.and_then(|end| inside.get(end + 1..)).unwrap_or("");
        Some(text)
    }

    fn map(&mut self, depth: usize) -> Glimpse<'a> {
        self.take('{');
        let mut fields = Vec::new();
        loop {
            self.skip_space();
            let Some(name) = self.string() else { break };
            if !self.take(':') {
                break;
            }
            let Some(value) = self.value(depth + 1) else {
                break;
            };
            fields.push((name, value));
            if !self.take(',') {
                break;
            }
        }
        self.close('}');
        Glimpse::Map(fields)
    }

    fn list(&mut self, depth: usize) -> Glimpse<'a> {
        self.take('[');
        let mut values = Vec::new();
        loop {
            self.skip_space();
            if self.rest.starts_with(']') {
                break;
            }
            let Some(value) = self.value(depth + 1) else {
                break;
            };
            values.push(value);
            if !self.take(',') {
                break;
            }
        }
        self.close(']');
        Glimpse::List(values)
    }

    /// Goes behind a map or a list without looking into it.
    fn passed_over(&mut self) -> Glimpse<'a> {
        let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
        let end = self.rest.bytes().position(|byte| {
            match byte {
                b'"' if !escaped => in_text = !in_text,
                b'{' | b'[' if !in_text => depth += 1,
                b'}' | b']' if !in_text => depth = depth.saturating_sub(1),
                _ => {}
            }
            escaped = byte == b'\\' && !escaped;
            depth == 0
        });
        let (passed, rest) = self
            .rest
            .split_at(end.map_or(self.rest.len(), |end| end + 1));
        self.rest = rest;
        Glimpse::Plain(if passed.starts_with('{') { "{}" } else { "[]" })
    }

    /// What does not go on as it should is not read any further.
    fn close(&mut self, letter: char) {
        if !self.take(letter) {
            self.rest = "";
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cut_off_anywhere_gives_what_was_read() {
        let text = r#"{"a":{"b":[1,{"c":"x\"y"},true]},"d":"end"}"#;
        let whole = Glimpse::of(text).unwrap();
        assert_eq!(whole.fields(&[]), "a: {b: [1, {c: x\"y}, true]}, d: end");
        for cut in 1..text.len() {
            let part = Glimpse::of(text.split_at(cut).0).unwrap();
            assert!(part.keys().len() <= 2, "{cut}");
        }
        let part = Glimpse::of(text.split_at(26).0).unwrap();
        assert_eq!(part.fields(&[]), "a: {b: [1, {c: x\"y}]}");
    }

    proptest::proptest! {
        #[test]
        fn anything_is_read_and_ends(text in "[\\[\\]{}\",:\\\\a1 é]{0,200}") {
            let seen = Glimpse::of(&text);
            proptest::prop_assert!(seen.is_none_or(|seen| seen.shown().len() < 4000));
        }
    }

    #[test]
    fn what_lies_very_deep_is_passed_over() {
        let deep = format!("{}1{}", "[".repeat(5000), "]".repeat(5000));
        assert!(Glimpse::of(&deep).is_some());
        let nested = format!(
            r#"{{"a":{}"x}}\"]"{},"path":"/important"}}"#,
            r#"{"b":["#.repeat(8),
            "]}".repeat(8)
        );
        let seen = Glimpse::of(&nested).unwrap();
        assert_eq!(seen.text("path").as_deref(), Some("/important"));
    }
}
