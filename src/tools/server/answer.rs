//! From one message of the CLI to its answer: the MCP methods.
//!
//! Owns the dispatch, the lists and the start of calls; resources and prompts are fetched in `fetch`. Everything is answered, whatever it is: an unanswered control request stalls the CLI. What takes
//! time comes back as a future for the driver to run; nothing is spawned here.

use std::fmt;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::super::context::{CallContext, ToolContext};
use super::Server;
use super::call::{self, Call};
use super::catalog::listed;
use crate::wire::mcp::{self, CallParams, CallRpc, Rpc};
use crate::wire::{JsonText, McpMessage};

/// What is to be done about a message. All answers are whole JSON-RPC messages, to be put under `mcp_response`.
pub enum Handled {
    /// Answer with this at once.
    Ready(String),
    /// Run this and answer with what it gives; calls may run side by side.
    Running {
        /// The JSON-RPC id, in its exact form; unique among the calls that one session has open with one server.
        rpc_id: String,
        /// The tool; for a resource its URI, for a prompt its name.
        tool: String,
        /// The agent's `tool_use` block, if the CLI said.
        tool_use_id: Option<String>,
        /// Resolves to the answer, always: also on failure and cancellation. Needs a tokio runtime with time.
        future: BoxFuture<'static, JsonText>,
        /// Stops it. Its answer then says that it was cancelled.
        cancel: CancellationToken,
    },
    /// The CLI no longer wants the answer to that request: cancel it, and answer this message with `ack`.
    Cancel {
        /// The JSON-RPC id of the request to cancel, in its exact form.
        rpc_id: String,
        /// The acknowledgement.
        ack: String,
    },
}

impl fmt::Debug for Handled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready(answer) => f.debug_tuple("Ready").field(answer).finish(),
            Self::Running { rpc_id, tool, .. } => f
                .debug_struct("Running")
                .field("rpc_id", rpc_id)
                .field("tool", tool)
                .finish_non_exhaustive(),
            Self::Cancel { rpc_id, .. } => f
                .debug_struct("Cancel")
                .field("rpc_id", rpc_id)
                .finish_non_exhaustive(),
        }
    }
}

impl Server {
    /// Answers one JSON-RPC message of the CLI: the `message` of an `mcp_message` control request, as text.
    pub fn handle(&self, message: &str, cx: CallContext) -> Handled {
        match CallRpc::parse(message) {
            Some(call) => self.call_tool(call.into(), &cx),
            None => self.other(message, cx),
        }
    }

    /// The same for a message that is read already.
    pub fn handle_message(&self, mut message: McpMessage, cx: &CallContext) -> Handled {
        match message.take_call() {
            Some(call) => self.call_tool(call.into(), cx),
            None => self.other(message.get(), cx.clone()),
        }
    }

    /// Everything but a call of the usual shape.
    fn other(&self, message: &str, cx: CallContext) -> Handled {
        let rpc = match Rpc::parse(message) {
            Ok(rpc) => rpc,
            Err(error) => {
                return Handled::Ready(mcp::encode_error(error.id, error.code, &error.message));
            }
        };
        let Some(id) = rpc.id else {
            return notification(&rpc);
        };
        match &*rpc.method {
            "tools/call" => match parsed(rpc.params) {
                Ok(params) => self.call_tool(Asked::of(id, params), &cx),
                Err(problem) => refused(id, mcp::INVALID_PARAMS, &problem),
            },
            "tools/list" => Handled::Ready(self.list_tools(id)),
            "initialize" => Handled::Ready(self.initialize(id, rpc.params)),
            "ping" => Handled::Ready(mcp::encode_raw_result(id, "{}")),
            "resources/list" => Handled::Ready(self.list_resources(id, "resources")),
            "resources/templates/list" => {
                Handled::Ready(self.list_resources(id, "resourceTemplates"))
            }
            "resources/read" => self.read_resource(id, rpc.params, cx),
            "prompts/list" => Handled::Ready(self.list_prompts(id)),
            "prompts/get" => self.get_prompt(id, rpc.params, cx),
            other => refused(
                id,
                mcp::METHOD_NOT_FOUND,
                &format!("server `{}` has no method `{other}`", self.name()),
            ),
        }
    }

    fn initialize(&self, id: &RawValue, params: Option<&RawValue>) -> String {
        let requested = params
            .and_then(|params| serde_json::from_str::<mcp::InitializeParams<'_>>(params.get()).ok())
            .unwrap_or_default();
        let catalog = self.read();
        let mut capabilities = json!({"tools": {"listChanged": true}});
        if let Value::Object(members) = &mut capabilities {
            if !catalog.resources.is_empty() {
                members.insert("resources".to_owned(), json!({"listChanged": true}));
            }
            if !catalog.prompts.is_empty() {
                members.insert("prompts".to_owned(), json!({"listChanged": true}));
            }
        }
        let mut result = json!({
            "protocolVersion": mcp::negotiate(&requested.protocol_version),
            "capabilities": capabilities,
            "serverInfo": {"name": self.name(), "version": catalog.version},
        });
        if let (Value::Object(members), Some(text)) = (&mut result, &catalog.instructions) {
            members.insert("instructions".to_owned(), text.as_str().into());
        }
        mcp::encode_result(id, &result)
    }

    fn list_tools(&self, id: &RawValue) -> String {
        let catalog = self.read();
        let enabled = catalog.tools.values().filter(|offered| offered.enabled);
        list(id, "tools", enabled.map(|offered| &offered.tool.definition))
    }

    fn list_resources(&self, id: &RawValue, key: &str) -> String {
        let templates = key == "resourceTemplates";
        let catalog = self.read();
        let wanted = catalog
            .resources
            .values()
            .filter(|found| found.template.is_some() == templates);
        list(id, key, wanted.map(|found| &found.definition))
    }

    fn list_prompts(&self, id: &RawValue) -> String {
        let catalog = self.read();
        list(
            id,
            "prompts",
            catalog.prompts.values().map(|prompt| &prompt.definition),
        )
    }

    fn call_tool(&self, asked: Asked, cx: &CallContext) -> Handled {
        let catalog = self.read();
        let offered = catalog.tools.get(&asked.name);
        let Some(offered) = offered.filter(|offered| offered.enabled) else {
            let problem = format!(
                "server `{}` has no tool `{}`, or it is disabled (known: {})",
                self.name(),
                asked.name,
                listed(catalog.tools.keys()),
            );
            return refused(&asked.id, mcp::INVALID_PARAMS, &problem);
        };
        let (tool, max_result) = (Arc::clone(&offered.tool), catalog.max_result);
        drop(catalog);
        let cancel = cx.cancel.child_token();
        let cx = CallContext {
            session_id: cx.session_id.clone(),
            cancel: cancel.clone(),
            progress: cx.progress.clone(),
        };
        let rpc_id = asked.id.get().to_owned();
        let call = Call {
            id: asked.id,
            tool,
            arguments: asked.arguments,
            cx: ToolContext::new(cx, asked.name.clone(), asked.tool_use_id.clone()),
            max_result,
        };
        Handled::Running {
            rpc_id,
            tool: asked.name,
            tool_use_id: asked.tool_use_id,
            future: Box::pin(call::answer(call)),
            cancel,
        }
    }
}

/// A `tools/call`, whichever way it was read.
struct Asked {
    id: Box<RawValue>,
    name: String,
    /// Or why they cannot be read.
    arguments: Result<Option<Value>, String>,
    tool_use_id: Option<String>,
}

impl From<CallRpc> for Asked {
    fn from(call: CallRpc) -> Self {
        Self {
            id: call.id,
            name: call.name,
            arguments: Ok(call.arguments),
            tool_use_id: call.tool_use_id,
        }
    }
}

impl Asked {
    fn of(id: &RawValue, params: CallParams<'_>) -> Self {
        let arguments = params.arguments.map(|raw| serde_json::from_str(raw.get()));
        Self {
            id: id.to_owned(),
            name: params.name.into_owned(),
            arguments: arguments.transpose().map_err(|error| error.to_string()),
            tool_use_id: params.meta.and_then(mcp::tool_use_id),
        }
    }
}

fn notification(rpc: &Rpc<'_>) -> Handled {
    let ack = mcp::ACK.to_owned();
    if rpc.method != "notifications/cancelled" {
        return Handled::Ready(ack);
    }
    match parsed::<mcp::CancelledParams<'_>>(rpc.params) {
        Ok(cancelled) => Handled::Cancel {
            rpc_id: cancelled.request_id.get().to_owned(),
            ack,
        },
        // It names no request, so there is nothing to cancel; the CLI waits for the acknowledgement all the same.
        Err(_) => Handled::Ready(ack),
    }
}

pub(super) fn refused(id: &RawValue, code: i32, problem: &str) -> Handled {
    Handled::Ready(mcp::encode_error(Some(id), code, problem))
}

pub(super) fn parsed<'a, T: serde::Deserialize<'a>>(
    params: Option<&'a RawValue>,
) -> Result<T, String> {
    let params = params.map_or("{}", RawValue::get);
    serde_json::from_str(params)
        .map_err(|error| format!("the parameters have the wrong shape: {error}"))
}

/// A list answer from definitions that are already JSON text.
fn list<'a>(id: &RawValue, key: &str, definitions: impl Iterator<Item = &'a String>) -> String {
    let mut result = format!(r#"{{"{key}":["#);
    for (index, definition) in definitions.enumerate() {
        if index > 0 {
            result.push(',');
        }
        result.push_str(definition);
    }
    result.push_str("]}");
    mcp::encode_raw_result(id, &result)
}

#[cfg(test)]
#[path = "answer_tests.rs"]
mod tests;
