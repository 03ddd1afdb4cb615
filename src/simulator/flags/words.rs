//! PURE. A command line taken apart into options with their values, and the rest.

use super::Stop;
use super::table::{self, Arity};

/// Options in the order given, words that belong to none, and options nobody knows.
#[derive(Debug, Default)]
pub(super) struct Words {
    given: Vec<(&'static str, Option<String>)>,
    pub(super) rest: Vec<String>,
    pub(super) noted: Vec<String>,
}

impl Words {
    /// Whether an option was given at all.
    pub(super) fn has(&self, name: &str) -> bool {
        self.given.iter().any(|(given, _)| *given == name)
    }

    /// The last value of an option.
    pub(super) fn one(&self, name: &str) -> Option<&str> {
        let mut given = self.given.iter().rev();
        given.find(|(given, _)| *given == name)?.1.as_deref()
    }

    /// All values of an option.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.given
            .iter()
            .filter(move |(given, _)| *given == name)
            .filter_map(|(_, value)| value.as_deref())
    }
}

/// Takes a command line apart, as the CLI's own parser does: a value may start with `-` when an option needs one, a list
/// ends at the next option, `--x=y` is one value, and after `--` there are no options.
pub(super) fn take_apart(argv: &[String]) -> Result<Words, Stop> {
    let mut words = Words::default();
    let mut list: Option<&'static str> = None;
    let mut argv = argv.iter().peekable();
    while let Some(word) = argv.next() {
        if word == "--" {
            words.rest.extend(argv.cloned());
            return Ok(words);
        }
        if !looks_like_option(word) {
            match list {
                Some(name) => words.given.push((name, Some(word.clone()))),
                None => words.rest.push(word.clone()),
            }
            continue;
        }
        list = None;
        let (name, attached) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
            _ => (word.as_str(), None),
        };
        let Some(option) = table::find(name) else {
            let next = argv.next_if(|next| attached.is_none() && !looks_like_option(next));
            words.noted.push(match next {
                Some(value) => format!("{word} {value}"),
                None => word.clone(),
            });
            continue;
        };
        let value = match (option.arity, attached) {
            (_, Some(value)) => Some(value),
            (Arity::Flag, None) => None,
            (Arity::Maybe, None) => argv.next_if(|next| !looks_like_option(next)).cloned(),
            (Arity::One | Arity::Many, None) => {
                let missing = || format!("error: option '{}' argument missing", option.written);
                if option.arity == Arity::Many {
                    list = Some(option.name);
                }
                Some(
                    argv.next()
                        .cloned()
                        .ok_or_else(|| Stop::refuse(missing()))?,
                )
            }
        };
        words.given.push((option.name, value));
    }
    Ok(words)
}

fn looks_like_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-')
}
