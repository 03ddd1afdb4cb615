//! PURE. What was said and done. Owns: how it is looked at (place, folds), and drawing it.
//! Does not own: the transcript itself (`session`).
//!
//! Drawing starts at an anchor and goes on until the place is full: its cost does not grow with the history.

mod render;

use crate::session::State;
use crate::tui::model::{Focus, Model, Pane};
use crate::tui::theme::Role;
use crate::tui::widgets::frame::frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use std::collections::HashSet;

/// How the conversation is looked at.
#[derive(Debug, Clone, Default)]
pub struct ConversationView {
    /// The item that is selected; `None` follows the end.
    pub selected: Option<u64>,
    /// Items that are open although they are folded at first, or the other way round.
    pub turned: HashSet<u64>,
}

impl ConversationView {
    /// Moves by this many items.
    pub fn move_by(&mut self, by: isize, state: &State) {
        let Some((first, last)) = ends(state) else {
            return;
        };
        let from = self.selected.unwrap_or(last);
        let to = from
            .saturating_add_signed(i64::try_from(by).unwrap_or(0))
            .clamp(first, last);
        self.selected = (to != last || by < 0).then_some(to);
    }

    /// To the first item.
    pub fn to_top(&mut self, state: &State) {
        self.selected = ends(state).map(|(first, _)| first);
    }

    /// To the end, which is followed from now on.
    pub fn to_bottom(&mut self) {
        self.selected = None;
    }

    /// Opens or folds the selected item.
    pub fn turn(&mut self, state: &State) {
        if let Some(number) = self.selected.or_else(|| ends(state).map(|(_, last)| last))
            && !self.turned.remove(&number)
        {
            self.turned.insert(number);
        }
    }
}

fn ends(state: &State) -> Option<(u64, u64)> {
    let mut items = state.transcript.iter();
    let first = items.next()?.number;
    Some((first, items.next_back().map_or(first, |item| item.number)))
}

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let focused = model.focus == Focus::Pane(Pane::Conversation) && model.overlays.is_empty();
    let inner = frame(" Conversation ", focused, theme, area, buffer);
    let Some(seat) = model.seat() else { return };
    let paint = render::Paint {
        theme,
        width: inner.width,
        highlights: &model.highlights,
        state: seat.live.state(),
        now: seat.now,
    };
    let lines = visible(&paint, &seat.conversation, inner, focused);
    for (row, line) in lines.iter().enumerate() {
        let y = inner.y + u16::try_from(row).unwrap_or(0);
        buffer.set_line(inner.x, y, line, inner.width);
    }
    if seat.live.state().transcript.is_empty() && !seat.live.state().streaming.is_active() {
        let hint = "Nothing has been said yet.";
        buffer.set_stringn(
            inner.x,
            inner.y,
            hint,
            usize::from(inner.width),
            theme.style(Role::Dim),
        );
    }
}

/// The lines that fill the place: built backwards from the end, or around the selected item.
fn visible(
    paint: &render::Paint<'_>,
    view: &ConversationView,
    area: Rect,
    focused: bool,
) -> Vec<Line<'static>> {
    let (state, theme) = (paint.state, paint.theme);
    let item = |item: &crate::session::Item| {
        render::item(item, view.turned.contains(&item.number), paint).lines
    };
    let height = usize::from(area.height);
    let until = view.selected.unwrap_or(u64::MAX);
    let mut below: Vec<Line<'static>> = Vec::new();
    if view.selected.is_none() {
        below = render::streaming(paint).lines;
        below.extend(render::trailer(paint).lines);
    } else {
        for entry in state.transcript.iter().filter(|item| item.number > until) {
            if below.len() >= height / 2 {
                break;
            }
            below.extend(item(entry));
        }
        below.truncate(height / 2);
    }
    let mut shown: Vec<Vec<Line<'static>>> = Vec::new();
    let mut count = below.len();
    for entry in state
        .transcript
        .iter()
        .rev()
        .skip_while(|item| item.number > until)
    {
        if count >= height {
            break;
        }
        let mut lines = item(entry);
        if focused && view.selected == Some(entry.number) {
            for line in &mut lines {
                *line = std::mem::take(line).patch_style(theme.style(Role::Selected));
            }
        }
        count += lines.len();
        shown.push(lines);
    }
    let mut lines: Vec<_> = shown.into_iter().rev().flatten().chain(below).collect();
    let extra = lines.len().saturating_sub(height);
    lines.drain(..extra);
    lines
}
