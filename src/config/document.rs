//! One TOML document. Owns: parsing it strictly into somebody's types, and turning places in it into lines.
//! Does not own: the meaning of its keys.

use super::error::FileError;
use super::place::{KeyPath, Odd, Places};
use serde::de::DeserializeOwned;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Larger files are a mistake: nobody writes them by hand.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// What [`toml::Spanned`] adds to the path of a value.
const SPANNED: &str = ".$__serde_spanned_private_value";

/// The text of a file, with its name for messages.
#[derive(Debug, Clone)]
pub struct Document {
    file: PathBuf,
    text: String,
}

impl Document {
    /// A text that came with the program or from elsewhere; `file` is what messages call it.
    pub fn new(file: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            text: text.into(),
        }
    }

    /// Reads a file.
    pub fn open(file: &Path) -> Result<Self, FileError> {
        let fail = |what: String| FileError {
            file: file.to_owned(),
            line: None,
            key: None,
            what,
        };
        let about = std::fs::metadata(file).map_err(|error| fail(cannot_read(&error)))?;
        if about.is_dir() {
            return Err(fail("is a directory; name a TOML file".to_owned()));
        }
        if about.len() > MAX_BYTES {
            let megabytes = MAX_BYTES / 1024 / 1024;
            return Err(fail(format!(
                "is larger than {megabytes} MB; this is hardly a file somebody wrote"
            )));
        }
        let bytes = std::fs::read(file).map_err(|error| fail(cannot_read(&error)))?;
        Self::of(file, bytes)
    }

    /// The content of a file that was read elsewhere.
    pub fn of(file: &Path, bytes: Vec<u8>) -> Result<Self, FileError> {
        let fail = |what: String| FileError {
            file: file.to_owned(),
            line: None,
            key: None,
            what,
        };
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(file, text)),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let line = error
                    .as_bytes()
                    .iter()
                    .take(at)
                    .filter(|b| **b == b'\n')
                    .count()
                    + 1;
                Err(fail(format!("is not UTF-8 text (line {line})")))
            }
        }
    }

    /// What messages call it.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// All of it, as it is.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Parses all of it. The types decide what is allowed; use `deny_unknown_fields` in them.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, FileError> {
        let broken = |error: &toml::de::Error, key: Option<String>| FileError {
            file: self.file.clone(),
            line: error.span().map(|span| self.line(span.start)),
            key,
            what: error.message().trim().replace('\n', "; "),
        };
        let parser = toml::Deserializer::parse(&self.text).map_err(|error| broken(&error, None))?;
        serde_path_to_error::deserialize(parser).map_err(|error| {
            let place = error.inner().span().map(|span| span.start);
            // How a place is remembered is nothing a person wrote.
            let path = error.path().to_string().replace(SPANNED, "");
            let known = Some(path).filter(|path| path != ".");
            broken(error.inner(), deeper(self.key_at(place), known))
        })
    }

    /// A problem that only shows once the file is parsed. `span` is from a [`toml::Spanned`].
    pub fn error(
        &self,
        span: Option<Range<usize>>,
        key: impl Into<String>,
        what: impl Into<String>,
    ) -> FileError {
        FileError {
            file: self.file.clone(),
            line: span.map(|span| self.line(span.start)),
            key: Some(key.into()),
            what: what.into(),
        }
    }

    /// The same for whoever knows the key alone. Of a key that is not there, the line is that of what it is missing in.
    pub fn error_at(&self, key: &KeyPath, what: impl Into<String>) -> FileError {
        let found = Places::of(&self.text).find(key);
        let (key, start) = found.map_or((key.clone(), 0), |(key, span)| (key, span.start));
        FileError {
            file: self.file.clone(),
            line: Some(self.line(start)),
            key: (!key.is_empty()).then(|| key.to_string()),
            what: what.into(),
        }
    }

    /// Refuses what TOML can write and JSON cannot. For files with values that go out as JSON.
    pub fn check_json(&self) -> Result<(), FileError> {
        let places = Places::of(&self.text);
        let Some((key, span, odd)) = places.odd() else {
            return Ok(());
        };
        let what = match odd {
            Odd::Date => "is a date, and JSON has none; put it in quotes",
            Odd::NotFinite => "is no number that JSON could hold; write a finite one",
        };
        Err(self.error(Some(span), key.to_string(), what))
    }

    /// The key path of a place in the text.
    fn key_at(&self, place: Option<usize>) -> Option<String> {
        Places::of(&self.text).at(place?).map(KeyPath::to_string)
    }

    /// The line of a place, from 1.
    pub(super) fn line_of(&self, at: usize) -> usize {
        self.line(at).0
    }

    /// Line and column of a place, from 1; columns count characters.
    fn line(&self, at: usize) -> (usize, usize) {
        let before = self.text.get(..at).unwrap_or(&self.text);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before.get(start..).unwrap_or_default().chars().count() + 1;
        (line, column)
    }
}

/// The key that says more, if one is part of the other; else the one the text itself gives: within enums only that one is
/// right, within lists of values only the other one knows the element.
fn deeper(placed: Option<String>, told: Option<String>) -> Option<String> {
    match (&placed, &told) {
        (Some(short), Some(long)) if long.starts_with(short.as_str()) => told,
        (None, _) => told,
        _ => placed,
    }
}

fn cannot_read(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}
