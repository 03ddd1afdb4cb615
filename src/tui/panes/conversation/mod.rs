//! PURE. What was said and done. Owns: how it is looked at, and drawing that.
//! Does not own: the transcript itself (`session`), what an item looks like (`render`).
//!
//! ```text
//! runs     which items are shown        folds    which are open
//! kept     items as lines, kept         tail     what is still being written
//! scroll   where one is, by rows        select   the item that keys act on
//! search   from match to match          needle   comparing text
//! draw     cells                        copy     what can be copied
//! ```
//!
//! A frame lays out what it shows and a little around it, starting at the place that is looked at: its cost does not grow
//! with the history. Drawing only reads that.

pub mod copy;
mod draw;
mod folds;
mod kept;
mod needle;
mod render;
mod runs;
mod scroll;
mod search;
mod select;
mod tail;

#[cfg(test)]
mod conversation_tests;

pub use draw::view;

use crate::session::Transcript;
use crate::tui::layout::layout;
use crate::tui::model::{Model, Pane};
use crate::tui::widgets::highlight::{CodeKey, HighlightJob};
use render::Paint;
use scroll::Place;

/// How the conversation is looked at.
#[derive(Debug, Clone)]
pub struct ConversationView {
    /// The item that is selected.
    pub selected: Option<u64>,
    /// Whether the end is followed.
    follow: bool,
    /// The first row that is shown.
    top: Place,
    /// How many rows its item took when it was last laid out.
    top_height: usize,
    /// The rows of the last frame.
    shown: Vec<Place>,
    /// Whether the last frame showed the end.
    at_end: bool,
    /// Items that came since the end was last in sight.
    new: u64,
    /// Items before this one are counted.
    counted: u64,
    folds: folds::Folds,
    runs: runs::Runs,
    kept: kept::Kept,
    search: Option<search::Search>,
}

impl Default for ConversationView {
    fn default() -> Self {
        Self {
            selected: None,
            follow: true,
            top: Place::default(),
            top_height: 0,
            shown: Vec::new(),
            at_end: true,
            new: 0,
            counted: 0,
            folds: folds::Folds::default(),
            runs: runs::Runs::default(),
            kept: kept::Kept::default(),
            search: None,
        }
    }
}

impl ConversationView {
    /// A frame is about to be drawn: lays out what it shows. Gives the code in it that wants colours.
    pub fn prepare(&mut self, look: &Look<'_>) -> Vec<HighlightJob> {
        self.search_on(look);
        self.lay_out(look);
        self.kept.wanted()
    }

    /// The transcript is that of another moment: what was laid out for the one before counts no more. What was folded
    /// stays so, and so does the place if it is there.
    pub fn is_another(&mut self, items: &Transcript) {
        let end = items.end();
        self.kept.is_another();
        self.shown.clear();
        self.counted = self.counted.min(end);
        if end <= self.top.item {
            self.follow = true;
            self.new = 0;
            self.selected = None;
        }
        self.runs.refresh(&self.folds);
    }

    /// Colours have come.
    pub fn coloured(&mut self, key: CodeKey) {
        self.kept.coloured(key);
    }

    /// Whether the end is followed.
    pub fn follows(&self) -> bool {
        self.follow
    }
}

/// What the conversation is looked at with.
#[derive(Debug, Clone, Copy)]
pub struct Look<'a> {
    paint: Paint<'a>,
    /// Rows there are.
    height: usize,
    /// Whether what is forgotten is in a recording.
    recorded: bool,
}

/// Does something with the view of the conversation in front; it is what is laid out, wherever it is shown.
pub fn looking<T>(
    model: &mut Model,
    act: impl FnOnce(&mut ConversationView, &Look<'_>) -> T,
) -> Option<T> {
    let areas = layout(model.size, model);
    let area = areas.pane(Pane::Conversation);
    let (width, height) = area.map_or((model.size.width, model.size.height), |area| {
        (area.width, area.height)
    });
    let seat = model.seats.get_mut(model.front)?;
    let look = Look {
        paint: Paint {
            theme: &model.theme,
            width: width.saturating_sub(draw::AROUND).max(8),
            highlights: &model.highlights,
            state: seat.live.state(),
            now: seat.now,
        },
        height: usize::from(height.saturating_sub(2).max(1)),
        recorded: seat.recording.is_some(),
    };
    Some(act(&mut seat.conversation, &look))
}
