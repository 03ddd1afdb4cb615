//! PURE. What a card says. Owns: the order: the essential thing first, then what speaks against it, then why it is asked.

use super::change::change_lines;
use super::edited::{self, pretty};
use super::sheet::Sheet;
use super::{Body, Matter, Request, Stage, destructive, form, plan, questions, rules};
use crate::tui::theme::{Role, Theme};
use crate::wire::elicitation::{Elicitation, ElicitationMode};
use crate::wire::permission::CanUseTool;
use indexmap::IndexSet;
use ratatui::text::Span;
use serde_json::Value;
use std::ops::Range;

/// More text than this in one field is cut: nobody reads it on a card.
const LONGEST: usize = 256 * 1024;

/// The lines of a card.
pub(super) fn body(request: &Request, theme: &Theme, width: u16) -> Body {
    let mut sheet = Sheet::new(theme, width);
    if let Some(gone) = &request.gone {
        let spans = sheet.safe(gone, Role::Warning);
        sheet.inset(spans, 0);
        sheet.ours(
            "What you type now goes nowhere. Leave it to go on.",
            Role::Dim,
        );
    }
    match &request.matter {
        Matter::Tool(ask) => tool(request, ask, &mut sheet),
        Matter::Questions(_, form) => return questions::body(form, sheet),
        Matter::Plan(_, form) => return plan::body(form, sheet),
        Matter::Server(asked, fields) => {
            server(asked, &mut sheet);
            return form::body(fields, sheet);
        }
        Matter::Dialog(dialog, _) => {
            sheet.outside("dialog", &dialog.dialog_kind, Role::Accent);
            long(&mut sheet, "shows", &pretty(&dialog.payload), Role::Text);
        }
        Matter::Hand(_, question, fields) => {
            long(&mut sheet, "asks", &question.prompt, Role::Accent);
            if question
                .arguments
                .as_object()
                .is_none_or(|all| !all.is_empty())
            {
                fields_of(&question.arguments, &mut sheet, &[]);
            }
            sheet.gap();
            return form::body(fields, sheet);
        }
    }
    Body {
        lines: sheet.lines,
        cursor: None,
        steady: None,
    }
}

fn tool(request: &Request, ask: &CanUseTool, sheet: &mut Sheet<'_>) {
    if let Stage::Review(after) = &request.stage {
        sheet.ours(
            "You changed this. Look once more, then allow it.",
            Role::Warning,
        );
        let changed = Value::Object(after.clone());
        careful(
            &destructive::marks(&ask.tool_name, &changed, &request.cwd),
            sheet,
        );
        return edited::lines(sheet, &ask.tool_name, &ask.input, after);
    }
    let text = |key: &str| ask.input.get(key).and_then(Value::as_str);
    let mut shown: Vec<&str> = Vec::new();
    match (request.change(), text("command")) {
        (Some(change), _) => {
            sheet.outside("file", &change.path, Role::Accent);
            careful(&request.marks, sheet);
            change_lines(sheet, &change, request.file.as_ref());
            shown.extend([
                "file_path",
                "notebook_path",
                "old_string",
                "new_string",
                "replace_all",
                "edits",
                "content",
                "new_source",
                "cell_id",
                "edit_mode",
            ]);
        }
        (None, Some(command)) if destructive::is_shell(&ask.tool_name) => {
            let marks: Vec<Range<usize>> = request
                .marks
                .iter()
                .filter_map(|mark| mark.range.clone())
                .collect();
            sheet.marked("runs", clipped(command), Role::Code, &marks);
            not_shown(sheet, command);
            careful(&request.marks, sheet);
            if let Some(about) = text("description") {
                sheet.outside("to", about, Role::Text);
            }
            shown.extend(["command", "description"]);
        }
        _ => careful(&request.marks, sheet),
    }
    fields_of(&ask.input, sheet, &shown);
    context(ask, sheet);
}

/// What may be destroyed, in words of ours.
fn careful(marks: &[destructive::Mark], sheet: &mut Sheet<'_>) {
    let words: IndexSet<&str> = marks.iter().map(|mark| mark.words).collect();
    for word in words {
        let text = format!("{} {word}", sheet.theme.glyphs.warning);
        let span = Span::styled(text, sheet.theme.style(Role::Danger));
        sheet.row("careful", vec![span]);
    }
}

/// Every field of an object but those that are shown already; anything else as JSON.
fn fields_of(input: &Value, sheet: &mut Sheet<'_>, shown: &[&str]) {
    let Some(fields) = input.as_object() else {
        return long(sheet, "input", &pretty(input), Role::Text);
    };
    let mut label = "with";
    for (name, value) in fields {
        if shown.contains(&name.as_str()) {
            continue;
        }
        let text = match value {
            Value::String(text) => text.clone(),
            value => pretty(value),
        };
        let mut spans = sheet.safe(&name.replace('\n', " "), Role::Dim);
        spans.push(Span::raw("  "));
        let mut rows = clipped(&text).split('\n');
        spans.extend(sheet.safe(rows.next().unwrap_or_default(), Role::Text));
        sheet.row(label, spans);
        for row in rows {
            let mut spans = vec![Span::raw("  ")];
            spans.extend(sheet.safe(row, Role::Text));
            sheet.row("", spans);
        }
        not_shown(sheet, &text);
        label = "";
    }
    if fields.is_empty() {
        sheet.row(
            "with",
            vec![Span::styled("no input", sheet.theme.style(Role::Dim))],
        );
    }
}

/// Why it is asked, and what could be allowed from now on.
fn context(ask: &CanUseTool, sheet: &mut Sheet<'_>) {
    if let Some(title) = ask.title.as_deref().filter(|title| !title.is_empty()) {
        sheet.outside("title", title, Role::Text);
    }
    if let Some(server) = &ask.mcp_server {
        sheet.outside("server", &server.name, Role::Text);
    }
    if let Some(path) = &ask.blocked_path {
        sheet.outside("path", path, Role::Warning);
    }
    let reason = match (&ask.decision_reason, &ask.decision_reason_type) {
        (Some(reason), _) => Some(reason.clone()),
        (None, Some(kind)) => Some(kind.clone()),
        (None, None) => None,
    };
    if let Some(reason) = reason {
        sheet.outside("because", &reason, Role::Warning);
    }
    let by = [
        &ask.decision_reason_hook_event,
        &ask.decision_reason_hook_source,
        &ask.decision_reason_rule_source,
    ];
    let by: Vec<&str> = by.into_iter().flatten().map(String::as_str).collect();
    if !by.is_empty() {
        sheet.outside("said by", &by.join(" "), Role::Dim);
    }
    let mut label = "offers";
    for update in &ask.permission_suggestions {
        sheet.outside(label, &rules::words(update), Role::Dim);
        label = "";
    }
}

fn server(asked: &Elicitation, sheet: &mut Sheet<'_>) {
    long(sheet, "asks", &asked.message, Role::Accent);
    for (label, text) in [("title", &asked.title), ("about", &asked.description)] {
        if let Some(text) = text.as_deref().filter(|text| !text.is_empty()) {
            sheet.outside(label, text, Role::Text);
        }
    }
    if asked.mode == ElicitationMode::Url {
        let url = asked.url.as_deref().unwrap_or("no address was given");
        sheet.outside("address", url, Role::Link);
        sheet.ours(
            "Nothing is opened from here. Check the address, then go there yourself.",
            Role::Dim,
        );
    }
    sheet.gap();
}

/// Text from outside of any length.
fn long(sheet: &mut Sheet<'_>, label: &str, text: &str, role: Role) {
    sheet.outside(label, clipped(text), role);
    not_shown(sheet, text);
}

/// What is cut off is told: nobody allows something without knowing that there is more of it.
fn not_shown(sheet: &mut Sheet<'_>, text: &str) {
    let left = text.len() - clipped(text).len();
    if left > 0 {
        let words = format!(
            " {} {left} more bytes are not shown ",
            sheet.theme.glyphs.warning
        );
        let span = Span::styled(words, sheet.theme.style(Role::Danger));
        sheet.row("careful", vec![span]);
    }
}

/// As much of a text as anybody reads.
fn clipped(text: &str) -> &str {
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}
