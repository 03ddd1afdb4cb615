//! What a permission request of a scenario looks like, and whether there is one.

use super::either::{self, Short};
use serde::de::{Error, IntoDeserializer as _};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Whether a tool asks, and how: a word, or the details of the request. One that is to come always is left out once an
/// answer has allowed such calls for good, as the CLI leaves it out, unless it is asked by a hook, a rule or a safety check.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
    /// A word.
    When(AskWhen),
    /// Always, with these details.
    Details(Box<AskDetails>),
}

impl Default for Ask {
    fn default() -> Self {
        Self::When(AskWhen::Auto)
    }
}

impl Short for Ask {
    const EXPECTED: &'static str =
        "`auto`, `always` or `never`, or a table with the details of the request";

    fn from_text<E: Error>(word: &str) -> Result<Self, E> {
        Ok(Self::When(AskWhen::deserialize(word.into_deserializer())?))
    }

    fn from_table<'de, D: Deserializer<'de>>(table: D) -> Result<Self, D::Error> {
        Ok(Self::Details(Box::deserialize(table)?))
    }
}

impl<'de> Deserialize<'de> for Ask {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        either::read(deserializer)
    }
}

/// When a permission request comes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AskWhen {
    /// As the CLI would: by permission mode, flags, rules and what the call does.
    #[default]
    Auto,
    /// Always, until an answer allows such calls for good.
    Always,
    /// Never.
    Never,
}

/// What is in the request beside tool and input.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AskDetails {
    /// `decision_reason`.
    pub reason: Option<String>,
    /// `decision_reason_type`.
    pub reason_type: Option<String>,
    /// `blocked_path`.
    pub blocked_path: Option<String>,
    /// `description`.
    pub description: Option<String>,
    /// `title`.
    pub title: Option<String>,
    /// `permission_suggestions`; absent means those the CLI would make.
    pub suggestions: Option<Vec<Suggestion>>,
    /// Withdraw the request if it is still open then.
    pub withdraw: Option<Withdrawal>,
}

/// A suggestion: a permission update as on the wire, or a rule such as `Bash(npm run *)`.
#[derive(Debug, Clone, PartialEq)]
pub enum Suggestion {
    /// A rule to add for this project.
    Rule(String),
    /// The update itself.
    Update(Value),
}

impl Short for Suggestion {
    const EXPECTED: &'static str =
        "a rule such as \"Bash(npm run *)\", or a permission update as a table";

    fn from_text<E: Error>(rule: &str) -> Result<Self, E> {
        Ok(Self::Rule(rule.to_owned()))
    }

    fn from_table<'de, D: Deserializer<'de>>(table: D) -> Result<Self, D::Error> {
        Ok(Self::Update(Value::deserialize(table)?))
    }
}

impl<'de> Deserialize<'de> for Suggestion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        either::read(deserializer)
    }
}

/// A request that is taken back.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// After how long.
    pub after_ms: u64,
    /// What becomes of the call then: it runs, or it is refused.
    #[serde(default)]
    pub allow: bool,
}
