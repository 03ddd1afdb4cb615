//! PURE. Tools of MCP servers. Owns: arguments and results as trees.

use super::Card;
use super::bash::pictures;
use super::facts::{counted, first_line, images, lines, shown, structured};
use crate::session::ToolCall;
use crate::tui::panes::conversation::render::Paint;
use crate::tui::panes::conversation::render::sheet::Sheet;
use crate::tui::theme::Role;
use crate::tui::widgets::flow::Spans;
use crate::tui::widgets::picture::Picture;
use crate::tui::widgets::tree::{fields, summary};
use serde_json::Value;

/// A tool that somebody else made.
pub(super) struct Mcp;

impl Card for Mcp {
    fn what(&self, call: &ToolCall, paint: &Paint<'_>) -> Spans {
        fields(&call.input, paint.theme, usize::from(paint.width))
    }

    fn short(&self, call: &ToolCall, _paint: &Paint<'_>) -> String {
        short(call)
    }

    fn open(&self, call: &ToolCall, sheet: &mut Sheet<'_>) {
        open(call, sheet);
    }
}

/// A result in a few words.
pub(super) fn short(call: &ToolCall) -> String {
    if let Some(value) = structured(call).get("structuredContent") {
        return match value {
            Value::Object(map) if map.len() == 1 => {
                map.values().next().map(summary).unwrap_or_default()
            }
            value => summary(value),
        };
    }
    if let [(kind, data), ..] = images(call).as_slice() {
        return Picture::read(kind, data).to_string();
    }
    let text = shown(call);
    match lines(&text) {
        0 => "no output".to_owned(),
        1 => first_line(&text).to_owned(),
        count => counted(count, "line"),
    }
}

/// Arguments and result.
pub(super) fn open(call: &ToolCall, sheet: &mut Sheet<'_>) {
    let empty = call
        .input
        .as_object()
        .is_some_and(serde_json::Map::is_empty);
    if !empty && !call.input.is_null() {
        sheet.heading("arguments");
        sheet.tree(&call.input);
    }
    if call.result.as_ref().is_none_or(|outcome| outcome.is_error) {
        return;
    }
    sheet.heading("result");
    if let Some(value) = structured(call).get("structuredContent") {
        sheet.tree(value);
        return;
    }
    let text = shown(call);
    let json = text.trim_start().starts_with(['{', '[']);
    match serde_json::from_str::<Value>(&text) {
        Ok(value) if json => sheet.tree(&value),
        _ => sheet.output(&text, Role::Text),
    }
    pictures(call, sheet);
}
