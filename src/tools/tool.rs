//! A tool: its description for the agent and the function behind it.
//!
//! Owns the builder and the form it is compiled into at registration. Knows nothing of servers, sessions or the wire.

use std::future::Future;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::context::ToolContext;
use super::error::{Error, Kind, ToolError};
use super::handler::Handler;
use super::result::ToolResult;
use super::schema::{CompiledSchema, Schema};

const ALWAYS_LOAD: &str = "anthropic/alwaysLoad";

/// What a tool says about its effects. The CLI runs tools with `read_only` side by side.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Annotations {
    /// A name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// It changes nothing.
    #[serde(rename = "readOnlyHint", skip_serializing_if = "Option::is_none")]
    pub read_only: Option<bool>,
    /// It may destroy something.
    #[serde(rename = "destructiveHint", skip_serializing_if = "Option::is_none")]
    pub destructive: Option<bool>,
    /// Calling it twice is like calling it once.
    #[serde(rename = "idempotentHint", skip_serializing_if = "Option::is_none")]
    pub idempotent: Option<bool>,
    /// It reaches outside, for example into the web.
    #[serde(rename = "openWorldHint", skip_serializing_if = "Option::is_none")]
    pub open_world: Option<bool>,
}

/// Something the agent may call.
///
/// The input is checked against the schema before the handler runs, so a handler sees valid arguments only. An error,
/// a panic or a passed time limit becomes a result the agent can read; the session goes on. A handler must not block
/// its thread: other calls share it.
///
/// ```
/// use cca::tools::Tool;
/// use schemars::JsonSchema;
/// use serde::Deserialize;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Divide {
///     /// What is divided.
///     a: f64,
///     b: f64,
/// }
///
/// let divide = Tool::typed("divide", "Divide a by b", |args: Divide, _cx| async move {
///     if args.b == 0.0 {
///         return Err(cca::tools::ToolError::new("b is 0; give another divisor"));
///     }
///     Ok((args.a / args.b).to_string())
/// })
/// .read_only()
/// .timeout(std::time::Duration::from_secs(5));
/// assert_eq!(divide.name(), "divide");
/// ```
#[derive(Debug, Clone)]
pub struct Tool {
    name: String,
    title: Option<String>,
    description: String,
    input: Schema,
    output: Option<Schema>,
    annotations: Annotations,
    meta: Map<String, Value>,
    timeout: Option<Duration>,
    handler: Option<Handler<Value, ToolResult>>,
}

impl Tool {
    /// Starts a tool that takes any object. It needs a [`handler`](Self::handler) before it can be registered.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: description.into(),
            input: Schema::default(),
            output: None,
            annotations: Annotations::default(),
            meta: Map::new(),
            timeout: None,
            handler: None,
        }
    }

    /// A tool whose schema is derived from the type its handler takes.
    pub fn typed<A, F, Fut, R>(
        name: impl Into<String>,
        description: impl Into<String>,
        handler: F,
    ) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        F: Fn(A, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<R, ToolError>> + Send + 'static,
        R: Into<ToolResult> + Send + 'static,
    {
        Self::new(name, description)
            .schema(Schema::of::<A>())
            .handler(move |args: Value, cx: ToolContext| {
                // Not every rule of a type is in its schema (`try_from`, ranges), so this can still fail.
                let answer = serde_path_to_error::deserialize::<_, A>(args)
                    .map(|args| handler(args, cx))
                    .map_err(|error| {
                        ToolError::new(format!(
                            "invalid input: {}: {}",
                            error.path(),
                            error.inner()
                        ))
                    });
                async move { answer?.await }
            })
    }

    /// What the arguments must look like.
    #[must_use]
    pub fn schema(mut self, schema: Schema) -> Self {
        self.input = schema;
        self
    }

    /// What the structured content must look like; a result without any is then an error.
    #[must_use]
    pub fn output_schema(mut self, schema: Schema) -> Self {
        self.output = Some(schema);
        self
    }

    /// The function behind it.
    #[must_use]
    pub fn handler<F, Fut, R>(mut self, handler: F) -> Self
    where
        F: Fn(Value, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<R, ToolError>> + Send + 'static,
        R: Into<ToolResult>,
    {
        self.handler = Some(Handler::new(handler));
        self
    }

    /// A name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What it says about its effects.
    #[must_use]
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.annotations = annotations;
        self
    }

    /// It changes nothing; the CLI may then run several calls at once.
    #[must_use]
    pub fn read_only(mut self) -> Self {
        self.annotations.read_only = Some(true);
        self
    }

    /// Puts its schema into the prompt from the start, instead of behind the CLI's tool search.
    #[must_use]
    pub fn always_load(self) -> Self {
        self.meta(ALWAYS_LOAD, true)
    }

    /// Adds an entry to the definition's `_meta`.
    #[must_use]
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// How long a call may take; without one only the CLI's own limit holds.
    #[must_use]
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = Some(limit);
        self
    }

    /// Its name, without the `mcp__server__` prefix.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Compiles the schemas and writes the definition once, for all calls and listings to come.
    pub(super) fn compile(&self) -> Result<CompiledTool, Error> {
        let Some(handler) = self.handler.clone() else {
            return Err(Error::NoHandler {
                kind: Kind::Tool,
                name: self.name.clone(),
            });
        };
        let input = self.input.compile(&self.name, "input")?;
        let output = match &self.output {
            Some(schema) => Some(schema.compile(&self.name, "output")?),
            None => None,
        };
        let definition = serde_json::to_string(&Definition {
            name: &self.name,
            title: self.title.as_deref(),
            description: &self.description,
            input_schema: input.as_value(),
            output_schema: output.as_ref().map(CompiledSchema::as_value),
            annotations: Some(&self.annotations).filter(|given| **given != Annotations::default()),
            meta: Some(&self.meta).filter(|meta| !meta.is_empty()),
        })
        .map_err(|error| Error::InvalidSchema {
            tool: self.name.clone(),
            which: "input",
            reason: format!("the definition cannot be written as JSON: {error}"),
        })?;
        Ok(CompiledTool {
            definition,
            input,
            output,
            timeout: self.timeout,
            handler,
        })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Definition<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    description: &'a str,
    input_schema: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_schema: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<&'a Annotations>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<&'a Map<String, Value>>,
}

/// A tool that is ready to be listed and called.
#[derive(Debug)]
pub(super) struct CompiledTool {
    /// The entry in `tools/list`, as JSON text.
    pub(super) definition: String,
    pub(super) input: CompiledSchema,
    pub(super) output: Option<CompiledSchema>,
    pub(super) timeout: Option<Duration>,
    pub(super) handler: Handler<Value, ToolResult>,
}
