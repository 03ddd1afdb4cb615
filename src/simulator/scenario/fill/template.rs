//! A text taken apart into itself and its placeholders. Owns: the syntax, and nothing of what is put in.

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// Text that stays.
    Text(&'a str),
    /// Something to fill in.
    Placeholder(Placeholder<'a>),
}

/// `{{path}}`, `{{number path}}`, `{{json path}}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placeholder<'a> {
    /// What it becomes.
    pub(super) form: As,
    /// A name, and dots into its value.
    pub(super) path: &'a str,
}

/// What a placeholder becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum As {
    /// Text.
    Text,
    /// A number, where it stands alone.
    Number,
    /// The value itself where it stands alone, its JSON elsewhere.
    Json,
}

const OPEN: &str = "{{";
const CLOSE: &str = "}}";
const KEPT: &str = "{{{{";

/// The parts of a text, in order.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        if !before.is_empty() {
            pieces.push(Piece::Text(before));
        }
        let opened = rest.get(before.len()..).unwrap_or_default();
        if let Some(after) = opened.strip_prefix(KEPT) {
            pieces.push(Piece::Text(OPEN));
            rest = after;
        } else if let Some((inner, after)) = placeholder(after) {
            pieces.push(Piece::Placeholder(inner));
            rest = after;
        } else {
            pieces.push(Piece::Text(OPEN));
            rest = after;
        }
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
}

/// The placeholder that is the whole text.
pub(super) fn only(text: &str) -> Option<Placeholder<'_>> {
    let (found, rest) = placeholder(text.trim().strip_prefix(OPEN)?)?;
    rest.is_empty().then_some(found)
}

/// The names a text needs: what stands before the first dot of each placeholder.
pub(in crate::simulator::scenario) fn names(text: &str) -> impl Iterator<Item = &str> {
    pieces(text).into_iter().filter_map(|piece| match piece {
        Piece::Placeholder(found) => found.path.split('.').next(),
        Piece::Text(_) => None,
    })
}

/// Reads on after the opening braces: the placeholder and what follows it.
fn placeholder(text: &str) -> Option<(Placeholder<'_>, &str)> {
    let (inner, rest) = text.split_once(CLOSE)?;
    let inner = inner.trim();
    let (form, path) = match inner.split_once(char::is_whitespace) {
        Some(("number", path)) => (As::Number, path.trim()),
        Some(("json", path)) => (As::Json, path.trim()),
        Some(_) => return None,
        None => (As::Text, inner),
    };
    let word = |part: &str| {
        let letter = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        !part.is_empty() && part.chars().all(letter)
    };
    path.split('.')
        .all(word)
        .then_some((Placeholder { form, path }, rest))
}
