//! PURE. A text with places to be filled in by name. Owns: `{name}`, its two marks, and `{{` `}}` for braces that are meant.
//! Does not own: where the values come from, or what an absent one leads to.
//!
//! | written | meaning |
//! |---|---|
//! | `{name}` | the value as text |
//! | `{name...}` | each element of a list as a word of its own; only as a whole word |
//! | `{name!}` | the value as text, and it may start with `-` where a program could take it for an option |
//! | `{{`, `}}` | a brace |

use serde::Deserialize;

/// A text with placeholders.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Template {
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Slot(Placeholder),
}

/// A place to be filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placeholder {
    /// Whose value.
    pub name: String,
    /// Each element as a word of its own.
    pub spread: bool,
    /// The value may start with a dash.
    pub dashes: bool,
}

/// Why a text is no template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// `{` without `}`.
    #[error("{text:?} has a `{{` that is never closed; close it, or write `{{{{` for a brace")]
    Open {
        /// The whole text.
        text: String,
    },
    /// `}` without `{`.
    #[error("{text:?} has a `}}` that nothing opened; write `}}}}` for a brace")]
    Closed {
        /// The whole text.
        text: String,
    },
    /// `{…}` around something that is no name.
    #[error(
        "{text:?} has the placeholder `{{{name}}}`, which is no name; names have letters, digits, `_`, `-` and `.`, and may \
         be followed by `...` or `!`; write `{{{{` for a brace"
    )]
    Name {
        /// The whole text.
        text: String,
        /// What stands between the braces.
        name: String,
    },
    /// `x{name...}`.
    #[error(
        "{text:?} has `{{{name}...}}` beside other text; a list becomes several words, so it must be a word of its own"
    )]
    Spread {
        /// The whole text.
        text: String,
        /// The list's name.
        name: String,
    },
}

impl Template {
    /// Takes a text apart.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let (mut pieces, mut plain) = (Vec::new(), String::new());
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, from) = rest.split_at(at);
            plain.push_str(before);
            if let Some(after) = ["{{", "}}"].iter().find_map(|two| from.strip_prefix(two)) {
                plain.extend(from.chars().next());
                rest = after;
                continue;
            }
            let Some(inside) = from.strip_prefix('{') else {
                let text = text.to_owned();
                return Err(TemplateError::Closed { text });
            };
            let Some((name, after)) = inside.split_once('}') else {
                let text = text.to_owned();
                return Err(TemplateError::Open { text });
            };
            if !plain.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut plain)));
            }
            pieces.push(Piece::Slot(placeholder(text, name)?));
            rest = after;
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            pieces.push(Piece::Text(plain));
        }
        let template = Self { pieces };
        let spread = template.placeholders().find(|slot| slot.spread);
        if let Some(slot) = spread.filter(|_| template.pieces.len() > 1) {
            return Err(TemplateError::Spread {
                text: text.to_owned(),
                name: slot.name.clone(),
            });
        }
        Ok(template)
    }

    /// The places, in order.
    pub fn placeholders(&self) -> impl Iterator<Item = &Placeholder> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Slot(slot) => Some(slot),
            Piece::Text(_) => None,
        })
    }

    /// The place it begins with, if it does not begin with text.
    pub fn leading(&self) -> Option<&Placeholder> {
        match self.pieces.first() {
            Some(Piece::Slot(slot)) => Some(slot),
            _ => None,
        }
    }

    /// The text, if there is nothing to fill in.
    pub fn literal(&self) -> Option<String> {
        self.fill(|_| None)
    }

    /// Fills every place in; `None` as soon as one has no value.
    pub fn fill(&self, value: impl Fn(&str) -> Option<String>) -> Option<String> {
        let mut filled = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => filled.push_str(text),
                Piece::Slot(slot) => filled.push_str(&value(&slot.name)?),
            }
        }
        Some(filled)
    }
}

impl TryFrom<String> for Template {
    type Error = TemplateError;

    fn try_from(text: String) -> Result<Self, TemplateError> {
        Self::parse(&text)
    }
}

fn placeholder(text: &str, inside: &str) -> Result<Placeholder, TemplateError> {
    let (name, dashes) = match inside.strip_suffix('!') {
        Some(name) => (name, true),
        None => (inside, false),
    };
    let (name, spread) = match name.strip_suffix("...") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let valid = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if name.is_empty() || !name.chars().all(valid) {
        return Err(TemplateError::Name {
            text: text.to_owned(),
            name: inside.to_owned(),
        });
    }
    Ok(Placeholder {
        name: name.to_owned(),
        spread,
        dashes,
    })
}
