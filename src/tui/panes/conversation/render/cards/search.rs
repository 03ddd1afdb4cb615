//! PURE. Searches in files. Owns: what was looked for and where, how much was found.

use super::Card;
use super::facts::{counted, lines, list, number, shown, structured, text};
use crate::session::ToolCall;
use crate::tui::panes::conversation::render::Paint;
use crate::tui::panes::conversation::render::sheet::{Sheet, relative};
use crate::tui::theme::Role;
use crate::tui::widgets::flow::{Spans, plain};

/// A search by content or by name.
pub(super) struct Search;

impl Card for Search {
    fn what(&self, call: &ToolCall, paint: &Paint<'_>) -> Spans {
        let theme = paint.theme;
        let input = &call.input;
        let mut spans = plain(text(input, "pattern"), Role::Code, theme);
        if spans.is_empty() {
            spans.extend(plain(text(input, "operation"), Role::Text, theme));
        }
        for (word, key) in [
            ("in", "path"),
            ("in", "filePath"),
            ("of", "glob"),
            ("of type", "type"),
        ] {
            let value = text(input, key);
            if !value.is_empty() {
                spans.extend(plain(&format!(" {word} "), Role::Dim, theme));
                spans.extend(plain(relative(value, *paint), Role::Link, theme));
            }
        }
        spans
    }

    fn short(&self, call: &ToolCall, _paint: &Paint<'_>) -> String {
        let result = structured(call);
        let files = list(result, "filenames").len() as u64;
        let files = number(result, "numFiles").unwrap_or(files);
        match (number(result, "numMatches"), number(result, "numLines")) {
            (Some(count), _) => {
                let matches = counted(count, "match");
                format!("{matches} in {}", counted(files, "file"))
            }
            (None, Some(count)) if count > 0 => counted(count, "line"),
            _ if result.is_object() => counted(files, "file"),
            _ => {
                let text = shown(call);
                match text.trim() {
                    "" | "No files found" | "No matches found" => "nothing found".to_owned(),
                    text if call.name == "Glob" => counted(lines(text), "file"),
                    text => counted(lines(text), "line"),
                }
            }
        }
    }

    fn open(&self, call: &ToolCall, sheet: &mut Sheet<'_>) {
        let flags = [
            "output_mode",
            "-i",
            "-A",
            "-B",
            "-C",
            "head_limit",
            "multiline",
        ];
        let given = flags.iter().filter_map(|flag| {
            let value = call.input.get(*flag)?;
            Some(format!(
                "{flag} {}",
                crate::tui::widgets::tree::summary(value)
            ))
        });
        sheet.field("options", &given.collect::<Vec<_>>().join(", "));
        if call.result.as_ref().is_none_or(|outcome| outcome.is_error) {
            return;
        }
        let result = structured(call);
        let names = list(result, "filenames");
        let content = text(result, "content");
        if !content.is_empty() {
            sheet.output(content, Role::Text);
        } else if names.is_empty() {
            sheet.output(&shown(call), Role::Text);
        } else {
            let names: Vec<&str> = names
                .iter()
                .filter_map(|name| name.as_str())
                .map(|name| sheet.path(name))
                .collect();
            sheet.output(&names.join("\n"), Role::Link);
        }
        if result.get("truncated").and_then(serde_json::Value::as_bool) == Some(true) {
            sheet.text("there is more than was shown to the model", Role::Dim);
        }
    }
}
