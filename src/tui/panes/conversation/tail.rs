//! PURE. What stands behind the last item: the answer that is being written, and what the session waits for. Owns: making
//! it into lines only when it changed. Does not own: what it looks like (`render`).

use super::render::{self, Paint};
use crate::tui::widgets::highlight::HighlightJob;
use ratatui::text::Line;

/// What the lines were made of.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Made {
    message: Option<String>,
    block: u64,
    bytes: usize,
    width: u16,
}

/// The end of the conversation.
#[derive(Debug, Clone, Default)]
pub(super) struct Tail {
    made: Option<Made>,
    lines: Vec<Line<'static>>,
}

impl Tail {
    /// Lays it out; gives the code in it that wants colours.
    pub(super) fn lay_out(&mut self, paint: &Paint<'_>) -> Vec<HighlightJob> {
        let streaming = &paint.state.streaming;
        let block = streaming.blocks.last_key_value();
        let now = Made {
            message: streaming.message_id.clone(),
            block: block.map_or(0, |(index, _)| *index),
            bytes: block.map_or(0, |(_, block)| block.text.len()),
            width: paint.width,
        };
        if self.made.as_ref() == Some(&now) {
            return Vec::new();
        }
        // The one place where streamed text becomes lines.
        let rendered = render::streaming(paint);
        self.lines = rendered.lines;
        self.made = (!rendered.counts).then_some(now);
        rendered.wanted
    }

    /// Whatever it was made of, it is made again.
    pub(super) fn forget(&mut self) {
        self.made = None;
    }

    /// How many rows it takes.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// One of them.
    pub(super) fn line(&self, row: usize) -> Option<&Line<'static>> {
        self.lines.get(row)
    }
}
