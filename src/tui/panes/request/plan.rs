//! PURE. A plan as a document, and how to go on with it. Owns: how the document looks on the card, the choice of the mode.

use super::Body;
use super::sheet::Sheet;
use crate::tui::theme::Role;
use crate::tui::widgets::code::Ink;
use crate::tui::widgets::highlight::Highlights;
use crate::tui::widgets::markdown::written;
use crate::wire::permission::{PermissionMode, PlanProposal};
use ratatui::text::Span;

/// How to go on after a yes: the words, and the mode.
const MODES: [(&str, Option<PermissionMode>); 3] = [
    ("as before", None),
    ("default", Some(PermissionMode::Default)),
    ("acceptEdits", Some(PermissionMode::AcceptEdits)),
];

/// How far the document stands from the edge of the card.
const EDGE: u16 = 2;

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
        steady: None,
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

/// The document, a little away from the edge: nothing of it stands where our own words do.
fn document(sheet: &mut Sheet<'_>, text: &str) {
    // Code on a card stays without colours.
    let plain = Highlights::default();
    let mut ink = Ink::new(sheet.theme, &plain);
    let width = sheet.width.saturating_sub(EDGE);
    for mut line in written(text, width, Role::Text, &mut ink) {
        line.spans
            .insert(0, Span::raw(" ".repeat(usize::from(EDGE))));
        sheet.lines.push(line);
    }
}
