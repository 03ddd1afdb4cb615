//! PURE. A row of the traffic with the words that its text is read for. Owns: reading no more of it than a row can show.

use super::{Lines, Search, Sifted, excerpt, words};
use crate::trace::Moment;
use crate::trace::brief;
use crate::trace::filter::Subject as _;

/// Pieces of a message that are looked at for the words of their one row.
const PIECES: u32 = 64;
/// Matches between the first and the last piece of a message that are looked at, whether they are pieces of it.
const HITS: usize = 64;
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
    /// Whether it is one that is searched for.
    pub found: bool,
}

impl Seen {
    pub(super) fn read(lines: &mut Lines, search: Option<&Search>, index: usize) -> Option<Self> {
        let Lines { store, sieve } = lines;
        let sifted = sieve.get(index)?;
        let before = index.checked_sub(1).and_then(|above| sieve.get(above));
        // A message above that went on after this line has begun before it.
        let before = before.map(|above| {
            if above.last < sifted.row {
                above.last
            } else {
                above.row
            }
        });
        let before = before.and_then(|above| store.line(above));
        let before = before.map_or(Moment::START, |line| line.at());
        let damaged = store.line(sifted.row)?.is_damaged();
        let read = store.beginning(sifted.row).ok().flatten();
        let summary = match &read {
            Some((text, _)) if damaged => brief::as_it_stands(text),
            Some((text, _)) if sifted.count == 1 => brief::summary(text),
            _ => pieces(lines, index, sifted),
        };
        let found = is_found(lines, search, index, sifted);
        let text = read.as_ref().map(|(text, _)| text);
        let part = text.zip(search);
        let part = part.and_then(|(text, search)| excerpt::excerpt(search, text, &summary));
        Some(Self {
            index,
            sifted,
            id: text.map(|text| brief::id(text)).unwrap_or_default(),
            summary: words(&part.unwrap_or(summary), SUMMARY),
            size: read
                .as_ref()
                .and_then(|(_, size)| usize::try_from(*size).ok())
                .filter(|_| sifted.count == 1),
            before,
            found,
        })
    }
}

/// Whether one of the lines of a row is searched for.
fn is_found(lines: &Lines, search: Option<&Search>, index: usize, sifted: Sifted) -> bool {
    let Lines { store, sieve } = lines;
    search.is_some_and(|search| {
        let mut hits = search.among(sifted.row..=sifted.last).take(HITS);
        hits.any(|line| sieve.stands_for(store, index, line))
    })
}

/// The beginning of what the pieces of a message say together.
fn pieces(lines: &mut Lines, index: usize, sifted: Sifted) -> String {
    let Lines { store, sieve } = lines;
    let mut said = String::new();
    let most = sifted.row.saturating_add(PIECES).min(sifted.last);
    for row in sifted.row..=most {
        let piece = store
            .line(row)
            .is_some_and(|line| line.is_piece() && line.detail().ends_with("_delta"));
        let piece = piece && sieve.stands_for(store, index, row);
        if piece && let Ok(Some((text, _))) = store.beginning(row) {
            said.push_str(&brief::summary(&text));
        }
        if said.len() > SUMMARY {
            break;
        }
    }
    said
}
