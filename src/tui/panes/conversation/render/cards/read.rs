//! PURE. Files that are read. Owns: which lines of how many, the content with its numbers, what can be told of a picture.

use super::Card;
use super::facts::{counted, images, lines, number, shown, structured, text};
use crate::session::ToolCall;
use crate::tui::panes::conversation::render::Paint;
use crate::tui::panes::conversation::render::sheet::{Sheet, relative};
use crate::tui::theme::Role;
use crate::tui::widgets::diff::language_of;
use crate::tui::widgets::flow::{Spans, plain};
use crate::tui::widgets::picture::{Picture, size};
use serde_json::Value;

/// A file that is read.
pub(super) struct Read;

fn path_of(call: &ToolCall) -> &str {
    match text(&call.input, "file_path") {
        "" => text(&call.input, "notebook_path"),
        path => path,
    }
}

impl Card for Read {
    fn what(&self, call: &ToolCall, paint: &Paint<'_>) -> Spans {
        let mut spans = plain(relative(path_of(call), *paint), Role::Link, paint.theme);
        let (from, limit) = (number(&call.input, "offset"), number(&call.input, "limit"));
        let asked = match (from, limit) {
            (Some(from), Some(limit)) => format!("  from line {from}, at most {limit}"),
            (Some(from), None) => format!("  from line {from}"),
            (None, Some(limit)) => format!("  at most {limit} lines"),
            (None, None) => text(&call.input, "pages").to_owned(),
        };
        spans.extend(plain(&asked, Role::Dim, paint.theme));
        spans
    }

    fn short(&self, call: &ToolCall, _paint: &Paint<'_>) -> String {
        let result = structured(call);
        let file = result.get("file").unwrap_or(&Value::Null);
        if let Some(picture) = picture(call) {
            return picture;
        }
        match text(result, "type") {
            "text" => {
                let start = number(file, "startLine").unwrap_or(1);
                let count = number(file, "numLines").unwrap_or(0);
                let last = (start + count).saturating_sub(1);
                match number(file, "totalLines") {
                    Some(total) if total > count => format!("lines {start}-{last} of {total}"),
                    _ => counted(count, "line"),
                }
            }
            "" => counted(lines(&shown(call)), "line"),
            other => match number(file, "originalSize") {
                Some(bytes) => format!("{other}, {}", size(bytes)),
                None => other.to_owned(),
            },
        }
    }

    fn open(&self, call: &ToolCall, sheet: &mut Sheet<'_>) {
        if call.result.as_ref().is_none_or(|outcome| outcome.is_error) {
            return;
        }
        let result = structured(call);
        let file = result.get("file").unwrap_or(&Value::Null);
        if let Some(picture) = picture(call) {
            sheet.text(&picture, Role::Info);
            return;
        }
        let content = text(file, "content");
        if text(result, "type") == "text" && !content.is_empty() {
            let start = number(file, "startLine").unwrap_or(1);
            sheet.numbered(language_of(path_of(call)), content, start);
        } else {
            sheet.output(&shown(call), Role::Text);
        }
    }
}

/// A picture that was read, in words.
fn picture(call: &ToolCall) -> Option<String> {
    let result = structured(call);
    let file = result.get("file").unwrap_or(&Value::Null);
    if text(result, "type") != "image" {
        let (kind, data) = images(call).into_iter().next()?;
        return Some(Picture::read(kind, data).to_string());
    }
    let mut picture = Picture::read(text(file, "type"), text(file, "base64"));
    if let Some(bytes) = number(file, "originalSize") {
        picture.bytes = usize::try_from(bytes).unwrap_or(picture.bytes);
    }
    let told = file.get("dimensions").unwrap_or(&Value::Null);
    let told = |key: &str| number(told, key).and_then(|told| u32::try_from(told).ok());
    picture.size = told("originalWidth")
        .zip(told("originalHeight"))
        .or(picture.size);
    Some(picture.to_string())
}
