//! Requests on the wire, and their answers.
#![allow(clippy::unwrap_used, reason = "a failed test may end in a panic")]

mod answered;
mod sent;

use super::*;
use crate::wire::hook::HookEvent;
use crate::wire::permission::PermissionMode;
use indexmap::IndexMap;
use serde_json::{Value, json};

/// What is sent, checked together with the subtype.
fn sent<R: ControlRequest>(request: &R) -> (&'static str, Value) {
    (R::SUBTYPE, serde_json::to_value(request).unwrap())
}

/// What comes back for a request.
fn answered<R: ControlRequest>(response: Value) -> R::Response {
    serde_json::from_value(response).unwrap()
}
