//! PURE. A text as rows of cells. Owns: where rows break, where the cursor is seen, which rows are shown, drawing them.
//! Does not own: the text.
//!
//! What a terminal would obey is spelled out here, so a text may hold it. Only lines near the cursor are looked at: a
//! long text costs no more than a short one.

use super::Field;
use crate::sanitise::{is_harmless, sanitise};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::breaks::{self, Piece};
use crate::tui::widgets::text::cut;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

/// How a tab is shown.
const TAB: &str = "    ";

/// How a text is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Look<'a> {
    /// Whether it is typed in: then the cursor is seen.
    pub focused: bool,
    /// What is shown while nothing is typed; our own words.
    pub hint: &'a str,
    /// What could follow, shown behind the text; from outside.
    pub ghost: &'a str,
    /// Colours.
    pub theme: &'a Theme,
}

/// One thing the cursor steps over.
#[derive(Debug)]
struct Cell {
    shown: String,
    role: Role,
    characters: usize,
    width: usize,
    space: bool,
}

impl Piece for Cell {
    fn shown(&self) -> &str {
        &self.shown
    }

    fn width(&self) -> usize {
        self.width
    }

    fn is_space(&self) -> bool {
        self.space
    }
}

/// One line of the text in rows.
#[derive(Debug)]
struct Rows {
    cells: Vec<Cell>,
    /// Cells by their number; never empty.
    rows: Vec<Range<usize>>,
}

/// A text at a width.
pub struct Sheet<'a> {
    field: &'a Field,
    width: usize,
    label: &'a dyn Fn(char) -> Option<String>,
}

impl std::fmt::Debug for Sheet<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sheet")
            .field("width", &self.width)
            .finish_non_exhaustive()
    }
}

impl<'a> Sheet<'a> {
    /// A text at this width. Characters with a label are shown as that.
    pub fn new(field: &'a Field, width: u16, label: &'a dyn Fn(char) -> Option<String>) -> Self {
        Self {
            field,
            width: usize::from(width.max(1)),
            label,
        }
    }

    /// How many rows it wants, at most so many.
    pub fn height(&self, most: u16) -> u16 {
        let most = most.max(1);
        let mut rows = 0;
        for line in self.field.lines() {
            rows += self.rows(line).rows.len();
            if rows >= usize::from(most) {
                return most;
            }
        }
        u16::try_from(rows).unwrap_or(most).max(1)
    }

    /// The place some rows away from the cursor; none where the text ends.
    pub(super) fn step(&self, by: isize) -> Option<(usize, usize)> {
        let (line, column) = self.field.cursor();
        let here = self.line(line);
        let (row, x) = here.place(column, self.width);
        match row.checked_add_signed(by) {
            Some(target) if target < here.rows.len() => Some((line, here.column(target, x))),
            Some(_) => {
                let next = line + 1;
                let below = self.field.lines().get(next)?;
                Some((next, self.rows(below).column(0, x)))
            }
            None => {
                let previous = line.checked_sub(1)?;
                let above = self.line(previous);
                let last = above.rows.len().saturating_sub(1);
                Some((previous, above.column(last, x)))
            }
        }
    }

    /// Draws it. Where the next letter would stand, if it is typed in.
    pub fn view(&self, look: &Look<'_>, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        if area.is_empty() {
            return None;
        }
        let theme = look.theme;
        if self.field.is_empty() {
            let hint = cut(look.hint, self.width, theme.glyphs.more);
            buffer.set_stringn(area.x, area.y, hint, self.width, theme.style(Role::Dim));
            if look.focused {
                buffer.set_style(Rect::new(area.x, area.y, 1, 1), theme.style(Role::Selected));
            }
            return look.focused.then_some(area.as_position());
        }
        let mut cursor = None;
        let (cursor_line, column) = self.field.cursor();
        for (y, (line, rows, row)) in
            (area.y..area.bottom()).zip(self.window(usize::from(area.height)))
        {
            rows.draw(row, Rect::new(area.x, y, area.width, 1), theme, buffer);
            let (at, x) = rows.place(column, self.width);
            if line != cursor_line || at != row {
                continue;
            }
            if self.field.at_end() {
                self.ghost(look, x, Rect::new(area.x, y, area.width, 1), buffer);
            }
            if look.focused {
                let wide = rows.width_at(column).min(self.width - x).max(1);
                let place = Rect::new(area.x + narrow(x), y, narrow(wide), 1);
                buffer.set_style(place, theme.style(Role::Selected));
                cursor = Some(place.as_position());
            }
        }
        cursor
    }

    fn ghost(&self, look: &Look<'_>, x: usize, area: Rect, buffer: &mut Buffer) {
        let room = self.width.saturating_sub(x + 1);
        if room < 2 || look.ghost.is_empty() {
            return;
        }
        let ghost = cut(look.ghost, room, look.theme.glyphs.more);
        let (x, style) = (area.x + narrow(x) + 1, look.theme.style(Role::Dim));
        buffer.set_stringn(x, area.y, ghost, room, style);
    }

    /// The rows that are shown: line, its rows, which of them. The cursor is among them, and no row is left empty that
    /// has something to show.
    fn window(&self, height: usize) -> Vec<(usize, std::rc::Rc<Rows>, usize)> {
        use std::rc::Rc;
        let (line, column) = self.field.cursor();
        let here = Rc::new(self.line(line));
        let at = here.place(column, self.width).0;
        let of = |line: usize, rows: &Rc<Rows>, range: Range<usize>| {
            let rows = Rc::clone(rows);
            range.map(move |row| (line, Rc::clone(&rows), row))
        };
        let mut below: Vec<_> = of(line, &here, at..here.rows.len()).take(height).collect();
        for (next, text) in self.field.lines().iter().enumerate().skip(line + 1) {
            if below.len() >= height {
                break;
            }
            let rows = Rc::new(self.rows(text));
            let all = 0..rows.rows.len();
            below.extend(of(next, &rows, all));
        }
        // Nearest first.
        let mut above: Vec<_> = of(line, &here, 0..at).rev().take(height).collect();
        for previous in (0..line).rev() {
            if above.len() >= height {
                break;
            }
            let rows = Rc::new(self.line(previous));
            let all = 0..rows.rows.len();
            above.extend(of(previous, &rows, all).rev());
        }
        let half = height.saturating_sub(1) / 2;
        above.truncate(half.max(height.saturating_sub(below.len())));
        above.reverse();
        above.extend(below);
        above.truncate(height);
        above
    }

    fn line(&self, line: usize) -> Rows {
        self.rows(self.field.lines().get(line).map_or("", String::as_str))
    }

    fn rows(&self, line: &str) -> Rows {
        let cells = self.cells(line);
        let rows = broken(&cells, self.width);
        Rows { cells, rows }
    }

    fn cells(&self, line: &str) -> Vec<Cell> {
        let mut cells = Vec::new();
        for grapheme in line.graphemes(true) {
            let mut letters = grapheme.chars();
            let first = letters.next();
            match first.and_then(|letter| (self.label)(letter)) {
                Some(label) => {
                    cells.push(self.cell(&label, Role::Accent, 1));
                    let rest = letters.as_str();
                    if !rest.is_empty() {
                        cells.push(self.cell(rest, Role::Text, rest.chars().count()));
                    }
                }
                None => cells.push(self.cell(grapheme, Role::Text, grapheme.chars().count())),
            }
        }
        cells
    }

    fn cell(&self, text: &str, role: Role, characters: usize) -> Cell {
        let (shown, role) = match text {
            "\t" => (TAB.to_owned(), role),
            text if !is_harmless(text) => (sanitise(text).into_owned(), Role::Escaped),
            // A mark without a letter would vanish.
            text if text.width() == 0 => (text.escape_unicode().to_string(), Role::Escaped),
            text => (text.to_owned(), role),
        };
        let shown = if shown.width() > self.width {
            cut(&shown, self.width, "")
        } else {
            shown
        };
        Cell {
            width: shown.width(),
            space: shown.chars().all(|letter| letter == ' '),
            shown,
            role,
            characters,
        }
    }
}

impl Rows {
    /// The row and column where a cursor behind this many characters is seen.
    fn place(&self, column: usize, width: usize) -> (usize, usize) {
        let mut before = 0;
        let mut last = (0, 0);
        for (number, row) in self.rows.iter().enumerate() {
            let mut x = 0;
            for cell in self.cells.get(row.clone()).unwrap_or_default() {
                if before >= column {
                    return (number, x.min(width.saturating_sub(1)));
                }
                before += cell.characters;
                x += cell.width;
            }
            last = (number, x.min(width.saturating_sub(1)));
        }
        last
    }

    /// How many characters stand before this place.
    fn column(&self, row: usize, x: usize) -> usize {
        let Some(row) = self.rows.get(row) else {
            return 0;
        };
        let count = |cells: &[Cell]| cells.iter().map(|cell| cell.characters).sum::<usize>();
        let mut column = count(self.cells.get(..row.start).unwrap_or_default());
        let cells = self.cells.get(row.clone()).unwrap_or_default();
        let ends_line = row.end == self.cells.len();
        let mut at = 0;
        for (number, cell) in cells.iter().enumerate() {
            let last = number + 1 == cells.len() && !ends_line;
            if at + cell.width > x || last {
                break;
            }
            at += cell.width;
            column += cell.characters;
        }
        column
    }

    /// How wide what stands behind this many characters is.
    fn width_at(&self, column: usize) -> usize {
        let mut before = 0;
        for cell in &self.cells {
            if before >= column {
                return cell.width;
            }
            before += cell.characters;
        }
        1
    }

    fn draw(&self, row: usize, area: Rect, theme: &Theme, buffer: &mut Buffer) {
        let Some(row) = self.rows.get(row) else {
            return;
        };
        let mut x = 0;
        for cell in self.cells.get(row.clone()).unwrap_or_default() {
            let room = usize::from(area.width).saturating_sub(x);
            if cell.width > room {
                break;
            }
            let style = theme.style(cell.role);
            buffer.set_stringn(area.x + narrow(x), area.y, &cell.shown, room, style);
            x += cell.width;
        }
    }
}

/// Breaks cells into rows; spaces hang over the edge rather than begin a row. A line that fills its last row gets another
/// one, for the cursor.
fn broken(cells: &[Cell], width: usize) -> Vec<Range<usize>> {
    let mut rows = Vec::new();
    let mut start = 0;
    loop {
        let left = cells.get(start..).unwrap_or_default();
        let taken = breaks::row(left, width).min(left.len());
        let hanging = left.iter().skip(taken).take_while(|cell| cell.space);
        let end = start + taken + hanging.count();
        rows.push(start..end);
        if end >= cells.len() {
            break;
        }
        start = end;
    }
    let last = cells.get(start..).unwrap_or_default();
    if last.iter().map(|cell| cell.width).sum::<usize>() >= width {
        rows.push(cells.len()..cells.len());
    }
    rows
}

fn narrow(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
