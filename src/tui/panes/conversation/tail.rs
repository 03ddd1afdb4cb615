//! PURE. What stands behind the last item: the answer that is being written, and what the session waits for. Owns: making
//! only what is new of it into lines. Does not own: what it looks like (`render`).

use super::render::stream::StreamLayout;
use super::render::{self, Paint};
use crate::tui::widgets::highlight::HighlightJob;
use ratatui::text::Line;

/// The end of the conversation.
#[derive(Debug, Clone, Default)]
pub(super) struct Tail {
    stream: StreamLayout,
    trailer: Vec<Line<'static>>,
}

impl Tail {
    /// Lays it out; gives the code in it that wants colours. `open` shows what is thought.
    pub(super) fn lay_out(&mut self, open: bool, paint: &Paint<'_>) -> Vec<HighlightJob> {
        self.stream.update(paint, open);
        let trailer = render::trailer(paint);
        self.trailer = trailer.lines;
        self.stream
            .wanted()
            .cloned()
            .chain(trailer.wanted)
            .collect()
    }

    /// How many rows it takes.
    pub(super) fn len(&self) -> usize {
        self.stream.len() + self.trailer.len()
    }

    /// One of them.
    pub(super) fn line(&self, row: usize) -> Option<&Line<'static>> {
        let streamed = self.stream.len();
        match row.checked_sub(streamed) {
            Some(row) => self.trailer.get(row),
            None => self.stream.line(row),
        }
    }
}
