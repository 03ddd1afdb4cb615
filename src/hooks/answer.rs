//! PURE. Whether a program's answer means something for its event. Owns: the keys, their types and the words of decisions.
//! Does not own: which event takes what (`wire::hook`; it is asked here), what follows from a wrong answer (`declared`).
//!
//! The CLI passes over what it does not know: `"Deny"`, or a decision one level too high, would let the call through. So
//! nothing unknown is passed on; it counts as a failure of the hook.

use crate::wire::elicitation::ElicitationAnswer;
use crate::wire::hook::{HookEvent, HookOutput};
use crate::wire::permission::PermissionAnswer;
use serde_json::{Map, Value};

const SPECIFIC: &str = "hookSpecificOutput";

/// Says what is wrong with an answer.
pub(super) fn check(event: &HookEvent, answer: &Map<String, Value>) -> Result<(), String> {
    let waits_not = answer.get("async") == Some(&Value::Bool(true));
    for (key, value) in answer {
        match key.as_str() {
            "async" => boolean(key, value)?,
            "asyncTimeout" => typed(key, value.is_number(), "a number")?,
            // With `async` the CLI reads nothing else, and a decision beside it would be lost.
            _ if waits_not => return Err(format!("`async` and `{key}` cannot stand together")),
            "continue" | "suppressOutput" => boolean(key, value)?,
            "stopReason" | "systemMessage" | "reason" | "terminalSequence" => text(key, value)?,
            "decision" => {
                word(key, value, &["approve", "block"])?;
                HookOutput::block("")
                    .to_wire(event)
                    .map_err(|error| error.to_string())?;
            }
            SPECIFIC => {
                let Value::Object(object) = value else {
                    return Err(format!("`{SPECIFIC}` must be an object"));
                };
                specific(event, object)?;
            }
            _ => return Err(format!("`{key}` is no part of a hook's answer")),
        }
    }
    Ok(())
}

fn specific(event: &HookEvent, object: &Map<String, Value>) -> Result<(), String> {
    word(
        "hookEventName",
        object.get("hookEventName").unwrap_or(&Value::Null),
        &[event.as_str()],
    )?;
    for (key, value) in object.iter().filter(|(key, _)| *key != "hookEventName") {
        let sample = sample(key, value)?;
        let wire = sample.to_wire(event).map_err(|error| error.to_string())?;
        if wire.get(SPECIFIC).and_then(|part| part.get(key)).is_none() {
            return Err(format!("`{key}` means nothing for the hook event {event}"));
        }
    }
    Ok(())
}

/// An answer with this part, to see whether the event takes it. The error is about the value.
fn sample(key: &str, value: &Value) -> Result<HookOutput, String> {
    let none = HookOutput::none;
    Ok(match key {
        "permissionDecision" => {
            word(key, value, &["allow", "deny", "ask", "defer"])?;
            match value.as_str() {
                Some("allow") => HookOutput::allow(),
                Some("ask") => HookOutput::ask(""),
                Some("defer") => HookOutput::defer(),
                _ => HookOutput::deny(""),
            }
        }
        "permissionDecisionReason" => text(key, value).map(|()| HookOutput::deny(""))?,
        "updatedInput" => object(key, value).map(|_| none().with_updated_input(Map::new()))?,
        "additionalContext" => text(key, value).map(|()| none().with_context(""))?,
        "updatedToolOutput" => none().with_updated_tool_output(Value::Null),
        "updatedMCPToolOutput" => none().with_updated_mcp_tool_output(Value::Null),
        "classifierContext" => text(key, value).map(|()| none().with_classifier_context(""))?,
        "decision" => {
            let decision = object(key, value)?;
            let behavior = decision.get("behavior").unwrap_or(&Value::Null);
            word("decision.behavior", behavior, &["allow", "deny"])?;
            HookOutput::permission(&PermissionAnswer::deny(""))
        }
        "retry" => boolean(key, value).map(|()| none().with_retry())?,
        "sessionTitle" => text(key, value).map(|()| none().with_session_title(""))?,
        "suppressOriginalPrompt" => {
            boolean(key, value).map(|()| none().with_original_prompt_suppressed())?
        }
        "initialUserMessage" => text(key, value).map(|()| none().with_initial_user_message(""))?,
        "watchPaths" => {
            let texts = |list: &Vec<Value>| list.iter().all(Value::is_string);
            typed(key, value.as_array().is_some_and(texts), "a list of texts")?;
            none().with_watch_paths(Vec::new())
        }
        "displayContent" => text(key, value).map(|()| none().with_display_content(""))?,
        "worktreePath" => text(key, value).map(|()| none().with_worktree_path(""))?,
        "action" => {
            word(key, value, &["accept", "decline", "cancel"])?;
            HookOutput::elicitation(&ElicitationAnswer::Decline)
        }
        "content" => object(key, value)
            .map(|_| ElicitationAnswer::Accept {
                content: Some(Map::new()),
            })
            .map(|answer| HookOutput::elicitation(&answer))?,
        _ => return Err(format!("`{key}` is no part of `{SPECIFIC}`")),
    })
}

fn word(key: &str, value: &Value, words: &[&str]) -> Result<(), String> {
    if value.as_str().is_some_and(|word| words.contains(&word)) {
        return Ok(());
    }
    let words: Vec<_> = words.iter().map(|word| format!("\"{word}\"")).collect();
    Err(format!(
        "`{key}` is {value}, and must be {}",
        words.join(" or ")
    ))
}

fn text(key: &str, value: &Value) -> Result<(), String> {
    typed(key, value.is_string(), "a text")
}

fn boolean(key: &str, value: &Value) -> Result<(), String> {
    typed(key, value.is_boolean(), "true or false")
}

fn object<'a>(key: &str, value: &'a Value) -> Result<&'a Map<String, Value>, String> {
    value
        .as_object()
        .ok_or_else(|| format!("`{key}` must be an object"))
}

fn typed(key: &str, fits: bool, what: &str) -> Result<(), String> {
    if fits {
        return Ok(());
    }
    Err(format!("`{key}` must be {what}"))
}
