//! PURE. A text to read, on top of the screen. Owns: its lines and how far it is scrolled.
//! Does not own: where it came from.

use super::large;
use super::{more_below, place};
use crate::tui::model::Model;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::flow::wrap;
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::text::safe;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;
use ratatui::text::Line;

/// What a text can be asked for again from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// The output of a task, by its id.
    Task(String),
    /// What fills the context.
    ContextUse,
    /// The recordings there are.
    Recordings,
    /// What is held while the session is paused; it is known here and never asked for.
    Held,
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
    laid: Laid,
}

/// The text as lines, for a frame of this width in this theme: a long text is laid out once and not for every frame.
#[derive(Debug, Clone, Default)]
struct Laid {
    key: Option<(u16, String)>,
    lines: Vec<Line<'static>>,
}

impl Reader {
    /// A text from its beginning.
    pub fn new(title: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            text: text.into(),
            scroll: 0,
            source: None,
            laid: Laid::default(),
        }
    }

    /// Lays it out for a screen of this size, unless it is.
    pub fn lay(&mut self, screen: Size, theme: &Theme) {
        let width = large(screen).0.saturating_sub(2);
        let key = Some((width, theme.name.clone()));
        if self.laid.key != key {
            let lines = lines(&self.text, width, theme);
            self.laid = Laid { key, lines };
        }
    }

    /// How many rows it takes.
    fn rows(&self, width: u16) -> usize {
        match &self.laid.key {
            Some((laid, _)) if *laid == width => self.laid.lines.len(),
            _ => {
                let plain = Style::new();
                let line = |line: &str| wrap(&safe(line, plain, plain), width, "").len();
                self.text.lines().map(line).sum()
            }
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
        self.laid = Laid::default();
        self.scroll = before;
        self.scroll_by(if at_end { isize::MAX / 2 } else { 0 }, screen);
    }

    /// Scrolls, within what is there on a screen of this size.
    pub fn scroll_by(&mut self, by: isize, screen: Size) {
        let width = large(screen).0.saturating_sub(2);
        let rows = self.rows(width);
        let most = rows.saturating_sub(usize::from(large(screen).1.saturating_sub(2)));
        self.scroll = self.scroll.min(most).saturating_add_signed(by).min(most);
    }
}

/// A text from outside as lines.
fn lines(text: &str, width: u16, theme: &Theme) -> Vec<Line<'static>> {
    let (plain, escaped) = (theme.style(Role::Text), theme.style(Role::Escaped));
    text.lines()
        .flat_map(|line| wrap(&safe(line, plain, escaped), width, ""))
        .collect()
}

/// Draws it.
pub fn view(reader: &Reader, model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let (width, height) = large(area.as_size());
    let place = place(width, height, area, buffer);
    let title = format!(" {} ", crate::sanitise::sanitise(&reader.title));
    let inner = frame(title, true, theme, place, buffer);
    let made;
    let all = match &reader.laid.key {
        Some((width, name)) if *width == inner.width && *name == theme.name => &reader.laid.lines,
        _ => {
            made = lines(&reader.text, inner.width, theme);
            &made
        }
    };
    let below = all
        .len()
        .saturating_sub(reader.scroll + usize::from(inner.height));
    more_below(below, theme, place, buffer);
    let shown = all.iter().skip(reader.scroll);
    for (y, line) in (inner.y..inner.bottom()).zip(shown) {
        buffer.set_line(inner.x, y, line, inner.width);
    }
}

#[cfg(test)]
mod tests {
    use super::Reader;
    use crate::tui::theme::{Depth, Theme};
    use ratatui::layout::Size;

    #[test]
    fn a_long_text_is_laid_out_once() {
        let theme = Theme::shipped("default", Depth::True).unwrap().unwrap();
        let screen = Size::new(100, 30);
        let mut reader = Reader::new("x", "a\nb\n");
        reader.lay(screen, &theme);
        assert_eq!(reader.laid.lines.len(), 2);
        // What stands there is used again, for scrolling too.
        reader.laid.lines = vec!["kept".into(); 100];
        reader.lay(screen, &theme);
        reader.scroll_by(isize::MAX / 2, screen);
        assert_eq!((reader.laid.lines.len(), reader.scroll), (100, 75));
        // Another width or another text is laid out anew.
        reader.lay(Size::new(60, 30), &theme);
        assert_eq!(reader.laid.lines.len(), 2);
        reader.fill("a\nb\nc", screen);
        reader.lay(screen, &theme);
        assert_eq!(reader.laid.lines.len(), 3);
    }
}
