//! PURE. The conversation as cells. Owns: the frame with what it tells, the mark beside what is selected, what was found.
//! Reads what was laid out; makes nothing.

use super::ConversationView;
use super::kept::{INDENT, grouped};
use super::scroll::Place;
use crate::session::Transcript;
use crate::tui::action::Action;
use crate::tui::keymap::Context;
use crate::tui::model::{Focus, Model, Pane};
use crate::tui::theme::Role;
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::text::cut;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

/// Columns that are no text: the frame, the mark, and one that keeps the text off the right edge.
pub(super) const AROUND: u16 = 4;

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let focused = model.focus == Focus::Pane(Pane::Conversation) && model.overlays.is_empty();
    let inner = frame(" Conversation ", focused, theme, area, buffer);
    let Some(seat) = model.seat() else { return };
    let state = seat.live.state();
    let view = &seat.conversation;
    for (y, place) in (inner.y..inner.bottom()).zip(&view.shown) {
        row(
            model,
            view,
            *place,
            Rect {
                y,
                height: 1,
                ..inner
            },
            buffer,
        );
    }
    if state.transcript.is_empty() && view.shown.is_empty() {
        let hint = "Nothing has been said yet.";
        let room = usize::from(inner.width.saturating_sub(1));
        let style = theme.style(Role::Dim);
        buffer.set_stringn(inner.x + 1, inner.y, hint, room, style);
    }
    thumb(model, view, &state.transcript, area, buffer);
    told(model, view, &state.transcript, area, buffer);
}

fn row(model: &Model, view: &ConversationView, place: Place, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let Some(seat) = model.seat() else { return };
    let Some(row) = view.kept.row(place, &seat.live.state().transcript) else {
        return;
    };
    if view.selected == Some(place.item) && !row.last {
        let focused = model.focus == Focus::Pane(Pane::Conversation);
        let role = if focused { Role::Accent } else { Role::Border };
        buffer.set_stringn(area.x, area.y, theme.glyphs.selected, 1, theme.style(role));
    }
    let mut x = area.x + 1;
    for _ in 0..row.indent {
        buffer.set_stringn(x, area.y, theme.glyphs.bar, 1, theme.style(Role::Border));
        x += INDENT;
    }
    let room = area.right().saturating_sub(x);
    buffer.set_line(x, area.y, row.line, room);
    let Some(search) = &view.search else { return };
    for (column, width) in search.needle().columns(row.line) {
        let found = Rect::new(x.saturating_add(column), area.y, width, 1);
        buffer.set_style(found.intersection(area), theme.style(Role::Match));
    }
}

/// Where one is, on the right edge; nothing if everything is in sight.
fn thumb(
    model: &Model,
    view: &ConversationView,
    items: &Transcript,
    area: Rect,
    buffer: &mut Buffer,
) {
    let track = u64::from(area.height.saturating_sub(2));
    let (Some(first), Some(last)) = (view.shown.first(), view.shown.last()) else {
        return;
    };
    let at_start = *first == Place::top(items.dropped().saturating_sub(1));
    if track < 4 || (at_start && view.at_end) {
        return;
    }
    // By items: the rows of what was never laid out are not known.
    let all = items.end() - items.dropped() + 1;
    let seen = (last.item.saturating_sub(first.item) + 1).min(all);
    let length = (track * seen / all).clamp(1, track - 1);
    let free = track - length;
    let above = first.item.saturating_sub(items.dropped());
    let start = match (at_start, view.at_end) {
        (true, _) => 0,
        (_, true) => free,
        _ => (free * above / (all - seen).max(1)).clamp(1, free.saturating_sub(1).max(1)),
    };
    let style = model.theme.style(Role::Dim);
    for offset in start..start + length {
        let y = area.y + 1 + u16::try_from(offset).unwrap_or(0);
        buffer.set_stringn(
            area.right().saturating_sub(1),
            y,
            model.theme.glyphs.thumb,
            1,
            style,
        );
    }
}

/// What the frame tells: how the search goes, and that there is something new below.
fn told(
    model: &Model,
    view: &ConversationView,
    items: &Transcript,
    area: Rect,
    buffer: &mut Buffer,
) {
    let theme = &model.theme;
    let mut right = |y: u16, text: &str, role: Role| {
        let text = cut(
            text,
            usize::from(area.width.saturating_sub(20)),
            theme.glyphs.more,
        );
        let wide = u16::try_from(text.width()).unwrap_or(0);
        let x = area.right().saturating_sub(wide + 2);
        buffer.set_stringn(x, y, &text, usize::from(wide), theme.style(role));
    };
    if let Some(search) = &view.search {
        right(area.y, &format!(" {} ", search.words(items)), Role::Info);
    }
    if !view.at_end && area.height > 2 {
        let key = model.keymap.key_for(Context::Pane, Action::Bottom);
        let key = key.map_or_else(String::new, |key| format!(" {key}"));
        let (text, role) = match view.new {
            0 => (format!(" {}{key} ", theme.glyphs.below), Role::Dim),
            new => (
                format!(" {} {} new{key} ", theme.glyphs.below, grouped(new)),
                Role::Accent,
            ),
        };
        right(area.bottom().saturating_sub(1), &text, role);
    }
}
