//! What a person answers by hand besides permissions: tools without a program, and forms of MCP servers. Owns: what is
//! shown, and what a line means. Does not own: the terminal (`ask`).

use super::desk::Desk;
use super::human::safe;
use crate::headless::sanitise;
use crate::headless::tools::{shown, understood};
use crate::tools::declared::{Answerer, Reply};
use crate::wire::elicitation::{Elicitation, ElicitationAnswer, ElicitationMode};
use serde_json::{Map, Value};
use std::fmt::Write as _;

/// Answers tools.
pub(super) fn answerer(desk: Desk) -> Answerer {
    Answerer::new(move |question| {
        let desk = desk.clone();
        async move {
            match desk.ask(format!("\n{}", shown(&question))).await {
                Some(line) => understood(&line),
                None => Reply::Refused("nobody is there".to_owned()),
            }
        }
    })
}

/// Answers a server; what does not fit is asked again until it does, or is left.
pub(super) async fn form(desk: &Desk, asked: &Elicitation) -> ElicitationAnswer {
    let mut text = question(asked);
    loop {
        let Some(line) = desk.ask(text).await else {
            return ElicitationAnswer::Cancel;
        };
        match answer(asked, line.trim()) {
            Ok(answer) => return answer,
            Err(again) => text = again,
        }
    }
}

fn question(asked: &Elicitation) -> String {
    let server = sanitise(&asked.mcp_server_name);
    let mut text = format!("\nMCP server {server} asks:\n{}\n", safe(&asked.message));
    if asked.mode == ElicitationMode::Url {
        let url = sanitise(asked.url.as_deref().unwrap_or("(no address)"));
        return format!(
            "{text}Its page: {url}\nType y once you have been there (nothing to decline): "
        );
    }
    if let Some(schema) = asked.requested_schema.clone() {
        let schema = Value::Object(schema).to_string();
        let _ = writeln!(text, "A JSON object is wanted: {}", sanitise(&schema));
    }
    text.push_str("Answer in one line (nothing to decline): ");
    text
}

/// `Err` says what to type instead.
fn answer(asked: &Elicitation, line: &str) -> Result<ElicitationAnswer, String> {
    if line.is_empty() {
        return Ok(ElicitationAnswer::Decline);
    }
    if asked.mode == ElicitationMode::Url {
        return match line.to_lowercase().as_str() {
            "y" | "yes" => Ok(ElicitationAnswer::Accept { content: None }),
            _ => Err("Please type y, or nothing to decline: ".to_owned()),
        };
    }
    let Some(content) = content(asked, line) else {
        return Err("Please type a JSON object, or nothing to decline: ".to_owned());
    };
    let value = Value::Object(content.clone());
    let schema = asked.requested_schema.clone().map(Value::Object);
    let validator = schema.and_then(|schema| jsonschema::validator_for(&schema).ok());
    match validator.and_then(|validator| Some(validator.validate(&value).err()?.to_string())) {
        Some(wrong) => Err(format!(
            "That does not fit ({}). Again, or nothing to decline: ",
            sanitise(&wrong)
        )),
        None => Ok(ElicitationAnswer::Accept {
            content: Some(content),
        }),
    }
}

/// A JSON object; or, if one field of text is all that is asked for, the text of it.
fn content(asked: &Elicitation, line: &str) -> Option<Map<String, Value>> {
    if let Ok(Value::Object(object)) = serde_json::from_str(line) {
        return Some(object);
    }
    let properties = asked.requested_schema.as_ref()?.get("properties")?;
    let mut fields = properties.as_object()?.iter();
    let (name, about) = fields.next().filter(|_| fields.len() == 0)?;
    let is_text = about.get("type").and_then(Value::as_str) == Some("string");
    is_text.then(|| Map::from_iter([(name.clone(), Value::from(line))]))
}

#[cfg(test)]
#[path = "by_hand_tests.rs"]
mod tests;
