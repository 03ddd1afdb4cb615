//! A plan: exactly what will be started, before anything is.
//!
//! Owns the order in which options, environment and launcher come together. Does not look at the file system.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;

use super::words::Words;
use super::{CliPath, EnvEdit, HostEnv, LaunchError, LaunchOptions, argv, env, remote};

/// One command, with its whole environment.
#[derive(Clone, PartialEq, Eq)]
pub struct LaunchPlan {
    /// The program and its arguments.
    pub argv: Vec<OsString>,
    /// Every variable the process gets; nothing is inherited beside these.
    pub env: BTreeMap<OsString, OsString>,
    /// Where the local process starts. `None` with a launcher: the directory is then entered on the other side.
    pub cwd: Option<PathBuf>,
    /// Whether a launcher stands before the CLI.
    pub remote: bool,
}

impl LaunchPlan {
    /// The program that is started.
    pub fn program(&self) -> &OsStr {
        self.argv
            .first()
            .map_or(OsStr::new(""), OsString::as_os_str)
    }

    /// The command line for people and logs: values of variables, inline MCP configurations and inline settings, which may
    /// hold keys and tokens, are left out.
    pub fn shown_argv(&self) -> Vec<String> {
        self.argv.iter().map(|word| shown(word)).collect()
    }
}

fn shown(word: &OsStr) -> String {
    let text = word.to_string_lossy();
    // A word for `ssh` may start with a quote.
    let bare = text.trim_start_matches(['\'', '"']);
    // Inline JSON may hold keys wherever it stands: configurations, settings, agents with servers of their own.
    if !is_file(bare) {
        return "{…}".to_owned();
    }
    let Some((name, value)) = bare.split_once('=') else {
        return text.into_owned();
    };
    // `NAME=value`, and what launchers make of it: `-eNAME=value`, `--env=NAME=value`.
    let variable = name.strip_prefix("-e").unwrap_or(name);
    let is_assignment = variable.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && variable
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_assignment || name == "--env" || !is_file(value) {
        format!("{name}=…")
    } else {
        text.into_owned()
    }
}

/// The CLI's own rule: what starts like a JSON object is one.
fn is_file(value: &str) -> bool {
    !value
        .trim_start_matches(['\'', '"'])
        .trim_start()
        .starts_with('{')
}

// Values of variables may be keys and tokens: only the names are shown.
impl fmt::Debug for LaunchPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LaunchPlan")
            .field("argv", &self.shown_argv())
            .field("env", &self.env.keys().collect::<Vec<_>>())
            .field("cwd", &self.cwd)
            .field("remote", &self.remote)
            .finish()
    }
}

impl LaunchOptions {
    /// What to start, if the CLI is `cli` and we run in `host`. Pure: the same input gives the same plan.
    pub fn plan(&self, cli: &CliPath, host: &HostEnv) -> Result<LaunchPlan, LaunchError> {
        let edits = env::explicit(self)?;
        let vars = |name: &str| match edits.get(name) {
            Some(EnvEdit::Set(value)) => value.to_str().map(str::to_owned),
            Some(EnvEdit::Remove) => None,
            None => host.get(name).and_then(OsStr::to_str).map(str::to_owned),
        };
        let mut words = Words(cli.words()?);
        for word in &self.cli_words {
            words.word("cli_words", word.clone())?;
        }
        let mut command = words.0;
        command.extend(argv::arguments(self, &vars)?);
        if let Some(cwd) = &self.cwd
            && (cwd.as_os_str().is_empty() || cwd.as_os_str().as_encoded_bytes().contains(&0))
        {
            return Err(LaunchError::option(
                "cwd",
                "it is empty or contains a NUL character",
                "Give a directory",
            ));
        }

        let mut env = env::inherited(&self.inherit, host);
        let remote = !self.launcher.is_empty();
        if remote {
            command = remote::prefixed(
                &self.launcher,
                self.launcher_words,
                &edits,
                self.cwd.as_deref(),
                command,
            )?;
        } else {
            env::apply(&mut env, &edits);
        }
        Ok(LaunchPlan {
            argv: command,
            env,
            cwd: self.cwd.clone().filter(|_| !remote),
            remote,
        })
    }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
