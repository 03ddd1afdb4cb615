//! PURE. Output that has to fit a schema. Owns: checking what the model gives, its attempts, and reminding it once.

use super::tools::{self, Call, Work};
use crate::simulator::actor::place::Part;
use crate::simulator::actor::steps::{Flow, Stepped};
use crate::simulator::actor::turns::ending::ATTEMPTS;
use crate::simulator::actor::wait::Cx;
use crate::simulator::frames::tool_output;
use crate::simulator::scenario::fill;
use crate::simulator::scenario::{Ask, AskWhen, FailureKind};
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

const TOOL: &str = "StructuredOutput";

/// The model gives its output: it fits, or the model may try again.
pub(in crate::simulator::actor) async fn give(cx: &Cx, part: &mut Part, value: &Value) -> Stepped {
    let value = fill::value(value, &part.values);
    let schema = cx.look(|world| world.facts.json_schema.clone());
    let wrong = match &schema {
        Some(schema) => first_error(schema, &value),
        None => Some(format!("No such tool available: {TOOL}")),
    };
    part.attempts += 1;
    let work = match &wrong {
        Some(words) => tool_output::failure(words),
        None => tool_output::pretend(TOOL, &value, None),
    };
    let call = Call {
        id: cx.look(|world| world.ids.tool_use()),
        name: TOOL.to_owned(),
        input: value.clone(),
        ask: Ask::When(AskWhen::Never),
        work: Work::Given(work),
    };
    tools::call(cx, part, vec![call]).await?;
    if wrong.is_none() {
        part.owes_answer = false;
        cx.with(|world| {
            if let Some(turn) = &mut world.turn {
                turn.structured = Some(value);
            }
        });
        return Err(Flow::End);
    }
    if part.attempts >= ATTEMPTS {
        return Err(Flow::Fail(FailureKind::StructuredOutput.into()));
    }
    Ok(())
}

/// Reminds the model, once, that it owes an output.
pub(in crate::simulator::actor) async fn nudge(cx: &Cx, part: &mut Part) -> Stepped {
    let owes = cx.look(|world| {
        let given = world
            .turn
            .as_ref()
            .is_none_or(|turn| turn.structured.is_some());
        world.facts.json_schema.is_some() && !given && part.place.is_main()
    });
    if !owes || part.reminded {
        return Ok(());
    }
    part.reminded = true;
    cx.with(|world| {
        let text = format!("You MUST call the {TOOL} tool to complete this request. Call it now.");
        world.say_synthetic(&text);
    });
    let words = part.last_words.clone();
    cx.speak(part, &words, false, None).await?;
    cx.finish_message(part, "end_turn")
}

/// What is wrong with a value, in the CLI's words where they are known.
fn first_error(schema: &Value, value: &Value) -> Option<String> {
    let validator = match jsonschema::validator_for(schema) {
        Ok(validator) => validator,
        Err(error) => return Some(format!("The schema is invalid: {error}")),
    };
    let error = validator.iter_errors(value).next()?;
    let path = error.instance_path().to_string();
    let place = if path.is_empty() {
        "root"
    } else {
        path.as_str()
    };
    let what = match error.kind() {
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            format!("must have required property '{name}'")
        }
        ValidationErrorKind::AdditionalProperties { .. } => {
            "must NOT have additional properties".to_owned()
        }
        _ => error.to_string(),
    };
    Some(format!(
        "Output does not match required schema: {place}: {what}"
    ))
}
