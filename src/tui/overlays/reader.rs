//! PURE. A text to read, on top of the screen. Owns: its lines and how far it is scrolled.
//! Does not own: where it came from.

use super::place;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::text::{safe, wrap};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::text::Line;

/// What a text can be asked for again from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// The output of a task, by its id.
    Task(String),
    /// What fills the context.
    ContextUse,
}

/// A text to read.
#[derive(Debug, Clone, Default)]
pub struct Reader {
    /// Its title.
    pub title: String,
    /// The text, from outside: it is made safe when it is drawn.
    pub text: String,
    /// Lines above the first that is shown.
    pub scroll: usize,
    /// Where it comes from, if it can be asked for again.
    pub source: Option<Source>,
}

impl Reader {
    /// A text from its beginning.
    pub fn new(title: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            text: text.into(),
            scroll: 0,
            source: None,
        }
    }

    /// A text that is being asked for.
    pub fn awaited(title: impl Into<String>, source: Source) -> Self {
        Self {
            source: Some(source),
            ..Self::new(title, "The CLI is being asked.")
        }
    }

    /// The text came, for the first time or again. Who read its end goes on reading the end.
    pub fn fill(&mut self, text: impl Into<String>, screen: Size) {
        let before = self.scroll;
        self.scroll_by(1, screen);
        let at_end = self.scroll == before && before > 0;
        self.text = text.into();
        self.scroll = before;
        self.scroll_by(if at_end { isize::MAX / 2 } else { 0 }, screen);
    }

    /// Scrolls, within what is there on a screen of this size.
    pub fn scroll_by(&mut self, by: isize, screen: Size) {
        let width = size(screen).0.saturating_sub(2);
        let rows: usize = self
            .text
            .lines()
            .map(|line| {
                wrap(
                    &safe(
                        line,
                        ratatui::style::Style::new(),
                        ratatui::style::Style::new(),
                    ),
                    width,
                    "",
                )
                .len()
            })
            .sum();
        let most = rows.saturating_sub(usize::from(size(screen).1.saturating_sub(2)));
        self.scroll = self.scroll.min(most).saturating_add_signed(by).min(most);
    }
}

fn size(screen: Size) -> (u16, u16) {
    (
        (screen.width * 9 / 10).max(38).min(screen.width),
        (screen.height * 9 / 10).max(8).min(screen.height),
    )
}

/// Draws it.
pub fn view(reader: &Reader, model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let (width, height) = size(area.as_size());
    let place = place(width, height, area, buffer);
    let title = format!(" {} ", crate::sanitise::sanitise(&reader.title));
    let inner = frame(title, true, theme, place, buffer);
    let (text, escaped) = (theme.style(Role::Text), theme.style(Role::Escaped));
    let lines = reader
        .text
        .lines()
        .flat_map(|line| wrap(&safe(line, text, escaped), inner.width, ""));
    let shown: Vec<Line<'static>> = lines
        .skip(reader.scroll)
        .take(usize::from(inner.height))
        .collect();
    for (y, line) in (inner.y..inner.bottom()).zip(&shown) {
        buffer.set_line(inner.x, y, line, inner.width);
    }
}
