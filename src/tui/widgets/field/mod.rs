//! PURE. A text that is being typed. Owns: the text, its cursor, editing it by what people see as one character.
//! Does not own: what it is for, where its rows break and how it is drawn (`sheet`).
//!
//! The text area below counts code points. One press of a key here moves over or takes away one grapheme: a family of
//! three, an e with its accent.

mod sheet;

pub use sheet::{Look, Sheet};

use crate::tui::keymap::{Edit, Key};
use crate::tui::theme::Theme;
use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui_textarea::{CursorMove, TextArea};
use unicode_segmentation::UnicodeSegmentation as _;

/// Changes that can be taken back.
const UNDO: usize = 1000;

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
        area.set_max_histories(UNDO);
        area.move_cursor(CursorMove::Bottom);
        area.move_cursor(CursorMove::End);
        Self { area }
    }

    /// What is typed.
    pub fn text(&self) -> String {
        self.area.lines().join("\n")
    }

    /// Its lines; there is always one.
    pub fn lines(&self) -> &[String] {
        self.area.lines()
    }

    /// Whether nothing is typed.
    pub fn is_empty(&self) -> bool {
        self.area.is_empty()
    }

    /// The line of the cursor, and how many characters (code points) stand before it there.
    pub fn cursor(&self) -> (usize, usize) {
        let cursor = self.area.cursor();
        (cursor.0, cursor.1)
    }

    /// The line of the cursor up to the cursor.
    pub fn before(&self) -> String {
        let (row, column) = self.cursor();
        let line = self.area.lines().get(row).map_or("", String::as_str);
        line.chars().take(column).collect()
    }

    /// Whether the cursor is behind everything.
    pub fn at_end(&self) -> bool {
        let (row, column) = self.cursor();
        let last = self.area.lines().len().saturating_sub(1);
        row == last && column >= self.line(row).chars().count()
    }

    /// Replaces everything; what was cut can still be put back.
    pub fn set(&mut self, text: &str) {
        let cut = self.area.yank_text();
        *self = Self::new(text);
        self.area.set_yank_text(cut);
    }

    /// Cuts everything, as one change.
    pub fn clear(&mut self) {
        self.area.select_all();
        self.area.cut();
    }

    /// Types a key. Whether it was one for a text.
    pub fn key(&mut self, event: KeyEvent) -> bool {
        let edit = Edit::of(Key::of(event));
        if let Some(edit) = edit {
            self.edit(edit);
        }
        edit.is_some()
    }

    /// Types a text, as if pasted.
    pub fn insert(&mut self, text: &str) {
        self.area.insert_str(text);
    }

    /// Puts a text in the place of this many characters (code points) before the cursor.
    pub fn replace_before(&mut self, characters: usize, text: &str) {
        self.take_before(characters);
        self.area.insert_str(text);
    }

    /// Moves or changes the text.
    pub fn edit(&mut self, edit: Edit) {
        match edit {
            Edit::Type(letter) => self.area.insert_char(letter),
            Edit::Backspace => self.backspace(),
            Edit::Delete => self.delete(),
            Edit::Left => self.left(),
            Edit::Right => self.right(),
            Edit::Up => self.area.move_cursor(CursorMove::Up),
            Edit::Down => self.area.move_cursor(CursorMove::Down),
            Edit::WordLeft => self.area.move_cursor(CursorMove::WordBack),
            Edit::WordRight => self.area.move_cursor(CursorMove::WordForward),
            Edit::Home => self.area.move_cursor(CursorMove::Head),
            Edit::End => self.area.move_cursor(CursorMove::End),
            Edit::Top => {
                self.area.move_cursor(CursorMove::Top);
                self.area.move_cursor(CursorMove::Head);
            }
            Edit::Bottom => {
                self.area.move_cursor(CursorMove::Bottom);
                self.area.move_cursor(CursorMove::End);
            }
            Edit::KillToEnd => {
                self.area.delete_line_by_end();
            }
            Edit::KillToStart => {
                if self.cursor().1 > 0 {
                    self.area.delete_line_by_head();
                }
            }
            Edit::KillWordBack => self.kill_word(CursorMove::WordBack),
            Edit::KillWordForward => self.kill_word(CursorMove::WordForward),
            Edit::Yank => {
                // Its own way of pasting does not expect that nothing was cut.
                let cut = self.area.yank_text();
                self.area.insert_str(cut);
            }
            Edit::Undo => {
                self.area.undo();
            }
            Edit::Redo => {
                self.area.redo();
            }
        }
        self.snap();
    }

    /// Moves by rows as they are seen at this width. Says `false` at the edge, where it does nothing.
    pub fn step(&mut self, by: isize, width: u16, label: &dyn Fn(char) -> Option<String>) -> bool {
        let Some((row, column)) = Sheet::new(self, width, label).step(by) else {
            return false;
        };
        self.go((row, column));
        self.snap();
        true
    }

    /// How many rows it wants at this width, at most so many.
    pub fn height(&self, width: u16, most: u16) -> u16 {
        Sheet::new(self, width, &|_| None).height(most)
    }

    /// Draws it; the cursor only where it is typed in. Says where that is.
    pub fn view(
        &self,
        focused: bool,
        hint: &str,
        theme: &Theme,
        area: Rect,
        buffer: &mut Buffer,
    ) -> Option<Position> {
        let look = Look {
            focused,
            hint,
            ghost: "",
            theme,
        };
        Sheet::new(self, area.width, &|_| None).view(&look, area, buffer)
    }

    fn line(&self, row: usize) -> &str {
        self.area.lines().get(row).map_or("", String::as_str)
    }

    /// Where the grapheme before this place begins.
    fn boundary_before(&self, row: usize, column: usize) -> usize {
        let mut begins = 0;
        for grapheme in self.line(row).graphemes(true) {
            let next = begins + grapheme.chars().count();
            if next >= column {
                break;
            }
            begins = next;
        }
        begins
    }

    /// Where the grapheme at this place ends.
    fn boundary_after(&self, row: usize, column: usize) -> usize {
        let mut ends = 0;
        for grapheme in self.line(row).graphemes(true) {
            ends += grapheme.chars().count();
            if ends > column {
                break;
            }
        }
        ends
    }

    /// Never leaves the cursor inside of a grapheme.
    fn snap(&mut self) {
        let (row, column) = self.cursor();
        let begins = self.boundary_before(row, column);
        if column > 0 && self.boundary_after(row, begins) != column {
            self.go((row, begins));
        }
    }

    /// Puts the cursor there. The area's own steps go by columns of the screen and stumble over what has no width.
    fn go(&mut self, (row, column): (usize, usize)) {
        let near = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        let jump = CursorMove::Jump(near(row), near(column));
        self.area.move_cursor(jump);
        // A jump reaches no further than that; only an unfolded paste of one enormous line does.
        for _ in usize::from(u16::MAX)..column {
            self.area.move_cursor(CursorMove::Forward);
        }
        for _ in usize::from(u16::MAX)..row {
            self.area.move_cursor(CursorMove::Down);
        }
    }

    fn left(&mut self) {
        match self.cursor() {
            (0, 0) => {}
            (row, 0) => self.go((row - 1, self.line(row - 1).chars().count())),
            (row, column) => self.go((row, self.boundary_before(row, column))),
        }
    }

    fn right(&mut self) {
        let (row, column) = self.cursor();
        let next = self.boundary_after(row, column);
        if next > column {
            self.go((row, next));
        } else if row + 1 < self.area.lines().len() {
            self.go((row + 1, 0));
        }
    }

    fn backspace(&mut self) {
        match self.cursor() {
            (_, 0) => {
                self.area.delete_newline();
            }
            (row, column) => self.take_before(column - self.boundary_before(row, column)),
        }
    }

    fn delete(&mut self) {
        let (row, column) = self.cursor();
        let by = self.boundary_after(row, column).saturating_sub(column);
        self.take_after(by.max(1));
    }

    fn take_before(&mut self, characters: usize) {
        let (row, column) = self.cursor();
        self.go((row, column.saturating_sub(characters)));
        self.take_after(characters.min(column));
    }

    /// Deletes without touching what was cut.
    fn take_after(&mut self, characters: usize) {
        if characters == 0 {
            return;
        }
        let cut = self.area.yank_text();
        self.area.delete_str(characters);
        self.area.set_yank_text(cut);
    }

    fn kill_word(&mut self, motion: CursorMove) {
        let from = self.cursor();
        self.area.move_cursor(motion);
        self.snap();
        let to = self.cursor();
        let characters = self.distance(from.min(to), from.max(to));
        self.go(from.min(to));
        if characters > 0 {
            self.area.delete_str(characters);
        }
    }

    /// The characters between two places, line breaks included.
    fn distance(&self, from: (usize, usize), to: (usize, usize)) -> usize {
        let lines = self.area.lines().iter().skip(from.0).take(to.0 - from.0);
        let whole: usize = lines.map(|line| line.chars().count() + 1).sum();
        (whole + to.1).saturating_sub(from.1)
    }
}

#[cfg(test)]
#[path = "field_tests.rs"]
mod field_tests;
