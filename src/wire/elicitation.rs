//! PURE. Requests of the CLI that want something from a person: a server's elicitation, and dialogs of the CLI itself.
//!
//! Owns the shapes of both and of their answers. Does not check content against the requested schema.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::fields::{Extra, put, take, take_or_default, take_value};

/// An MCP server asks the user for something. Decoding an object never fails; what does not fit stays in `extra`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(from = "Extra")]
pub struct Elicitation {
    /// The server that asks.
    pub mcp_server_name: String,
    /// What it says.
    pub message: String,
    /// How it wants to be answered.
    pub mode: ElicitationMode,
    /// The schema of the answer, for a form.
    pub requested_schema: Option<Map<String, Value>>,
    /// In which order the fields were written.
    pub property_order: Vec<String>,
    /// Where to go, for a link.
    pub url: Option<String>,
    /// Id of a link, to recognise its completion.
    pub elicitation_id: Option<String>,
    /// A heading.
    pub title: Option<String>,
    /// The server's name for people.
    pub display_name: Option<String>,
    /// More about it.
    pub description: Option<String>,
    /// Everything else.
    pub extra: Extra,
}

/// How an elicitation wants to be answered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ElicitationMode {
    /// Fields to fill in.
    #[default]
    Form,
    /// A page to visit.
    Url,
    /// A way this library does not know.
    #[serde(untagged)]
    Other(String),
}

impl From<Extra> for Elicitation {
    fn from(mut object: Extra) -> Self {
        let from = &mut object;
        drop_subtype(from, "elicitation");
        Self {
            mcp_server_name: take_or_default(from, "mcp_server_name"),
            message: take_or_default(from, "message"),
            mode: take_or_default(from, "mode"),
            requested_schema: take(from, "requested_schema"),
            property_order: take_or_default(from, "property_order"),
            url: take(from, "url"),
            elicitation_id: take(from, "elicitation_id"),
            title: take(from, "title"),
            display_name: take(from, "display_name"),
            description: take(from, "description"),
            extra: object,
        }
    }
}

/// The answer to an elicitation.
#[derive(Debug, Clone, PartialEq)]
pub enum ElicitationAnswer {
    /// Here it is.
    Accept {
        /// The filled-in fields; absent for a link.
        content: Option<Map<String, Value>>,
    },
    /// The user says no.
    Decline,
    /// The user went away.
    Cancel,
}

impl ElicitationAnswer {
    /// The payload of the success response.
    pub fn to_wire(&self) -> Value {
        Value::Object(self.to_object())
    }

    pub(crate) fn to_object(&self) -> Map<String, Value> {
        let mut object = Map::new();
        let action = match self {
            Self::Accept { .. } => "accept",
            Self::Decline => "decline",
            Self::Cancel => "cancel",
        };
        put(&mut object, "action", Some(action));
        if let Self::Accept { content } = self {
            put(&mut object, "content", content.clone());
        }
        object
    }
}

/// A dialog of the CLI itself. Only kinds that `initialize` declared are sent; others must stay unanswered.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(from = "Extra")]
pub struct UserDialog {
    /// Which dialog.
    pub dialog_kind: String,
    /// What it shows.
    pub payload: Value,
    /// The call it belongs to.
    pub tool_use_id: Option<String>,
    /// Everything else.
    pub extra: Extra,
}

impl From<Extra> for UserDialog {
    fn from(mut object: Extra) -> Self {
        let from = &mut object;
        drop_subtype(from, "request_user_dialog");
        Self {
            dialog_kind: take_or_default(from, "dialog_kind"),
            payload: take_value(from, "payload"),
            tool_use_id: take(from, "tool_use_id"),
            extra: object,
        }
    }
}

/// The answer to a dialog.
#[derive(Debug, Clone, PartialEq)]
pub enum UserDialogAnswer {
    /// The user went through with it.
    Completed {
        /// What the dialog is meant to yield.
        result: Value,
    },
    /// The user left it.
    Cancelled,
}

impl UserDialogAnswer {
    /// The payload of the success response.
    pub fn to_wire(&self) -> Value {
        match self {
            Self::Completed { result } => {
                serde_json::json!({ "behavior": "completed", "result": result })
            }
            Self::Cancelled => serde_json::json!({ "behavior": "cancelled" }),
        }
    }
}

/// The envelope's tag is not a field of the request, whether or not the caller took it off.
fn drop_subtype(object: &mut Extra, subtype: &str) {
    if object.get("subtype").and_then(Value::as_str) == Some(subtype) {
        object.shift_remove("subtype");
    }
}

#[cfg(test)]
#[path = "elicitation_tests.rs"]
mod tests;
