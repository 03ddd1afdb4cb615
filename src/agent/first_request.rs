//! The first request of a session. Owns: what `initialize` says beside what the options hold already.
//! Does not own: collecting options (`options`), sending it (`start`).

use super::options::Options;
use crate::wire::hook::HookEvent;
use crate::wire::requests::{HookMatcher, Initialize};

impl Options {
    /// The `initialize` request of a session.
    pub(super) fn initialize_request(&self) -> Initialize {
        /// As good as for ever: a gate that times out would block the call it holds.
        const GATE_TIMEOUT: u64 = 7 * 24 * 3600;
        let mut request = self.initialize.clone();
        request.forward_subagent_text.get_or_insert(true);
        request.per_task_stop_affordance.get_or_insert(true);
        request
            .sdk_mcp_servers
            .extend(self.services.servers.keys().cloned());
        if !self.no_gate {
            let gate = HookMatcher {
                timeout: Some(GATE_TIMEOUT),
                ..HookMatcher::all(crate::session::GATE)
            };
            request = request.hook(HookEvent::PreToolUse, gate);
        }
        request
    }
}
