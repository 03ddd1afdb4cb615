//! PURE. The frame of a pane. Owns: border, title, what the focus looks like.

use super::text::cut;
use crate::tui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
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
    let room = usize::from(area.width.saturating_sub(2));
    let title = fitting(title.into(), room, theme.glyphs.more);
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

/// A title that is too long ends in the sign for that.
fn fitting<'a>(title: Line<'a>, room: usize, more: &str) -> Line<'a> {
    if title.width() <= room {
        return title;
    }
    let mut left = room;
    let mut spans = Vec::new();
    for span in &title.spans {
        let wide = span.width();
        // A span that fills the room to the last column hides those behind it: they have to be told of.
        if wide < left {
            left -= wide;
            spans.push(span.clone());
            continue;
        }
        let longer = format!("{}{more}{more}", span.content.trim_end());
        spans.push(Span::styled(cut(&longer, left, more), span.style));
        break;
    }
    Line { spans, ..title }
}

#[cfg(test)]
mod tests {
    use super::fitting;
    use ratatui::text::{Line, Span};

    #[test]
    fn a_title_is_cut_where_it_can_be_seen() {
        let title = |text: &str, room| fitting(Line::from(text.to_owned()), room, "…").to_string();
        assert_eq!(title(" whole ", 7), " whole ");
        assert_eq!(title(" a long title ", 8), " a long…");
        assert_eq!(title("広い題名", 5), "広い…");
        let two = Line::from(vec![Span::raw(" one "), Span::raw("two three ")]);
        assert_eq!(fitting(two.clone(), 9, "…").to_string(), " one two…");
        assert_eq!(fitting(two.clone(), 5, "…").to_string(), " one…");
        assert_eq!(fitting(two, 1, "…").to_string(), "…");
    }
}
