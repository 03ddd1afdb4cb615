//! One `tools/call` from its parsed parameters to the text of its answer.
//!
//! Owns the order of the steps: arguments, input schema, handler, output schema, size. Whatever goes wrong on the way
//! is a result with `isError`, so that the agent can read it and correct itself.

use std::sync::Arc;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::super::context::ToolContext;
use super::super::result::ToolResult;
use super::super::run::{Failure, isolated};
use super::super::tool::CompiledTool;
use crate::wire::{JsonText, mcp};

/// Everything a call needs; it holds the tool itself, so removing the tool does not disturb it.
pub(super) struct Call {
    pub(super) id: Box<RawValue>,
    pub(super) tool: Arc<CompiledTool>,
    /// Or why they cannot be read.
    pub(super) arguments: Result<Option<Value>, String>,
    pub(super) cx: ToolContext,
    pub(super) max_result: usize,
}

/// Runs the call and encodes its answer.
pub(super) async fn answer(mut call: Call) -> JsonText {
    let arguments = std::mem::replace(&mut call.arguments, Ok(None));
    let name = call.cx.tool();
    let result = match checked(arguments, &call.tool, name) {
        Err(problem) => ToolResult::error(problem),
        Ok(arguments) => {
            let handler = || call.tool.handler.call(arguments, call.cx.clone());
            match isolated(handler, call.tool.timeout, call.cx.cancellation()).await {
                Ok(result) => checked_result(&call.tool, name, result),
                // The handler's own words need no wrapping: the agent knows what it called.
                Err(Failure::Handler(error)) => ToolResult::error(error.to_string()),
                Err(failure) => ToolResult::error(format!("Tool `{name}` failed: {failure}.")),
            }
        }
    };
    encoded(&call.id, name, &result, call.max_result)
}

fn checked(
    arguments: Result<Option<Value>, String>,
    tool: &CompiledTool,
    name: &str,
) -> Result<Value, String> {
    let arguments = arguments.map_err(|error| {
        format!("Invalid input: the arguments are not JSON that can be read: {error}")
    })?;
    let arguments = arguments.unwrap_or_else(|| Value::Object(Map::new()));
    tool.input
        .check(&arguments)
        .map_err(|problems| format!("Invalid input for tool `{name}`:\n{problems}"))?;
    Ok(arguments)
}

fn checked_result(tool: &CompiledTool, name: &str, result: ToolResult) -> ToolResult {
    if result.is_error {
        return result;
    }
    let problem = match (&tool.output, &result.structured) {
        (_, Some(value)) if !value.is_object() => {
            "its structured content is not a JSON object".to_owned()
        }
        (None, _) => return result,
        (Some(_), None) => "it has an output schema but gave no structured content".to_owned(),
        (Some(schema), Some(value)) => match schema.check(value) {
            Ok(()) => return result,
            Err(problems) => format!("its result does not fit its output schema:\n{problems}"),
        },
    };
    ToolResult::error(format!(
        "Tool `{name}` failed: {problem}\nThis is a bug in the program that serves it."
    ))
}

fn encoded(id: &RawValue, name: &str, result: &ToolResult, max_result: usize) -> JsonText {
    let too_big = |size: usize| {
        let text = format!(
            "Tool `{name}` gave a result of {size} bytes, more than the limit of {max_result}. Ask for less at once."
        );
        mcp::written_result(id, |out| ToolResult::error(text).write(out))
    };
    // Far too big is known without paying for the encoding.
    let least = result.len();
    if least > max_result {
        return too_big(least);
    }
    let text = mcp::written_result(id, |out| result.write(out));
    let size = text.as_bytes().len();
    if size > max_result {
        return too_big(size);
    }
    text
}

#[cfg(test)]
#[path = "call_tests/mod.rs"]
mod tests;
