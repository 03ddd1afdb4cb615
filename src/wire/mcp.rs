//! The JSON-RPC envelope that an `mcp_message` control request carries: a borrowed parse and direct encoding.
//!
//! Owns the envelope, the error codes, the protocol versions and the shapes of the parameters we read. Ids keep the
//! exact text they came with. Does not know what a tool, resource or prompt is, and answers nothing by itself: that
//! is `tools::Server`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::json_text::JsonText;

/// The message is not JSON.
pub const PARSE_ERROR: i32 = -32_700;
/// The message is JSON but not a JSON-RPC request.
pub const INVALID_REQUEST: i32 = -32_600;
/// No such method.
pub const METHOD_NOT_FOUND: i32 = -32_601;
/// Unknown tool or prompt, or parameters of the wrong shape.
pub const INVALID_PARAMS: i32 = -32_602;
/// The server failed.
pub const INTERNAL_ERROR: i32 = -32_603;
/// MCP's own code for a resource that does not exist.
pub const RESOURCE_NOT_FOUND: i32 = -32_002;

/// The MCP versions spoken here, oldest first.
pub const PROTOCOL_VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// What the CLI accepts as the acknowledgement of a notification; it stalls for a minute without one.
pub const ACK: &str = r#"{"jsonrpc":"2.0","id":0,"result":{}}"#;

/// The answer for a response that could not be encoded; nothing of ours is known to get there.
const UNENCODABLE: &str = "the answer could not be written as JSON";

/// One JSON-RPC message, borrowed from the text it was parsed from.
#[derive(Debug, Clone, Deserialize)]
pub struct Rpc<'a> {
    /// The request's id in its exact form; `None` (or `null`) makes the message a notification.
    #[serde(borrow, default)]
    pub id: Option<&'a RawValue>,
    /// The method; empty if there was none.
    #[serde(borrow, default)]
    pub method: Cow<'a, str>,
    /// The parameters, not looked into.
    #[serde(borrow, default)]
    pub params: Option<&'a RawValue>,
}

/// Why a text is not a JSON-RPC message, with what an error answer needs.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{message}")]
pub struct RpcError<'a> {
    /// The id to answer to, if one could be made out.
    pub id: Option<&'a RawValue>,
    /// [`PARSE_ERROR`] or [`INVALID_REQUEST`].
    pub code: i32,
    /// What is wrong, for a person.
    pub message: String,
}

#[derive(Deserialize)]
struct IdOnly<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
}

impl<'a> Rpc<'a> {
    /// Parses one message. Whatever is wrong with it, the error says which id (if any) to answer to.
    pub fn parse(text: &'a str) -> Result<Self, RpcError<'a>> {
        let rpc: Self = serde_json::from_str(text).map_err(|error| not_a_message(text, &error))?;
        if rpc.id.is_some_and(|id| !is_id(id)) {
            return Err(invalid(
                None,
                "the JSON-RPC id must be a string or a number",
            ));
        }
        if rpc.method.is_empty() {
            return Err(invalid(
                rpc.id,
                "not a JSON-RPC request: `method` is missing or empty",
            ));
        }
        Ok(rpc)
    }
}

fn invalid<'a>(id: Option<&'a RawValue>, message: &str) -> RpcError<'a> {
    RpcError {
        id,
        code: INVALID_REQUEST,
        message: message.to_owned(),
    }
}

fn not_a_message<'a>(text: &'a str, error: &serde_json::Error) -> RpcError<'a> {
    let id = serde_json::from_str::<IdOnly<'a>>(text)
        .ok()
        .and_then(|found| found.id)
        .filter(|id| is_id(id));
    let code = if error.is_data() {
        INVALID_REQUEST
    } else {
        PARSE_ERROR
    };
    RpcError {
        id,
        code,
        message: format!("not a JSON-RPC request: {error}"),
    }
}

fn is_id(raw: &RawValue) -> bool {
    matches!(
        raw.get().as_bytes().first(),
        Some(b'"' | b'-' | b'0'..=b'9')
    )
}

/// A whole `tools/call` request, read in one pass: it is what the CLI sends most, and with the largest parameters.
#[derive(Debug, Clone)]
pub struct CallRpc {
    /// The request's id in its exact form.
    pub id: Box<RawValue>,
    /// The tool's name, without the `mcp__server__` prefix.
    pub name: String,
    /// The arguments.
    pub arguments: Option<Value>,
    /// The id of the agent's `tool_use` block; see [`tool_use_id`].
    pub tool_use_id: Option<String>,
}

impl CallRpc {
    /// Parses a message if it is a `tools/call` of the usual shape; anything else is for [`Rpc::parse`] to tell apart.
    pub fn parse(text: &str) -> Option<Self> {
        #[derive(Deserialize)]
        struct Whole<'a> {
            #[serde(borrow)]
            id: &'a RawValue,
            #[serde(borrow)]
            method: Cow<'a, str>,
            params: Params,
        }
        #[derive(Deserialize)]
        struct Params {
            name: String,
            #[serde(default)]
            arguments: Option<Value>,
            #[serde(default, rename = "_meta")]
            meta: Option<Meta>,
        }
        #[derive(Deserialize)]
        struct Meta {
            #[serde(default, rename = "claudecode/toolUseId")]
            tool_use_id: Option<String>,
        }
        let whole: Whole<'_> = serde_json::from_str(text).ok()?;
        (whole.method == "tools/call" && is_id(whole.id)).then(|| Self {
            id: whole.id.to_owned(),
            name: whole.params.name,
            arguments: whole.params.arguments,
            tool_use_id: whole.params.meta.and_then(|meta| meta.tool_use_id),
        })
    }
}

/// The parameters of `tools/call`.
#[derive(Debug, Clone, Deserialize)]
pub struct CallParams<'a> {
    /// The tool's name, without the `mcp__server__` prefix.
    #[serde(borrow)]
    pub name: Cow<'a, str>,
    /// The arguments, not looked into.
    #[serde(borrow, default)]
    pub arguments: Option<&'a RawValue>,
    /// The request's `_meta`, not looked into; see [`tool_use_id`].
    #[serde(borrow, default, rename = "_meta")]
    pub meta: Option<&'a RawValue>,
}

/// The parameters of `resources/read`.
#[derive(Debug, Clone, Deserialize)]
pub struct ReadParams<'a> {
    /// Which resource.
    #[serde(borrow)]
    pub uri: Cow<'a, str>,
}

/// The parameters of `prompts/get`.
#[derive(Debug, Clone, Deserialize)]
pub struct PromptParams<'a> {
    /// The prompt's name.
    #[serde(borrow)]
    pub name: Cow<'a, str>,
    /// The arguments, not looked into.
    #[serde(borrow, default)]
    pub arguments: Option<&'a RawValue>,
}

/// The part of `initialize`'s parameters that decides the answer.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct InitializeParams<'a> {
    /// The version the client asks for.
    #[serde(borrow, default, rename = "protocolVersion")]
    pub protocol_version: Cow<'a, str>,
}

/// The parameters of `notifications/cancelled`.
#[derive(Debug, Clone, Deserialize)]
pub struct CancelledParams<'a> {
    /// The id of the request that is no longer wanted, in its exact form.
    #[serde(borrow, rename = "requestId")]
    pub request_id: &'a RawValue,
}

/// The id of the agent's `tool_use` block, which the CLI puts into the `_meta` of a `tools/call`.
/// A `_meta` of another shape is not an error: the id is simply not known.
pub fn tool_use_id(meta: &RawValue) -> Option<String> {
    #[derive(Deserialize)]
    struct Meta {
        #[serde(rename = "claudecode/toolUseId")]
        tool_use_id: String,
    }
    serde_json::from_str::<Meta>(meta.get())
        .ok()
        .map(|meta| meta.tool_use_id)
}

/// The version to answer `initialize` with: the requested one if it is spoken here, else the newest.
pub fn negotiate(requested: &str) -> &'static str {
    let [.., newest] = PROTOCOL_VERSIONS;
    PROTOCOL_VERSIONS
        .into_iter()
        .find(|known| *known == requested)
        .unwrap_or(newest)
}

/// A success response: `result` is written straight into the text.
pub fn encode_result<R: Serialize + ?Sized>(id: &RawValue, result: &R) -> String {
    serde_json::to_string(&Response {
        jsonrpc: "2.0",
        id,
        result,
    })
    .unwrap_or_else(|_| encode_error(Some(id), INTERNAL_ERROR, UNENCODABLE))
}

/// The same as JSON that need not be checked again: `write` adds the result to the text, as one JSON value.
pub(crate) fn written_result(
    id: &RawValue,
    write: impl FnOnce(&mut Vec<u8>) -> serde_json::Result<()>,
) -> JsonText {
    let mut text = Vec::with_capacity(256);
    text.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    text.extend_from_slice(id.get().as_bytes());
    text.extend_from_slice(br#","result":"#);
    if write(&mut text).is_err() {
        return written_error(Some(id), INTERNAL_ERROR, UNENCODABLE);
    }
    text.push(b'}');
    JsonText::written(text)
}

/// An error response as JSON that need not be checked again.
pub(crate) fn written_error(id: Option<&RawValue>, code: i32, message: &str) -> JsonText {
    // Ids are JSON already, and the rest is written here.
    JsonText::written(encode_error(id, code, message))
}

#[derive(Serialize)]
struct Response<'a, R: ?Sized> {
    jsonrpc: &'static str,
    id: &'a RawValue,
    result: &'a R,
}

/// A success response whose result is already JSON text. The caller vouches for `result`.
pub fn encode_raw_result(id: &RawValue, result: &str) -> String {
    let id = id.get();
    let mut text = String::with_capacity(id.len() + result.len() + 40);
    text.push_str(r#"{"jsonrpc":"2.0","id":"#);
    text.push_str(id);
    text.push_str(r#","result":"#);
    text.push_str(result);
    text.push('}');
    text
}

/// An error response; without an id the id is `null`, as JSON-RPC asks.
pub fn encode_error(id: Option<&RawValue>, code: i32, message: &str) -> String {
    let id = id.map_or("null", RawValue::get);
    let message = Value::from(message);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{message}}}}}"#)
}

#[cfg(test)]
#[path = "mcp_tests.rs"]
mod tests;
