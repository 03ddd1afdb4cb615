//! EDGE. The terminal as we found it and as we use it. Owns: entering, leaving whatever happens, synchronised drawing, the
//! terminal's own cursor.
//! Does not own: what is drawn.

use super::ink::Ink;
use super::model::Model;
use super::page::Page;
use super::view::view;
use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::{Hide, MoveTo, SetCursorStyle, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste,
    EnableFocusChange,
};
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use ratatui::Terminal;
use ratatui::layout::{Position, Rect, Size};
use std::fs::File;
use std::io::{self, Write};

/// Asks for buttons, the wheel and dragging, told in a form that knows no widest screen. Where the mouse merely is, is of no
/// interest: a terminal that tells each of its steps keeps everybody awake for nothing.
const MOUSE: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";

/// The screen while it is ours. Dropping it gives the terminal back, a panic's unwinding included.
pub(super) struct Screen {
    terminal: Terminal<Ink<Page>>,
    page: Page,
    /// Where the terminal's own cursor is seen.
    cursor: Option<Position>,
}

impl Screen {
    /// Takes the terminal.
    pub(super) fn enter(mouse: bool) -> io::Result<Self> {
        take(mouse)?;
        let page = Page::default();
        let backend = Ink::new(page.clone());
        Ok(Self {
            terminal: Terminal::new(backend)?,
            page,
            cursor: None,
        })
    }

    /// How large it is.
    pub(super) fn size(&self) -> io::Result<Size> {
        self.terminal.size()
    }

    /// Draws what changed, in one go.
    pub(super) fn draw(&mut self, model: &Model) -> io::Result<()> {
        let mut cursor = None;
        self.terminal.draw(|frame| {
            cursor = view(model, frame.area(), frame.buffer_mut());
        })?;
        let cells = self.page.take();
        let before = std::mem::replace(&mut self.cursor, cursor);
        match whole(&cells, before, cursor)? {
            bytes if bytes.is_empty() => Ok(()),
            bytes => send(&bytes),
        }
    }

    /// Forgets what is on it, so that everything is drawn again.
    pub(super) fn forget(&mut self) -> io::Result<()> {
        // Clearing would ask the terminal where its cursor is, and wait for the answer that the loop would read.
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::from((Position::ORIGIN, size)))
    }

    /// Takes the mouse or gives it back.
    pub(super) fn mouse(&mut self, ours: bool) -> io::Result<()> {
        if ours {
            self.page.write_all(MOUSE)?;
        } else {
            queue!(self.page, DisableMouseCapture)?;
        }
        send(&self.page.take())
    }

    /// Asks the terminal to put a text into its clipboard.
    pub(super) fn copy(&mut self, text: &str) -> io::Result<()> {
        queue!(self.page, CopyToClipboard::to_clipboard_from(text))?;
        send(&self.page.take())
    }

    /// Rings the bell.
    pub(super) fn bell(&mut self) -> io::Result<()> {
        self.page.write_all(b"\x07")?;
        send(&self.page.take())
    }

    /// Takes the terminal as if it had been given back: whoever had it meanwhile left it in a state of their own.
    pub(super) fn take_again(&mut self, mouse: bool) -> io::Result<()> {
        disable_raw_mode()?;
        take(mouse)?;
        self.cursor = None;
        self.forget()
    }

    /// Gives the terminal back, until it is taken again.
    #[expect(
        clippy::unused_self,
        reason = "only who has the screen may give it back"
    )]
    pub(super) fn leave(&mut self) {
        give_back();
    }

    /// Gives the terminal back for a while, does something, and takes it again.
    pub(super) fn aside<T>(&mut self, mouse: bool, work: impl FnOnce() -> T) -> io::Result<T> {
        give_back();
        let done = work();
        take(mouse)?;
        self.cursor = None;
        self.forget()?;
        Ok(done)
    }
}

/// A frame as it is sent: nothing if neither cells nor the cursor changed. While cells are written the cursor is not seen,
/// so that it does not run over the screen where a terminal shows each step.
fn whole(cells: &[u8], before: Option<Position>, cursor: Option<Position>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if cells.is_empty() && before == cursor {
        return Ok(bytes);
    }
    bytes.reserve(cells.len() + 64);
    queue!(bytes, BeginSynchronizedUpdate)?;
    if before.is_some() {
        queue!(bytes, Hide)?;
    }
    bytes.extend_from_slice(cells);
    if let Some(Position { x, y }) = cursor {
        queue!(bytes, MoveTo(x, y), Show)?;
    }
    queue!(bytes, EndSynchronizedUpdate)?;
    Ok(bytes)
}

/// Writes to the terminal, all of it at once.
fn send(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// The terminal that the program was started from, wherever its standard input comes from.
pub(super) fn own() -> io::Result<File> {
    File::options().read(true).write(true).open("/dev/tty")
}

fn take(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    let mut out = io::stdout();
    execute!(
        out,
        EnterAlternateScreen,
        EnableBracketedPaste,
        EnableFocusChange,
        Hide
    )?;
    if knows_shapes() {
        execute!(out, SetCursorStyle::SteadyBar)?;
    }
    if mouse {
        out.write_all(MOUSE)?;
        out.flush()?;
    }
    Ok(())
}

/// A cell of ours shows where one types, in the colours of the theme. The terminal's own cursor is a thin line in it: many
/// terminals turn the colours under a block round, and two turns would show nothing.
///
/// The console of Linux has a line below the letter anyway, and writes a part of what it does not know on the screen.
fn knows_shapes() -> bool {
    std::env::var_os("TERM").is_none_or(|term| term != "linux")
}

/// Nobody is left to tell if this fails.
fn give_back() {
    let _ = execute!(
        io::stdout(),
        DisableMouseCapture,
        DisableFocusChange,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        Show
    );
    if knows_shapes() {
        let _ = execute!(io::stdout(), SetCursorStyle::DefaultUserShape);
    }
    let _ = disable_raw_mode();
}

#[cfg(test)]
mod tests {
    use super::whole;
    use ratatui::layout::Position;

    const HERE: Option<Position> = Some(Position { x: 4, y: 2 });
    const THERE: Option<Position> = Some(Position { x: 5, y: 2 });

    fn sent(cells: &str, before: Option<Position>, cursor: Option<Position>) -> String {
        let bytes = whole(cells.as_bytes(), before, cursor).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let frame = text.strip_prefix("\x1b[?2026h");
        let frame = frame.and_then(|text| text.strip_suffix("\x1b[?2026l"));
        frame.unwrap_or(&text).to_owned()
    }

    #[test]
    fn nothing_is_sent_where_nothing_changed() {
        assert_eq!(sent("", None, None), "");
        assert_eq!(sent("", HERE, HERE), "");
    }

    #[test]
    fn the_cursor_is_where_one_types_after_each_frame() {
        assert_eq!(sent("cells", None, None), "cells");
        assert_eq!(sent("cells", None, HERE), "cells\x1b[3;5H\x1b[?25h");
        let again = "\x1b[?25lcells\x1b[3;5H\x1b[?25h";
        assert_eq!(sent("cells", HERE, HERE), again);
        assert_eq!(sent("", HERE, THERE), "\x1b[?25l\x1b[3;6H\x1b[?25h");
        assert_eq!(sent("cells", HERE, None), "\x1b[?25lcells");
    }
}
