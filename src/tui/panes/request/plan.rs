//! PURE. A plan as a document, and how to go on with it. Owns: how the document looks on the card, the choice of the mode.

use super::Body;
use super::sheet::Sheet;
use crate::tui::theme::Role;
use crate::wire::permission::{PermissionMode, PlanProposal};
use ratatui::text::Span;

/// How to go on after a yes: the words, and the mode.
const MODES: [(&str, Option<PermissionMode>); 3] = [
    ("as before", None),
    ("default", Some(PermissionMode::Default)),
    ("acceptEdits", Some(PermissionMode::AcceptEdits)),
];

/// A plan and the mode that is chosen.
#[derive(Debug, Clone, Default)]
pub struct PlanForm {
    /// The plan.
    pub plan: PlanProposal,
    mode: usize,
}

impl PlanForm {
    /// A plan to go on with as before.
    pub fn new(plan: PlanProposal) -> Self {
        Self { plan, mode: 0 }
    }

    /// Another mode; it goes round.
    pub fn turn(&mut self, by: isize) {
        self.mode = (self.mode + MODES.len()).saturating_add_signed(by) % MODES.len();
    }

    /// The chosen mode, and its words.
    pub fn mode(&self) -> (&'static str, Option<PermissionMode>) {
        MODES.get(self.mode).cloned().unwrap_or(("as before", None))
    }
}

/// The whole card.
pub(super) fn body(form: &PlanForm, mut sheet: Sheet<'_>) -> Body {
    match form
        .plan
        .plan
        .as_deref()
        .filter(|plan| !plan.trim().is_empty())
    {
        Some(plan) => document(&mut sheet, plan),
        None => sheet.ours(
            "There is no plan: the agent wrote no plan file. Approving lets it go on without one.",
            Role::Warning,
        ),
    }
    if let Some(path) = &form.plan.plan_file_path {
        sheet.gap();
        sheet.outside("kept in", path, Role::Dim);
    }
    Body {
        lines: sheet.lines,
        cursor: None,
    }
}

/// The line with the modes, drawn below the document.
pub(super) fn modes(form: &PlanForm, theme: &crate::tui::theme::Theme) -> Vec<Span<'static>> {
    let mut spans = vec![Span::styled("go on     ", theme.style(Role::Dim))];
    for (index, (words, _)) in MODES.iter().enumerate() {
        let (mark, role) = if index == form.mode {
            ("(*)", Role::Accent)
        } else {
            ("( )", Role::Dim)
        };
        spans.push(Span::styled(format!("{mark} {words}  "), theme.style(role)));
    }
    spans
}

/// Markdown as plain wrapped text with its headings and lists: the one place where a document is drawn on a card.
fn document(sheet: &mut Sheet<'_>, text: &str) {
    let mut code = false;
    for line in text.lines() {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        if trimmed.starts_with("```") {
            code = !code;
            continue;
        }
        if code {
            let bar = Span::styled(
                format!("{} ", sheet.theme.glyphs.bar),
                sheet.theme.style(Role::Dim),
            );
            let mut spans = vec![bar];
            spans.extend(sheet.safe(line, Role::Code));
            sheet.inset(spans, 2);
            continue;
        }
        let heading = trimmed.trim_start_matches('#');
        if heading.len() < trimmed.len() && heading.starts_with(' ') {
            let spans = sheet.safe(heading.trim(), Role::Heading);
            sheet.inset(spans, 0);
            continue;
        }
        let item = trimmed
            .strip_prefix("- ")
            .or_else(|| trimmed.strip_prefix("* "))
            .or_else(|| trimmed.strip_prefix("+ "));
        let (bullet, rest) = match item {
            Some(rest) => (format!("{} ", sheet.theme.glyphs.bullet), rest),
            None => (String::new(), trimmed),
        };
        let indent = indent.min(20);
        let hang = indent + if bullet.is_empty() { number(rest) } else { 2 };
        let mut spans = vec![Span::styled(
            format!("{}{bullet}", " ".repeat(indent)),
            sheet.theme.style(Role::Dim),
        )];
        spans.extend(sheet.safe(&plain(rest), Role::Text));
        sheet.inset(spans, hang);
    }
}

/// How far the text of `12. item` is indented.
fn number(text: &str) -> usize {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    match text.get(digits..digits + 2) {
        Some(". " | ") ") if digits > 0 => digits + 2,
        _ => 0,
    }
}

/// Without the marks for bold text and code.
fn plain(text: &str) -> String {
    text.replace("**", "").replace('`', "")
}
