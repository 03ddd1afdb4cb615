//! PURE. The permission request of a call that asks: its labels, and the input as it is shown.

use super::Asking;
use super::files::{absolute, below};
use crate::simulator::facts::Facts;
use crate::simulator::frames::control::CanUseTool;
use crate::simulator::frames::mcp::split_name;
use serde_json::Value;

/// The request; the actor may change it as a scenario says.
pub fn request(
    tool: &str,
    input: &Value,
    tool_use_id: &str,
    asking: &Asking,
    facts: &Facts,
    agent_id: Option<&str>,
) -> CanUseTool {
    let server = split_name(tool).map(|(name, _)| {
        let source = facts
            .server(name)
            .map_or("dynamic", |server| &server.source);
        (name.to_owned(), source.to_owned())
    });
    CanUseTool {
        tool_name: tool.to_owned(),
        display_name: display_name(tool, facts),
        input: input.clone(),
        tool_use_id: tool_use_id.to_owned(),
        description: description(tool, input, facts),
        title: None,
        suggestions: asking.suggestions.clone(),
        blocked_path: asking.blocked_path.clone(),
        reason: asking.reason.clone(),
        reason_type: asking.reason_type.map(str::to_owned),
        classifier_approvable: asking.classifier_approvable,
        mcp_server: server,
        ask_only: asking.ask_only,
        needs_person: asking.needs_person,
        rule_source: asking.rule_source.clone(),
        agent_id: agent_id.map(str::to_owned),
    }
}

/// The label of a tool: its title or its own name as words for MCP tools, its name otherwise.
pub fn display_name(tool: &str, facts: &Facts) -> String {
    let Some((_, own)) = split_name(tool) else {
        return tool.to_owned();
    };
    let definition = facts.mcp_tool(tool).map(|(_, definition)| definition);
    let title = definition.and_then(|definition| {
        let annotated = definition
            .get("annotations")
            .and_then(|hints| hints.get("title"));
        definition.get("title").or(annotated)?.as_str()
    });
    title.map_or_else(|| as_words(own), str::to_owned)
}

/// `read_file` is `Read file`.
fn as_words(name: &str) -> String {
    let words = name.replace(['_', '-'], " ");
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => words,
    }
}

/// One line for a person: what a command is for, or which file.
fn description(tool: &str, input: &Value, facts: &Facts) -> Option<String> {
    let text = |key: &str| input.get(key).and_then(Value::as_str);
    match tool {
        "Bash" => text("description")
            .or_else(|| text("command"))
            .map(str::to_owned),
        "Read" | "Edit" | "Write" | "NotebookEdit" => {
            let path = text("file_path").or_else(|| text("notebook_path"))?;
            let place = &facts.place;
            let path = absolute(path, &place.cwd, &place.home);
            let inside = path.strip_prefix(&format!("{}/", place.cwd));
            let short = inside.filter(|_| below(&path, &place.cwd));
            Some(short.unwrap_or(&path).to_owned())
        }
        "WebFetch" => text("url").map(str::to_owned),
        "WebSearch" => text("query").map(str::to_owned),
        _ => None,
    }
}
