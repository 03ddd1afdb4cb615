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
const COLUMN: u16 = 60;
/// What is between two columns.
const BETWEEN: u16 = 2;

/// How far it is scrolled, and where it was asked for.
#[derive(Debug, Clone)]
pub struct Help {
    /// Lines above.
    pub scroll: usize,
    /// Who heard the keys before it was opened.
    pub context: Context,
    /// What could not be done then, and why, if it lies on something else: that cannot be asked any more.
    cannot: Option<Vec<(Action, &'static str)>>,
}

impl Help {
    /// The help for where one is.
    pub fn new(model: &Model) -> Self {
        let context = model.context();
        let here = entries(model, &model.keymap.heard(context));
        let why = |entry: Entry<'_>| {
            let why = crate::tui::update::why_not(model, entry.action)?;
            Some((entry.action, why))
        };
        Self {
            scroll: 0,
            context,
            cannot: (!model.overlays.is_empty())
                .then(|| here.into_iter().filter_map(why).collect()),
        }
    }

    /// Why something cannot be done where one is.
    fn why_not(&self, model: &Model, action: Action) -> Option<&'static str> {
        let Some(cannot) = &self.cannot else {
            return crate::tui::update::why_not(model, action);
        };
        let found = cannot.iter().find(|(other, _)| *other == action);
        found.map(|(_, why)| *why)
    }
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
    let columns = columns(help, model, inner.width);
    let hidden = hidden(&columns, inner.height);
    let skip = help.scroll.min(hidden);
    let step = column_width(inner.width) + BETWEEN;
    for (x, column) in (inner.x..).step_by(usize::from(step)).zip(&columns) {
        for (y, line) in (inner.y..inner.bottom()).zip(column.iter().skip(skip)) {
            buffer.set_line(x, y, line, inner.right().saturating_sub(x));
        }
    }
    super::more_below(hidden - skip, theme, place, buffer);
}

/// How far it can be scrolled.
pub fn last_scroll(help: &Help, model: &Model) -> usize {
    let screen = Size::new(
        model.size.width.max(SMALLEST.width),
        model.size.height.max(SMALLEST.height),
    );
    let (width, height) = size(screen);
    let columns = columns(help, model, width.saturating_sub(2));
    hidden(&columns, height.saturating_sub(2))
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
    let width = screen.width.saturating_sub(screen.width / 20);
    let height = screen.height.saturating_sub(2);
    (width.min(150), height)
}

/// One column, or two where there is room: the second begins with a place of its own.
fn columns(help: &Help, model: &Model, width: u16) -> Vec<Vec<Line<'static>>> {
    let mut first = lines(help, model, column_width(width));
    if width < 2 * COLUMN + BETWEEN {
        return vec![first];
    }
    let half = first.len() / 2;
    let ends = first.iter().enumerate();
    let ends = ends.filter(|(_, line)| line.spans.is_empty());
    let nearest = ends.map(|(at, _)| at).min_by_key(|at| at.abs_diff(half));
    let Some(end) = nearest else {
        return vec![first];
    };
    let second = first.split_off(end + 1);
    vec![first, second]
}

fn column_width(width: u16) -> u16 {
    if width < 2 * COLUMN + BETWEEN {
        return width;
    }
    width.saturating_sub(BETWEEN) / 2
}

/// Rows that do not fit.
fn hidden(columns: &[Vec<Line<'static>>], rows: u16) -> usize {
    let longest = columns.iter().map(Vec::len).max().unwrap_or(0);
    longest.saturating_sub(usize::from(rows))
}

fn lines(help: &Help, model: &Model, width: u16) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let here: Vec<_> = model.keymap.heard(help.context);
    section(
        "Here and now",
        entries(model, &here),
        Some(help),
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
            // Elsewhere is not now: what can be used there is not known here.
            entries(model, &[other]),
            None,
            model,
            width,
            &mut lines,
        );
    }
    lines.push(Line::styled(
        "Wherever text is typed",
        model.theme.style(Role::Heading),
    ));
    for (keys, _, help) in crate::tui::keymap::EDITING {
        let key = keys.first().copied().unwrap_or_default();
        lines.push(Line::from(vec![
            Span::styled(format!("  {key:<17}"), model.theme.style(Role::Key)),
            Span::styled((*help).to_owned(), model.theme.style(Role::Text)),
        ]));
    }
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
    help: Option<&Help>,
    model: &Model,
    width: u16,
    lines: &mut Vec<Line<'static>>,
) {
    const KEYS: usize = 17;
    let theme = &model.theme;
    lines.push(Line::styled(title.to_owned(), theme.style(Role::Heading)));
    for entry in entries {
        let why_not = help.and_then(|help| help.why_not(model, entry.action));
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
