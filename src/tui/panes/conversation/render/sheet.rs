//! PURE. What an item is written on. Owns: the lines so far, and ways to add text, code, output, trees and diffs to them.
//! Does not own: what is worth saying (`speech`, `events`, `cards`).

use super::{Paint, Rendered};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::ansi::{self, Ends};
use crate::tui::widgets::code::{self, Ink};
use crate::tui::widgets::diff::Diff;
use crate::tui::widgets::flow::{Spans, clip, flow, plain};
use crate::tui::widgets::markdown;
use crate::tui::widgets::tree;
use ratatui::text::{Line, Span};
use serde_json::Value;

/// How much of an output an open card shows.
pub(super) const SHOWN: Ends = Ends {
    first: 400,
    last: 200,
};

/// Lines that are being written.
pub(super) struct Sheet<'a> {
    pub(super) paint: Paint<'a>,
    pub(super) lines: Vec<Line<'static>>,
    pub(super) counts: bool,
    /// How far what is added now stands in.
    indent: u16,
    ink: Ink<'a>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(paint: &Paint<'a>) -> Self {
        Self {
            paint: *paint,
            lines: Vec::new(),
            counts: false,
            indent: 0,
            ink: Ink::new(paint.theme, paint.highlights),
        }
    }

    pub(super) fn finish(self) -> Rendered {
        Rendered {
            lines: self.lines,
            wanted: self.ink.wanted,
            counts: self.counts,
        }
    }

    pub(super) fn theme(&self) -> &'a Theme {
        self.paint.theme
    }

    /// How wide what is added may be.
    pub(super) fn width(&self) -> u16 {
        self.paint.width.saturating_sub(self.indent).max(1)
    }

    /// What is added from now on stands this far in.
    pub(super) fn indent(&mut self, by: u16) {
        // Where there is hardly room, all of it goes to the text.
        self.indent = if self.paint.width > by * 4 { by } else { 0 };
    }

    /// Lines that are laid out for [`Sheet::width`] already.
    pub(super) fn add(&mut self, lines: impl IntoIterator<Item = Line<'static>>) {
        let lead = " ".repeat(usize::from(self.indent));
        for mut line in lines {
            if !lead.is_empty() {
                line.spans.insert(0, Span::raw(lead.clone()));
            }
            self.lines.push(line);
        }
    }

    /// Styled text, broken into lines with these leads.
    pub(super) fn flowed(
        &mut self,
        spans: &[Span<'static>],
        first: &[Span<'static>],
        rest: &[Span<'static>],
    ) {
        let lines = flow(spans, self.width(), first, rest);
        self.add(lines);
    }

    /// Styled text on one line.
    pub(super) fn line(&mut self, spans: &[Span<'static>]) {
        let line = Line::from(clip(spans, usize::from(self.width()), self.theme()));
        self.add([line]);
    }

    /// Text as it is, its own lines kept.
    pub(super) fn text(&mut self, text: &str, role: Role) {
        self.led(text, role, &[], &[]);
    }

    /// The same with leads.
    pub(super) fn led(
        &mut self,
        text: &str,
        role: Role,
        first: &[Span<'static>],
        rest: &[Span<'static>],
    ) {
        let mut lead = first;
        for row in text.trim_end().lines() {
            let spans = plain(row, role, self.theme());
            self.flowed(&spans, lead, rest);
            lead = rest;
        }
    }

    /// The same, of a long one the beginning.
    pub(super) fn prose(&mut self, text: &str, role: Role) {
        let most = SHOWN.first + SHOWN.last;
        let end = memchr::memchr_iter(b'\n', text.as_bytes()).nth(most);
        let (shown, rest) = end
            .and_then(|end| text.split_at_checked(end))
            .unwrap_or((text, ""));
        self.text(shown, role);
        let rest = rest.lines().skip(1).count();
        if rest > 0 {
            self.add([ansi::more(rest, "line", self.paint.theme)]);
        }
    }

    /// A word about something: its name, then the text beside it.
    pub(super) fn field(&mut self, name: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        let lead = vec![Span::styled(
            format!("{name}  "),
            self.theme().style(Role::Dim),
        )];
        let rest = vec![Span::raw(" ".repeat(name.chars().count() + 2))];
        self.led(text, Role::Text, &lead, &rest);
    }

    /// A heading inside of a card.
    pub(super) fn heading(&mut self, text: &str) {
        let spans: Spans = plain(text, Role::Dim, self.theme());
        self.line(&spans);
    }

    /// A tool's output.
    pub(super) fn output(&mut self, text: &str, role: Role) {
        if text.trim().is_empty() {
            return;
        }
        let lines = ansi::output(text, SHOWN, role, self.theme(), self.width());
        self.add(lines);
    }

    /// Markdown.
    pub(super) fn markdown(&mut self, text: &str, role: Role) {
        let lines = markdown::written(text, self.width(), role, &mut self.ink);
        self.add(lines);
    }

    /// Code with a bar at its side.
    pub(super) fn code(&mut self, language: &str, text: &str) {
        let width = self.width();
        let lines = code::block(&mut self.ink, language, text, width);
        self.add(lines);
    }

    /// Code with line numbers; of a long one the beginning.
    pub(super) fn numbered(&mut self, language: &str, text: &str, start: u64) {
        let most = SHOWN.first + SHOWN.last;
        let end = memchr::memchr_iter(b'\n', text.as_bytes()).nth(most);
        let (shown, rest) = match end.and_then(|end| text.split_at_checked(end)) {
            Some((shown, rest)) => (shown, rest.lines().skip(1).count()),
            None => (text, 0),
        };
        let width = self.width();
        let lines = code::numbered(&mut self.ink, language, shown, start, width);
        self.add(lines);
        if rest > 0 {
            self.add([ansi::more(rest, "line", self.paint.theme)]);
        }
    }

    /// A value.
    pub(super) fn tree(&mut self, value: &Value) {
        let lines = tree::tree(value, self.theme(), self.width());
        self.add(lines);
    }

    /// What changed.
    pub(super) fn diff(&mut self, diff: &Diff) {
        let lines = diff.body(self.width(), &mut self.ink);
        self.add(lines);
    }

    /// A list of things to do: what it is, how far it is.
    pub(super) fn task(&mut self, status: &str, text: &str) {
        let theme = self.theme();
        let (mark, mark_role, role) = match status {
            "completed" => (theme.glyphs.checked, Role::Good, Role::Dim),
            "in_progress" => (theme.glyphs.busy, Role::Running, Role::Text),
            "deleted" => (theme.glyphs.bad, Role::Dim, Role::Disabled),
            _ => (theme.glyphs.unchecked, Role::Dim, Role::Text),
        };
        let lead = [Span::styled(format!("{mark} "), theme.style(mark_role))];
        let rest = [Span::raw("  ")];
        let spans = plain(text, role, theme);
        self.flowed(&spans, &lead, &rest);
    }

    /// A path as people of this session know it: from its working directory.
    pub(super) fn path<'t>(&self, path: &'t str) -> &'t str {
        relative(path, self.paint)
    }
}

/// A path from the session's working directory, if it is in there.
pub(super) fn relative<'t>(path: &'t str, paint: Paint<'_>) -> &'t str {
    let folder = paint.state.facts.cwd.as_deref().unwrap_or_default();
    if folder.is_empty() {
        return path;
    }
    path.strip_prefix(folder)
        .and_then(|rest| rest.strip_prefix('/'))
        .filter(|rest| !rest.is_empty())
        .unwrap_or(path)
}
