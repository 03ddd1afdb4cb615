//! PURE. Calls of tools: from what the model wants to what it gets. `tools` is the way of one call through hooks
//! (`client::hooks`), `judge`, `permission` and `run`; the others are calls that go a way of their own: sub-agents, work in the
//! background, questions and plans, lists, structured output, servers.

pub(super) mod agents;
pub(super) mod background;
pub(super) mod judge;
pub(super) mod lists;
pub(super) mod mcp;
pub(super) mod permission;
pub(super) mod person;
pub(super) mod run;
pub(super) mod structured;
pub(super) mod tools;
