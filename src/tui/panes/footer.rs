//! PURE. The last line: a notice, or the keys that work now.

use crate::tui::keymap::Context;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::text::cut;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    buffer.set_style(area, theme.style(Role::Footer));
    if let Some(notice) = &model.notice {
        let role = if notice.bad { Role::Bad } else { Role::Info };
        let text = cut(
            &format!(" {}", notice.text),
            usize::from(area.width),
            theme.glyphs.more,
        );
        buffer.set_line(
            area.x,
            area.y,
            &Line::styled(text, theme.style(role)),
            area.width,
        );
        return;
    }
    let context = model.context();
    let mut spans = Vec::new();
    let own = model.keymap.bindings(context);
    let general = model
        .keymap
        .bindings(Context::Global)
        .filter(|_| context != Context::Global);
    let mut named = Vec::new();
    for binding in own.chain(general) {
        // The first key for an action is enough.
        if named.contains(&binding.action) || !crate::tui::update::can(model, binding.action) {
            continue;
        }
        named.push(binding.action);
        spans.push(Span::styled(
            format!(" {}", binding.key),
            theme.style(Role::Key),
        ));
        spans.push(Span::styled(
            format!(" {} ", binding.help),
            theme.style(Role::Footer),
        ));
        let used: usize = spans.iter().map(Span::width).sum();
        if used > usize::from(area.width) {
            spans.truncate(spans.len() - 2);
            break;
        }
    }
    buffer.set_line(area.x, area.y, &Line::from(spans), area.width);
}
