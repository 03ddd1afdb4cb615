//! The reference: a bare viewport. Owns: lines of text, how many rows each takes, and drawing those that are seen, with a
//! style each. It has no panes, no cards, no markup, and keeps everything.

use crate::Failure;
use crate::story::{SIZE, text};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::{Terminal, TerminalOptions};
use std::io::Sink;
use unicode_width::UnicodeWidthStr as _;

pub(crate) struct Viewport {
    lines: Vec<String>,
    /// Rows up to and with each line.
    rows: Vec<usize>,
    top: Option<usize>,
    terminal: Terminal<CrosstermBackend<Sink>>,
}

impl Viewport {
    /// The same text as the screen has; of it as many lines as that keeps.
    pub(crate) fn told(count: usize) -> Result<Self, Failure> {
        let area = Rect::from((Position::ORIGIN, SIZE));
        let viewport = ratatui::Viewport::Fixed(area);
        let terminal = Terminal::with_options(
            CrosstermBackend::new(std::io::sink()),
            TerminalOptions { viewport },
        )?;
        let mut viewport = Self {
            lines: Vec::new(),
            rows: Vec::new(),
            top: None,
            terminal,
        };
        for number in count.saturating_sub(200_000)..count {
            viewport.push(text(number));
        }
        viewport.frame()?;
        Ok(viewport)
    }

    pub(crate) fn push(&mut self, line: String) {
        let before = self.rows.last().copied().unwrap_or(0);
        self.rows.push(before + wrapped(&line).len());
        self.lines.push(line);
    }

    pub(crate) fn page_up(&mut self) {
        let height = usize::from(SIZE.height);
        let rows = self.rows.last().copied().unwrap_or(0);
        let top = self.top.unwrap_or(rows.saturating_sub(height));
        self.top = Some(top.saturating_sub(height));
    }

    pub(crate) fn frame(&mut self) -> Result<(), Failure> {
        let Self {
            lines,
            rows,
            top,
            terminal,
        } = self;
        let height = usize::from(SIZE.height);
        let end = rows.last().copied().unwrap_or(0);
        let top = top.unwrap_or(end.saturating_sub(height));
        let first = rows.partition_point(|until| *until <= top);
        let before = first.checked_sub(1).and_then(|line| rows.get(line));
        let skip = top - before.copied().unwrap_or(0);
        terminal.draw(|frame| {
            let parts = lines.iter().enumerate().skip(first);
            let parts = parts.flat_map(|(number, line)| {
                wrapped(line).into_iter().map(move |part| (number, part))
            });
            for (y, (number, part)) in (0..SIZE.height).zip(parts.skip(skip)) {
                let style = match number % 3 {
                    0 => Style::new().add_modifier(Modifier::BOLD),
                    1 => Style::new().add_modifier(Modifier::DIM),
                    _ => Style::new(),
                };
                let line = Line::from(Span::styled(part, style));
                frame.buffer_mut().set_line(0, y, &line, SIZE.width);
            }
        })?;
        Ok(())
    }
}

/// The rows of a line, broken between words.
fn wrapped(line: &str) -> Vec<&str> {
    let width = usize::from(SIZE.width);
    let mut rows = Vec::new();
    let (mut rest, mut used, mut end) = (line, 0, 0);
    for word in line.split_inclusive(' ') {
        let wide = word.width();
        if used + wide > width && end > 0 {
            let (row, after) = rest.split_at(end);
            rows.push(row);
            (rest, used, end) = (after, 0, 0);
        }
        used += wide;
        end += word.len();
    }
    rows.push(rest);
    rows
}
