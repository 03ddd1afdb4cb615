//! PURE. A field to type in, on top of the screen. Owns: the text. Does not own: what it is for (`update::chosen`).

use super::picker::Of;
use super::{inspector, place};
use crate::tui::layout::layout;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::field::Field;
use crate::tui::widgets::flow::wrap;
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::text::cut;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Span;
use ratatui::widgets::{Clear, Widget as _};
use unicode_width::UnicodeWidthStr as _;

/// What is being typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryFor {
    /// A new name for the session.
    Rename,
    /// What to search for in the conversation.
    Search,
    /// What the summary should keep.
    Compact,
    /// Which lines on the wire are shown.
    Filter {
        /// The filter that counted before.
        before: String,
        /// Which of those of before is shown, from the latest; 0 is none.
        back: usize,
        /// What was typed before one was.
        typed: String,
    },
    /// The name under which a filter is kept.
    FilterName(String),
    /// What to search for in the lines on the wire.
    Find {
        /// The line one was at.
        from: u32,
        /// Whether the end was followed.
        followed: bool,
    },
    /// What to search for in the line that is taken apart.
    FindInside,
    /// Where to go in a recording.
    Time,
    /// The rule to be allowed from now on: for which request.
    Rule(Of),
}

/// A field with a title.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its title.
    pub title: String,
    /// A line about it, for people.
    pub about: String,
    /// What for.
    pub purpose: EntryFor,
    /// What is typed.
    pub field: Field,
    /// Lines below it: what is wrong with it, what could come next. They may be from outside.
    pub below: Vec<(String, Role)>,
}

impl Entry {
    /// A field that begins with this text.
    pub fn new(
        title: impl Into<String>,
        about: impl Into<String>,
        purpose: EntryFor,
        text: &str,
    ) -> Self {
        Self {
            title: title.into(),
            about: about.into(),
            purpose,
            field: Field::new(text),
            below: Vec::new(),
        }
    }

    /// Whether what is typed is one line.
    pub fn is_one_line(&self) -> bool {
        self.purpose != EntryFor::Compact
    }

    /// Whether it stands where prompts are typed: what is found is seen while it is typed, and nothing is covered.
    pub fn is_docked(&self) -> bool {
        matches!(
            self.purpose,
            EntryFor::Search | EntryFor::Filter { .. } | EntryFor::Find { .. }
        )
    }

    /// How many rows it takes on a screen of this width where it is docked. Those below the field are there from the start,
    /// so that nothing moves while one types.
    pub fn docked_height(&self, screen: u16) -> u16 {
        let hints = if self.is_filter() { HINTS } else { 0 };
        let below = u16::try_from(self.below.len()).unwrap_or(0).max(hints);
        self.field.height(screen.saturating_sub(4), 8) + below + 2
    }

    /// Whether it is a filter that is typed.
    pub fn is_filter(&self) -> bool {
        matches!(self.purpose, EntryFor::Filter { .. })
    }
}

/// Rows below a filter: what could come next, or what is wrong and where.
const HINTS: u16 = 2;

/// Draws it. Where the next letter would stand.
pub fn view(entry: &Entry, model: &Model, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    if entry.purpose == EntryFor::FindInside {
        return inside(entry, model, inspector::last_row(area), buffer);
    }
    let theme = &model.theme;
    // What is found is seen while it is typed.
    let at_bottom = entry.is_docked();
    let width = if at_bottom {
        area.width
    } else {
        (area.width * 3 / 4).clamp(38, 90)
    };
    let about = Span::styled(entry.about.clone(), theme.style(Role::Dim));
    let about = if entry.about.is_empty() {
        Vec::new()
    } else {
        wrap(&[about], width.saturating_sub(4), "")
    };
    let extra = u16::try_from(about.len()).unwrap_or(0);
    let rows = entry.field.height(width.saturating_sub(4), 8);
    let below = u16::try_from(entry.below.len()).unwrap_or(0);
    let height = rows + extra + below + 2;
    let area = if entry.is_docked() && model.overlays.len() == 1 {
        layout(area.as_size(), model).composer
    } else if at_bottom {
        Rect {
            y: area.bottom().saturating_sub(height + 1),
            height: height.min(area.height),
            ..area
        }
    } else {
        area
    };
    let height = if at_bottom { area.height } else { height };
    let place = place(width, height, area, buffer);
    let inner = frame(format!(" {} ", entry.title), true, theme, place, buffer);
    for (y, line) in (inner.y..inner.bottom()).zip(&about) {
        buffer.set_line(inner.x, y, line, inner.width);
    }
    let typed = Rect {
        y: inner.y + extra.min(inner.height),
        height: inner.height.saturating_sub(extra + below).min(rows),
        ..inner
    };
    let cursor = entry.field.view(true, "", theme, typed, buffer);
    for (y, (words, role)) in (typed.bottom()..inner.bottom()).zip(&entry.below) {
        let words = cut(words, usize::from(inner.width), theme.glyphs.more);
        buffer.set_stringn(
            inner.x,
            y,
            words,
            usize::from(inner.width),
            theme.style(*role),
        );
    }
    cursor
}

/// Draws it as one line of what is searched: its title, what is typed, and how that goes at the right.
fn inside(entry: &Entry, model: &Model, line: Rect, buffer: &mut Buffer) -> Option<Position> {
    let theme = &model.theme;
    Clear.render(line, buffer);
    let title = format!("{}: ", entry.title);
    let wide = narrow(title.width()).min(line.width / 2);
    buffer.set_stringn(
        line.x,
        line.y,
        title,
        usize::from(wide),
        theme.style(Role::Key),
    );
    let told = entry.below.first().map_or("", |(words, _)| words.as_str());
    // Whoever types sees what is typed, before all else.
    let room = usize::from(line.width.saturating_sub(wide) / 2);
    let told = if told.width() < room { told } else { "" };
    let right = narrow(told.width());
    let x = line.right().saturating_sub(right);
    buffer.set_stringn(x, line.y, told, usize::from(right), theme.style(Role::Dim));
    let typed = Rect {
        x: line.x + wide,
        width: line
            .width
            .saturating_sub(wide + right + u16::from(right > 0)),
        ..line
    };
    entry.field.view(true, "", theme, typed, buffer)
}

fn narrow(width: usize) -> u16 {
    u16::try_from(width).unwrap_or(u16::MAX)
}
