//! PURE. Where a row of text ends. Owns: the one rule for prose, whoever lays it out: the conversation, cards, fields.
//! Does not own: what becomes of the spaces at the end of a row.

/// What never begins a row if it can be helped: it belongs to what is before it.
const CLOSING: &str = ".,;:!?%)]}'\"…’”»›。、，．：；！？）］｝」』】〉》〕〟・ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々";
/// What never ends one.
const OPENING: &str = "([{‘“«‹（［｛「『【〈《〔〝";
/// How far back one looks for a better place in a word that is longer than a row.
const BACK: usize = 4;

/// What a row is made of: what people see as one character, or something that is shown in its place.
pub trait Piece {
    /// What is shown.
    fn shown(&self) -> &str;
    /// How wide that is.
    fn width(&self) -> usize;
    /// Whether it is nothing but room.
    fn is_space(&self) -> bool;
}

/// Whether no row ends between these: what closes stays with what is before it, what opens with what it opens.
fn hold<P: Piece>(one: &P, next: &P) -> bool {
    let one_of = |piece: &P, all: &str| {
        let first = piece.shown().chars().next();
        first.is_some_and(|letter| all.contains(letter))
    };
    one_of(next, CLOSING) || one_of(one, OPENING)
}

/// How many of these stand in a row of this width; at least one. Behind spaces where there are any; languages that are
/// written without spaces break between any two characters. A space that follows is for the caller.
pub fn row<P: Piece>(pieces: &[P], room: usize) -> usize {
    let (mut used, mut end) = (0, 0);
    let mut good = None;
    let behind = pieces.iter().skip(1).map(Some).chain([None]);
    for (piece, behind) in pieces.iter().zip(behind) {
        if used + piece.width() > room {
            break;
        }
        used += piece.width();
        end += 1;
        let wide = piece.width() > 1 || behind.is_some_and(|next| next.width() > 1);
        let parted = behind.is_none_or(|next| !hold(piece, next));
        if piece.is_space() || wide && parted {
            good = Some(end);
        }
    }
    let end = end.max(1);
    match (pieces.get(end), good) {
        (None, _) => pieces.len(),
        (Some(next), _) if next.is_space() => end,
        (_, Some(good)) => good,
        (Some(_), None) => within_a_word(pieces, end),
    }
}

/// A word longer than a row ends where the row is full, or a little before that.
fn within_a_word<P: Piece>(pieces: &[P], end: usize) -> usize {
    let parts = |at: usize| match (pieces.get(at.wrapping_sub(1)), pieces.get(at)) {
        (Some(one), Some(next)) => !hold(one, next),
        _ => false,
    };
    let least = end.saturating_sub(BACK).max(1);
    (least..=end).rev().find(|at| parts(*at)).unwrap_or(end)
}
