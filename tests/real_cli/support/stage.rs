//! Everything one test needs: the CLI, a stand-in for its model, and a sandbox that joins them.

use super::{BareCli, Cli, Failure, Sandbox};
use crate::stand_in::StandIn;

/// The parts, each for a test to use.
#[derive(Debug)]
pub struct Stage {
    /// The CLI under test.
    pub cli: Cli,
    /// Its model.
    pub api: StandIn,
    /// Where it runs.
    pub sandbox: Sandbox,
}

impl Stage {
    /// Sets everything up; `None` when there is no CLI and the test is to be left out.
    pub async fn set() -> Result<Option<Self>, Failure> {
        let Some(cli) = Cli::find()? else {
            return Ok(None);
        };
        let api = StandIn::start().await?;
        let sandbox = Sandbox::new(&cli, &api.base_url())?;
        Ok(Some(Self { cli, api, sandbox }))
    }

    /// Starts the CLI on the bare wire, with these flags beyond those of the protocol.
    pub fn start(&self, flags: &[&str]) -> Result<BareCli, Failure> {
        Ok(BareCli::start(&self.cli, &self.sandbox, flags)?)
    }
}
