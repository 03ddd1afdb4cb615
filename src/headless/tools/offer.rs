//! Tools that can be listed and called, wherever they come from. Owns: what is known of each, and the server that runs them.
//! Does not own: where they come from (`source`).

use crate::tools::declared::{Answerer, ToolFile};
use crate::tools::{CallContext, Error, Handled, Server};
use serde_json::{Value, json};

/// A server and what it offers.
#[derive(Debug)]
pub struct Offer {
    /// The server.
    pub server: Server,
    /// Its tools, in order.
    pub tools: Vec<Offered>,
}

/// A tool.
#[derive(Debug, Clone, PartialEq)]
pub struct Offered {
    /// Its name, without the `mcp__server__` prefix.
    pub name: String,
    /// What the agent is told it is for.
    pub description: String,
    /// What it takes, as JSON Schema.
    pub input: Value,
    /// Where its answers come from.
    pub kind: &'static str,
}

impl Offer {
    pub(super) fn declared(file: &ToolFile, answerer: Option<&Answerer>) -> Result<Self, Error> {
        let tools = file.tools().iter().map(|tool| Offered {
            name: tool.name().to_owned(),
            description: tool.description().to_owned(),
            input: tool.input_schema().clone(),
            kind: tool.kind(),
        });
        Ok(Self {
            tools: tools.collect(),
            server: file.server(answerer)?,
        })
    }

    /// What a server that is built in tells of itself.
    pub(super) fn built_in(server: Server) -> Self {
        let tools = listed(&server).unwrap_or_default();
        Self { server, tools }
    }
}

/// The tools as the agent is told of them.
fn listed(server: &Server) -> Option<Vec<Offered>> {
    let ask = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).to_string();
    let Handled::Ready(answer) = server.handle(&ask, CallContext::default()) else {
        return None;
    };
    let answer: Value = serde_json::from_str(&answer).ok()?;
    let text = |tool: &Value, key: &str| {
        let text = tool.get(key).and_then(Value::as_str);
        text.unwrap_or_default().to_owned()
    };
    let tools = answer.pointer("/result/tools")?.as_array()?.iter();
    let tools = tools.map(|tool| Offered {
        name: text(tool, "name"),
        description: text(tool, "description"),
        input: tool.get("inputSchema").cloned().unwrap_or_default(),
        kind: "built in",
    });
    Some(tools.collect())
}
