//! What a hook does when it is asked. Owns: the kinds of hooks and their answers. Does not own: time limits and failures
//! (`declared`).

use super::command::CommandHook;
use super::log::Log;
use super::pattern::Pattern;
use super::rewrite::{self, Rewrite};
use crate::command::Template;
use crate::wire::hook::{HookEvent, HookOutput};
use serde_json::{Map, Value};

/// The kinds of hooks.
#[derive(Debug, Clone)]
pub(super) enum Act {
    Log(Log),
    Deny(Pattern),
    Ask(Pattern),
    Rewrite(Rewrite),
    Command(CommandHook),
    Context(Template),
}

impl Act {
    /// Whether something unwanted could happen if this hook were left out.
    pub(super) fn is_guard(&self) -> bool {
        !matches!(self, Self::Log(_) | Self::Context(_))
    }

    pub(super) async fn perform(
        &self,
        name: &str,
        event: &HookEvent,
        input: Map<String, Value>,
    ) -> Result<HookOutput, String> {
        match self {
            Self::Log(log) => {
                log.write(name, input).await?;
                Ok(HookOutput::none())
            }
            Self::Deny(pattern) => match pattern.matches(&input) {
                None => Ok(HookOutput::none()),
                Some(reason) => blocked(event, &reason)
                    .ok_or_else(|| format!("{event} is nothing that can be denied")),
            },
            Self::Ask(pattern) => Ok(pattern
                .matches(&input)
                .map_or_else(HookOutput::none, HookOutput::ask)),
            Self::Rewrite(rewrite) => Ok(match rewrite.apply(&input)? {
                None => HookOutput::none(),
                Some(new) => HookOutput::none().with_updated_input(new),
            }),
            Self::Command(command) => command.run(event, input).await,
            Self::Context(text) => rewrite::filled(text, &input).map(HookOutput::context),
        }
    }
}

/// The answer that holds an event up; `None` if nothing can.
pub(super) fn blocked(event: &HookEvent, reason: &str) -> Option<HookOutput> {
    [HookOutput::deny(reason), HookOutput::block(reason)]
        .into_iter()
        .find(|output| output.to_wire(event).is_ok())
}
