//! Options that cannot work. Owns: finding them before anything is started. Does not own: collecting them (`options`),
//! what is wrong with single flags (`transport::launch`).

use super::options::Options;
use crate::error::Error;

impl Options {
    /// What cannot work is refused before anything is started.
    pub(super) fn check(&self) -> Result<(), Error> {
        let external = &self.launch.mcp_servers;
        let taken = |name: &&String| external.contains_key(name.as_str());
        let twice = self.doubled.first();
        if let Some(name) = twice.or_else(|| self.services.servers.keys().find(taken)) {
            return Err(Error::Config(format!(
                "two MCP servers are called `{name}`; rename one of them, since the agent knows tools by server and name"
            )));
        }
        if let Some(schema) = &self.schema {
            if !schema.is_object() {
                return Err(Error::Config(
                    "the schema of the final answer is not a JSON object; give a JSON Schema such as {\"type\": \"object\"}"
                        .to_owned(),
                ));
            }
            jsonschema::validator_for(schema).map_err(|error| {
                Error::Config(format!(
                    "the schema of the final answer is not a JSON Schema: {error}; correct it"
                ))
            })?;
        }
        Ok(())
    }
}
