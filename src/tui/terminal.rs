//! EDGE. The terminal as we found it and as we use it. Owns: entering, leaving whatever happens, synchronised drawing.
//! Does not own: what is drawn.

use super::model::Model;
use super::page::Page;
use super::view::view;
use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::Show;
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
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Position, Rect, Size};
use std::io::{self, Write};

/// Asks for buttons, the wheel and dragging, told in a form that knows no widest screen. Where the mouse merely is, is of no
/// interest: a terminal that tells each of its steps keeps everybody awake for nothing.
const MOUSE: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";

/// The screen while it is ours. Dropping it gives the terminal back, a panic's unwinding included.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Page>>,
    page: Page,
}

impl Screen {
    /// Takes the terminal.
    pub(super) fn enter(mouse: bool) -> io::Result<Self> {
        take(mouse)?;
        let page = Page::default();
        let backend = CrosstermBackend::new(page.clone());
        Ok(Self {
            terminal: Terminal::new(backend)?,
            page,
        })
    }

    /// How large it is.
    pub(super) fn size(&self) -> io::Result<Size> {
        self.terminal.size()
    }

    /// Draws what changed, in one go.
    pub(super) fn draw(&mut self, model: &Model) -> io::Result<()> {
        self.terminal
            .draw(|frame| view(model, frame.area(), frame.buffer_mut()))?;
        let frame = self.page.take();
        // Cells are only ever written after the cursor was put in their place, which ends in this letter.
        if memchr::memchr(b'H', &frame).is_none() {
            return Ok(());
        }
        let mut whole = Vec::with_capacity(frame.len() + 32);
        queue!(whole, BeginSynchronizedUpdate)?;
        whole.extend_from_slice(&frame);
        queue!(whole, EndSynchronizedUpdate)?;
        send(&whole)
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
        self.forget()?;
        Ok(done)
    }
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

fn take(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    let mut out = io::stdout();
    execute!(
        out,
        EnterAlternateScreen,
        EnableBracketedPaste,
        EnableFocusChange
    )?;
    if mouse {
        out.write_all(MOUSE)?;
        out.flush()?;
    }
    Ok(())
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
    let _ = disable_raw_mode();
}
