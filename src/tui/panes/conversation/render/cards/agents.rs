//! PURE. Sub-agents. Owns: what one was asked to do, how far it is, what it gave back. Does not own: its own messages,
//! which are items of their own.

use super::Card;
use super::facts::{counted, is, list, number, shown, structured, text};
use crate::session::{Task, ToolCall};
use crate::tui::panes::conversation::render::Paint;
use crate::tui::panes::conversation::render::events::tokens;
use crate::tui::panes::conversation::render::sheet::Sheet;
use crate::tui::theme::Role;
use crate::tui::widgets::flow::{Spans, plain};
use serde_json::Value;

/// A sub-agent.
pub(super) struct Agent;

fn task<'s>(call: &ToolCall, paint: &Paint<'s>) -> Option<&'s Task> {
    let id = text(structured(call), "agentId");
    let known = paint.state.tasks.running.get(id);
    let by_call = || {
        let mut tasks = paint.state.tasks.running.values().rev();
        tasks.find(|task| task.tool_use_id.as_deref() == Some(&call.id))
    };
    known.or_else(by_call)
}

/// How much it has done: tools, tokens.
fn work(call: &ToolCall, paint: &Paint<'_>) -> Vec<String> {
    let result = structured(call);
    let usage = task(call, paint).and_then(|task| task.usage.as_ref());
    let live = |key: &str| usage.and_then(|usage| number(usage, key));
    let tools = number(result, "totalToolUseCount").or_else(|| live("tool_uses"));
    let used = number(result, "totalTokens").or_else(|| live("total_tokens"));
    let mut words = Vec::new();
    words.extend(tools.map(|count| counted(count, "tool call")));
    words.extend(used.map(|count| format!("{} tokens", tokens(count))));
    words
}

impl Card for Agent {
    fn what(&self, call: &ToolCall, paint: &Paint<'_>) -> Spans {
        let mut spans = plain(text(&call.input, "description"), Role::Text, paint.theme);
        let kind = text(&call.input, "subagent_type");
        if !kind.is_empty() {
            spans.extend(plain(&format!("  {kind}"), Role::Dim, paint.theme));
        }
        spans
    }

    fn short(&self, call: &ToolCall, paint: &Paint<'_>) -> String {
        let mut words = Vec::new();
        if let Some(task) = task(call, paint) {
            let beside = if task.backgrounded {
                "in the background"
            } else {
                ""
            };
            match (task.ended, task.status.as_str()) {
                (None, _) => words.push(beside.to_owned()),
                (Some(_), "completed") => {}
                (Some(_), status) => words.push(status.to_owned()),
            }
        } else if text(structured(call), "status") == "async_launched" {
            words.push("in the background".to_owned());
        }
        words.extend(work(call, paint));
        words.retain(|word| !word.is_empty());
        words.join(", ")
    }

    fn open(&self, call: &ToolCall, sheet: &mut Sheet<'_>) {
        let result = structured(call);
        let paint = sheet.paint;
        sheet.field("model", text(&call.input, "model"));
        if is(&call.input, "run_in_background") {
            sheet.field("runs", "in the background");
        }
        sheet.heading("asked");
        sheet.markdown(text(&call.input, "prompt"), Role::Text);
        sheet.field("work", &work(call, &paint).join(", "));
        if let Some(task) = task(call, &paint) {
            sheet.field("status", &task.status.clone());
            if task.ended.is_none() {
                sheet.field("last tool", task.last_tool.as_deref().unwrap_or_default());
            }
            sheet.field("output", task.output_file.as_deref().unwrap_or_default());
        }
        if call.result.as_ref().is_none_or(|outcome| outcome.is_error) {
            return;
        }
        let texts: Vec<&str> = list(result, "content")
            .iter()
            .map(|block| text(block, "text"))
            .filter(|text| !text.trim_start().starts_with("<tools-used-before-summary>"))
            .collect();
        let answer = match texts.join("\n\n") {
            answer if !answer.trim().is_empty() => answer,
            _ => match task(call, &paint).and_then(|task| task.summary.clone()) {
                Some(summary) => summary,
                None if matches!(result, Value::Object(_)) => String::new(),
                None => shown(call),
            },
        };
        if !answer.trim().is_empty() {
            sheet.heading("answered");
            sheet.markdown(&answer, Role::Text);
        }
    }

    fn beside<'s>(&self, call: &ToolCall, paint: &Paint<'s>) -> Option<&'s Task> {
        task(call, paint)
    }
}
