//! The value of a setting. Owns: reading it from TOML, a variable or a default, strictly; how it is told; which files paths
//! mean. Does not own: where it came from.

use super::key::Kind;
use std::fmt;
use std::path::{Component, Path, PathBuf};
use toml::de::DeValue;

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(u64),
    /// A text, a word or a path.
    Text(String),
    /// Several.
    List(Vec<String>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::List(items) => write!(f, "{items:?}"),
        }
    }
}

/// Reads a value of a file. Paths are relative to that file's folder.
pub(super) fn from_toml(kind: Kind, value: &DeValue<'_>, folder: &Path) -> Result<Value, String> {
    let text = |value: &DeValue<'_>| value.as_str().map(str::to_owned);
    match kind {
        Kind::Flag => value.as_bool().map(Value::Flag),
        Kind::Number(least, most) => {
            let number = match value {
                DeValue::Integer(number) => number.as_str().replace('_', "").parse().ok(),
                _ => None,
            };
            let fits = |number: &u64| (least..=most).contains(number);
            number.filter(fits).map(Value::Number)
        }
        Kind::Text => text(value)
            .filter(|text| !text.trim().is_empty())
            .map(Value::Text),
        Kind::Word(words) => text(value)
            .filter(|word| words.contains(&word.as_str()))
            .map(Value::Text),
        Kind::Command => text(value)
            .filter(|text| !text.trim().is_empty())
            .map(|text| Value::Text(command(text, folder))),
        Kind::Program => text(value).map(|text| Value::Text(program(&text, folder))),
        Kind::Path => text(value).map(|text| Value::Text(below(&text, folder))),
        Kind::List => texts(value).map(Value::List),
        Kind::Files => texts(value).map(|items| {
            let files = items.into_iter().map(|item| file(&item, folder));
            Value::List(files.collect())
        }),
    }
    .ok_or_else(|| expected(kind))
}

/// Reads a value of one word: a variable or a default.
pub(super) fn from_word(kind: Kind, word: &str, folder: &Path) -> Result<Value, String> {
    let value = match kind {
        Kind::Flag => match word.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => Some(Value::Flag(true)),
            "false" | "no" | "off" | "0" => Some(Value::Flag(false)),
            _ => None,
        },
        Kind::Number(least, most) => word
            .parse()
            .ok()
            .filter(|number| (least..=most).contains(number))
            .map(Value::Number),
        // What somebody types for this one run is meant from where they are.
        Kind::Text | Kind::Command => Some(Value::Text(word.to_owned())),
        Kind::Word(words) => words.contains(&word).then(|| Value::Text(word.to_owned())),
        Kind::Program => Some(Value::Text(program(word, folder))),
        Kind::Path => Some(Value::Text(below(word, folder))),
        Kind::List | Kind::Files => None,
    };
    value.ok_or_else(|| expected(kind))
}

fn texts(value: &DeValue<'_>) -> Option<Vec<String>> {
    let items = value.as_array()?.iter();
    items
        .map(|item| item.get_ref().as_str().map(str::to_owned))
        .collect()
}

fn expected(kind: Kind) -> String {
    match kind {
        Kind::Flag => "must be true or false".to_owned(),
        Kind::Number(least, most) => format!("must be a whole number from {least} to {most}"),
        Kind::Text | Kind::Command => "must be a text in quotes, and not empty".to_owned(),
        Kind::Word(words) => format!("must be one of \"{}\"", words.join("\", \"")),
        Kind::Program | Kind::Path => "must be a path in quotes".to_owned(),
        Kind::List => "must be a list of texts, such as [\"Bash(git *)\"]".to_owned(),
        Kind::Files => "must be a list of files, such as [\"tools.toml\"]".to_owned(),
    }
}

/// A bare name is looked up on PATH; anything else is a path.
fn program(text: &str, folder: &Path) -> String {
    let mut parts = Path::new(text).components();
    let bare = matches!(
        (parts.next(), parts.next()),
        (Some(Component::Normal(_)), None)
    );
    if bare && !text.starts_with('~') {
        return text.to_owned();
    }
    below(text, folder)
}

/// The same for the first word of a command.
fn command(line: String, folder: &Path) -> String {
    let Some(words) = shlex::split(&line) else {
        return line;
    };
    let Some((first, rest)) = words.split_first() else {
        return line;
    };
    let program = program(first, folder);
    if program == *first {
        return line;
    }
    let words = std::iter::once(program.as_str()).chain(rest.iter().map(String::as_str));
    shlex::try_join(words).unwrap_or(line)
}

/// What is no file stays as it is: JSON itself, and the tools that are built in.
fn file(text: &str, folder: &Path) -> String {
    if is_no_file(text) {
        return text.to_owned();
    }
    below(text, folder)
}

/// Whether a word where files are named means none.
pub fn is_no_file(text: &str) -> bool {
    text == "demo" || text.trim_start().starts_with('{')
}

fn below(text: &str, folder: &Path) -> String {
    let home = text.strip_prefix("~/").and_then(|rest| {
        let home = PathBuf::from(std::env::var_os("HOME")?);
        Some(home.join(rest))
    });
    let path = home.unwrap_or_else(|| folder.join(text));
    path.to_string_lossy().into_owned()
}
