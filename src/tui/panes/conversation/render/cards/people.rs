//! PURE. What the agent asks a person. Owns: questions with their answers, plans.

use super::Card;
use super::facts::{counted, first_line, is, list, shown, structured, text};
use crate::session::ToolCall;
use crate::tui::panes::conversation::render::Paint;
use crate::tui::panes::conversation::render::sheet::Sheet;
use crate::tui::theme::Role;
use crate::tui::widgets::flow::{Spans, plain};
use ratatui::text::Span;
use serde_json::Value;

/// Questions.
pub(super) struct Question;

impl Card for Question {
    fn what(&self, call: &ToolCall, paint: &Paint<'_>) -> Spans {
        let questions = list(&call.input, "questions");
        let first = questions.first().map_or("", |one| text(one, "question"));
        let mut words = first_line(first).to_owned();
        if questions.len() > 1 {
            words = format!("{words} (+{})", questions.len() - 1);
        }
        plain(&words, Role::Text, paint.theme)
    }

    fn short(&self, call: &ToolCall, _paint: &Paint<'_>) -> String {
        let Some(answers) = structured(call).get("answers").and_then(Value::as_object) else {
            return String::new();
        };
        match answers.values().next() {
            Some(Value::String(only)) if answers.len() == 1 => only.clone(),
            _ => counted(answers.len() as u64, "answer"),
        }
    }

    fn open(&self, call: &ToolCall, sheet: &mut Sheet<'_>) {
        let result = structured(call);
        let answers = result.get("answers").unwrap_or(&Value::Null);
        let notes = result.get("annotations").unwrap_or(&Value::Null);
        for question in list(&call.input, "questions").iter().take(20) {
            let asked = text(question, "question");
            sheet.text(asked, Role::Accent);
            let answer = match answers.get(asked) {
                Some(Value::String(answer)) => answer.clone(),
                Some(other) => crate::tui::widgets::tree::summary(other),
                None => String::new(),
            };
            let chosen: Vec<&str> = if is(question, "multiSelect") {
                answer.split(", ").collect()
            } else {
                vec![answer.as_str()]
            };
            let options = list(question, "options");
            let mut own = !answer.is_empty();
            for option in options.iter().take(20) {
                let label = text(option, "label");
                let taken = chosen.contains(&label);
                own &= !taken;
                let about = text(option, "description");
                choice(taken, label, about, sheet);
            }
            if own {
                choice(true, &answer, "in own words", sheet);
            }
            let note = notes.get(asked).unwrap_or(&Value::Null);
            sheet.field("note", text(note, "notes"));
        }
        if !result.is_object()
            && call
                .result
                .as_ref()
                .is_some_and(|outcome| !outcome.is_error)
        {
            sheet.output(&shown(call), Role::Text);
        }
    }
}

fn choice(taken: bool, label: &str, about: &str, sheet: &mut Sheet<'_>) {
    let theme = sheet.theme();
    let (mark, role) = if taken {
        (theme.glyphs.checked, Role::Good)
    } else {
        (theme.glyphs.unchecked, Role::Dim)
    };
    let lead = [Span::styled(format!("{mark} "), theme.style(role))];
    let mut spans = plain(label, if taken { Role::Text } else { Role::Dim }, theme);
    if !about.is_empty() {
        spans.extend(plain(&format!("  {about}"), Role::Dim, theme));
    }
    sheet.flowed(&spans, &lead, &[Span::raw("  ")]);
}

/// A plan, or the wish to make one.
pub(super) struct Plan;

fn plan(call: &ToolCall) -> &str {
    match text(&call.input, "plan") {
        "" => text(structured(call), "plan"),
        plan => plan,
    }
}

impl Card for Plan {
    fn what(&self, call: &ToolCall, paint: &Paint<'_>) -> Spans {
        let words = match (call.name.as_str(), first_line(plan(call))) {
            ("EnterPlanMode", _) => "wants to plan first",
            (_, "") => "a plan",
            (_, first) => first.trim_start_matches('#').trim(),
        };
        plain(words, Role::Text, paint.theme)
    }

    fn short(&self, call: &ToolCall, _paint: &Paint<'_>) -> String {
        match call.name.as_str() {
            "EnterPlanMode" => "planning".to_owned(),
            _ => "approved".to_owned(),
        }
    }

    fn open(&self, call: &ToolCall, sheet: &mut Sheet<'_>) {
        sheet.markdown(plan(call), Role::Text);
        let file = match text(&call.input, "planFilePath") {
            "" => text(structured(call), "filePath"),
            file => file,
        };
        sheet.field("kept in", file);
        if plan(call).is_empty()
            && call
                .result
                .as_ref()
                .is_some_and(|outcome| !outcome.is_error)
        {
            sheet.output(&shown(call), Role::Dim);
        }
    }
}
