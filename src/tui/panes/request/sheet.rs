//! PURE. The lines of a card. Owns: where our words stand and where text from outside stands: always behind the column of
//! our labels, so that nothing from outside can look like a line of ours.

use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::flow::wrap;
use crate::tui::widgets::text::safe;
use ratatui::text::{Line, Span};
use std::ops::Range;

/// How wide the column of our labels is.
pub(super) const LABEL: usize = 10;

/// Lines that are being written.
pub(super) struct Sheet<'a> {
    pub(super) theme: &'a Theme,
    pub(super) width: u16,
    pub(super) lines: Vec<Line<'static>>,
    /// The lines around a change that stand before it: where there is little room, they are left out.
    pub(super) before_change: Range<usize>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(theme: &'a Theme, width: u16) -> Self {
        Self {
            theme,
            width,
            lines: Vec::new(),
            before_change: 0..0,
        }
    }

    /// Words of ours.
    pub(super) fn ours(&mut self, text: &str, role: Role) {
        let span = Span::styled(text.to_owned(), self.theme.style(role));
        self.lines.extend(wrap(&[span], self.width, "  "));
    }

    /// An empty line.
    pub(super) fn gap(&mut self) {
        self.lines.push(Line::default());
    }

    /// Text from outside, under a label of ours.
    pub(super) fn outside(&mut self, label: &str, text: &str, role: Role) {
        self.marked(label, text, role, &[]);
    }

    /// The same, with some parts marked as dangerous.
    pub(super) fn marked(&mut self, label: &str, text: &str, role: Role, marks: &[Range<usize>]) {
        let mut offset = 0;
        let mut first = true;
        for row in text.split('\n') {
            let spans = self.spans(row, offset, role, marks);
            self.row(if first { label } else { "" }, spans);
            offset += row.len() + 1;
            first = false;
        }
    }

    /// One line of spans that are safe already, under a label of ours.
    pub(super) fn row(&mut self, label: &str, spans: Vec<Span<'static>>) {
        let label = format!("{label:<width$} ", width = LABEL - 1);
        let mut all = vec![Span::styled(label, self.theme.style(Role::Dim))];
        all.extend(spans);
        let indent = " ".repeat(LABEL);
        self.lines.extend(wrap(&all, self.width, &indent));
    }

    /// One line of spans that are safe already, behind a number or a sign of ours.
    pub(super) fn inset(&mut self, spans: Vec<Span<'static>>, hang: usize) {
        let mut all = vec![Span::raw("  ")];
        all.extend(spans);
        let indent = " ".repeat(hang + 2);
        self.lines.extend(wrap(&all, self.width, &indent));
    }

    /// Text from outside as spans.
    pub(super) fn safe(&self, text: &str, role: Role) -> Vec<Span<'static>> {
        let (style, escaped) = (self.theme.style(role), self.theme.style(Role::Escaped));
        safe(text, style, escaped)
    }

    fn spans(
        &self,
        row: &str,
        offset: usize,
        role: Role,
        marks: &[Range<usize>],
    ) -> Vec<Span<'static>> {
        let mut spans = Vec::new();
        let mut from = 0;
        for mark in marks {
            let start = mark.start.saturating_sub(offset).min(row.len()).max(from);
            let end = mark.end.saturating_sub(offset).min(row.len());
            let (Some(before), Some(marked)) = (row.get(from..start), row.get(start..end)) else {
                continue;
            };
            if marked.is_empty() {
                continue;
            }
            spans.extend(self.safe(before, role));
            spans.extend(self.safe(marked, Role::Danger));
            from = end;
        }
        spans.extend(self.safe(row.get(from..).unwrap_or_default(), role));
        spans
    }
}
