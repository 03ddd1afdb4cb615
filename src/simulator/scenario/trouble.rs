//! What the CLI and its model go through in a scenario: retries, compactions, costs, failures, floods, the end. Owns: their shape.

use super::either::{self, Short};
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer};

/// Failed attempts at the API.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Retry {
    /// How many attempts fail; 1 if absent.
    pub times: u32,
    /// Of how many; 10 if absent.
    pub of: Option<u32>,
    /// The HTTP status; absent is a lost connection.
    pub status: Option<u16>,
    /// The CLI's word for it; absent means the one that goes with the status.
    pub error: Option<String>,
    /// The wait before each new attempt.
    pub delay_ms: u64,
}

impl Default for Retry {
    fn default() -> Self {
        Self {
            times: 1,
            of: None,
            status: None,
            error: None,
            delay_ms: 0,
        }
    }
}

/// A compaction.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Compaction {
    /// Whether a person asked for it.
    pub manual: bool,
    /// Tokens before.
    pub tokens_before: u64,
    /// Tokens after.
    pub tokens_after: u64,
    /// What is left of the conversation.
    pub summary: String,
    /// How long it takes.
    pub takes_ms: u64,
}

/// Tokens and money.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Usage {
    /// Tokens in.
    pub input_tokens: Option<u64>,
    /// Tokens out.
    pub output_tokens: Option<u64>,
    /// Tokens read from the cache.
    pub cache_read_tokens: Option<u64>,
    /// Tokens written to the cache.
    pub cache_write_tokens: Option<u64>,
    /// Dollars, instead of a price by tokens.
    pub cost_usd: Option<f64>,
}

/// A turn that ends with an error.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// Which.
    pub kind: FailureKind,
    /// The HTTP status of an API error.
    pub status: Option<u16>,
    /// The words of an API error, or of one of the CLI itself (`execution`).
    pub text: Option<String>,
}

/// The kinds of error results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The API gave up.
    Api,
    /// Too many round trips.
    MaxTurns,
    /// Too much money.
    MaxBudget,
    /// No valid structured output.
    StructuredOutput,
    /// Something else went wrong.
    Execution,
}

/// A notice. Written as a text alone, or as a table.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, remote = "Self")]
pub struct Notice {
    /// Its words.
    pub text: String,
    /// `info` (if absent), `notice`, `suggestion` or `warning`.
    pub level: String,
}

impl Default for Notice {
    fn default() -> Self {
        Self {
            text: String::new(),
            level: "info".to_owned(),
        }
    }
}

impl Short for Notice {
    const EXPECTED: &'static str = "a text, or a table with `text` and `level`";

    fn from_text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(Self {
            text: text.to_owned(),
            ..Self::default()
        })
    }

    fn from_table<'de, D: Deserializer<'de>>(table: D) -> Result<Self, D::Error> {
        Self::deserialize(table)
    }
}

impl<'de> Deserialize<'de> for Notice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        either::read(deserializer)
    }
}

/// What the CLI says it is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Waiting for the API.
    Requesting,
    /// Compacting.
    Compacting,
    /// Nothing in particular.
    None,
}

/// One long line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Huge {
    /// How long its text is.
    pub bytes: usize,
}

/// Many frames.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flood {
    /// How many.
    pub frames: u64,
    /// How many a second; absent is as fast as they are read.
    pub per_second: Option<u64>,
    /// Which.
    #[serde(default)]
    pub mix: FloodMix,
}

/// What a flood is made of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FloodMix {
    /// 94 % pieces of text of 0.24 KB, 5 % messages of 2 KB, 1 % tool results of 50 KB.
    #[default]
    Mixed,
    /// Pieces of text alone.
    Deltas,
}

/// The end of the process. Written as a code alone, or as a table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, remote = "Self")]
pub struct Exit {
    /// The exit code.
    pub code: i32,
    /// Last words on standard error.
    pub stderr: Option<String>,
}

impl Short for Exit {
    const EXPECTED: &'static str = "an exit code, or a table with `code` and `stderr`";

    fn from_number<E: Error>(number: i64) -> Result<Self, E> {
        match i32::try_from(number) {
            Ok(code) => Ok(Self { code, stderr: None }),
            Err(_) => Err(E::invalid_value(
                Unexpected::Signed(number),
                &Self::EXPECTED,
            )),
        }
    }

    fn from_table<'de, D: Deserializer<'de>>(table: D) -> Result<Self, D::Error> {
        Self::deserialize(table)
    }
}

impl<'de> Deserialize<'de> for Exit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        either::read(deserializer)
    }
}

/// A signal the process dies of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Signal {
    /// `SIGKILL`.
    Kill,
    /// `SIGTERM`.
    Term,
    /// `SIGSEGV`.
    Segv,
    /// `SIGABRT`.
    Abrt,
}
