//! A file of tools that is known to be right. Owns: making a server of it, and listing it. Does not own: reading (`read`).

use super::cases::{self, Case};
use super::command::CommandTool;
use super::json::as_word;
use super::manual::{self, Answerer};
use super::read;
use crate::command::Template;
use crate::config::{Document, FileError};
use crate::tools::{Annotations, Error, Schema, Server, Tool, ToolContext, ToolError, ToolResult};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;

/// The tools of one file.
#[derive(Debug, Clone)]
pub struct ToolFile {
    pub(super) server: String,
    pub(super) description: Option<String>,
    pub(super) tools: Vec<DeclaredTool>,
}

/// One tool of a file.
#[derive(Debug, Clone)]
pub struct DeclaredTool {
    pub(super) name: String,
    pub(super) title: Option<String>,
    pub(super) description: String,
    pub(super) input: Schema,
    pub(super) written: Value,
    pub(super) output: Option<Value>,
    pub(super) annotations: Annotations,
    pub(super) always_load: bool,
    /// Kept by the server; a command keeps its own.
    pub(super) timeout: Option<Duration>,
    pub(super) kind: Arc<Kind>,
}

/// What a tool does.
#[derive(Debug)]
pub(super) enum Kind {
    Command(CommandTool),
    Answer(Value),
    Cases(Vec<Case>),
    Manual(Template),
}

impl ToolFile {
    /// Reads and checks a file.
    pub fn read(document: &Document) -> Result<Self, FileError> {
        read::file(document)
    }

    /// The name of the server the tools are served by.
    pub fn server_name(&self) -> &str {
        &self.server
    }

    /// The tools, in the order of the file.
    pub fn tools(&self) -> &[DeclaredTool] {
        &self.tools
    }

    /// A server of these tools. Without an answerer, manual tools tell the agent that nobody is there.
    pub fn server(&self, answerer: Option<&Answerer>) -> Result<Server, Error> {
        let mut server = Server::new(&self.server)?;
        if let Some(description) = &self.description {
            server = server.instructions(description);
        }
        for tool in &self.tools {
            server = server.tool(tool.tool(answerer.cloned()))?;
        }
        Ok(server)
    }
}

impl DeclaredTool {
    /// Its name, without the `mcp__server__` prefix.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the agent is told it is for.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// What it takes, as JSON Schema.
    pub fn input_schema(&self) -> &Value {
        &self.written
    }

    /// Where its answers come from: `command`, `answer`, `cases` or `manual`.
    pub fn kind(&self) -> &'static str {
        match *self.kind {
            Kind::Command(_) => "command",
            Kind::Answer(_) => "answer",
            Kind::Cases(_) => "cases",
            Kind::Manual(_) => "manual",
        }
    }

    fn tool(&self, answerer: Option<Answerer>) -> Tool {
        let kind = Arc::clone(&self.kind);
        let output = self.output.clone();
        let mut tool = Tool::new(&self.name, &self.description)
            .schema(self.input.clone())
            .annotations(self.annotations.clone())
            .handler(move |arguments: Value, cx: ToolContext| {
                let (kind, answerer, output) =
                    (Arc::clone(&kind), answerer.clone(), output.clone());
                async move { call(&kind, arguments, answerer, output, cx).await }
            });
        if let Some(title) = &self.title {
            tool = tool.title(title);
        }
        if let Some(schema) = &self.output {
            tool = tool.output_schema(Schema::json(schema.clone()));
        }
        if self.always_load {
            tool = tool.always_load();
        }
        match self.timeout {
            Some(limit) => tool.timeout(limit),
            None => tool,
        }
    }
}

async fn call(
    kind: &Kind,
    arguments: Value,
    answerer: Option<Answerer>,
    output: Option<Value>,
    cx: ToolContext,
) -> Result<ToolResult, ToolError> {
    let none = Map::new();
    let fields = arguments.as_object().unwrap_or(&none);
    match kind {
        Kind::Command(command) => command.call(fields, &cx).await,
        Kind::Answer(value) => Ok(value.clone().into()),
        Kind::Cases(cases) => cases::answer(cases, fields).await,
        Kind::Manual(prompt) => {
            let value = |name: &str| Some(fields.get(name).and_then(as_word).unwrap_or_default());
            let prompt = prompt.fill(value).unwrap_or_default();
            manual::answer(answerer, prompt, arguments, output, cx).await
        }
    }
}
