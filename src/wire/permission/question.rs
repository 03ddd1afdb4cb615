//! PURE. Questions of the model to the user (`AskUserQuestion`) and answering them.
//!
//! Owns the check that an answer fits the question; does not own how questions are shown.

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value};
use thiserror::Error;

use super::PermissionAnswer;
use crate::wire::fields::Extra;

/// A set of questions that are answered together.
#[derive(Debug, Clone, PartialEq)]
pub struct AskUserQuestion {
    /// One to four, in order.
    pub questions: Vec<Question>,
    input: Map<String, Value>,
}

/// One question.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// The text; also the key of its answer.
    pub question: String,
    /// A short label.
    #[serde(default)]
    pub header: String,
    /// The choices.
    #[serde(default)]
    pub options: Vec<QuestionOption>,
    /// Several choices may be made.
    #[serde(default)]
    pub multi_select: bool,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// One choice of a question.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct QuestionOption {
    /// The text; also what is answered.
    pub label: String,
    /// What it means.
    #[serde(default)]
    pub description: String,
    /// Something to look at before choosing.
    #[serde(default)]
    pub preview: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Answers by question text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answers {
    given: IndexMap<String, Given>,
    notes: IndexMap<String, String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Given {
    Chosen(Vec<String>),
    Text(String),
}

/// Why a set of answers does not fit the questions.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum QuestionError {
    /// The model did not ask that.
    #[error("no question reads {question:?}; use the exact text of one of: {}", .known.join(" | "))]
    UnknownQuestion {
        /// What was given.
        question: String,
        /// What was asked.
        known: Vec<String>,
    },
    /// The label is none of the choices.
    #[error("{label:?} is no choice of {question:?}; choose one of {}, or answer with free text", .known.join(" | "))]
    UnknownChoice {
        /// The question.
        question: String,
        /// What was given.
        label: String,
        /// What can be chosen.
        known: Vec<String>,
    },
    /// Not exactly one choice where one is wanted, or none where some are.
    #[error("{question:?} got {count} choices; choose {}", if *.multiple { "at least one" } else { "exactly one" })]
    WrongCount {
        /// The question.
        question: String,
        /// How many were given.
        count: usize,
        /// Several may be made.
        multiple: bool,
    },
    /// A free answer without text.
    #[error("the answer to {question:?} is empty; write something or leave the question out")]
    EmptyText {
        /// The question.
        question: String,
    },
}

impl Answers {
    /// No answers yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Chooses options by label.
    #[must_use]
    pub fn choose<L: Into<String>>(
        mut self,
        question: impl Into<String>,
        labels: impl IntoIterator<Item = L>,
    ) -> Self {
        let labels = labels.into_iter().map(Into::into).collect();
        self.given.insert(question.into(), Given::Chosen(labels));
        self
    }

    /// Answers in words of one's own.
    #[must_use]
    pub fn text(mut self, question: impl Into<String>, text: impl Into<String>) -> Self {
        self.given.insert(question.into(), Given::Text(text.into()));
        self
    }

    /// Adds a remark to a question.
    #[must_use]
    pub fn note(mut self, question: impl Into<String>, note: impl Into<String>) -> Self {
        self.notes.insert(question.into(), note.into());
        self
    }
}

impl AskUserQuestion {
    /// Reads the input of the tool; `None` when it has no questions that can be shown.
    pub fn from_input(input: &Value) -> Option<Self> {
        let questions = Vec::<Question>::deserialize(input.get("questions")?).ok()?;
        if questions.is_empty() {
            return None;
        }
        Some(Self {
            questions,
            input: input.as_object()?.clone(),
        })
    }

    /// Turns answers into the permission answer. Questions may be left out.
    pub fn answer(&self, answers: &Answers) -> Result<PermissionAnswer, QuestionError> {
        let mut texts = Map::new();
        let mut annotations: IndexMap<String, Map<String, Value>> = IndexMap::new();
        for (text, given) in &answers.given {
            let question = self.find(text)?;
            texts.insert(text.clone(), question.text_of(given)?.into());
            if let Some(preview) = question.preview_of(given) {
                let entry = annotations.entry(text.clone()).or_default();
                entry.insert("preview".to_owned(), preview.into());
            }
        }
        for (text, note) in &answers.notes {
            self.find(text)?;
            let entry = annotations.entry(text.clone()).or_default();
            entry.insert("notes".to_owned(), note.as_str().into());
        }
        let mut input = self.input.clone();
        input.insert("answers".to_owned(), texts.into());
        if !annotations.is_empty() {
            let annotations: Map<_, Value> = annotations
                .into_iter()
                .map(|(text, entry)| (text, entry.into()))
                .collect();
            input.insert("annotations".to_owned(), annotations.into());
        }
        Ok(PermissionAnswer::allow_with(input))
    }

    fn find(&self, text: &str) -> Result<&Question, QuestionError> {
        self.questions
            .iter()
            .find(|question| question.question == text)
            .ok_or_else(|| QuestionError::UnknownQuestion {
                question: text.to_owned(),
                known: self.questions.iter().map(|q| q.question.clone()).collect(),
            })
    }
}

impl Question {
    fn text_of(&self, given: &Given) -> Result<String, QuestionError> {
        let question = self.question.clone();
        let labels = match given {
            Given::Text(text) if text.trim().is_empty() => {
                return Err(QuestionError::EmptyText { question });
            }
            Given::Text(text) => return Ok(text.clone()),
            Given::Chosen(labels) => labels,
        };
        if labels.is_empty() || (labels.len() > 1 && !self.multi_select) {
            return Err(QuestionError::WrongCount {
                question,
                count: labels.len(),
                multiple: self.multi_select,
            });
        }
        if let Some(label) = labels.iter().find(|label| self.option(label).is_none()) {
            return Err(QuestionError::UnknownChoice {
                question,
                label: label.clone(),
                known: self.options.iter().map(|o| o.label.clone()).collect(),
            });
        }
        Ok(labels.join(", "))
    }

    fn preview_of(&self, given: &Given) -> Option<&str> {
        match given {
            Given::Chosen(labels) => match labels.as_slice() {
                [label] => self.option(label)?.preview.as_deref(),
                _ => None,
            },
            Given::Text(_) => None,
        }
    }

    fn option(&self, label: &str) -> Option<&QuestionOption> {
        self.options.iter().find(|option| option.label == label)
    }
}
