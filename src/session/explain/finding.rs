//! One thing that is wrong. Owns: its parts.

use serde::Serialize;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Good to know.
    Info,
    /// Something did not go as it should, and the session went on.
    Warning,
    /// The session could not do what it was asked to.
    Error,
}

impl Severity {
    /// A word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Lines that are named.
const MOST_LINES: usize = 10;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// The rule that found it; a stable word.
    pub rule: &'static str,
    /// What is wrong.
    pub what: String,
    /// What to do.
    #[serde(rename = "do")]
    pub remedy: String,
    /// The numbers of the lines it rests on, the first few.
    pub lines: Vec<u64>,
}

impl Finding {
    pub(super) fn new(severity: Severity, rule: &'static str, what: impl Into<String>) -> Self {
        Self {
            severity,
            rule,
            what: what.into(),
            remedy: String::new(),
            lines: Vec::new(),
        }
    }

    #[must_use]
    pub(super) fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = remedy.into();
        self
    }

    #[must_use]
    pub(super) fn lines(mut self, lines: impl IntoIterator<Item = u64>) -> Self {
        for line in lines {
            if self.lines.len() == MOST_LINES {
                break;
            }
            if !self.lines.contains(&line) {
                self.lines.push(line);
            }
        }
        self
    }
}
