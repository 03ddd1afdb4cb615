//! PURE. Where prompts are typed. Owns: the text, its height, the prompts of before. Does not own: sending (`update`).

use crate::tui::model::{Focus, Model};
use crate::tui::theme::Role;
use crate::tui::widgets::frame::frame;
use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;
use ratatui_textarea::{TextArea, WrapMode};

/// Prompts that are remembered.
const REMEMBERED: usize = 500;

/// The composer of one session.
#[derive(Debug, Clone)]
pub struct Composer {
    text: TextArea<'static>,
    /// Prompts of before, oldest first.
    history: Vec<String>,
    /// Which of them is shown; what was typed before is kept as the draft.
    back: Option<(usize, String)>,
}

impl Default for Composer {
    fn default() -> Self {
        Self {
            text: area(""),
            history: Vec::new(),
            back: None,
        }
    }
}

fn area(text: &str) -> TextArea<'static> {
    let mut area = TextArea::new(text.split('\n').map(str::to_owned).collect());
    area.set_wrap_mode(WrapMode::WordOrGlyph);
    area.move_cursor(ratatui_textarea::CursorMove::Bottom);
    area.move_cursor(ratatui_textarea::CursorMove::End);
    area
}

impl Composer {
    /// What is typed.
    pub fn text(&self) -> String {
        self.text.lines().join("\n")
    }

    /// Whether nothing is typed.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Types a key.
    pub fn key(&mut self, event: KeyEvent) {
        self.text.input(event);
    }

    /// Types a text, as if pasted.
    pub fn insert(&mut self, text: &str) {
        self.text.insert_str(text);
    }

    /// Replaces everything.
    pub fn set(&mut self, text: &str) {
        self.text = area(text);
    }

    /// Takes what is typed, remembers it, and is empty again.
    pub fn take(&mut self) -> String {
        let text = self.text();
        self.set("");
        self.back = None;
        self.remember(text.clone());
        text
    }

    /// A prompt of before.
    pub fn remember(&mut self, text: String) {
        if text.trim().is_empty() || self.history.last() == Some(&text) {
            return;
        }
        self.history.push(text);
        if self.history.len() > REMEMBERED {
            self.history.remove(0);
        }
    }

    /// One prompt back; only from the first line, so that the key still moves in a long text.
    pub fn history_back(&mut self) -> bool {
        let (at, draft) = match self.back.take() {
            Some((at, draft)) => (at.checked_sub(1), draft),
            None => (self.history.len().checked_sub(1), self.text()),
        };
        let at = at.unwrap_or_default();
        let Some(text) = self.history.get(at).cloned() else {
            return false;
        };
        self.back = Some((at, draft));
        self.set(&text);
        true
    }

    /// One prompt forward, and at the end what was typed.
    pub fn history_forward(&mut self) -> bool {
        let Some((at, draft)) = self.back.take() else {
            return false;
        };
        if let Some(text) = self.history.get(at + 1).cloned() {
            self.back = Some((at + 1, draft));
            self.set(&text);
        } else {
            self.set(&draft);
        }
        true
    }

    /// Whether the cursor is on the first line; on the last one.
    pub fn at_edge(&self) -> (bool, bool) {
        let row = self.text.cursor().0;
        (row == 0, row + 1 == self.text.lines().len())
    }

    /// How many rows it wants, frame included.
    pub fn height(&self, width: u16) -> u16 {
        let inner = usize::from(width.saturating_sub(4).max(1));
        let rows: usize = self
            .text
            .lines()
            .iter()
            .map(|line| unicode_width::UnicodeWidthStr::width(line.as_str()) / inner + 1)
            .sum();
        u16::try_from(rows.clamp(1, 8)).unwrap_or(8) + 2
    }
}

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let focused = model.focus == Focus::Composer && model.overlays.is_empty();
    let inner = frame(" Prompt ", focused, theme, area, buffer);
    let Some(seat) = model.seat() else { return };
    let composer = &seat.composer;
    if composer.is_empty() && !focused {
        let hint = "press i to type";
        buffer.set_stringn(
            inner.x,
            inner.y,
            hint,
            usize::from(inner.width),
            theme.style(Role::Dim),
        );
        return;
    }
    let mut text = composer.text.clone();
    text.set_style(theme.style(Role::Text));
    text.set_cursor_line_style(theme.style(Role::Text));
    if !focused {
        text.set_cursor_style(theme.style(Role::Text));
    }
    text.set_placeholder_text("Ask the agent something. Enter sends, alt+enter starts a new line.");
    text.set_placeholder_style(theme.style(Role::Dim));
    (&text).render(inner, buffer);
}
