//! PURE. What could follow, as a list above the composer. Owns: its cells. Does not own: what is in it (`completion`).
//!
//! It stands above a request that waits, never over it: what is answered is always seen.

use super::completion::{Completion, Kind, Offer};
use crate::tui::layout::Areas;
use crate::tui::model::{Focus, Model};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::text::cut;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget as _};
use unicode_width::UnicodeWidthStr as _;

/// Offers that are seen at once.
const ROWS: u16 = 8;
/// How wide it may be.
const WIDEST: u16 = 90;

/// Draws it, if something is offered.
pub fn view(model: &Model, areas: &Areas, buffer: &mut Buffer) {
    let Some(completion) = model
        .seat()
        .and_then(|seat| seat.composer.completion.as_ref())
        .filter(|_| model.focus == Focus::Composer && model.overlays.is_empty())
    else {
        return;
    };
    let Some(place) = place(completion, areas) else {
        return;
    };
    let theme = &model.theme;
    clear(place, buffer);
    let inner = frame(title(completion), false, theme, place, buffer);
    let rows = usize::from(inner.height);
    let count = completion.offers.len();
    let start = completion
        .row()
        .saturating_sub(rows / 2)
        .min(count.saturating_sub(rows));
    let names = completion.offers.iter().skip(start).take(rows);
    let name_width = |offer: &Offer| crate::sanitise::sanitise(&offer.name).width();
    let widest = names.clone().map(name_width).max().unwrap_or(0) + 1;
    let widest = widest.min(usize::from(inner.width) * 3 / 4);
    for (y, (number, offer)) in
        (inner.y..inner.bottom()).zip(completion.offers.iter().enumerate().skip(start))
    {
        let mut line = row(completion.trigger.kind, offer, widest, inner.width, theme);
        let selected = number == completion.row();
        if selected {
            // One piece, whatever colours it has in it.
            line = Line::styled(line.to_string(), theme.style(Role::Text));
        }
        buffer.set_line(inner.x, y, &line, inner.width);
        if selected {
            let whole = Rect::new(inner.x, y, inner.width, 1);
            buffer.set_style(whole, theme.style(Role::Selected));
        }
    }
    if count == 0 {
        let (x, room) = (inner.x + 1, usize::from(inner.width).saturating_sub(1));
        buffer.set_stringn(
            x,
            inner.y,
            "reading the folder",
            room,
            theme.style(Role::Dim),
        );
    }
}

fn title(completion: &Completion) -> String {
    let what = match completion.trigger.kind {
        Kind::Command => "Commands",
        Kind::Path => "Files",
    };
    match completion.offers.len() {
        0 => format!(" {what} "),
        count => format!(
            " {what} {} of {} ",
            completion.row() + 1,
            completion.found.max(count)
        ),
    }
}

/// Above the composer, and above a request that stands there.
fn place(completion: &Completion, areas: &Areas) -> Option<Rect> {
    let below = areas.request.unwrap_or(areas.composer);
    let room = below.y.saturating_sub(areas.header.bottom());
    let wanted = u16::try_from(completion.offers.len()).unwrap_or(ROWS);
    let height = (wanted.clamp(1, ROWS) + 2).min(room);
    let width = areas.composer.width.min(WIDEST);
    (height >= 3).then(|| Rect::new(areas.composer.x, below.y - height, width, height))
}

/// Empties the place; the halves of wide characters that are cut off by its edges go too.
fn clear(place: Rect, buffer: &mut Buffer) {
    if let Some(x) = place.x.checked_sub(1) {
        for y in place.top()..place.bottom() {
            if let Some(cell) = buffer.cell_mut((x, y))
                && cell.symbol().width() > 1
            {
                cell.set_symbol(" ");
            }
        }
    }
    Clear.render(place, buffer);
}

fn row(kind: Kind, offer: &Offer, widest: usize, width: u16, theme: &Theme) -> Line<'static> {
    let more = theme.glyphs.more;
    let mark = match kind {
        Kind::Command => "/",
        Kind::Path => "",
    };
    let name = cut(&offer.name, widest, more);
    let gap = " ".repeat(widest.saturating_sub(name.width()) + 1);
    let role = if offer.insert.ends_with('/') {
        Role::Link
    } else {
        Role::Text
    };
    let mut spans = vec![
        Span::raw(" "),
        Span::styled(mark, theme.style(Role::Key)),
        Span::styled(name, theme.style(role)),
        Span::raw(gap),
    ];
    let used: usize = spans.iter().map(Span::width).sum();
    let mut room = usize::from(width).saturating_sub(used + 1);
    if !offer.hint.is_empty() && room > 8 {
        let hint = cut(&offer.hint, room / 2, more);
        room = room.saturating_sub(hint.width() + 2);
        spans.push(Span::styled(format!("{hint}  "), theme.style(Role::Info)));
    }
    if room > 4 {
        let about = match offer.aliases.join(", ") {
            none if none.is_empty() => offer.about.clone(),
            aliases => format!("{}, also {aliases}", offer.about),
        };
        let about = cut(&about, room, more);
        spans.push(Span::styled(about, theme.style(Role::Dim)));
    }
    Line::from(spans)
}
