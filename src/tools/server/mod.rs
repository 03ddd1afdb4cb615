//! The in-process MCP server: what is registered, and changing it while sessions run.
//!
//! Owns the catalogue and its revision. How messages are answered is in `answer`, how a tool runs in `call`. Knows no
//! session: one server may serve many at once, and each passes its own [`CallContext`](super::CallContext).

mod answer;
mod call;
mod catalog;
mod fetch;

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use tokio::sync::watch;

pub use self::answer::Handled;
use self::catalog::Catalog;
pub use self::catalog::{DEFAULT_MAX_RESULT, Revision, ToolStatus};
use super::error::{Error, Kind};
use super::name;
use super::prompt::Prompt;
use super::resource::Resource;
use super::tool::Tool;

/// A set of tools, resources and prompts under one name. Cloning gives another handle to the same set.
///
/// Sessions pass it the CLI's messages with [`handle`](Self::handle). What it offers may change at any time; calls
/// that already run finish with the tool they started with. [`subscribe`](Self::subscribe) tells sessions of changes.
///
/// ```
/// use cca::tools::{Server, Tool};
///
/// # fn main() -> Result<(), cca::tools::Error> {
/// let echo = Tool::new("echo", "Say it back").handler(|args, _cx| async move { Ok(args) });
/// let server = Server::new("demo")?.instructions("For trying things.").tool(echo)?;
///
/// let changes = server.subscribe();
/// let seen = *changes.borrow();
/// server.disable("echo")?;
/// let now = *changes.borrow();
/// assert_eq!(now.notifications_since(seen), ["notifications/tools/list_changed"]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Server(Arc<Inner>);

struct Inner {
    name: String,
    catalog: RwLock<Catalog>,
    revision: watch::Sender<Revision>,
}

impl Server {
    /// An empty server. The name becomes the middle of `mcp__server__tool`, so `__` is not allowed in it.
    pub fn new(name: impl Into<String>) -> Result<Self, Error> {
        let name = name.into();
        name::check_server(&name)?;
        Ok(Self(Arc::new(Inner {
            name,
            catalog: RwLock::new(Catalog::default()),
            revision: watch::Sender::new(Revision::default()),
        })))
    }

    /// Sets the version it reports.
    #[must_use]
    pub fn version(self, version: impl Into<String>) -> Self {
        self.write().version = version.into();
        self
    }

    /// Sets the instructions the agent gets along with the tools.
    #[must_use]
    pub fn instructions(self, instructions: impl Into<String>) -> Self {
        self.write().instructions = Some(instructions.into());
        self
    }

    /// Sets how many bytes an encoded result may have; see [`DEFAULT_MAX_RESULT`].
    #[must_use]
    pub fn max_result(self, bytes: usize) -> Self {
        self.write().max_result = bytes;
        self
    }

    /// Adds a tool.
    pub fn tool(self, tool: Tool) -> Result<Self, Error> {
        self.add(tool)?;
        Ok(self)
    }

    /// Adds a resource or a resource template.
    pub fn resource(self, resource: Resource) -> Result<Self, Error> {
        self.add_resource(resource)?;
        Ok(self)
    }

    /// Adds a prompt.
    pub fn prompt(self, prompt: Prompt) -> Result<Self, Error> {
        self.add_prompt(prompt)?;
        Ok(self)
    }

    /// Adds a tool while sessions run.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "symmetry with `tool`; registration takes the tool over"
    )]
    pub fn add(&self, tool: Tool) -> Result<(), Error> {
        name::check_tool(&self.0.name, tool.name())?;
        let compiled = tool.compile()?;
        self.write()
            .add_tool(tool.name(), compiled)
            .map_err(|()| self.duplicate(Kind::Tool, tool.name()))?;
        self.changed(|revision| revision.tools += 1);
        Ok(())
    }

    /// Replaces the tool of that name, in its place and as enabled as it was.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "symmetry with `tool`; registration takes the tool over"
    )]
    pub fn update(&self, tool: Tool) -> Result<(), Error> {
        let compiled = tool.compile()?;
        let found = self.write().update_tool(tool.name(), compiled);
        self.tool_changed(found, tool.name())
    }

    /// Removes a tool.
    pub fn remove(&self, name: &str) -> Result<(), Error> {
        let found = self.write().tools.shift_remove(name).map(|_| true);
        self.tool_changed(found, name)
    }

    /// Offers a disabled tool again.
    pub fn enable(&self, name: &str) -> Result<(), Error> {
        let found = self.write().switch_tool(name, true);
        self.tool_changed(found, name)
    }

    /// Keeps a tool but neither lists it nor lets it be called.
    pub fn disable(&self, name: &str) -> Result<(), Error> {
        let found = self.write().switch_tool(name, false);
        self.tool_changed(found, name)
    }

    /// Adds a resource while sessions run. A session learns about resources only if there were some when it began.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "symmetry with `resource`; registration takes it over"
    )]
    pub fn add_resource(&self, resource: Resource) -> Result<(), Error> {
        let compiled = resource.compile()?;
        self.write()
            .add_resource(resource.uri(), compiled)
            .map_err(|()| self.duplicate(Kind::Resource, resource.uri()))?;
        self.changed(|revision| revision.resources += 1);
        Ok(())
    }

    /// Removes the resource or template of that URI.
    pub fn remove_resource(&self, uri: &str) -> Result<(), Error> {
        if self.write().resources.shift_remove(uri).is_none() {
            let known = catalog::listed(self.read().resources.keys());
            return Err(self.unknown(Kind::Resource, uri, known));
        }
        self.changed(|revision| revision.resources += 1);
        Ok(())
    }

    /// Adds a prompt while sessions run. A session learns about prompts only if there were some when it began.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "symmetry with `prompt`; registration takes it over"
    )]
    pub fn add_prompt(&self, prompt: Prompt) -> Result<(), Error> {
        let compiled = prompt.compile()?;
        self.write()
            .add_prompt(prompt.name(), compiled)
            .map_err(|()| self.duplicate(Kind::Prompt, prompt.name()))?;
        self.changed(|revision| revision.prompts += 1);
        Ok(())
    }

    /// Removes a prompt.
    pub fn remove_prompt(&self, name: &str) -> Result<(), Error> {
        if self.write().prompts.shift_remove(name).is_none() {
            let known = catalog::listed(self.read().prompts.keys());
            return Err(self.unknown(Kind::Prompt, name, known));
        }
        self.changed(|revision| revision.prompts += 1);
        Ok(())
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// What the CLI calls a tool of this server, for example in permission rules.
    pub fn qualified(&self, tool: &str) -> String {
        format!("mcp__{}__{tool}", self.0.name)
    }

    /// The tools there are, in order.
    pub fn tools(&self) -> Vec<ToolStatus> {
        self.read().tool_statuses()
    }

    /// What the input of a tool must look like.
    pub fn input_schema(&self, tool: &str) -> Option<serde_json::Value> {
        let catalog = self.read();
        let offered = catalog.tools.get(tool)?;
        Some(offered.tool.input.as_value().clone())
    }

    /// Follows changes. Only the latest revision is kept; compare it with the last one seen.
    pub fn subscribe(&self) -> watch::Receiver<Revision> {
        self.0.revision.subscribe()
    }

    /// `found` is `None` if there is no such tool, else whether anything about it changed.
    fn tool_changed(&self, found: Option<bool>, name: &str) -> Result<(), Error> {
        match found {
            Some(true) => self.changed(|revision| revision.tools += 1),
            Some(false) => {}
            None => {
                let known = catalog::listed(self.read().tools.keys());
                return Err(self.unknown(Kind::Tool, name, known));
            }
        }
        Ok(())
    }

    fn changed(&self, change: impl FnOnce(&mut Revision)) {
        self.0.revision.send_modify(change);
    }

    fn duplicate(&self, kind: Kind, name: &str) -> Error {
        Error::Duplicate {
            server: self.0.name.clone(),
            kind,
            name: name.to_owned(),
        }
    }

    fn unknown(&self, kind: Kind, name: &str, known: String) -> Error {
        Error::Unknown {
            server: self.0.name.clone(),
            kind,
            name: name.to_owned(),
            known,
        }
    }

    // No code of a user runs under the lock, so a poisoned one still holds a whole catalogue.
    fn read(&self) -> RwLockReadGuard<'_, Catalog> {
        self.0
            .catalog
            .read()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Catalog> {
        self.0
            .catalog
            .write()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("name", &self.0.name)
            .field("catalog", &*self.read())
            .finish()
    }
}

#[cfg(test)]
#[path = "server_tests/mod.rs"]
mod tests;
