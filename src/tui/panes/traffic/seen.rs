//! PURE. A row of the traffic with the words that its text is read for. Owns: reading no more of it than a row can show.

use super::{Lines, Search, Sifted, excerpt, words};
use crate::trace::Moment;
use crate::trace::brief;
use crate::trace::filter::Subject as _;

/// Pieces of a message that are looked at for the words of their one row.
const PIECES: u32 = 64;
/// Characters of a summary that are worth keeping.
const SUMMARY: usize = 400;

/// A row that is seen, with the words that its text was read for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Its place among the rows that are shown.
    pub index: usize,
    /// Which lines.
    pub sifted: Sifted,
    /// The id that names what it is about.
    pub id: String,
    /// What it says.
    pub summary: String,
    /// Its bytes, if they are still known.
    pub size: Option<usize>,
    /// When the row above was.
    pub before: Moment,
}

impl Seen {
    pub(super) fn read(lines: &mut Lines, search: Option<&Search>, index: usize) -> Option<Self> {
        let Lines { store, sieve } = lines;
        let sifted = sieve.get(index)?;
        let before = index.checked_sub(1).and_then(|above| sieve.get(above));
        let before = before.and_then(|above| store.line(above.last));
        let before = before.map_or(Moment::START, |line| line.at());
        store.line(sifted.row)?;
        let read = store.beginning(sifted.row).ok().flatten();
        let summary = match &read {
            Some((text, _)) if sifted.count == 1 => brief::summary(text),
            _ => pieces(lines, sifted),
        };
        let text = read.as_ref().map(|(text, _)| text);
        let found = text.zip(search);
        let found = found.and_then(|(text, search)| excerpt::excerpt(search, text, &summary));
        Some(Self {
            index,
            sifted,
            id: text.map(|text| brief::id(text)).unwrap_or_default(),
            summary: words(&found.unwrap_or(summary), SUMMARY),
            size: read
                .as_ref()
                .and_then(|(_, size)| usize::try_from(*size).ok())
                .filter(|_| sifted.count == 1),
            before,
        })
    }
}

/// The beginning of what the pieces of a message say together.
fn pieces(lines: &mut Lines, sifted: Sifted) -> String {
    let store = &mut lines.store;
    let mut said = String::new();
    let most = sifted.row.saturating_add(PIECES).min(sifted.last);
    for row in sifted.row..=most {
        let piece = store
            .line(row)
            .is_some_and(|line| line.is_piece() && line.detail().ends_with("_delta"));
        if piece && let Ok(Some((text, _))) = store.beginning(row) {
            said.push_str(&brief::summary(&text));
        }
        if said.len() > SUMMARY {
            break;
        }
    }
    said
}
