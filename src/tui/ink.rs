//! Cells as the bytes that a terminal draws them with. PURE. Owns: which sequences say where, in which colour and how.
//! Does not own: which cells changed (ratatui), when the bytes go out and where the cursor is seen (`terminal`).
//!
//! The sixteen colours with names are said in the way every terminal with colours knows (30-37, 90-97), not as numbers of
//! the palette of 256. All that changes from one cell to the next is one sequence.

use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier};
use std::io::{self, Write};

/// What makes a foreground's code one of a background.
const BEHIND: u8 = 10;

/// Each way of writing, the code that begins it and the one that ends it.
const WAYS: [(Modifier, u8, u8); 9] = [
    (Modifier::BOLD, 1, 22),
    (Modifier::DIM, 2, 22),
    (Modifier::ITALIC, 3, 23),
    (Modifier::UNDERLINED, 4, 24),
    (Modifier::SLOW_BLINK, 5, 25),
    (Modifier::RAPID_BLINK, 6, 25),
    (Modifier::REVERSED, 7, 27),
    (Modifier::HIDDEN, 8, 28),
    (Modifier::CROSSED_OUT, 9, 29),
];

/// Writes cells.
#[derive(Debug)]
pub struct Ink<W: Write> {
    out: CrosstermBackend<W>,
    bytes: Vec<u8>,
}

impl<W: Write> Ink<W> {
    /// Writes them there.
    pub fn new(out: W) -> Self {
        Self {
            out: CrosstermBackend::new(out),
            bytes: Vec::new(),
        }
    }
}

impl<W: Write> Backend for Ink<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        self.bytes.clear();
        encode(content, &mut self.bytes);
        self.out.write_all(&self.bytes)
    }

    /// Whoever has the terminal knows better: this is asked for with every frame, whether or not something changed.
    fn hide_cursor(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.out.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.out.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.out.clear()
    }

    fn clear_region(&mut self, which: ClearType) -> io::Result<()> {
        self.out.clear_region(which)
    }

    fn size(&self) -> io::Result<Size> {
        self.out.size()
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.out.window_size()
    }

    fn flush(&mut self) -> io::Result<()> {
        Write::flush(&mut self.out)
    }
}

/// How cells are written at the moment.
struct Hand {
    front: Color,
    back: Color,
    ways: Modifier,
}

/// Writes cells; nothing at all if there are none. Nothing of their style is left behind.
fn encode<'a>(cells: impl Iterator<Item = (u16, u16, &'a Cell)>, bytes: &mut Vec<u8>) {
    let plain = Hand {
        front: Color::Reset,
        back: Color::Reset,
        ways: Modifier::empty(),
    };
    let mut hand = plain;
    let mut next = None;
    for (x, y, cell) in cells {
        if next != Some((x, y)) {
            place(x, y, bytes);
        }
        next = Some((x.saturating_add(1), y));
        hand.become_like(cell, bytes);
        bytes.extend_from_slice(cell.symbol().as_bytes());
    }
    if next.is_some() {
        bytes.extend_from_slice(b"\x1b[0m");
    }
}

fn place(x: u16, y: u16, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(b"\x1b[");
    number(u32::from(y) + 1, bytes);
    bytes.push(b';');
    number(u32::from(x) + 1, bytes);
    bytes.push(b'H');
}

impl Hand {
    fn become_like(&mut self, cell: &Cell, bytes: &mut Vec<u8>) {
        if self.ways == cell.modifier && self.front == cell.fg && self.back == cell.bg {
            return;
        }
        bytes.extend_from_slice(b"\x1b[");
        if self.ways != cell.modifier {
            self.ways(cell.modifier, bytes);
        }
        if self.front != cell.fg {
            colour(cell.fg, 0, bytes);
            self.front = cell.fg;
        }
        if self.back != cell.bg {
            colour(cell.bg, BEHIND, bytes);
            self.back = cell.bg;
        }
        // The last code has no separator behind it.
        bytes.pop();
        bytes.push(b'm');
    }

    fn ways(&mut self, wanted: Modifier, bytes: &mut Vec<u8>) {
        let mut ended = 0;
        for (way, _, end) in WAYS {
            let goes = self.ways.contains(way) && !wanted.contains(way);
            // Two ways have the same end: said once, it ends both.
            if goes && end != ended {
                code(end, bytes);
                ended = end;
            }
            if goes {
                let both = WAYS.iter().filter(|(_, _, other)| *other == end);
                for (way, _, _) in both {
                    self.ways.remove(*way);
                }
            }
        }
        for (way, begin, _) in WAYS {
            if wanted.contains(way) && !self.ways.contains(way) {
                code(begin, bytes);
            }
        }
        self.ways = wanted;
    }
}

fn colour(colour: Color, behind: u8, bytes: &mut Vec<u8>) {
    let named = match colour {
        Color::Reset => 39,
        Color::Black => 30,
        Color::Red => 31,
        Color::Green => 32,
        Color::Yellow => 33,
        Color::Blue => 34,
        Color::Magenta => 35,
        Color::Cyan => 36,
        Color::Gray => 37,
        Color::DarkGray => 90,
        Color::LightRed => 91,
        Color::LightGreen => 92,
        Color::LightYellow => 93,
        Color::LightBlue => 94,
        Color::LightMagenta => 95,
        Color::LightCyan => 96,
        Color::White => 97,
        Color::Indexed(which @ 0..8) => 30 + which,
        Color::Indexed(which @ 8..16) => 82 + which,
        Color::Indexed(which) => {
            return [38 + behind, 5, which]
                .iter()
                .for_each(|part| code(*part, bytes));
        }
        Color::Rgb(red, green, blue) => {
            return [38 + behind, 2, red, green, blue]
                .iter()
                .for_each(|part| code(*part, bytes));
        }
    };
    code(named + behind, bytes);
}

fn code(code: u8, bytes: &mut Vec<u8>) {
    number(u32::from(code), bytes);
    bytes.push(b';');
}

fn number(number: u32, bytes: &mut Vec<u8>) {
    // Writing into memory cannot fail.
    let _ = write!(bytes, "{number}");
}

#[cfg(test)]
#[path = "ink_tests.rs"]
mod tests;
