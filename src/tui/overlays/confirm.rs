//! PURE. A question that wants a yes before something is done. Owns: the words. Does not own: doing it (`update::chosen`).

use super::place;
use crate::tui::action::Action;
use crate::tui::keymap::Context;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::flow::wrap;
use crate::tui::widgets::frame::frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use std::time::Duration;

/// What is done after a yes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Then {
    /// The session is ended.
    Cancel,
    /// A permission mode that asks nothing is asked about once more.
    ModeForSure(String),
    /// The permission mode is set to one that asks nothing.
    Mode(String),
    /// The program is left although a session works.
    Quit,
}

/// A question.
#[derive(Debug, Clone)]
pub struct Confirm {
    /// The question; our own words.
    pub question: String,
    /// What will happen, line by line; our own words.
    pub about: Vec<String>,
    /// What is done after a yes.
    pub then: Then,
    /// By the program's clock: a yes before this is one that was meant for something else.
    pub not_before: Duration,
}

/// Draws it.
pub fn view(confirm: &Confirm, model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let width = (area.width * 2 / 3).clamp(38, 76);
    let inside = width.saturating_sub(4);
    let mut lines = Vec::new();
    for text in &confirm.about {
        let span = Span::styled(text.clone(), theme.style(Role::Text));
        lines.extend(wrap(&[span], inside, ""));
    }
    lines.push(Line::default());
    let key = |action| {
        let key = model.keymap.key_for(Context::Confirm, action);
        key.map_or_else(String::new, |key| key.to_string())
    };
    lines.push(Line::from(vec![
        Span::styled(key(Action::Accept), theme.style(Role::Key)),
        Span::styled(" yes   ", theme.style(Role::Text)),
        Span::styled(key(Action::Leave), theme.style(Role::Key)),
        Span::styled(" no", theme.style(Role::Text)),
    ]));
    let height = u16::try_from(lines.len())
        .unwrap_or(u16::MAX)
        .saturating_add(2);
    let place = place(width, height, area, buffer);
    let title = Span::styled(
        format!(" {} ", confirm.question),
        theme.style(Role::Warning),
    );
    let inner = frame(title, true, theme, place, buffer);
    for (y, line) in (inner.y..inner.bottom()).zip(&lines) {
        buffer.set_line(inner.x, y, line, inner.width);
    }
}
