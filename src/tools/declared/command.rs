//! A tool that runs a program. Owns: what a call becomes on the command line, and what the end of the program becomes for
//! the agent. Does not own: running (`crate::command`), the words (`argv`).

use super::argv::Argv;
use super::json::as_word;
use super::shape::Output;
use crate::command::{Capture, Ended, Environment, Finished, Program, Template};
use crate::tools::{ToolContext, ToolError, ToolResult};
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::time::Duration;

/// How long a program may take if its tool does not say.
pub(super) const DEFAULT_LIMIT: Duration = Duration::from_mins(2);

/// A checked command.
#[derive(Debug, Clone)]
pub(super) struct CommandTool {
    pub(super) argv: Argv,
    /// The program, its path made whole.
    pub(super) program: String,
    pub(super) stdin: Stdin,
    pub(super) cwd: Option<PathBuf>,
    pub(super) environment: Environment,
    pub(super) limit: Duration,
    pub(super) max_output: usize,
    pub(super) ok_exit_codes: Vec<i32>,
    pub(super) output: Output,
}

/// What the program can read.
#[derive(Debug, Clone)]
pub(super) enum Stdin {
    Nothing,
    Json,
    Text(Template),
}

impl CommandTool {
    pub(super) async fn call(
        &self,
        arguments: &Map<String, Value>,
        cx: &ToolContext,
    ) -> Result<ToolResult, ToolError> {
        let words = self.argv.fill(arguments).map_err(ToolError::new)?;
        let words = std::iter::once(self.program.clone()).chain(words);
        let finished = Program::new(words)?
            .cwd(self.cwd.clone())
            .environment(self.environment.clone())
            .stdin(self.input(arguments))
            .limit(Some(self.limit))
            .max_output(self.max_output)
            .run(cx.cancellation())
            .await?;
        self.result(&finished)
    }

    fn input(&self, arguments: &Map<String, Value>) -> Vec<u8> {
        let text = match &self.stdin {
            Stdin::Nothing => String::new(),
            Stdin::Json => Value::Object(arguments.clone()).to_string(),
            Stdin::Text(template) => template
                .fill(|name| Some(arguments.get(name).and_then(as_word).unwrap_or_default()))
                .unwrap_or_default(),
        };
        text.into_bytes()
    }

    fn result(&self, finished: &Finished) -> Result<ToolResult, ToolError> {
        let program = self.argv.program();
        let fail = |what: String| Err(ToolError::new(with_output(&what, finished)));
        match finished.ended {
            Ended::TimedOut => {
                let limit = self.limit.as_millis();
                return fail(format!(
                    "`{program}` was not done after {limit} ms and was ended"
                ));
            }
            Ended::Cancelled => return fail(format!("`{program}` was cancelled")),
            Ended::Exited => {}
        }
        if !finished
            .exit
            .code
            .is_some_and(|code| self.ok_exit_codes.contains(&code))
        {
            return fail(format!("`{program}` failed: {}", finished.exit));
        }
        if self.output == Output::Text {
            return Ok(ToolResult::text(shown(&finished.stdout)));
        }
        if finished.stdout.dropped() > 0 {
            return Err(ToolError::new(format!(
                "`{program}` wrote more than the {} bytes that are kept, so its JSON is not whole; ask for less at once",
                self.max_output
            )));
        }
        match serde_json::from_slice::<Value>(finished.stdout.bytes()) {
            Ok(value) => Ok(value.into()),
            Err(error) => fail(format!("`{program}` did not write JSON ({error})")),
        }
    }
}

/// The text without its last line break, and how much of it is missing.
fn shown(capture: &Capture) -> String {
    let text = capture.text();
    match capture.dropped() {
        0 => text.strip_suffix('\n').unwrap_or(&text).to_owned(),
        dropped => format!("{text}\n[{dropped} more bytes were cut off]"),
    }
}

fn with_output(what: &str, finished: &Finished) -> String {
    let mut text = what.to_owned();
    for (name, capture) in [("stderr", &finished.stderr), ("stdout", &finished.stdout)] {
        let output = shown(capture);
        if !output.trim().is_empty() {
            text.extend(["\n", name, ":\n", &output]);
        }
    }
    text
}
