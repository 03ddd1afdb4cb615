//! PURE. Files that are changed. Owns: where the two texts of a diff come from: the result if it has come, else the call.

use super::Card;
use super::facts::{counted, lines, list, structured, text};
use crate::session::ToolCall;
use crate::tui::panes::conversation::render::Paint;
use crate::tui::panes::conversation::render::sheet::{Sheet, relative};
use crate::tui::theme::Role;
use crate::tui::widgets::diff::{Diff, DiffSource, language_of};
use crate::tui::widgets::flow::{Spans, plain};
use serde_json::Value;

/// A file that is changed or written.
pub(super) struct Edit;

impl Card for Edit {
    fn what(&self, call: &ToolCall, paint: &Paint<'_>) -> Spans {
        let path = text(&call.input, "file_path");
        plain(relative(path, *paint), Role::Link, paint.theme)
    }

    fn short(&self, call: &ToolCall, paint: &Paint<'_>) -> String {
        let result = structured(call);
        if call.name == "Write" && text(result, "type") != "update" {
            let content = text(&call.input, "content");
            return format!("new, {}", counted(lines(content), "line"));
        }
        let counts: Vec<Diff> = diffs(call);
        let added: usize = counts.iter().map(|diff| diff.added).sum();
        let removed: usize = counts.iter().map(|diff| diff.removed).sum();
        format!("+{added} {}{removed}", paint.theme.glyphs.minus)
    }

    fn open(&self, call: &ToolCall, sheet: &mut Sheet<'_>) {
        let result = structured(call);
        let path = text(&call.input, "file_path");
        if call.name == "Write" && text(result, "type") != "update" {
            let content = text(&call.input, "content");
            sheet.numbered(language_of(path), content, 1);
        } else {
            for diff in diffs(call) {
                sheet.diff(&diff);
            }
        }
        if result.get("userModified").and_then(Value::as_bool) == Some(true) {
            sheet.text("changed by you before it was applied", Role::Info);
        }
        if call.input.get("replace_all").and_then(Value::as_bool) == Some(true) {
            sheet.text("every occurrence is replaced", Role::Dim);
        }
    }
}

/// What a call changes or has changed.
fn diffs(call: &ToolCall) -> Vec<Diff> {
    let path = text(&call.input, "file_path");
    let result = structured(call);
    if let Some(patch @ Value::Array(hunks)) = result.get("structuredPatch")
        && !hunks.is_empty()
    {
        return vec![Diff::new(path, DiffSource::Patch(patch))];
    }
    let one = |edit: &Value| {
        let (old, new) = (text(edit, "old_string"), text(edit, "new_string"));
        // Where in the file it stands is not known before it is done.
        Diff::new(path, DiffSource::Texts { old, new, start: 1 })
    };
    if call.name == "Write" {
        let old = text(result, "originalFile");
        let new = text(&call.input, "content");
        return vec![Diff::new(path, DiffSource::Texts { old, new, start: 1 })];
    }
    match list(&call.input, "edits") {
        [] => vec![one(&call.input)],
        edits => edits.iter().take(50).map(one).collect(),
    }
}

/// A cell of a notebook that is changed.
pub(super) struct Notebook;

impl Card for Notebook {
    fn what(&self, call: &ToolCall, paint: &Paint<'_>) -> Spans {
        let mut spans = plain(
            relative(text(&call.input, "notebook_path"), *paint),
            Role::Link,
            paint.theme,
        );
        let place = match (text(&call.input, "cell_id"), text(&call.input, "edit_mode")) {
            (id, "insert") => format!("  new cell after {id}"),
            (id, "delete") => format!("  delete cell {id}"),
            (id, _) => format!("  cell {id}"),
        };
        spans.extend(plain(&place, Role::Text, paint.theme));
        spans
    }

    fn short(&self, call: &ToolCall, _paint: &Paint<'_>) -> String {
        match text(&call.input, "edit_mode") {
            "delete" => "deleted".to_owned(),
            _ => counted(lines(text(&call.input, "new_source")), "line"),
        }
    }

    fn open(&self, call: &ToolCall, sheet: &mut Sheet<'_>) {
        let language = match text(&call.input, "cell_type") {
            "markdown" => "md",
            _ => match text(structured(call), "language") {
                "" => "python",
                language => language,
            },
        };
        let (old, new) = (
            text(structured(call), "old_source"),
            text(&call.input, "new_source"),
        );
        if old.is_empty() {
            sheet.numbered(language, new, 1);
        } else {
            let path = format!("cell.{language}");
            sheet.diff(&Diff::new(&path, DiffSource::Texts { old, new, start: 1 }));
        }
    }
}
