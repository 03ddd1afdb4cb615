//! Answers by example: the first case whose conditions the arguments meet is the answer. Owns: a case's shape, matching,
//! the delay. Does not own: where the list comes from (`read`).

use super::json::same;
use crate::config::Json;
use crate::tools::{ToolError, ToolResult};
use regex::Regex;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::time::Duration;

/// One case.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, try_from = "CaseShape")]
pub(super) struct Case {
    when: BTreeMap<String, Condition>,
    outcome: Outcome,
    delay: Duration,
}

#[derive(Debug, Clone)]
enum Outcome {
    Answer(Value),
    Error(String),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseShape {
    #[serde(default)]
    when: BTreeMap<String, Condition>,
    answer: Option<Json>,
    error: Option<String>,
    #[serde(default)]
    delay_ms: u64,
}

impl TryFrom<CaseShape> for Case {
    type Error = &'static str;

    fn try_from(shape: CaseShape) -> Result<Self, &'static str> {
        let outcome = match (shape.answer, shape.error) {
            (Some(answer), None) => Outcome::Answer(answer.0),
            (None, Some(error)) => Outcome::Error(error),
            (None, None) => return Err("a case needs an `answer` or an `error`; add one"),
            (Some(_), Some(_)) => return Err("a case has an `answer` or an `error`; drop one"),
        };
        Ok(Self {
            when: shape.when,
            outcome,
            delay: Duration::from_millis(shape.delay_ms),
        })
    }
}

/// What an argument must be.
#[derive(Debug, Clone)]
enum Condition {
    Equals(Value),
    /// `{ matches = "…" }`: found in the text, or in the JSON of anything else.
    Matches(Regex),
    /// `{ absent = true }`.
    Absent,
}

impl<'de> Deserialize<'de> for Condition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Json(value) = Json::deserialize(deserializer)?;
        let Value::Object(members) = &value else {
            return Ok(Self::Equals(value));
        };
        if members.len() != 1 {
            return Ok(Self::Equals(value));
        }
        if members.get("absent") == Some(&Value::Bool(true)) {
            return Ok(Self::Absent);
        }
        match members.get("matches") {
            Some(Value::String(pattern)) => {
                Regex::new(pattern).map(Self::Matches).map_err(|error| {
                    // Without its picture of several lines.
                    let text = error.to_string();
                    let last = text.lines().last().unwrap_or_default().trim();
                    serde::de::Error::custom(format!("is no regular expression: {last}"))
                })
            }
            _ => Ok(Self::Equals(value)),
        }
    }
}

impl Condition {
    fn holds(&self, argument: Option<&Value>) -> bool {
        match (self, argument) {
            (Self::Absent, None | Some(Value::Null)) => true,
            (Self::Absent, Some(_)) | (_, None) => false,
            (Self::Equals(value), Some(argument)) => same(value, argument),
            (Self::Matches(regex), Some(Value::String(text))) => regex.is_match(text),
            (Self::Matches(regex), Some(other)) => regex.is_match(&other.to_string()),
        }
    }
}

/// The names the conditions of a case use.
pub(super) fn names(case: &Case) -> impl Iterator<Item = &String> {
    case.when.keys()
}

/// Answers a call from a list of cases.
pub(super) async fn answer(
    cases: &[Case],
    arguments: &Map<String, Value>,
) -> Result<ToolResult, ToolError> {
    let fits = |case: &&Case| {
        let mut conditions = case.when.iter();
        conditions.all(|(name, condition)| condition.holds(arguments.get(name)))
    };
    let Some(case) = cases.iter().find(fits) else {
        let given = Value::Object(arguments.clone());
        return Err(ToolError::new(format!(
            "None of the {} cases of this tool is for these arguments: {given}",
            cases.len()
        )));
    };
    if !case.delay.is_zero() {
        tokio::time::sleep(case.delay).await;
    }
    match &case.outcome {
        Outcome::Answer(value) => Ok(value.clone().into()),
        Outcome::Error(text) => Err(ToolError::new(text)),
    }
}
