//! A hook that is known to be right, and a file of them. Owns: the time limit, and what a failure leads to. Does not own:
//! reading (`read`), what a hook does (`act`).

use super::act::{Act, blocked};
use super::shape::Then;
use super::{input, read};
use crate::config::{Document, FileError};
use crate::wire::hook::{HookEvent, HookInput, HookOutput};
use std::sync::Arc;
use std::time::Duration;

/// How much longer than the hook's own limit the CLI waits: it must never be the first to lose patience.
const MARGIN: Duration = Duration::from_secs(5);

/// The hooks of one file.
#[derive(Debug, Clone)]
pub struct HookFile {
    pub(super) hooks: Vec<DeclaredHook>,
}

impl HookFile {
    /// Reads and checks a file.
    pub fn read(document: &Document) -> Result<Self, FileError> {
        read::file(document)
    }

    /// The hooks, in the order of the file.
    pub fn hooks(&self) -> &[DeclaredHook] {
        &self.hooks
    }
}

/// One hook of a file. Cheap to clone.
#[derive(Debug, Clone)]
pub struct DeclaredHook(pub(super) Arc<Declared>);

#[derive(Debug)]
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) event: HookEvent,
    pub(super) matcher: Option<String>,
    pub(super) limit: Duration,
    pub(super) on_failure: Then,
    pub(super) on_timeout: Then,
    pub(super) act: Act,
}

impl DeclaredHook {
    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// When it is asked.
    pub fn event(&self) -> &HookEvent {
        &self.0.event
    }

    /// Which names it is asked about; all if absent.
    pub fn matcher(&self) -> Option<&str> {
        self.0.matcher.as_deref()
    }

    /// How long the CLI should wait: a little longer than the hook's own limit, which [`run`](Self::run) keeps.
    pub fn timeout(&self) -> Duration {
        self.0.limit.saturating_add(MARGIN)
    }

    /// Whether the CLI should hold up what it asked about if no proper answer comes.
    pub fn block_on_failure(&self) -> bool {
        self.0.on_failure == Then::Block
    }

    /// Asks the hook. Answers within its limit, always. If it fails or is late, the answer holds the action up, or
    /// (with `continue`) is an error, which the CLI reports and otherwise ignores; or, where the CLI would block on an
    /// error, an answer that only tells the user.
    pub async fn run(&self, input: HookInput) -> Result<HookOutput, String> {
        let Declared {
            name, event, act, ..
        } = &*self.0;
        let object = input::to_object(&input);
        match tokio::time::timeout(self.0.limit, act.perform(name, event, object)).await {
            Ok(Ok(output)) => Ok(output),
            Ok(Err(why)) => self.failed(self.0.on_failure, &why),
            Err(_) => {
                let limit = self.0.limit.as_millis();
                self.failed(self.0.on_timeout, &format!("no answer within {limit} ms"))
            }
        }
    }

    fn failed(&self, then: Then, why: &str) -> Result<HookOutput, String> {
        let why = format!("hook {} failed: {why}", self.0.name);
        if then == Then::Continue {
            // The CLI knows one rule for all errors; where that is to block, only a proper answer lets the action go on.
            return if self.block_on_failure() {
                Ok(HookOutput::none().with_system_message(why))
            } else {
                Err(why)
            };
        }
        blocked(
            &self.0.event,
            &format!("{why}; without it, this is not done"),
        )
        .ok_or(why)
    }
}
