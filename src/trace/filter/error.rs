//! Why a text is no filter, and where. Owns: the column and the words.

/// A text that is no filter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {what}")]
pub struct FilterError {
    /// Where it goes wrong, in characters from 1.
    pub column: usize,
    /// How many characters are at fault; 0 at the end of the text.
    pub length: usize,
    /// What is wrong there, and what was expected.
    pub what: String,
}

impl FilterError {
    /// An error at a place of the text given in bytes.
    pub(super) fn at(text: &str, from: usize, to: usize, what: impl Into<String>) -> Self {
        let count = |end: usize| text.get(..end).unwrap_or(text).chars().count();
        let start = count(from);
        Self {
            column: start + 1,
            length: count(to).saturating_sub(start),
            what: what.into(),
        }
    }

    /// A line that points at the place, to be shown below the text.
    pub fn pointer(&self) -> String {
        let mut line = " ".repeat(self.column.saturating_sub(1));
        line.push_str(&"^".repeat(self.length.max(1)));
        line
    }
}
