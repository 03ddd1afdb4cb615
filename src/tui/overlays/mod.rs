//! PURE. What lies on top of the screen. Owns: the stack's kinds; each has its own file.
//! Does not own: when one is opened, what follows from it (`update`).

mod choice;
pub mod comparison;
pub mod confirm;
pub mod entry;
pub mod help;
pub mod inspector;
mod narrowing;
pub mod picker;
pub mod reader;

use super::keymap::Context;
use super::model::Model;
use super::theme::{Role, Theme};
use comparison::Comparison;
use confirm::Confirm;
use entry::Entry;
use help::Help;
use inspector::Inspector;
use picker::Picker;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::widgets::{Clear, Widget as _};
use reader::{Reader, Source};

/// How large something to read is on a screen: most of it.
pub(crate) fn large(screen: Size) -> (u16, u16) {
    let most = |length: u16| u16::try_from(u32::from(length) * 9 / 10).unwrap_or(length);
    (
        most(screen.width).max(38).min(screen.width),
        most(screen.height).max(8).min(screen.height),
    )
}

/// Something on top of the screen; it hears the keys.
#[derive(Debug, Clone)]
pub enum Overlay {
    /// Every key, from the one table.
    Help(Help),
    /// A list to choose from.
    Picker(Picker),
    /// A field to type in.
    Entry(Box<Entry>),
    /// A question that wants a yes.
    Confirm(Confirm),
    /// A text to read.
    Reader(Reader),
    /// A line of the wire, taken apart.
    Inspector(Box<Inspector>),
    /// Two lines of the wire, compared.
    Comparison(Box<Comparison>),
}

impl Overlay {
    /// Whether it shows which recordings there are, or that there are none.
    pub fn lists_recordings(&self) -> bool {
        match self {
            Self::Picker(picker) => picker.lists_recordings(),
            Self::Reader(reader) => reader.source == Some(Source::Recordings),
            _ => false,
        }
    }

    /// Who hears a key while this is uppermost.
    pub fn context(&self) -> Context {
        match self {
            Self::Help(_) | Self::Reader(_) => Context::Overlay,
            Self::Picker(_) => Context::List,
            Self::Entry(_) => Context::Field,
            Self::Confirm(_) => Context::Confirm,
            Self::Inspector(_) | Self::Comparison(_) => Context::Inspector,
        }
    }

    /// Whether it shows an answer of the CLI that may be another one by now.
    pub fn can_be_asked_again(&self) -> bool {
        matches!(self, Self::Reader(reader) if reader.source.is_some() && !self.is_held_list())
    }

    /// Whether it shows what is held while the session is paused.
    pub fn is_held_list(&self) -> bool {
        matches!(self, Self::Reader(reader) if reader.source == Some(Source::Held))
    }
}

/// Draws one. Where the next letter would stand, if one types in it.
pub fn view(overlay: &Overlay, model: &Model, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    match overlay {
        Overlay::Picker(picker) => return picker::view(picker, model, area, buffer),
        Overlay::Entry(entry) => return entry::view(entry, model, area, buffer),
        Overlay::Help(help) => help::view(help, model, area, buffer),
        Overlay::Confirm(confirm) => confirm::view(confirm, model, area, buffer),
        Overlay::Reader(reader) => reader::view(reader, model, area, buffer),
        Overlay::Inspector(inspector) => inspector::view(inspector, model, area, buffer),
        Overlay::Comparison(shown) => comparison::view(shown, model, area, buffer),
    }
    None
}

/// Says in the lower edge of a frame how much there is below what is seen.
fn more_below(lines: usize, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    if lines == 0 {
        return;
    }
    let text = format!(" {lines} more below ");
    let wide = u16::try_from(text.len()).unwrap_or(0) + 2;
    if wide + 2 <= place.width {
        let y = place.bottom().saturating_sub(1);
        let style = theme.style(Role::Dim);
        buffer.set_string(place.right() - wide, y, text, style);
    }
}

/// A place of this size in the middle of the screen.
fn middle(width: u16, height: u16, area: Rect) -> Rect {
    use ratatui::layout::Constraint::Length;
    area.centered(
        Length(width.min(area.width)),
        Length(height.min(area.height)),
    )
}

/// The same, emptied.
fn place(width: u16, height: u16, area: Rect, buffer: &mut Buffer) -> Rect {
    let place = middle(width, height, area);
    // The second half of a wide character would eat the left border.
    if let Some(x) = place.x.checked_sub(1) {
        for y in place.top()..place.bottom() {
            if let Some(cell) = buffer.cell_mut((x, y))
                && unicode_width::UnicodeWidthStr::width(cell.symbol()) > 1
            {
                cell.set_symbol(" ");
            }
        }
    }
    Clear.render(place, buffer);
    place
}
