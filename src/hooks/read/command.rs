//! Reading a hook that runs a program. Owns: its words, surroundings and limits.

use super::Reading;
use crate::command::{DEFAULT_MAX_OUTPUT, Environment};
use crate::config::FileError;
use crate::hooks::command::CommandHook;
use crate::hooks::shape::CommandShape;
use std::path::Path;

/// The most that is kept of an output.
const MAX_OUTPUT: usize = 16 * 1024 * 1024;

impl Reading<'_> {
    pub(super) fn command(&self, shape: &CommandShape) -> Result<CommandHook, FileError> {
        let mut words = shape.run.get_ref().clone();
        match words.first_mut() {
            Some(program) if !program.is_empty() => {
                // A path is relative to the file, wherever we run.
                if program.contains('/') {
                    let path = self.beside(Path::new(program.as_str()));
                    let path = std::path::absolute(&path).unwrap_or(path);
                    *program = path.to_string_lossy().into_owned();
                }
            }
            _ => {
                let what =
                    "it is empty; write the program and its arguments, each as a word of its own";
                return Err(self.error(&shape.run, "command.run", what));
            }
        }
        if words.iter().any(|word| word.contains('\0')) {
            let what = "a word has a NUL in it, which no program can be given; drop it";
            return Err(self.error(&shape.run, "command.run", what));
        }
        let max_output = match &shape.max_output {
            Some(bytes) if !(1..=MAX_OUTPUT).contains(bytes.get_ref()) => {
                let what = format!("write how many bytes are kept, from 1 to {MAX_OUTPUT}");
                return Err(self.error(bytes, "command.max_output", what));
            }
            Some(bytes) => *bytes.get_ref(),
            None => DEFAULT_MAX_OUTPUT,
        };
        let declared = Environment::declared(shape.inherit.as_deref(), &shape.env);
        let environment = declared.map_err(|(name, value, problem)| {
            self.error(value, &format!("command.env.{name}"), problem)
        })?;
        Ok(CommandHook {
            words,
            cwd: shape.cwd.as_deref().map(|path| self.beside(path)),
            environment,
            max_output,
        })
    }
}
