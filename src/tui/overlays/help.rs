//! PURE. Every key and what it means, printed from the keymap.

use crate::tui::keymap::Context;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::frame::frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// How far it is scrolled.
#[derive(Debug, Clone, Copy, Default)]
pub struct Help {
    /// Lines above.
    pub scroll: usize,
}

/// Draws it.
pub fn view(help: &Help, model: &Model, area: Rect, buffer: &mut Buffer) {
    let place = super::place(area.width * 4 / 5, area.height * 9 / 10, area, buffer);
    let theme = &model.theme;
    let inner = frame(" Help ", true, theme, place, buffer);
    let lines = lines(model);
    let skip = help
        .scroll
        .min(lines.len().saturating_sub(usize::from(inner.height)));
    for (row, line) in lines
        .iter()
        .skip(skip)
        .take(usize::from(inner.height))
        .enumerate()
    {
        buffer.set_line(
            inner.x,
            inner.y + u16::try_from(row).unwrap_or(0),
            line,
            inner.width,
        );
    }
}

fn lines(model: &Model) -> Vec<Line<'static>> {
    let theme = &model.theme;
    let contexts = [
        ("Everywhere", Context::Global),
        ("In a pane", Context::Pane),
        ("In the conversation", Context::Conversation),
        ("In tools", Context::Tools),
        ("In tasks", Context::Tasks),
        ("While typing", Context::Composer),
        ("Answering a request", Context::Request),
        ("In a form", Context::Form),
        ("In a field", Context::Field),
        ("In a list", Context::List),
        ("Reading", Context::Overlay),
        ("Asked for a yes", Context::Confirm),
    ];
    let mut lines = Vec::new();
    for (title, context) in contexts {
        lines.push(Line::styled(title, theme.style(Role::Heading)));
        for binding in model.keymap.bindings(context) {
            lines.push(Line::from(vec![
                Span::styled(
                    format!("  {:<12}", binding.key.to_string()),
                    theme.style(Role::Key),
                ),
                Span::styled(binding.help.to_owned(), theme.style(Role::Text)),
            ]));
        }
        lines.push(Line::default());
    }
    lines.push(Line::styled(
        "Wherever text is typed",
        theme.style(Role::Heading),
    ));
    for (keys, _, help) in crate::tui::keymap::EDITING {
        let key = keys.first().copied().unwrap_or_default();
        lines.push(Line::from(vec![
            Span::styled(format!("  {key:<12}"), theme.style(Role::Key)),
            Span::styled((*help).to_owned(), theme.style(Role::Text)),
        ]));
    }
    lines
}
