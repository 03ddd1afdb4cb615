//! PURE. Filters with names, and those of before. Owns: the shipped ones, the person's own, their form on disk, and how a
//! change changes them. Does not own: the file (`work`), the language (`trace::filter`).
//!
//! Several programs may have the file open: what is kept is each change, made to whatever the file says then.

use serde::{Deserialize, Serialize};

/// Filters of before that are remembered.
const PAST: usize = 100;
/// Named ones that are kept.
const NAMED: usize = 200;
/// A longer text is nobody's filter.
const LONGEST: usize = 4000;

/// Filters that come with the program: name, text, what for.
pub const SHIPPED: &[(&str, &str, &str)] = &[
    (
        "permissions",
        "~s can_use_tool | ~b \"behavior.:.(allow|deny)\"",
        "who asked for what, and what was answered",
    ),
    (
        "errors",
        "~error | ~malformed | ~d err",
        "what failed, what is no message, what the CLI complained about",
    ),
    (
        "odd",
        "~unknown | ~lint | ~late | ~withdrawn",
        "what this version does not know, late and withdrawn requests",
    ),
    ("hooks", "~s hook_*", "hooks that were asked or told"),
    ("mcp", "~s mcp_* | ~server *", "traffic with MCP servers"),
    ("pending", "~pending", "requests that have no answer"),
    (
        "slow",
        "~latency > 3s",
        "answers that took more than three seconds",
    ),
    ("large", "~size > 100k", "lines of more than 100 kB"),
    (
        "requests",
        "~t control_*",
        "control requests and answers, both ways",
    ),
    (
        "conversation",
        "~t user,assistant,result",
        "what was said, without pieces and control",
    ),
    (
        "sub-agents",
        "!~agent main !~d note,err",
        "what belongs to a sub-agent",
    ),
    ("last minute", "~age < 1m", "the last minute"),
    ("marked", "~marked", "lines you marked"),
];

/// A filter with a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// Its text.
    pub filter: String,
}

/// The person's own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Filters {
    /// Those with a name, the latest last.
    pub named: Vec<Named>,
    /// Those of before, the latest last.
    pub past: Vec<String>,
}

/// A change of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilterChange {
    /// One gets a name; another of that name is replaced.
    Name(Named),
    /// The one of this name is forgotten.
    Forget(String),
    /// One was used.
    Used(String),
}

impl Filters {
    /// What a file says. What cannot be understood is as if it were not there.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        let mut read: Self = serde_json::from_str(text)?;
        let fits = |text: &str| !text.is_empty() && text.len() <= LONGEST;
        read.named
            .retain(|one| fits(&one.name) && fits(&one.filter));
        read.past.retain(|text| fits(text));
        read.bound();
        Ok(read)
    }

    /// The same as a file.
    pub fn written(&self) -> String {
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        format!("{text}\n")
    }

    /// Makes a change.
    pub fn change(&mut self, change: &FilterChange) {
        match change {
            FilterChange::Name(one) => {
                self.named.retain(|other| other.name != one.name);
                self.named.push(one.clone());
            }
            FilterChange::Forget(name) => self.named.retain(|other| other.name != *name),
            FilterChange::Used(text) => {
                self.past.retain(|other| other != text);
                self.past.push(text.clone());
            }
        }
        self.bound();
    }

    fn bound(&mut self) {
        let over = self.past.len().saturating_sub(PAST);
        self.past.drain(..over);
        let over = self.named.len().saturating_sub(NAMED);
        self.named.drain(..over);
    }

    /// The one before in time, `back` steps from now; 0 is none.
    pub fn past(&self, back: usize) -> Option<&str> {
        let at = self.past.len().checked_sub(back)?;
        self.past.get(at).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::filter::Filter;

    fn named(name: &str, filter: &str) -> FilterChange {
        FilterChange::Name(Named {
            name: name.to_owned(),
            filter: filter.to_owned(),
        })
    }

    #[test]
    fn every_shipped_one_is_a_filter() {
        for (name, filter, about) in SHIPPED {
            let read = Filter::parse(filter);
            assert!(read.is_ok(), "{name}: {read:?}");
            assert!(!about.is_empty());
        }
    }

    #[test]
    fn what_is_written_is_read_again_and_changes_are_bounded() {
        let mut filters = Filters::default();
        filters.change(&named("a", "~error"));
        filters.change(&named("b", "~t user"));
        filters.change(&named("a", "~late"));
        for number in 0..150 {
            filters.change(&FilterChange::Used(format!("word{number}")));
        }
        filters.change(&FilterChange::Used("word149".to_owned()));
        assert_eq!(filters.past.len(), PAST);
        assert_eq!(filters.past(1), Some("word149"));
        assert_eq!(filters.past(2), Some("word148"));
        assert_eq!((filters.past(0), filters.past(101)), (None, None));
        assert_eq!(Filters::read(&filters.written()).unwrap(), filters);
        filters.change(&FilterChange::Forget("b".to_owned()));
        assert_eq!(filters.named.len(), 1);
        assert_eq!(filters.named[0].filter, "~late");
    }

    #[test]
    fn what_cannot_be_understood_is_left_out() {
        assert!(Filters::read("{\"nam").is_err());
        let read = Filters::read(r#"{"named": [{"name": "", "filter": "x"}], "more": 1}"#);
        assert_eq!(read.unwrap(), Filters::default());
    }
}
