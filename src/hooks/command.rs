//! A program that decides. Owns: what its exit code and its output mean, as for the CLI's own command hooks. Does not own:
//! running it (`crate::command`),
//! what a JSON object may say (`answer`).
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | standard output is the answer: nothing, a JSON object, or (for prompts and session starts) text to add |
//! | 2 | hold it up; standard error is the reason |
//! | other | the hook failed |

use super::act::blocked;
use super::answer;
use crate::command::{Ended, Environment, Finished, Program};
use crate::wire::hook::{HookEvent, HookOutput};
use serde_json::{Map, Value};
use std::path::PathBuf;
use tokio_util::sync::CancellationToken;

/// Exit code of a program that holds an action up.
const BLOCK: i32 = 2;

/// Events for which plain text is something to tell the model.
const TEXT: [HookEvent; 3] = [
    HookEvent::UserPromptSubmit,
    HookEvent::UserPromptExpansion,
    HookEvent::SessionStart,
];

/// A checked command.
#[derive(Debug, Clone)]
pub(super) struct CommandHook {
    pub(super) words: Vec<String>,
    pub(super) cwd: Option<PathBuf>,
    pub(super) environment: Environment,
    pub(super) max_output: usize,
}

impl CommandHook {
    /// Runs it; dropping the future ends it.
    pub(super) async fn run(
        &self,
        event: &HookEvent,
        input: Map<String, Value>,
    ) -> Result<HookOutput, String> {
        let finished = Program::new(self.words.iter().cloned())
            .map_err(|error| error.to_string())?
            .cwd(self.cwd.clone())
            .environment(self.environment.clone())
            .stdin(Value::Object(input).to_string())
            .max_output(self.max_output)
            .run(&CancellationToken::new())
            .await
            .map_err(|error| error.to_string())?;
        self.output(event, &finished)
    }

    fn output(&self, event: &HookEvent, finished: &Finished) -> Result<HookOutput, String> {
        let program = self.words.first().map(String::as_str).unwrap_or_default();
        let said = finished.stderr.text().trim().to_owned();
        match (finished.ended, finished.exit.code) {
            (Ended::Exited, Some(0)) => {}
            (Ended::Exited, Some(BLOCK)) => {
                let reason = if said.is_empty() {
                    format!("`{program}` said no")
                } else {
                    said
                };
                // Where nothing can be held up, the user is at least told.
                return Ok(blocked(event, &reason)
                    .unwrap_or_else(|| HookOutput::none().with_system_message(reason)));
            }
            _ if said.is_empty() => return Err(format!("`{program}`: {}", finished.exit)),
            _ => return Err(format!("`{program}`: {}: {said}", finished.exit)),
        }
        if finished.stdout.dropped() > 0 {
            return Err(format!(
                "`{program}` wrote more than the {} bytes that are kept",
                self.max_output
            ));
        }
        let text = finished.stdout.text();
        let text = text.trim();
        if text.is_empty() {
            return Ok(HookOutput::none());
        }
        match serde_json::from_str(text) {
            Ok(Value::Object(object)) => match answer::check(event, &object) {
                Ok(()) => Ok(HookOutput::raw(Value::Object(object))),
                Err(why) => Err(format!("`{program}` gave an answer that is none: {why}")),
            },
            _ if TEXT.contains(event) && !text.starts_with('{') => Ok(HookOutput::context(text)),
            Ok(_) => Err(format!("`{program}` wrote JSON that is no object")),
            Err(error) => Err(format!("`{program}` did not write JSON: {error}")),
        }
    }
}
