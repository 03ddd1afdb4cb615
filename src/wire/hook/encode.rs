//! PURE. Checking a hook's answer against its event and putting it into the CLI's shape.

use serde_json::{Map, Value, json};

use super::output::{Decision, Form};
use super::output_field::{BLOCKABLE, OutputField};
use super::{HookEvent, HookOutput, HookOutputError};
use crate::wire::fields::put;

impl HookOutput {
    /// The payload of the success response, for a callback of `event`.
    pub fn to_wire(&self, event: &HookEvent) -> Result<Value, HookOutputError> {
        match &self.form {
            Form::Raw(Value::Object(object)) => {
                self.must_be_alone("raw")?;
                return Ok(Value::Object(object.clone()));
            }
            Form::Raw(_) => return Err(HookOutputError::NotAnObject),
            Form::Asynchronous(timeout) => {
                self.must_be_alone("async")?;
                let mut object = Map::from_iter([("async".to_owned(), Value::Bool(true))]);
                put(&mut object, "asyncTimeout", *timeout);
                return Ok(Value::Object(object));
            }
            Form::Built => {}
        }
        let mut object = self.shared.clone();
        if let Some(reason) = &self.stop {
            put(&mut object, "continue", Some(false));
            put(&mut object, "stopReason", Some(reason.as_str()));
        }
        if let Some(reason) = &self.block {
            self.check_block(event)?;
            put(&mut object, "decision", Some("block"));
            put(&mut object, "reason", Some(reason.as_str()));
        }
        let mut specific = self.decision_fields(event)?;
        for (field, value) in &self.fields {
            if specific.contains_key(field.key()) {
                return Err(contradiction("allow/deny/ask/defer", field.key()));
            }
            // a permission request takes a new input inside its decision, where it was put already
            if *field == OutputField::UpdatedInput && *event == HookEvent::PermissionRequest {
                continue;
            }
            check_field(*field, event)?;
            specific.insert(field.key().to_owned(), value.clone());
        }
        if !specific.is_empty() {
            specific.insert("hookEventName".to_owned(), event.as_str().into());
            object.insert("hookSpecificOutput".to_owned(), specific.into());
        }
        Ok(Value::Object(object))
    }

    fn decision_fields(&self, event: &HookEvent) -> Result<Map<String, Value>, HookOutputError> {
        let updated_input = self.fields.get(&OutputField::UpdatedInput);
        let Some(decision) = self.decision else {
            return match (event, updated_input, &self.reason) {
                (HookEvent::PermissionRequest, Some(_), _) => Err(HookOutputError::NotForEvent {
                    part: "updatedInput without allow",
                    event: event.as_str().to_owned(),
                    fits: names(OutputField::UpdatedInput.events()),
                }),
                (_, _, Some(_)) => Err(contradiction("reason", "no decision")),
                _ => Ok(Map::new()),
            };
        };
        if updated_input.is_some() && matches!(decision, Decision::Deny | Decision::Defer) {
            return Err(contradiction(decision.as_str(), "updatedInput"));
        }
        let mut specific = Map::new();
        if *event == HookEvent::PermissionRequest {
            let answer = match decision {
                Decision::Allow => {
                    let mut answer = json!({ "behavior": "allow" });
                    if let (Some(input), Some(object)) = (updated_input, answer.as_object_mut()) {
                        object.insert("updatedInput".to_owned(), input.clone());
                    }
                    answer
                }
                Decision::Deny => json!({ "behavior": "deny", "message": self.reason }),
                Decision::Ask | Decision::Defer => {
                    return Err(HookOutputError::NotForEvent {
                        part: decision.as_str(),
                        event: event.as_str().to_owned(),
                        fits: names(OutputField::PermissionDecision.events()),
                    });
                }
            };
            specific.insert("decision".to_owned(), answer);
            return Ok(specific);
        }
        if !OutputField::PermissionDecision.fits(event) {
            let mut fits = names(OutputField::PermissionDecision.events());
            fits.push(HookEvent::PermissionRequest.as_str().to_owned());
            return Err(HookOutputError::NotForEvent {
                part: decision.as_str(),
                event: event.as_str().to_owned(),
                fits,
            });
        }
        let field = OutputField::PermissionDecision;
        put(&mut specific, field.key(), Some(decision.as_str()));
        let field = OutputField::PermissionDecisionReason;
        put(&mut specific, field.key(), self.reason.as_deref());
        Ok(specific)
    }

    fn check_block(&self, event: &HookEvent) -> Result<(), HookOutputError> {
        if self.decision == Some(Decision::Allow) {
            return Err(contradiction("block", "allow"));
        }
        if matches!(event, HookEvent::Other(_)) || BLOCKABLE.contains(event) {
            return Ok(());
        }
        Err(HookOutputError::NotForEvent {
            part: "block",
            event: event.as_str().to_owned(),
            fits: names(BLOCKABLE),
        })
    }

    fn must_be_alone(&self, form: &'static str) -> Result<(), HookOutputError> {
        let alone = Self {
            form: self.form.clone(),
            ..Self::default()
        };
        if *self == alone {
            Ok(())
        } else {
            Err(contradiction(form, "any other part"))
        }
    }
}

impl Decision {
    fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Deny => "deny",
            Self::Ask => "ask",
            Self::Defer => "defer",
        }
    }
}

fn check_field(field: OutputField, event: &HookEvent) -> Result<(), HookOutputError> {
    if field.fits(event) {
        return Ok(());
    }
    Err(HookOutputError::NotForEvent {
        part: field.key(),
        event: event.as_str().to_owned(),
        fits: names(field.events()),
    })
}

fn contradiction(first: &'static str, second: &'static str) -> HookOutputError {
    HookOutputError::Contradiction { first, second }
}

fn names(events: &[HookEvent]) -> Vec<String> {
    events
        .iter()
        .map(|event| event.as_str().to_owned())
        .collect()
}
