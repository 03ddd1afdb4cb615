//! PURE. What is searched for, and finding it in text. Owns: upper and lower case. Capitals are told apart only if one is typed.

use crate::session::{Item, ItemKind};
use crate::wire::{Block, Content};
use memchr::memmem::Finder;
use ratatui::text::Line;
use serde_json::Value;
use unicode_width::UnicodeWidthChar as _;

/// What is searched for.
#[derive(Debug, Clone)]
pub(super) struct Needle {
    typed: String,
    /// As it is compared: lower case, unless capitals count.
    compared: String,
    finder: Finder<'static>,
    capitals: bool,
    ascii: bool,
}

impl Needle {
    /// A text; `None` if it is empty.
    pub(super) fn new(typed: &str) -> Option<Self> {
        if typed.is_empty() {
            return None;
        }
        let capitals = typed.chars().any(char::is_uppercase);
        let compared = if capitals {
            typed.to_owned()
        } else {
            typed.to_lowercase()
        };
        Some(Self {
            typed: typed.to_owned(),
            finder: Finder::new(compared.as_bytes()).into_owned(),
            capitals,
            ascii: compared.is_ascii(),
            compared,
        })
    }

    /// As it was typed.
    pub(super) fn typed(&self) -> &str {
        &self.typed
    }

    /// How often it stands in an item; `space` is used again from one to the next. Adds how many bytes were looked at.
    pub(super) fn count_in(&self, item: &Item, space: &mut Vec<u8>, looked_at: &mut usize) -> u32 {
        let mut count = 0;
        each_text(item, &mut |text| {
            *looked_at += text.len();
            count += self.count(text, space);
        });
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    fn count(&self, text: &str, space: &mut Vec<u8>) -> usize {
        if text.len() < self.compared.len() {
            return 0;
        }
        if self.capitals {
            return self.finder.find_iter(text.as_bytes()).count();
        }
        if self.ascii {
            space.clear();
            space.extend_from_slice(text.as_bytes());
            space.make_ascii_lowercase();
            return self.finder.find_iter(space).count();
        }
        self.finder
            .find_iter(text.to_lowercase().as_bytes())
            .count()
    }

    /// The columns of a line in which it stands: where it starts, and how wide it is.
    pub(super) fn columns(&self, line: &Line<'_>) -> Vec<(u16, u16)> {
        let mut letters: Vec<(char, u16)> = Vec::new();
        let mut column = 0;
        for letter in line.spans.iter().flat_map(|span| span.content.chars()) {
            letters.push((self.folded(letter), column));
            column += u16::try_from(letter.width().unwrap_or(0)).unwrap_or(0);
        }
        let wanted: Vec<char> = self.compared.chars().collect();
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(here) = letters.get(at..at + wanted.len()) {
            let fits = here.iter().map(|(letter, _)| letter).eq(&wanted);
            if fits && let Some((_, start)) = here.first() {
                let end = letters
                    .get(at + wanted.len())
                    .map_or(column, |(_, column)| *column);
                found.push((*start, end - start));
                at += wanted.len();
            } else {
                at += 1;
            }
        }
        found
    }

    fn folded(&self, letter: char) -> char {
        if self.capitals {
            letter
        } else {
            letter.to_lowercase().next().unwrap_or(letter)
        }
    }

    /// The rows of some lines in which it stands. A match that goes over the end of a row stands where it begins.
    pub(super) fn rows(&self, lines: &[Line<'_>]) -> Vec<usize> {
        let within: Vec<usize> = (0..)
            .zip(lines)
            .filter(|(_, line)| !self.columns(line).is_empty())
            .map(|(row, _)| row)
            .collect();
        if within.is_empty() {
            self.broken(lines).into_iter().collect()
        } else {
            within
        }
    }

    /// The row in which a match begins that goes over the end of it: looked for with all space left out.
    fn broken(&self, lines: &[Line<'_>]) -> Option<usize> {
        let mut text = String::new();
        let mut starts = Vec::new();
        for line in lines {
            starts.push(text.len());
            let letters = line.spans.iter().flat_map(|span| span.content.chars());
            text.extend(
                letters
                    .filter(|letter| !letter.is_whitespace())
                    .map(|letter| self.folded(letter)),
            );
        }
        let wanted: String = self
            .compared
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .collect();
        let at = (!wanted.is_empty()).then(|| text.find(&wanted))??;
        Some(
            starts
                .partition_point(|start| *start <= at)
                .saturating_sub(1),
        )
    }
}

/// Every text of an item that can be read on the screen.
fn each_text(item: &Item, look: &mut dyn FnMut(&str)) {
    match &item.kind {
        ItemKind::Prompt(prompt) => look(&prompt.text),
        ItemKind::Text { text, .. }
        | ItemKind::Thinking { text, .. }
        | ItemKind::Synthetic { text }
        | ItemKind::Replayed { text }
        | ItemKind::ApiError { text, .. }
        | ItemKind::Notice { text, .. }
        | ItemKind::TurnEnd { text, .. } => look(text),
        ItemKind::Tool(call) => {
            look(&call.name);
            each_string(&call.input, look);
            match call.result.as_ref().map(|result| &*result.content) {
                Some(Content::Text(text)) => look(text),
                Some(Content::Blocks(blocks)) => {
                    for block in blocks {
                        if let Block::Text { text, .. } = block {
                            look(text);
                        }
                    }
                }
                Some(Content::Other(_)) | None => {}
            }
        }
        ItemKind::Unknown(value) => each_string(value, look),
        ItemKind::Interrupted { .. } | ItemKind::Compacted { .. } | ItemKind::Reset => {}
    }
}

fn each_string(value: &Value, look: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => look(text),
        Value::Array(values) => values.iter().for_each(|value| each_string(value, look)),
        Value::Object(fields) => fields.values().for_each(|value| each_string(value, look)),
        Value::Number(number) => look(&number.to_string()),
        Value::Null | Value::Bool(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::Needle;
    use ratatui::text::Line;

    #[test]
    fn capitals_count_only_if_one_is_typed() {
        let mut space = Vec::new();
        let count = |typed: &str, space: &mut Vec<u8>| {
            Needle::new(typed)
                .unwrap()
                .count("Tomato tomato TOMATO", space)
        };
        assert_eq!(count("tomato", &mut space), 3);
        assert_eq!(count("Tomato", &mut space), 1);
        assert_eq!(Needle::new("é").unwrap().count("É é", &mut space), 2);
        assert!(Needle::new("").is_none());
    }

    #[test]
    fn columns_count_wide_characters() {
        let needle = Needle::new("b").unwrap();
        assert_eq!(needle.columns(&Line::from("漢bB")), [(2, 1), (3, 1)]);
        assert_eq!(
            Needle::new("漢").unwrap().columns(&Line::from("a漢")),
            [(1, 2)]
        );
    }

    #[test]
    fn a_match_over_the_end_of_a_row_is_where_it_begins() {
        let lines = [
            Line::from("x"),
            Line::from("the quick"),
            Line::from("brown fox"),
        ];
        assert_eq!(Needle::new("quick brown").unwrap().rows(&lines), [1]);
        assert_eq!(Needle::new("fox").unwrap().rows(&lines), [2]);
        assert!(Needle::new("cat").unwrap().rows(&lines).is_empty());
    }
}
