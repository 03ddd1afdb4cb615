//! PURE. The frame of a pane. Owns: border, title, what the focus looks like.

use crate::tui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Widget as _};

/// Draws a frame and gives what is inside of it.
pub fn frame<'a>(
    title: impl Into<Line<'a>>,
    focused: bool,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Rect {
    let border = if focused {
        Role::BorderFocused
    } else {
        Role::Border
    };
    let block = Block::bordered()
        .border_set(theme.glyphs.border)
        .border_style(theme.style(border))
        .title(title)
        .title_style(theme.style(if focused {
            Role::BorderFocused
        } else {
            Role::Title
        }));
    let inner = block.inner(area);
    block.render(area, buffer);
    inner
}
