//! PURE. Text that was found, made visible in a row of cells. Owns: where it stands on the screen. It looks at the text as it
//! is shown, so what is shown differently from how it was found is not marked.

use crate::trace::filter::Pattern;
use crate::tui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr as _;

/// Marks what stands in a line that is drawn at this place.
pub fn mark(line: &Line<'_>, patterns: &[&Pattern], at: Rect, theme: &Theme, buffer: &mut Buffer) {
    for (column, width) in columns(line, patterns) {
        let x = at.x.saturating_add(column).min(at.right());
        let width = width.min(at.right().saturating_sub(x));
        buffer.set_style(Rect::new(x, at.y, width, 1), theme.style(Role::Match));
    }
}

/// The columns of a line in which something stands: where it starts, and how wide it is.
fn columns(line: &Line<'_>, patterns: &[&Pattern]) -> Vec<(u16, u16)> {
    let text: String = line.spans.iter().map(|span| &*span.content).collect();
    let wide = |part: Option<&str>| u16::try_from(part.map_or(0, str::width)).unwrap_or(u16::MAX);
    let mut found = Vec::new();
    for pattern in patterns {
        for span in pattern.spans(text.as_bytes()) {
            // A pattern may begin or end inside a character.
            let from = text.floor_char_boundary(span.start);
            let to = text.ceil_char_boundary(span.end);
            found.push((wide(text.get(..from)), wide(text.get(from..to))));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_wide_characters_and_go_over_spans() {
        let one = Pattern::text("b").unwrap();
        let line = Line::from(vec!["漢".into(), "ab".into(), "Bc".into()]);
        assert_eq!(columns(&line, &[&one]), [(3, 1), (4, 1)]);
        let two = Pattern::text("漢a").unwrap();
        assert_eq!(columns(&line, &[&two]), [(0, 3)]);
        let inside = Pattern::regex("(?-u)\\xbc").unwrap();
        assert_eq!(columns(&line, &[&inside]), [(0, 2)]);
    }
}
