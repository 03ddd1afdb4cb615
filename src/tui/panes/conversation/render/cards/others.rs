//! PURE. Tools without a card of their own. Owns: those that are known by a name, and all that this version does not know.

use super::Card;
use super::facts::{first_line, shown, structured, text};
use super::mcp;
use crate::session::ToolCall;
use crate::tui::panes::conversation::render::Paint;
use crate::tui::panes::conversation::render::sheet::Sheet;
use crate::tui::theme::Role;
use crate::tui::widgets::flow::{Spans, plain};
use crate::tui::widgets::tree::{fields, summary};
use serde_json::Value;

/// A tool that loads something by its name.
pub(super) struct Named;

impl Card for Named {
    fn what(&self, call: &ToolCall, paint: &Paint<'_>) -> Spans {
        let input = &call.input;
        let name = ["query", "skill", "command", "name"]
            .iter()
            .map(|key| text(input, key))
            .find(|name| !name.is_empty())
            .unwrap_or_default();
        let mut spans = plain(first_line(name), Role::Text, paint.theme);
        let with = first_line(text(input, "args"));
        if !with.is_empty() {
            spans.extend(plain(&format!("  {with}"), Role::Dim, paint.theme));
        }
        spans
    }

    fn short(&self, call: &ToolCall, _paint: &Paint<'_>) -> String {
        let found = structured(call).get("matches").and_then(Value::as_array);
        match found {
            Some(found) => super::facts::counted(found.len() as u64, "tool"),
            None => first_line(&shown(call)).to_owned(),
        }
    }

    fn open(&self, call: &ToolCall, sheet: &mut Sheet<'_>) {
        mcp::open(call, sheet);
        if let Some(found) = structured(call).get("matches") {
            sheet.tree(found);
        }
    }
}

/// A tool nobody here knows: what it is called with and what it gives back, as they are.
pub(super) struct Unknown;

impl Card for Unknown {
    fn what(&self, call: &ToolCall, paint: &Paint<'_>) -> Spans {
        match &call.input {
            Value::Object(map) if map.is_empty() => Vec::new(),
            Value::Object(_) => fields(&call.input, paint.theme, usize::from(paint.width)),
            Value::Null => Vec::new(),
            other => plain(&summary(other), Role::Text, paint.theme),
        }
    }

    fn short(&self, call: &ToolCall, _paint: &Paint<'_>) -> String {
        mcp::short(call)
    }

    fn open(&self, call: &ToolCall, sheet: &mut Sheet<'_>) {
        mcp::open(call, sheet);
    }
}
