//! PURE. A form as lines. Owns: what a field looks like, how high the whole is. Does not own: what is typed and chosen.

use super::super::Body;
use super::super::schema::Kind;
use super::super::sheet::Sheet;
use super::{Entry, Form};
use crate::tui::theme::{Role, Theme};
use ratatui::text::Span;

/// Rows of a field that is typed in at the most, as far as a form keeps them free.
const TYPED: u16 = 10;

impl Entry {
    /// What is in it, as spans.
    fn shown(&self, sheet: &Sheet<'_>, selected: bool) -> Vec<Span<'static>> {
        let theme = sheet.theme;
        let option = |name: &str, chosen: bool, several: bool, here: bool| {
            let mark = match (several, chosen) {
                (true, true) => "[x] ",
                (true, false) => "[ ] ",
                (false, true) => "(*) ",
                (false, false) => "( ) ",
            };
            let role = if here { Role::Accent } else { Role::Text };
            let mut spans = vec![Span::styled(
                mark,
                theme.style(if chosen { Role::Good } else { Role::Dim }),
            )];
            spans.extend(sheet.safe(&name.replace('\n', " "), role));
            spans.push(Span::raw("  "));
            spans
        };
        match &self.property.kind {
            Kind::YesNo => ["yes", "no"]
                .iter()
                .enumerate()
                .flat_map(|(at, name)| option(name, self.chosen == Some(at), false, false))
                .collect(),
            Kind::OneOf(choices) => choices
                .iter()
                .enumerate()
                .flat_map(|(at, (_, name))| option(name, self.chosen == Some(at), false, false))
                .collect(),
            Kind::ManyOf(choices) => choices
                .iter()
                .enumerate()
                .flat_map(|(at, (_, name))| {
                    let marked = self.marked.get(at).copied().unwrap_or(false);
                    option(name, marked, true, selected && at == self.at)
                })
                .collect(),
            _ if selected => vec![Span::styled("typed below", theme.style(Role::Dim))],
            _ if self.typed.is_empty() => vec![Span::styled("empty", theme.style(Role::Dim))],
            _ => sheet.safe(&self.typed.text().replace('\n', " "), Role::Text),
        }
    }

    fn about(&self) -> String {
        let kind = match &self.property.kind {
            Kind::Text(Some(format)) => format!(" ({format})"),
            Kind::Number => " (a number)".to_owned(),
            Kind::Integer => " (a whole number)".to_owned(),
            Kind::Json => " (JSON)".to_owned(),
            _ => String::new(),
        };
        format!("{}{kind}", self.property.description)
    }
}

/// The lines of the fields. Gives the line of the one that has the cursor.
fn lines(form: &Form, sheet: &mut Sheet<'_>) -> Option<usize> {
    let mut cursor = None;
    for (index, entry) in form.entries.iter().enumerate() {
        let selected = index == form.at;
        if selected {
            cursor = Some(sheet.lines.len());
        }
        let pointer = if selected {
            sheet.theme.glyphs.prompt
        } else {
            " "
        };
        let role = if selected { Role::Accent } else { Role::Text };
        let mut spans = vec![Span::styled(
            format!("{pointer} "),
            sheet.theme.style(Role::Key),
        )];
        spans.extend(sheet.safe(&entry.property.title.replace('\n', " "), role));
        if entry.property.required {
            spans.push(Span::styled(" *", sheet.theme.style(Role::Warning)));
        }
        spans.push(Span::raw("  "));
        spans.extend(entry.shown(sheet, selected));
        sheet.inset(spans, 4);
        let about = entry.about();
        if !about.trim().is_empty() {
            let mut spans = vec![Span::raw("    ")];
            spans.extend(sheet.safe(about.replace('\n', " ").trim(), Role::Dim));
            sheet.inset(spans, 4);
        }
        if let Some(wrong) = &entry.wrong {
            let mut spans = vec![Span::styled(
                format!("    {} ", sheet.theme.glyphs.warning),
                sheet.theme.style(Role::Bad),
            )];
            spans.extend(sheet.safe(wrong, Role::Bad));
            sheet.inset(spans, 6);
        }
    }
    cursor
}

/// The line with the buttons.
pub(in super::super) fn buttons(form: &Form, theme: &Theme) -> Vec<Span<'static>> {
    let here = form.at >= form.entries.len();
    let mut spans = Vec::new();
    for (index, (_, words)) in form.buttons.iter().enumerate() {
        let role = match (here, index == form.button) {
            (true, true) => Role::Selected,
            (false, true) => Role::Accent,
            _ => Role::Dim,
        };
        spans.push(Span::styled(format!("[ {words} ]"), theme.style(role)));
        spans.push(Span::raw("  "));
    }
    spans
}

/// The whole form below what is asked.
pub(in super::super) fn body(form: &Form, mut sheet: Sheet<'_>) -> Body {
    let cursor = lines(form, &mut sheet);
    // A field that is typed in has its place below the lines. It is kept free for fields that are not, so that nothing
    // moves on the way from one to the other.
    let typed = form
        .entries
        .iter()
        .filter(|entry| entry.property.kind.is_typed());
    let rows = typed.map(|entry| 1 + usize::from(entry.typed.height(sheet.width, TYPED)));
    let strip = 1 + rows.max().unwrap_or(0);
    Body {
        steady: Some(sheet.lines.len() + strip),
        lines: sheet.lines,
        cursor,
        lead: 0..0,
    }
}
