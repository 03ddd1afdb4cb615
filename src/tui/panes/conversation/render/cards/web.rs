//! PURE. The web. Owns: pages that were fetched, searches and what they found.

use super::Card;
use super::facts::{counted, first_line, lines, list, number, shown, structured, text};
use crate::session::ToolCall;
use crate::tui::panes::conversation::render::Paint;
use crate::tui::panes::conversation::render::sheet::Sheet;
use crate::tui::theme::Role;
use crate::tui::widgets::flow::{Spans, plain};
use crate::tui::widgets::picture::size;
use ratatui::text::Span;
use serde_json::Value;

/// A page or a search.
pub(super) struct Web;

impl Card for Web {
    fn what(&self, call: &ToolCall, paint: &Paint<'_>) -> Spans {
        let theme = paint.theme;
        match text(&call.input, "url") {
            "" => plain(first_line(text(&call.input, "query")), Role::Text, theme),
            url => plain(url, Role::Link, theme),
        }
    }

    fn short(&self, call: &ToolCall, _paint: &Paint<'_>) -> String {
        let result = structured(call);
        let found = found(result).len() as u64;
        let code = result.get("code").and_then(Value::as_u64);
        match (code, number(result, "bytes")) {
            (Some(code), Some(bytes)) => format!("{code}, {}", size(bytes)),
            (Some(code), None) => code.to_string(),
            _ if found > 0 => counted(found, "result"),
            _ => counted(lines(&shown(call)), "line"),
        }
    }

    fn open(&self, call: &ToolCall, sheet: &mut Sheet<'_>) {
        sheet.field("asked", text(&call.input, "prompt"));
        for key in ["allowed_domains", "blocked_domains"] {
            let words: Vec<&str> = list(&call.input, key)
                .iter()
                .filter_map(Value::as_str)
                .collect();
            sheet.field(&key.replace('_', " "), &words.join(", "));
        }
        if call.result.as_ref().is_none_or(|outcome| outcome.is_error) {
            return;
        }
        let result = structured(call);
        let found = found(result);
        if found.is_empty() {
            match text(result, "result") {
                "" => sheet.markdown(&shown(call), Role::Text),
                text => sheet.markdown(text, Role::Text),
            }
            return;
        }
        for one in found {
            let theme = sheet.theme();
            let bullet = format!("{} ", theme.glyphs.bullet);
            let bullet = [Span::styled(bullet, theme.style(Role::Dim))];
            let title = plain(text(one, "title"), Role::Text, theme);
            sheet.flowed(&title, &bullet, &[Span::raw("  ")]);
            let address = plain(text(one, "url"), Role::Link, theme);
            let lead = [Span::raw("  ")];
            sheet.flowed(&address, &lead, &lead);
        }
    }
}

/// What a search found.
fn found(result: &Value) -> Vec<&Value> {
    list(result, "results")
        .iter()
        .flat_map(|group| list(group, "content"))
        .filter(|one| !text(one, "url").is_empty())
        .take(50)
        .collect()
}
