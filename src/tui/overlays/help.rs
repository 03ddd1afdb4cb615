//! PURE. Every key and what it means, printed from the keymap: first the keys that work where one is, then all others by
//! the place they work in. What cannot be used now is dimmed, with the reason.

use crate::tui::action::Action;
use crate::tui::keymap::Context;
use crate::tui::layout::SMALLEST;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::text::cut;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

/// The narrowest column of two.
const COLUMN: u16 = 46;
/// What is between two columns.
const BETWEEN: u16 = 2;

/// How far it is scrolled, and where it was asked for.
#[derive(Debug, Clone, Copy)]
pub struct Help {
    /// Lines above.
    pub scroll: usize,
    /// Who heard the keys before it was opened.
    pub context: Context,
}

/// One action in one place, with all its keys.
struct Entry<'a> {
    keys: Vec<String>,
    action: Action,
    help: &'a str,
}

/// Draws it.
pub fn view(help: &Help, model: &Model, area: Rect, buffer: &mut Buffer) {
    let (width, height) = size(area.as_size());
    let place = super::place(width, height, area, buffer);
    let theme = &model.theme;
    let inner = frame(title(model), true, theme, place, buffer);
    let columns = columns(inner.width);
    let lines = lines(help.context, model, column_width(inner.width, columns));
    let rows = usize::from(inner.height);
    let skip = help.scroll.min(hidden(lines.len(), rows, columns));
    let per_column = lines.len().div_ceil(columns).max(rows);
    for column in 0..columns {
        let x = inner.x
            + u16::try_from(column).unwrap_or(0) * (column_width(inner.width, columns) + BETWEEN);
        let of_column = lines.iter().skip(column * per_column).take(per_column);
        for (y, line) in (inner.y..inner.bottom()).zip(of_column.skip(skip)) {
            buffer.set_line(x, y, line, inner.right().saturating_sub(x));
        }
    }
    let below = hidden(lines.len(), rows, columns).saturating_sub(skip);
    if below > 0 {
        let text = format!(" {below} more below ");
        let x = place
            .right()
            .saturating_sub(u16::try_from(text.width()).unwrap_or(0) + 2);
        buffer.set_string(
            x.max(place.x),
            place.bottom().saturating_sub(1),
            text,
            theme.style(Role::Dim),
        );
    }
}

/// How far it can be scrolled.
pub fn last_scroll(help: &Help, model: &Model) -> usize {
    let screen = Size::new(
        model.size.width.max(SMALLEST.width),
        model.size.height.max(SMALLEST.height),
    );
    let (width, height) = size(screen);
    let inner = (width.saturating_sub(2), height.saturating_sub(2));
    let columns = columns(inner.0);
    let lines = lines(help.context, model, column_width(inner.0, columns));
    hidden(lines.len(), usize::from(inner.1), columns)
}

fn title(model: &Model) -> String {
    let key = |action| {
        let key = model.keymap.key_for(Context::Overlay, action);
        key.map(|key| key.to_string())
    };
    match (key(Action::Search), key(Action::Leave)) {
        (Some(search), Some(leave)) => format!(" Help: {search} searches, {leave} leaves "),
        _ => " Help ".to_owned(),
    }
}

fn size(screen: Size) -> (u16, u16) {
    let width = screen.width.saturating_sub(screen.width / 12);
    let height = screen.height.saturating_sub(2);
    (width.min(150), height)
}

fn columns(width: u16) -> usize {
    if width >= 2 * COLUMN + BETWEEN { 2 } else { 1 }
}

fn column_width(width: u16, columns: usize) -> u16 {
    match columns {
        2 => width.saturating_sub(BETWEEN) / 2,
        _ => width,
    }
}

/// Rows of a column that do not fit.
fn hidden(lines: usize, rows: usize, columns: usize) -> usize {
    lines.div_ceil(columns.max(1)).saturating_sub(rows)
}

fn lines(context: Context, model: &Model, width: u16) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let here: Vec<_> = model.keymap.heard(context);
    section(
        "Here and now",
        entries(model, &here),
        true,
        model,
        width,
        &mut lines,
    );
    for (title, other) in Context::ALL {
        if here.contains(&other) {
            continue;
        }
        section(
            title,
            entries(model, &[other]),
            false,
            model,
            width,
            &mut lines,
        );
    }
    lines.pop();
    lines
}

/// The actions of places that are asked one after the other; a key that an earlier place has is not the later one's.
fn entries<'a>(model: &'a Model, contexts: &[Context]) -> Vec<Entry<'a>> {
    let mut seen = Vec::new();
    let mut entries: Vec<Entry<'a>> = Vec::new();
    for context in contexts {
        for binding in model.keymap.bindings(*context) {
            if seen.contains(&binding.key) {
                continue;
            }
            seen.push(binding.key);
            let key = binding.key.to_string();
            match entries
                .iter_mut()
                .find(|entry| entry.action == binding.action)
            {
                Some(entry) => entry.keys.push(key),
                None => entries.push(Entry {
                    keys: vec![key],
                    action: binding.action,
                    help: binding.help,
                }),
            }
        }
    }
    entries
}

fn section(
    title: &str,
    entries: Vec<Entry<'_>>,
    now: bool,
    model: &Model,
    width: u16,
    lines: &mut Vec<Line<'static>>,
) {
    const KEYS: usize = 15;
    let theme = &model.theme;
    lines.push(Line::styled(title.to_owned(), theme.style(Role::Heading)));
    for entry in entries {
        // Elsewhere is not now: what can be used there is not known here.
        let why_not = crate::tui::update::why_not(model, entry.action).filter(|_| now);
        let (key, text) = match why_not {
            Some(_) => (Role::Disabled, Role::Disabled),
            None => (Role::Key, Role::Text),
        };
        let keys = cut(&entry.keys.join(" "), KEYS - 1, theme.glyphs.more);
        let room = usize::from(width).saturating_sub(KEYS + 2);
        let help = cut(entry.help, room, theme.glyphs.more);
        let left = room.saturating_sub(help.width() + 2);
        let mut spans = vec![
            Span::styled(
                format!("  {keys}{}", " ".repeat(KEYS - keys.width())),
                theme.style(key),
            ),
            Span::styled(help, theme.style(text)),
        ];
        if let Some(why) = why_not.filter(|_| left > 6) {
            let why = cut(&format!("({why})"), left, theme.glyphs.more);
            spans.push(Span::styled(
                format!("  {why}"),
                theme.style(Role::Disabled),
            ));
        }
        lines.push(Line::from(spans));
    }
    lines.push(Line::default());
}
