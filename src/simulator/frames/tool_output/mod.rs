//! PURE. What tools give back: the text for the model, and the structured form beside it (`tool_use_result`).

mod agents;
mod files;
mod lists;

pub use agents::{AgentReport, agent_completed, agent_launched};
pub use lists::{task_created, task_updated, todos};

use serde_json::{Map, Value, json};

/// What a call gave.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Output {
    /// For the model: a text, or a list of blocks.
    pub content: Value,
    /// `is_error`; `None` leaves it out, as most tools do.
    pub is_error: Option<bool>,
    /// `tool_use_result`.
    pub structured: Option<Value>,
}

impl Output {
    fn new(content: impl Into<Value>, structured: Value) -> Self {
        Self {
            content: content.into(),
            is_error: None,
            structured: Some(structured),
        }
    }

    /// The text alone: what placeholders and hooks see.
    pub fn text(&self) -> String {
        match &self.content {
            Value::String(text) => text.clone(),
            Value::Array(blocks) => blocks
                .iter()
                .filter_map(|block| block.get("text").and_then(Value::as_str))
                .collect::<Vec<_>>()
                .join("\n"),
            _ => String::new(),
        }
    }
}

/// What a pretended built-in tool gives back for this input; `output` is what the scenario says, if it says anything.
pub fn pretend(tool: &str, input: &Value, output: Option<&str>) -> Output {
    match tool {
        "Bash" => bash(output.unwrap_or_default()),
        "Read" => files::read(input, output.unwrap_or_default()),
        "Edit" => files::edit(input, output),
        "Write" => files::write(input, output),
        "Glob" | "Grep" => files::search(tool, output.unwrap_or_default()),
        "WebFetch" => web_fetch(input, output.unwrap_or_default()),
        "StructuredOutput" => structured_output(),
        _ => plain(tool, output.unwrap_or_default()),
    }
}

/// A tool that failed.
pub fn failure(text: &str) -> Output {
    Output {
        content: json!(text),
        is_error: Some(true),
        structured: Some(json!(format!("Error: {text}"))),
    }
}

/// A shell command.
fn bash(stdout: &str) -> Output {
    let quiet = stdout.is_empty();
    let content = if quiet {
        "(Bash completed with no output)"
    } else {
        stdout
    };
    let structured = json!({
        "stdout": stdout,
        "stderr": "",
        "interrupted": false,
        "isImage": false,
        "noOutputExpected": quiet,
    });
    Output {
        is_error: Some(false),
        ..Output::new(content, structured)
    }
}

/// A shell command that goes on in the background.
pub fn background_shell(task_id: &str, output_file: &str) -> Output {
    let content = format!(
        "Command running in background with ID: {task_id}. Output is being written to: {output_file}. You will be notified when it completes. To check interim output, use Read on that file path."
    );
    let structured = json!({
        "stdout": "",
        "stderr": "",
        "interrupted": false,
        "isImage": false,
        "noOutputExpected": false,
        "backgroundTaskId": task_id,
    });
    Output {
        is_error: Some(false),
        ..Output::new(content, structured)
    }
}

/// Questions a person answered: `allowed` is the input that came back, with `answers` and perhaps `annotations`.
pub fn questions(allowed: &Value) -> Output {
    let empty = Map::new();
    let answers = allowed
        .get("answers")
        .and_then(Value::as_object)
        .unwrap_or(&empty);
    let notes = allowed.get("annotations");
    let said: Vec<String> = answers
        .iter()
        .map(|(question, answer)| {
            let answer = answer
                .as_str()
                .map_or_else(|| answer.to_string(), str::to_owned);
            let note = notes
                .and_then(|notes| notes.get(question)?.get("notes")?.as_str())
                .map(|note| format!(" notes: {note}"))
                .unwrap_or_default();
            format!("\"{question}\"=\"{answer}\"{note}")
        })
        .collect();
    let content = if said.is_empty() {
        "The user did not answer the questions.".to_owned()
    } else {
        format!(
            "The user answered: {}. Read the answers carefully — they may request clarification, changes, or that you not proceed — and follow what they actually say.",
            said.join(", ")
        )
    };
    let mut structured = json!({
        "questions": allowed.get("questions").cloned().unwrap_or_else(|| json!([])),
        "answers": answers,
    });
    super::stamp::put_some(&mut structured, "annotations", notes.cloned());
    Output::new(content, structured)
}

/// A plan that was approved.
pub fn plan(plan: &str, file_path: &str) -> Output {
    let content = format!(
        "User has approved your plan. You can start now. Your plan is saved at: {file_path}"
    );
    let structured = json!({ "plan": plan, "isAgent": false, "filePath": file_path });
    Output::new(content, structured)
}

/// The result of a `tools/call`, or the error in its place.
pub fn mcp(tool: &str, response: &Value) -> Output {
    if let Some(error) = response.get("error") {
        let text = error.get("message").and_then(Value::as_str);
        return failure(text.unwrap_or("MCP error"));
    }
    let result = response.get("result").unwrap_or(&Value::Null);
    let content = result.get("content").and_then(Value::as_array);
    let blocks = content.cloned().unwrap_or_default();
    let given = Output {
        content: Value::Array(blocks.clone()),
        ..Output::default()
    };
    if result.get("isError").and_then(Value::as_bool) == Some(true) {
        return failure(&given.text());
    }
    if let Some(structured) = result.get("structuredContent").filter(|v| !v.is_null()) {
        let text = structured.to_string();
        let both = json!({ "content": text, "structuredContent": structured });
        return Output::new(text, both);
    }
    if blocks.is_empty() {
        return Output::new(format!("({tool} completed with no output)"), json!([]));
    }
    Output::new(Value::Array(blocks.clone()), Value::Array(blocks))
}

fn structured_output() -> Output {
    let text = "Structured output provided successfully";
    Output::new(text, json!(text))
}

fn web_fetch(input: &Value, output: &str) -> Output {
    let structured = json!({
        "bytes": output.len(),
        "code": 200,
        "codeText": "OK",
        "result": output,
        "durationMs": 0,
        "url": input.get("url").cloned().unwrap_or_default(),
    });
    Output::new(output, structured)
}

fn plain(tool: &str, output: &str) -> Output {
    if output.is_empty() {
        let text = format!("({tool} completed with no output)");
        return Output::new(text.clone(), json!(text));
    }
    Output::new(output, json!(output))
}

#[cfg(test)]
#[path = "tool_output_tests.rs"]
mod tests;
