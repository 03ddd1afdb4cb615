//! Resources: data the agent may read by URI, one by one or by a template.
//!
//! Owns the builder and the compiled form. Reading happens in the user's handler.

use std::collections::BTreeMap;
use std::future::Future;
use std::time::Duration;

use serde::Serialize;

use super::contents::ResourceContents;
use super::context::ToolContext;
use super::error::{Error, Kind, ToolError};
use super::handler::Handler;
use super::template::Template;

/// What a resource handler is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResourceRequest {
    /// The URI as the agent wrote it.
    pub uri: String,
    /// The values of the template's names; empty for a fixed resource.
    pub variables: BTreeMap<String, String>,
}

/// What a resource handler gives back. Text, bytes and [`ResourceContents`] turn into one with `into()`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadResult {
    /// Text at the URI that was asked for.
    Text(String),
    /// Bytes at the URI that was asked for.
    Bytes(Vec<u8>),
    /// Contents that say themselves where they are.
    Contents(Vec<ResourceContents>),
}

impl From<String> for ReadResult {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for ReadResult {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Vec<u8>> for ReadResult {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

impl From<ResourceContents> for ReadResult {
    fn from(contents: ResourceContents) -> Self {
        Self::Contents(vec![contents])
    }
}

impl From<Vec<ResourceContents>> for ReadResult {
    fn from(contents: Vec<ResourceContents>) -> Self {
        Self::Contents(contents)
    }
}

impl ReadResult {
    /// The contents, with the URI and kind of data filled in where the handler left them out.
    pub(super) fn into_contents(self, uri: &str, mime_type: Option<&str>) -> Vec<ResourceContents> {
        let contents = match self {
            Self::Text(text) => ResourceContents::text(uri, text),
            Self::Bytes(bytes) => ResourceContents::blob(uri, bytes),
            Self::Contents(contents) => return contents,
        };
        vec![match mime_type {
            Some(mime_type) => contents.mime_type(mime_type),
            None => contents,
        }]
    }
}

/// Data the agent may read.
///
/// ```
/// use cca::tools::{Resource, Server};
///
/// # fn main() -> Result<(), cca::tools::Error> {
/// let server = Server::new("notes")?
///     .resource(
///         Resource::new("notes://today", "today")
///             .mime_type("text/plain")
///             .handler(|_request, _cx| async { Ok("buy milk") }),
///     )?
///     .resource(
///         Resource::template("notes://{year}/{month}", "by month")
///             .handler(|request, _cx| async move { Ok(format!("{:?}", request.variables)) }),
///     )?;
/// # drop(server);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Resource {
    uri: String,
    is_template: bool,
    name: String,
    title: Option<String>,
    description: Option<String>,
    mime_type: Option<String>,
    timeout: Option<Duration>,
    handler: Option<Handler<ResourceRequest, ReadResult>>,
}

impl Resource {
    /// A resource at one URI.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            is_template: false,
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            timeout: None,
            handler: None,
        }
    }

    /// All resources whose URI fits a template: `{name}` stands for one segment, `{+name}` for any text.
    pub fn template(uri_template: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            is_template: true,
            ..Self::new(uri_template, name)
        }
    }

    /// The function that reads it.
    #[must_use]
    pub fn handler<F, Fut, R>(mut self, handler: F) -> Self
    where
        F: Fn(ResourceRequest, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<R, ToolError>> + Send + 'static,
        R: Into<ReadResult>,
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

    /// What is in it.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// What kind of data it is.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// How long reading may take.
    #[must_use]
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = Some(limit);
        self
    }

    /// Its URI or URI template.
    pub fn uri(&self) -> &str {
        &self.uri
    }

    pub(super) fn compile(&self) -> Result<CompiledResource, Error> {
        let Some(handler) = self.handler.clone() else {
            return Err(Error::NoHandler {
                kind: Kind::Resource,
                name: self.uri.clone(),
            });
        };
        if self.uri.is_empty() {
            return Err(Error::InvalidName {
                kind: Kind::Resource,
                name: String::new(),
                reason: "its URI is empty; give it one, for example `notes://today`",
            });
        }
        let template = if self.is_template {
            Some(Template::compile(&self.uri)?)
        } else {
            None
        };
        let definition = serde_json::json!(Definition {
            uri: (!self.is_template).then_some(&self.uri),
            uri_template: self.is_template.then_some(&self.uri),
            name: &self.name,
            title: self.title.as_deref(),
            description: self.description.as_deref(),
            mime_type: self.mime_type.as_deref(),
        })
        .to_string();
        Ok(CompiledResource {
            definition,
            template,
            mime_type: self.mime_type.clone(),
            timeout: self.timeout,
            handler,
        })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Definition<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<&'a String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_template: Option<&'a String>,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<&'a str>,
}

/// A resource that is ready to be listed and read.
#[derive(Debug)]
pub(super) struct CompiledResource {
    pub(super) definition: String,
    pub(super) template: Option<Template>,
    pub(super) mime_type: Option<String>,
    pub(super) timeout: Option<Duration>,
    pub(super) handler: Handler<ResourceRequest, ReadResult>,
}
