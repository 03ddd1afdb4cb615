//! PURE. A text that is being typed. Owns: the text, its cursor, its height. Does not own: what it is for.

use crate::tui::theme::{Role, Theme};
use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;
use ratatui_textarea::{CursorMove, TextArea, WrapMode};
use unicode_width::UnicodeWidthStr as _;

/// A text that is being typed.
#[derive(Debug, Clone)]
pub struct Field {
    area: TextArea<'static>,
}

impl Default for Field {
    fn default() -> Self {
        Self::new("")
    }
}

impl Field {
    /// A field with this text in it, and the cursor behind it.
    pub fn new(text: &str) -> Self {
        let mut area = TextArea::new(text.split('\n').map(str::to_owned).collect());
        area.set_wrap_mode(WrapMode::WordOrGlyph);
        area.move_cursor(CursorMove::Bottom);
        area.move_cursor(CursorMove::End);
        Self { area }
    }

    /// What is typed.
    pub fn text(&self) -> String {
        self.area.lines().join("\n")
    }

    /// Whether nothing is typed.
    pub fn is_empty(&self) -> bool {
        self.area.is_empty()
    }

    /// Types a key.
    pub fn key(&mut self, event: KeyEvent) {
        self.area.input(event);
    }

    /// Types a text, as if pasted.
    pub fn insert(&mut self, text: &str) {
        self.area.insert_str(text);
    }

    /// How many rows it wants at this width, at most so many.
    pub fn height(&self, width: u16, most: u16) -> u16 {
        let width = usize::from(width.max(1));
        let rows: usize = self
            .area
            .lines()
            .iter()
            .map(|line| line.width() / width + 1)
            .sum();
        u16::try_from(rows)
            .unwrap_or(u16::MAX)
            .clamp(1, most.max(1))
    }

    /// Draws it; the cursor only where it is typed in.
    pub fn view(&self, focused: bool, hint: &str, theme: &Theme, area: Rect, buffer: &mut Buffer) {
        let mut shown = self.area.clone();
        shown.set_style(theme.style(Role::Text));
        shown.set_cursor_line_style(theme.style(Role::Text));
        shown.set_cursor_style(if focused {
            theme.style(Role::Selected)
        } else {
            theme.style(Role::Text)
        });
        shown.set_placeholder_text(hint);
        shown.set_placeholder_style(theme.style(Role::Dim));
        (&shown).render(area, buffer);
    }
}
