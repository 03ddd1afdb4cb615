//! PURE. From a template of words and the arguments of a call to argv. Owns: which words are left out, and the rule for
//! values that look like options. Does not own: running anything.
//!
//! A word whose argument is absent is left out. Words in a list of their own belong together: if one argument in it is
//! absent, all of it is left out, so a flag never stands there without its value. `null` and an empty list count as absent.
//!
//! A value must not become an option of the program. Where a word begins with a value, that value must not start with `-`,
//! unless the template says that it cannot be taken for an option: a literal `--` stands before it, or the place is
//! marked `{name!}`. Text before the place (`--name={name}`, `./{name}`) makes it safe by itself.

use super::code;
use super::json::as_word;
use crate::command::{Placeholder, Template};
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// One element of `run`.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Word {
    One(Template),
    Group(Vec<Template>),
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WordVisitor)
    }
}

/// All of `run`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Words(pub(super) Vec<Word>);

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WordsVisitor)
    }
}

struct WordsVisitor;

impl<'de> Visitor<'de> for WordsVisitor {
    type Value = Words;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a list of words such as [\"ls\", \"-l\"] (there is no shell to take a line apart)",
        )
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Words, A::Error> {
        let mut words = Vec::new();
        while let Some(word) = list.next_element()? {
            words.push(word);
        }
        Ok(Words(words))
    }
}

struct WordVisitor;

impl<'de> Visitor<'de> for WordVisitor {
    type Value = Word;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a word, or a list of words that belong together")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Word, E> {
        Template::parse(text).map(Word::One).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Word, A::Error> {
        let mut words = Vec::new();
        while let Some(word) = list.next_element()? {
            words.push(word);
        }
        Ok(Word::Group(words))
    }
}

/// A checked `run`.
#[derive(Debug, Clone)]
pub(super) struct Argv {
    program: String,
    words: Vec<Word>,
}

impl Argv {
    /// Checks a template; `known` are the names of the arguments.
    pub(super) fn new(words: Words, known: &[String]) -> Result<Self, String> {
        let mut words = words.0.into_iter();
        let program = match words.next() {
            None => {
                return Err(
                    "it is empty; write the program and its arguments, each as a word of its own"
                        .to_owned(),
                );
            }
            Some(Word::Group(_)) => {
                return Err("the first word is the program and cannot be left out".to_owned());
            }
            Some(Word::One(program)) => program,
        };
        let program = program.literal().ok_or(
            "the first word is the program and has no placeholder: the agent must not choose what is run",
        )?;
        if program.is_empty() {
            return Err("the first word is the program, and it is empty".to_owned());
        }
        let words: Vec<Word> = words.collect();
        for word in &words {
            if let Word::Group(group) = word
                && group.iter().all(|word| word.literal().is_some())
            {
                return Err(
                    "a list of words is left out when an argument in it is absent, but one names no argument; \
                     write its words one by one"
                        .to_owned(),
                );
            }
            for slot in word.templates().iter().flat_map(Template::placeholders) {
                check_name(&slot.name, known)?;
            }
        }
        code::check(&program, words.iter().flat_map(Word::templates))?;
        Ok(Self { program, words })
    }

    /// Checks that arguments may stand on the program's standard input.
    pub(super) fn check_stdin(&self) -> Result<(), String> {
        code::check_stdin(&self.program, self.words.iter().flat_map(Word::templates))
    }

    /// The program, as written.
    pub(super) fn program(&self) -> &str {
        &self.program
    }

    /// The arguments of the program for a call. The error is for the agent.
    pub(super) fn fill(&self, arguments: &Map<String, Value>) -> Result<Vec<String>, String> {
        let mut filled: Vec<String> = Vec::new();
        let mut after_dashes = false;
        for word in &self.words {
            let templates = word.templates();
            let absent = |slot: &Placeholder| values(slot, arguments).is_empty();
            if templates
                .iter()
                .flat_map(Template::placeholders)
                .any(absent)
            {
                continue;
            }
            for template in templates {
                after_dashes |= fill_word(template, arguments, after_dashes, &mut filled)?;
            }
        }
        Ok(filled)
    }
}

impl Word {
    fn templates(&self) -> &[Template] {
        match self {
            Self::One(template) => std::slice::from_ref(template),
            Self::Group(group) => group,
        }
    }
}

/// An argument that a template names must be in the schema.
pub(super) fn check_name(name: &str, known: &[String]) -> Result<(), String> {
    if known.iter().any(|known| known == name) {
        return Ok(());
    }
    let known = match known {
        [] => "it has none".to_owned(),
        known => format!("it has: {}", known.join(", ")),
    };
    Err(format!(
        "`{name}` is no argument of this tool ({known}); add it to the input schema, or correct the name"
    ))
}

/// The words a placeholder stands for; none if the argument is absent.
fn values(slot: &Placeholder, arguments: &Map<String, Value>) -> Vec<String> {
    match arguments.get(&slot.name) {
        Some(Value::Array(items)) if slot.spread => items.iter().filter_map(as_word).collect(),
        Some(value) => as_word(value).into_iter().collect(),
        None => Vec::new(),
    }
}

/// Adds what one word comes to. True if it was a literal `--`.
fn fill_word(
    template: &Template,
    arguments: &Map<String, Value>,
    after_dashes: bool,
    filled: &mut Vec<String>,
) -> Result<bool, String> {
    let leading = template.leading();
    let words = match leading {
        Some(slot) if slot.spread => values(slot, arguments),
        _ => {
            let value = |name: &str| arguments.get(name).and_then(as_word);
            template.fill(value).into_iter().collect()
        }
    };
    for word in words {
        let named = template.placeholders().map(|slot| slot.name.as_str());
        if word.contains('\0') {
            let named = named.collect::<Vec<_>>().join("`, `");
            return Err(format!(
                "Invalid input: `{named}` has a NUL character, which a program cannot be given"
            ));
        }
        if let Some(slot) = leading
            && word.starts_with('-')
            && !slot.dashes
            && !after_dashes
        {
            return Err(format!(
                "Invalid input: `{}` must not start with `-`, because the program could take it for an option",
                slot.name
            ));
        }
        filled.push(word);
    }
    // Only the person's own `--` counts, never one that a value made.
    Ok(template.literal().as_deref() == Some("--"))
}
