//! PURE. What was allowed and denied, by whom, and how long it waited.

use crate::session::{Decision, Verdict};
use crate::trace::DecidedBy;
use crate::tui::model::{Model, Pane};
use crate::tui::theme::Role;
use crate::tui::widgets::rows::{Rows, rows};
use crate::tui::widgets::text::{cut, duration};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let Some(seat) = model.seat() else { return };
    let theme = &model.theme;
    let decisions: Vec<&Decision> = seat.live.state().decisions.iter().collect();
    let row = |index: usize, width: u16| {
        let Some(decision) = decisions.get(index) else {
            return Line::default();
        };
        let (mark, role) = match decision.verdict {
            Verdict::Allowed { .. } => (theme.glyphs.good, Role::Good),
            Verdict::Denied { .. } => (theme.glyphs.bad, Role::Bad),
            Verdict::Failed(_) => (theme.glyphs.warning, Role::Warning),
            Verdict::Withdrawn => (theme.glyphs.bullet, Role::Dim),
        };
        let waited = duration(decision.decided.since(decision.asked));
        let by = by(&decision.by);
        let name = cut(
            &decision.tool_name,
            usize::from(width / 3),
            theme.glyphs.more,
        );
        let room = usize::from(width).saturating_sub(name.len() + waited.len() + 14);
        Line::from(vec![
            Span::styled(
                format!("{mark} {:<9} ", decision.verdict.as_str()),
                theme.style(role),
            ),
            Span::styled(name, theme.style(Role::Accent)),
            Span::styled(
                format!("  {}", cut(&by, room, theme.glyphs.more)),
                theme.style(Role::Text),
            ),
            Span::styled(format!("  {waited}"), theme.style(Role::Dim)),
        ])
    };
    let shown = Rows {
        pane: Pane::Decisions,
        count: decisions.len(),
        list: &seat.side.decisions,
        empty: "Nothing was decided yet.",
    };
    rows(model, shown, area, buffer, row);
}

/// Who decided, in words.
fn by(who: &DecidedBy) -> String {
    match who {
        DecidedBy::Key => "by you".to_owned(),
        DecidedBy::Callback => "by the program".to_owned(),
        DecidedBy::Rule(rule) => format!("by rule {rule}"),
        DecidedBy::Limit(limit) => format!("nobody within {limit}"),
        DecidedBy::Cli(why) => format!("by the CLI: {why}"),
        DecidedBy::Unknown => "by whom is not known".to_owned(),
    }
}
