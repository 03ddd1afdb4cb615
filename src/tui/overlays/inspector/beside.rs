//! PURE. The line as it stands, beside its tree. Owns: how the room is divided, which part of the line is seen, and which of
//! its bytes are the selected value. Does not own: the tree, or how rows are laid out (`pages`).

use super::pages::{Pages, Row};
use super::skim;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::flow::plain as harmless;
use bytes::Bytes;
use ratatui::text::Line;
use std::ops::Range;

/// From this width on there is room for both.
const WIDE: u16 = 100;
/// Between them: a line, and a space on both sides of it.
pub(super) const GAP: u16 = 3;

/// Whether there is room for both.
pub(super) fn has_room(all: u16) -> bool {
    all >= WIDE
}

/// The line as it stands.
#[derive(Debug, Clone)]
pub(super) struct Beside {
    text: Bytes,
    pages: Pages,
    /// The bytes of the selected value, as far as they are seen.
    lit: Range<usize>,
    /// Somebody may want all the room for the tree.
    pub(super) wanted: bool,
}

impl Beside {
    pub(super) fn new(text: &Bytes) -> Self {
        Self {
            text: text.clone(),
            pages: Pages::new(text, false),
            lit: 0..0,
            wanted: true,
        }
    }

    /// How wide the tree is, and the line beside it; nothing for that if there is no room, or nobody wants it.
    pub(super) fn widths(&self, all: u16) -> (u16, u16) {
        if !(self.wanted && has_room(all)) {
            return (all, 0);
        }
        let tree = all / 2 + all / 20;
        (tree, all - tree - GAP)
    }

    /// A frame is about to be drawn that has so many rows; the selected value begins at this byte.
    pub(super) fn lay(&mut self, width: u16, height: usize, selected: usize) {
        self.pages.lay(width, height);
        if !self.pages.sees(selected) {
            self.pages.show(selected);
            self.pages.lay(width, height);
        }
        // A value may be many megabytes: no more of it is gone through than is seen.
        let seen = self.text.get(selected..self.pages.end());
        let length = seen.map_or(0, |seen| skim::end(seen).unwrap_or(seen.len()));
        self.lit = selected..selected + length;
    }

    /// The rows that are seen, from the first on.
    pub(super) fn rows(&self, theme: &Theme) -> impl Iterator<Item = Line<'static>> {
        let rows = self.pages.seen.iter();
        rows.map(|row| self.row(row, theme))
    }

    fn row(&self, row: &Row, theme: &Theme) -> Line<'static> {
        let place = |byte: usize| {
            let at = byte.saturating_sub(row.from).min(row.text.len());
            row.text.floor_char_boundary(at)
        };
        let (from, to) = (place(self.lit.start), place(self.lit.end));
        let parts = [
            (row.text.get(..from), Role::Dim),
            (row.text.get(from..to), Role::Accent),
            (row.text.get(to..), Role::Dim),
        ];
        let spans = parts
            .into_iter()
            .flat_map(|(part, role)| harmless(part.unwrap_or_default(), role, theme));
        spans.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::Depth;

    fn lit(beside: &Beside) -> String {
        let bytes = beside.text.get(beside.lit.clone()).unwrap_or_default();
        String::from_utf8_lossy(bytes).into_owned()
    }

    #[test]
    fn the_selected_value_is_lit_where_it_stands() {
        let line = Bytes::from_static(br#"{"a":1,"b":{"c":"two"},"d":[]}"#);
        let mut beside = Beside::new(&line);
        beside.lay(40, 5, 11);
        assert_eq!(lit(&beside), r#"{"c":"two"}"#);
        beside.lay(40, 5, 5);
        assert_eq!(lit(&beside), "1");
        let theme = Theme::shipped("default", Depth::True).unwrap().unwrap();
        let shown: Vec<Line<'static>> = beside.rows(&theme).collect();
        assert_eq!(shown.len(), 1);
        let spans: Vec<&str> = shown[0].spans.iter().map(|span| &*span.content).collect();
        assert_eq!(spans, [r#"{"a":"#, "1", r#","b":{"c":"two"},"d":[]}"#]);
    }

    #[test]
    fn what_is_far_away_comes_into_view_and_a_huge_value_costs_no_more_than_is_seen() {
        let line = format!(
            r#"{{"a":"{}","b":"{}"}}"#,
            "x".repeat(10_000),
            "y".repeat(4 << 20)
        );
        let at = line.find("\"y").unwrap_or_default();
        let mut beside = Beside::new(&Bytes::from(line));
        beside.lay(40, 10, 5);
        assert_eq!(beside.pages.seen.first().map(|row| row.from), Some(0));
        assert!(beside.lit.len() < 500);
        beside.lay(40, 10, at);
        assert!(beside.pages.sees(at));
        assert!((300..500).contains(&beside.lit.len()), "{:?}", beside.lit);
        // What is seen already moves nothing.
        let first = beside.pages.seen.first().map(|row| row.from);
        beside.lay(40, 10, at - 4);
        assert_eq!(beside.pages.seen.first().map(|row| row.from), first);
    }

    #[test]
    fn there_is_room_for_both_or_for_the_tree() {
        let mut beside = Beside::new(&Bytes::from_static(b"{}"));
        assert_eq!(beside.widths(88), (88, 0));
        assert_eq!(beside.widths(142), (78, 61));
        beside.wanted = false;
        assert_eq!(beside.widths(142), (142, 0));
    }
}
