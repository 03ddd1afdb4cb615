//! One place settings come from. Owns: reading a file or the environment into values with their origin, strictly.
//! Does not own: which place wins (`stack`).

use super::key::{Key, Kind};
use super::value::{Value, from_toml, from_word};
use crate::config::{Document, FileError, nearest};
use std::fmt;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};

/// Where a value came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The program itself.
    Default,
    /// A file.
    File {
        /// Which.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A variable.
    Variable(&'static str),
    /// A flag.
    Flag(&'static str),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File { file, line } => write!(f, "{}:{line}", file.display()),
            Self::Variable(name) | Self::Flag(name) => f.write_str(name),
        }
    }
}

/// A value and where it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// Which setting.
    pub key: Key,
    /// Its value.
    pub value: Value,
    /// Where from.
    pub origin: Origin,
}

/// What is wrong with a setting that is in no file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// A file.
    #[error(transparent)]
    File(#[from] FileError),
    /// A variable.
    #[error("{name}: {what}")]
    Variable {
        /// Which.
        name: &'static str,
        /// What is wrong with its value.
        what: String,
    },
    /// Something that is kept could not be read or written.
    #[error("{}: {what}", .file.display())]
    Kept {
        /// The file.
        file: PathBuf,
        /// Why not.
        what: String,
    },
}

/// The values of a file.
pub(super) fn file(document: &Document) -> Result<Vec<Given>, FileError> {
    // Broken TOML is told with its place by the same words as everywhere.
    let Ok(table) = DeTable::parse(document.text()) else {
        let broken = document.parse::<toml::Table>().err();
        return Err(broken.unwrap_or_else(|| document.error(None, "", "is no TOML")));
    };
    let mut given = Vec::new();
    tables(document, table.get_ref(), "", &mut given)?;
    Ok(given)
}

fn tables(
    document: &Document,
    table: &DeTable<'_>,
    above: &str,
    given: &mut Vec<Given>,
) -> Result<(), FileError> {
    let folder = document.file().parent().unwrap_or(Path::new(""));
    for (name, value) in table {
        let name_span = name.span();
        let name = match above {
            "" => name.get_ref().to_string(),
            above => format!("{above}.{}", name.get_ref()),
        };
        let inside = format!("{name}.");
        let is_table = Key::ALL
            .iter()
            .any(|key| key.about().name.starts_with(&inside));
        match (Key::named(&name), value.get_ref()) {
            (Some(key), found) => {
                let read = from_toml(key.about().kind, found, folder);
                let value = read.map_err(|what| document.error(Some(value.span()), &name, what))?;
                let line = document.line_of(name_span.start);
                let file = document.file().to_owned();
                given.push(Given {
                    key,
                    value,
                    origin: Origin::File { file, line },
                });
            }
            (None, DeValue::Table(inner)) if is_table => {
                tables(document, inner, &name, given)?;
            }
            (None, _) if is_table => {
                let what = format!("is a table: write [{name}] and the settings below it");
                return Err(document.error(Some(value.span()), &name, what));
            }
            (None, _) => return Err(unknown(document, name_span, &name)),
        }
    }
    Ok(())
}

fn unknown(document: &Document, span: std::ops::Range<usize>, name: &str) -> FileError {
    let names: Vec<_> = Key::ALL.iter().map(|key| key.about().name).collect();
    let last = |name: &'static str| name.rsplit('.').next().unwrap_or(name);
    // Often the name is right and only the table is not.
    let written = name.rsplit('.').next().unwrap_or(name);
    let same = names.iter().find(|known| last(known) == written).copied();
    let like = same.or_else(|| nearest(name, names.iter().copied()));
    let what = match like {
        Some(like) => format!("there is no such setting; did you mean {like}?"),
        None => "there is no such setting; `cca-tui config` lists them".to_owned(),
    };
    document.error(Some(span), name, what)
}

/// The values of the environment, asked for by name.
pub(super) fn environment(
    variable: impl Fn(&str) -> Option<String>,
    here: &Path,
) -> Result<Vec<Given>, SettingError> {
    let mut given = Vec::new();
    for key in Key::ALL {
        let about = key.about();
        let Some(name) = about.variable else { continue };
        let Some(word) = variable(name).filter(|word| !word.is_empty()) else {
            continue;
        };
        let read = from_word(about.kind, &word, here);
        let value = read.map_err(|what| SettingError::Variable { name, what })?;
        given.push(Given {
            key,
            value,
            origin: Origin::Variable(name),
        });
    }
    Ok(given)
}

/// What the program does when nobody says anything.
pub(super) fn defaults() -> Vec<Given> {
    let default = |key: Key| {
        let about = key.about();
        let value = from_word(about.kind, about.default?, Path::new("")).ok()?;
        let origin = Origin::Default;
        Some(Given { key, value, origin })
    };
    Key::ALL.into_iter().filter_map(default).collect()
}

/// Whether the kind is one of files, which are trusted by their content.
pub(super) fn names_files(key: Key) -> bool {
    matches!(key.about().kind, Kind::Files | Kind::Program)
}
