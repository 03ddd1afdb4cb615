//! PURE. Emoji that are joined of several, on terminals that disagree about their width. Owns: that such a cell changes
//! nothing but itself. Does not own: which are let through (`sanitise`).
//!
//! One that knows them draws a family as one picture, two cells wide. One that does not draws four people, eight cells
//! wide, over what stands to the right. So what stands there is always written after it, and where there is no room for
//! all of them before the edge, only the first is drawn: else the terminal would go on in the next row.

use crate::sanitise::joined_emoji;
use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::Rect;

/// The fewest bytes of such a symbol: two pictures and what joins them.
const FEWEST: usize = 9;

/// Makes every joined emoji in the area harmless to its neighbours.
pub fn settle(area: Rect, buffer: &mut Buffer) {
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            let Some(wide) = buffer.cell((x, y)).and_then(|cell| apart(cell.symbol())) else {
                continue;
            };
            let end = x.saturating_add(wide);
            if end > area.right() {
                if let Some(cell) = buffer.cell_mut((x, y)) {
                    let first: String = cell.symbol().chars().take(1).collect();
                    cell.set_symbol(&first);
                }
                continue;
            }
            for beside in x.saturating_add(2)..end {
                if let Some(cell) = buffer.cell_mut((beside, y)) {
                    cell.set_diff_option(CellDiffOption::AlwaysUpdate);
                }
            }
        }
    }
}

/// How wide a joined emoji is where each of its parts is drawn by itself; `None` for any other symbol.
fn apart(symbol: &str) -> Option<u16> {
    if symbol.len() < FEWEST {
        return None;
    }
    joined_emoji(symbol)?;
    let drawn = symbol
        .chars()
        .filter(|letter| !matches!(letter, '\u{200d}' | '\u{fe0f}'));
    u16::try_from(2 * drawn.count()).ok()
}

#[cfg(test)]
mod tests {
    use super::settle;
    use crate::tui::widgets::text::safe;
    use ratatui::buffer::{Buffer, CellDiffOption};
    use ratatui::layout::Rect;
    use ratatui::style::Style;
    use ratatui::text::Line;
    use unicode_width::UnicodeWidthStr as _;

    const FAMILY: &str = "👨\u{200d}👩\u{200d}👧";

    fn drawn(text: &str, width: u16) -> Buffer {
        let area = Rect::new(0, 0, width, 1);
        let mut buffer = Buffer::empty(area);
        let line = Line::from(safe(text, Style::new(), Style::new()));
        buffer.set_line(0, 0, &line, width);
        settle(area, &mut buffer);
        buffer
    }

    #[test]
    fn a_family_is_one_cell_and_what_stands_beside_it_is_written_again() {
        let buffer = drawn(&format!("a{FAMILY}bcdefg"), 20);
        assert_eq!(buffer[(1, 0)].symbol(), FAMILY);
        assert_eq!(buffer[(3, 0)].symbol(), "b");
        let again = |x: u16| buffer[(x, 0)].diff_option == CellDiffOption::AlwaysUpdate;
        let again: Vec<u16> = (0..20).filter(|x| again(*x)).collect();
        assert_eq!(again, [3, 4, 5, 6]);
    }

    #[test]
    fn at_the_edge_only_the_first_is_drawn() {
        let buffer = drawn(&format!("12345678{FAMILY}"), 12);
        assert_eq!(buffer[(8, 0)].symbol(), "👨");
        let buffer = drawn(&format!("123456{FAMILY}"), 12);
        assert_eq!(buffer[(6, 0)].symbol(), FAMILY);
    }

    #[test]
    fn all_that_are_let_through_are_two_cells_wide() {
        let pictures = ('\u{2190}'..='\u{1faff}').map(String::from);
        for one in pictures {
            for joined in [
                format!("{one}\u{200d}👩"),
                format!("👩\u{200d}{one}"),
                format!("👩🏽\u{200d}{one}\u{fe0f}"),
            ] {
                if crate::sanitise::joined_emoji(&joined).is_some() {
                    assert_eq!(
                        joined.width(),
                        2,
                        "{one} {:x}",
                        one.chars().next().unwrap() as u32
                    );
                }
            }
        }
    }
}
