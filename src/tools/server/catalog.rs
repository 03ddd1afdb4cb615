//! What a server offers at a moment, in the order it was added.
//!
//! Owns the tables. The lock around them, the revision and the error texts are the server's.

use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::IndexMap;

use super::super::prompt::CompiledPrompt;
use super::super::resource::CompiledResource;
use super::super::tool::CompiledTool;

/// How many bytes an encoded result may have unless the server says otherwise.
pub const DEFAULT_MAX_RESULT: usize = 24 * 1024 * 1024;

/// How often each list of a server has changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Revision {
    /// Changes of the tools.
    pub tools: u64,
    /// Changes of the resources and templates.
    pub resources: u64,
    /// Changes of the prompts.
    pub prompts: u64,
}

impl Revision {
    /// The MCP notifications that tell a client what has changed since `earlier`.
    pub fn notifications_since(self, earlier: Self) -> Vec<&'static str> {
        [
            (
                self.tools != earlier.tools,
                "notifications/tools/list_changed",
            ),
            (
                self.resources != earlier.resources,
                "notifications/resources/list_changed",
            ),
            (
                self.prompts != earlier.prompts,
                "notifications/prompts/list_changed",
            ),
        ]
        .into_iter()
        .filter_map(|(changed, method)| changed.then_some(method))
        .collect()
    }
}

/// A tool as it is offered now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolStatus {
    /// Its name.
    pub name: String,
    /// Whether the agent may see and call it.
    pub enabled: bool,
}

#[derive(Debug)]
pub(super) struct Catalog {
    pub(super) version: String,
    pub(super) instructions: Option<String>,
    pub(super) max_result: usize,
    pub(super) tools: IndexMap<String, Offered>,
    pub(super) resources: IndexMap<String, Arc<CompiledResource>>,
    pub(super) prompts: IndexMap<String, Arc<CompiledPrompt>>,
}

#[derive(Debug)]
pub(super) struct Offered {
    pub(super) tool: Arc<CompiledTool>,
    pub(super) enabled: bool,
}

impl Default for Catalog {
    fn default() -> Self {
        Self {
            version: "1.0.0".to_owned(),
            instructions: None,
            max_result: DEFAULT_MAX_RESULT,
            tools: IndexMap::new(),
            resources: IndexMap::new(),
            prompts: IndexMap::new(),
        }
    }
}

impl Catalog {
    pub(super) fn add_tool(&mut self, name: &str, tool: CompiledTool) -> Result<(), ()> {
        let offered = Offered {
            tool: Arc::new(tool),
            enabled: true,
        };
        add(&mut self.tools, name, offered)
    }

    pub(super) fn add_resource(&mut self, uri: &str, resource: CompiledResource) -> Result<(), ()> {
        add(&mut self.resources, uri, Arc::new(resource))
    }

    pub(super) fn add_prompt(&mut self, name: &str, prompt: CompiledPrompt) -> Result<(), ()> {
        add(&mut self.prompts, name, Arc::new(prompt))
    }

    /// `None` if there is no such tool.
    pub(super) fn update_tool(&mut self, name: &str, tool: CompiledTool) -> Option<bool> {
        self.tools.get_mut(name)?.tool = Arc::new(tool);
        Some(true)
    }

    /// Whether that changed anything; `None` if there is no such tool.
    pub(super) fn switch_tool(&mut self, name: &str, enabled: bool) -> Option<bool> {
        let offered = self.tools.get_mut(name)?;
        let changed = offered.enabled != enabled;
        offered.enabled = enabled;
        Some(changed)
    }

    pub(super) fn tool_statuses(&self) -> Vec<ToolStatus> {
        self.tools
            .iter()
            .map(|(name, offered)| ToolStatus {
                name: name.clone(),
                enabled: offered.enabled,
            })
            .collect()
    }

    /// The resource at `uri`: the one registered for it, else the first template that fits.
    pub(super) fn resource(
        &self,
        uri: &str,
    ) -> Option<(Arc<CompiledResource>, BTreeMap<String, String>)> {
        if let Some(fixed) = self
            .resources
            .get(uri)
            .filter(|found| found.template.is_none())
        {
            return Some((Arc::clone(fixed), BTreeMap::new()));
        }
        self.resources.values().find_map(|resource| {
            let variables = resource.template.as_ref()?.matches(uri)?;
            Some((Arc::clone(resource), variables))
        })
    }
}

fn add<T>(table: &mut IndexMap<String, T>, name: &str, value: T) -> Result<(), ()> {
    if table.contains_key(name) {
        return Err(());
    }
    table.insert(name.to_owned(), value);
    Ok(())
}

/// Names for an error's text; a long list is cut.
pub(super) fn listed<'a>(names: impl ExactSizeIterator<Item = &'a String>) -> String {
    const MOST: usize = 10;
    let total = names.len();
    if total == 0 {
        return "none".to_owned();
    }
    let mut text = names
        .take(MOST)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    if total > MOST {
        text.push_str(" and ");
        text.push_str(&(total - MOST).to_string());
        text.push_str(" more");
    }
    text
}
