//! Hooks on the wire.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed test may end in a panic"
)]

mod answers;
mod inputs;

use super::*;
use crate::wire::elicitation::ElicitationAnswer;
use crate::wire::permission::PermissionAnswer;
use serde_json::{Map, Value, json};

fn input(value: Value) -> HookInput {
    serde_json::from_value(value).unwrap()
}

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap()
}
